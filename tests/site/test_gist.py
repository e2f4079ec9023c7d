"""What a card says of a rule is the rule, not what it requires."""

from __future__ import annotations

import pytest

from ingest.glossary.model import Entry
from site_src.atlas import Atlas
from site_src.gist import gist
from site_src.options import SiteOptions
from tests.align.kb import wiki

PARTS = (("requirements", "A boat. And a crew."), ("effects", "Cross the harbour. Then rest."))


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas(wiki(), SiteOptions())


def rule(atlas: Atlas, text: str, summary: str) -> Entry:
    known = next(iter(atlas.kb.entries))
    return Entry(
        id="task/row", concept="task/row", name="Row", kind="task", page=known.page, revision=known.revision,
        source=known.source, text=text, summary=summary, sections=("Requirements", "Effects"), parts=PARTS,
    )  # fmt: skip


def test_a_rule_without_words_before_its_parts_is_told_by_them_with_their_labels(atlas: Atlas) -> None:
    entry = rule(atlas, "Requirements\nA boat. And a crew.\nEffects\nCross the harbour. Then rest.", "A boat.")

    assert gist(entry, atlas) == "Requirements: A boat. Effects: Cross the harbour."


def test_a_rule_that_begins_with_a_sentence_is_told_by_it(atlas: Atlas) -> None:
    text = "The keeper rows.\nRequirements\nA boat. And a crew.\nEffects\nCross the harbour. Then rest."

    assert gist(rule(atlas, text, "The keeper rows."), atlas) == "The keeper rows."
