"""What always holds, whatever a text prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.choose import PLAIN
from ingest.profile import Profile, shipped_profiles
from ingest.rulebook import parse_numbered, parse_rendered, parse_rulebook
from ingest.rulebook.lines import physical_lines
from ingest.tree import Document, Heading, decode, encode, walk


class Parser(Protocol):
    def __call__(self, text: str, *, profile: Profile) -> Document: ...


PARSERS: tuple[Parser, ...] = (parse_rulebook, parse_rendered, parse_numbered)
PROFILES = (PLAIN, *shipped_profiles())

LINE = st.one_of(
    st.sampled_from([
        "", "-", "- ", "• Bullet. Text of it.", "Effects", "Effects.", "Requirements. A key.", "Gate (Short Skill)", "Gate", "Gate Level 2",
        "(Short Skill, Optional)", "Optional, Loud.", "Marker: Door.", "Gate. A gate is a door. Effects", "Example: Mara waits.",
        "Gate Examples", "Remember:", "Important! Run.", "NOTE", "IMPORTANT", "| A | B |", "|---|---|", "| 1 |", "|", "---", "====",
        "1. Step: go.", "1.1 Gate", "5.", "702.9. Gate", "702.9a A gate is shut.", "A.1 - Gates", "Glossary", "Credits", "Contents",
        "- Damage: 13 B: 1 Ammunition: N", "- Traits: A (X Mode); B (Y Mode)", "- Range MOD (Short 0–8 / Long): +3", "# Gate", "GATES",
        "Traits", "Missions", "One | Two | Three | Four", "Gate: Twin. Two gates. 6. Next step", "D.E.P.", "i-Gate", "Sibylla's Advice",
        "- Gate (Short Skill; Attack). Requirements: none. Effects: it opens.", "Close (0-6): +2 | Far (6-12): 0",
    ]),
    st.text(max_size=40),
    st.text(alphabet="Aa .:;,()[]|-#•*1", max_size=30),
)  # fmt: skip
TEXT = st.builds(
    lambda lines, end: end.join(lines), st.lists(LINE, max_size=25), st.sampled_from(["\n", "\n\n", "\r\n", "\r"])
)


def covered(document: Document) -> set[int]:
    lines: set[int] = {doubt.line for doubt in document.doubts}
    for node in walk(document.blocks):
        start, end = getattr(node, "line", 0), getattr(node, "end_line", 0)
        if start:
            lines.update(range(start, max(start, end) + 1))
    return lines


@pytest.mark.parametrize("parse", PARSERS)
@settings(max_examples=40, deadline=None)
@given(text=TEXT, profile=st.sampled_from(PROFILES))
def test_every_printed_line_stands_in_the_tree(parse: Callable[..., Document], text: str, profile: Profile) -> None:
    document = parse(text, profile=profile)
    printed = {number for number, line in enumerate(physical_lines(text), start=1) if line.strip()}

    assert printed <= covered(document)


@pytest.mark.parametrize("parse", PARSERS)
@settings(max_examples=40, deadline=None)
@given(text=TEXT, profile=st.sampled_from(PROFILES))
def test_lines_lie_within_the_text_and_ends_behind_starts(
    parse: Callable[..., Document], text: str, profile: Profile
) -> None:
    document = parse(text, profile=profile)
    last = len(physical_lines(text))

    for node in walk(document.blocks):
        start, end = getattr(node, "line", 0), getattr(node, "end_line", 0)
        assert 0 <= start <= last
        assert end == 0 or start <= end <= last
    assert all(0 <= doubt.line <= last for doubt in document.doubts)


@pytest.mark.parametrize("parse", PARSERS)
@settings(max_examples=40, deadline=None)
@given(text=TEXT, profile=st.sampled_from(PROFILES))
def test_a_text_reads_the_same_twice_and_survives_the_disk(
    parse: Callable[..., Document], text: str, profile: Profile
) -> None:
    document = parse(text, profile=profile)

    assert encode(parse(text, profile=profile)) == encode(document)
    assert decode(encode(document)) == document


@pytest.mark.parametrize("parse", PARSERS)
@settings(max_examples=40, deadline=None)
@given(text=TEXT)
def test_anchors_are_unique(parse: Callable[..., Document], text: str) -> None:
    document = parse(text, profile=PLAIN)
    anchors = [node.anchor for node in walk(document.blocks) if isinstance(node, Heading)]

    assert len(anchors) == len(set(anchors))
