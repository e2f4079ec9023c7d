"""Which text of a numbered rule is a title: short, and without the full stop of a sentence."""

from __future__ import annotations

import pytest

from ingest.choose import PLAIN
from ingest.rulebook import parse_numbered
from ingest.tree import Heading, walk
from ingest.visible import inline_text

WORDS = "Of the Keeping and the Rowing of the Many Boats of All Harbours and of Their "  # 76 signs


def titles(text: str) -> list[str]:
    document = parse_numbered(
        f"Harbour Law\n\n1. Ships\n\n100. Hulls\n\n100.1. A hull floats.\n\n{text}\n", profile=PLAIN
    )
    return [inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Heading)]


@pytest.mark.parametrize(
    ("text", "is_title"),
    [("Sails", True), ("Sails:", True), (WORDS + "Many Keepers", True), (WORDS + "Many Keepers and Owners", False),
     ("A sail is cloth.", False), ("Is it cloth?", False), ("Row!", False)],
)  # fmt: skip
def test_a_section_is_titled_by_a_short_text_that_is_no_sentence(text: str, is_title: bool) -> None:
    found = titles(f"200. {text}\n\n200.1. It is kept dry.")

    assert any(text.rstrip(":") in title for title in found) == is_title
