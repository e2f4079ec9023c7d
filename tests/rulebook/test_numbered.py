"""Rules that carry numbers."""

from __future__ import annotations

import io
import lzma
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.choose import PLAIN
from ingest.glossary import candidates
from ingest.profile import Profile, read_profile, shipped_profiles
from ingest.rulebook import parse_numbered
from ingest.tree import Box, Document, Heading, Link, Navigation, walk
from ingest.visible import inline_text, text_of

Shared = Callable[[str], Path]

TEXT = """The Law of the Harbour

In force as of May 4, 2024.

Contents

1. Ships

100. Hulls

101. Sails

Glossary

Credits

1. Ships

100. Hulls

100.1. A hull is made of wood. See rule 101.1a and rule 999.

100.1a A hull of iron is no hull. (See rules 100.1–101.1.)

Example: Mara builds a hull of iron. It is none.

101. Sails

101.1. Mainsail

101.1a A mainsail is the largest sail of section 1.

101.1a It is printed twice.

Glossary

Hull, Keel
1. The lower part of a ship.
2. The lowest part of a hull. See rule 100, “Hulls.”

Sail
See rule 101.1.

Credits

Drawn up by nobody.
"""


@pytest.fixture
def magic() -> Profile:
    return next(item for item in shipped_profiles() if item.name == "magic")


def read(text: str = TEXT, profile: Profile | None = None) -> Document:
    return parse_numbered(text, profile=profile or next(item for item in shipped_profiles() if item.name == "magic"))


def headings(document: Document) -> list[tuple[int, str]]:
    return [(node.level, node.anchor) for node in document.blocks if isinstance(node, Heading)]


def links(document: Document) -> list[str | None]:
    return [node.anchor for node in walk(document.blocks) if isinstance(node, Link)]


def test_the_number_tells_depth_and_anchor() -> None:
    assert headings(read())[:8] == [
        (1, "The_Law_of_the_Harbour"), (1, "1"), (2, "100"), (3, "100.1"), (4, "100.1a"), (2, "101"), (3, "101.1"), (4, "101.1a"),
    ]  # fmt: skip


def test_the_list_of_contents_is_navigation() -> None:
    assert [(node.line, node.end_line) for node in read().blocks if isinstance(node, Navigation)] == [(5, 15)]


def test_a_rule_is_named_by_its_title_or_its_number() -> None:
    defined = [node.defines for node in read().blocks if isinstance(node, Heading) and node.defines]

    assert [(item.name, item.kind) for item in defined] == [
        ("100.1", "rule"), ("100.1a", "rule"), ("Mainsail", "rule"), ("101.1a", "rule"), ("101.1a", "rule"), ("Hull, Keel", "term"), ("Sail", "term"),
    ]  # fmt: skip
    assert defined[2].aliases == ("101.1",)
    assert defined[5].aliases == ("Hull", "Keel")


def test_references_to_rules_of_the_text_are_links_and_others_are_not() -> None:
    assert links(read()) == ["101.1a", "100.1", "101.1", "1", "100", "101.1"]


def test_a_number_printed_twice_is_kept_and_said() -> None:
    document = read()

    assert [(doubt.code, doubt.line) for doubt in document.doubts] == [("repeated-number", 33)]
    assert len({anchor for _, anchor in headings(document)}) == len(headings(document))


def test_an_example_is_a_box_below_its_rule() -> None:
    assert [(node.kind, node.line) for node in read().blocks if isinstance(node, Box)] == [("example", 25)]


def test_letters_and_names_may_stand_in_numbers() -> None:
    document = read(
        "Sea Law\n\nA - Anchors\nA.1 - Dropping\nA.1.1 - An anchor is dropped. See Rule A.1.Ruling.1.\nA.1.Ruling.1 - It sinks.\nNote - It is heavy.\nB - Bells\n"
    )

    assert headings(document)[1:] == [(1, "A"), (2, "A.1"), (3, "A.1.1"), (3, "A.1.Ruling.1"), (1, "B")]
    assert links(document) == ["A.1.Ruling.1"]
    assert [node.kind for node in document.blocks if isinstance(node, Box)] == ["note"]


def test_decimal_numbers_need_no_profile() -> None:
    document = parse_numbered(
        "Sea Law\n\n1. Bells\n1.1 Ringing\n1.1.1 A bell is rung by hand.\n1.1.2 It is rung twice, see 1.1.1.\n2. Fog\n",
        profile=PLAIN,
    )

    assert headings(document)[1:] == [(1, "1"), (2, "1.1"), (3, "1.1.1"), (3, "1.1.2"), (1, "2")]
    assert links(document) == ["1.1.1"]


def test_a_number_alone_on_its_line_belongs_to_the_text_below() -> None:
    document = parse_numbered(
        "Sea Law\n\n100.\n\nBells\n\n101.\n\nA bell is rung by hand.\n\n101.1.\n\n1 Ringer\n\n101.1.b.\n\nThe ringer stands still.\n"
        "\n101.1.b.2.\n\nSee rule 101.1.b for the ringer.\n",
        profile=PLAIN,
    )

    assert headings(document)[1:] == [(2, "100"), (2, "101"), (3, "101.1"), (4, "101.1.b"), (5, "101.1.b.2")]
    assert links(document) == ["101.1.b"]
    assert [inline_text(node.children) for node in document.blocks if isinstance(node, Heading)][3] == "101.1. 1 Ringer"


BARGES = read_profile(
    """
name = "barges"
[[kinds]]
id = "deed"
chapters = ["^DEEDS$"]
[numbered]
glossary = ["KEYWORDS"]
""",
    origin="barges.toml",
)


def test_the_deepest_titles_of_an_outline_are_what_it_tells_of() -> None:
    text = "Barges\n\n3 DEEDS\n3.1 Row\n3.1.1 It goes an inch.\n3.2 Pole Off\n3.2.1 Roll a die.\n4 WATER\n4.1 Kinds\n4.1.1 Deep Water\n4.1.2 Mud\n"

    document = parse_numbered(text, profile=BARGES)

    defined = [
        (node.anchor, node.defines.name) for node in document.blocks if isinstance(node, Heading) and node.defines
    ]
    assert defined == [("3.1", "Row"), ("3.1.1", "3.1.1"), ("3.2", "Pole Off"), ("3.2.1", "3.2.1"), ("4.1.1", "Deep Water"), ("4.1.2", "Mud")]  # fmt: skip
    found = candidates(document, profile=BARGES, title="Barges", model="numbered")
    assert {item.name: item.kind for item in found if not item.name[0].isdigit()} == {
        "Row": "deed", "Pole Off": "deed", "Deep Water": "rule", "Mud": "rule",
    }  # fmt: skip


def test_a_glossary_may_stand_under_a_number_and_hold_term_and_text_in_a_line() -> None:
    text = "Barges\n\n1 WATER\n1.1 Mud stops a barge.\n\n9 KEYWORDS\nAGROUND: stuck; see 1.1.\nBRAWL TEST – both roll.\nThat is all.\n\n10 CREDITS\n10.1 We made it.\n"

    document = parse_numbered(text, profile=BARGES)

    terms = [
        (node.defines.name, node.defines.kind) for node in document.blocks if isinstance(node, Heading) and node.defines
    ]
    assert terms == [("1.1", "rule"), ("AGROUND", "term"), ("BRAWL TEST", "term"), ("10.1", "rule")]
    assert links(document) == ["1.1"]


def test_numbers_in_a_row_take_as_many_texts_or_none() -> None:
    even = parse_numbered("Sea Law\n\n100.\n100.1.\nFog\nFog is thick.\n\n101. Rain\n", profile=PLAIN)
    odd = parse_numbered("Sea Law\n\n100.\n100.1.\nFog\nFog is thick.\nIt is grey.\n\n101. Rain\n", profile=PLAIN)

    assert [text_of((node,)) for node in even.blocks[1:4]] == ["100. Fog", "100.1.", "Fog is thick."]
    assert [text_of((node,)) for node in odd.blocks[1:4]] == ["100.", "100.1.", "Fog"]


@pytest.mark.parametrize(
    ("name", "encoding", "rules", "terms", "references"),
    [
        ("CR-1999-04-21", "ascii", 1477, 0, 1308),
        ("CR-2020-01-22", "utf-8-sig", 2392, 563, 1483),
        ("CR-2020-04-17", "utf-8-sig", 2434, 571, 1513),
        ("CR-2022-10-07", "cp1252", 2760, 642, 1756),
        ("CR-2022-11-18", "utf-16", 2791, 647, 1780),
    ],
)
def test_every_rule_and_term_of_a_real_book_is_found(
    shared: Shared, magic: Profile, name: str, encoding: str, rules: int, terms: int, references: int
) -> None:
    data = lzma.decompress(shared(f"corpora/mtg-cr/{name}.txt.xz").read_bytes())
    text = io.IncrementalNewlineDecoder(None, translate=True).decode(data.decode(encoding), final=True)
    document = parse_numbered(text, profile=magic)
    kinds = Counter(node.defines.kind for node in document.blocks if isinstance(node, Heading) and node.defines)
    anchors = {anchor for _, anchor in headings(document)}

    assert (kinds["rule"], kinds["term"]) == (rules, terms)
    assert len(links(document)) == references
    assert set(links(document)) <= anchors
    assert "Rules" in document.title


def test_the_hierarchy_of_a_real_book_is_kept(shared: Shared, magic: Profile) -> None:
    data = lzma.decompress(shared("corpora/mtg-cr/CR-2022-11-18.txt.xz").read_bytes())
    text = io.IncrementalNewlineDecoder(None, translate=True).decode(data.decode("utf-16"), final=True)
    above: list[tuple[int, str]] = []
    for level, anchor in headings(parse_numbered(text, profile=magic)):
        while above and above[-1][0] >= level:
            above.pop()
        if level > 2 and anchor[0].isdigit():
            # A subrule stands below its rule, a rule below its section, a section below its chapter.
            assert anchor.startswith(above[-1][1])
        above.append((level, anchor))

    assert len(above) > 0


def test_visible_text_keeps_the_words_of_links() -> None:
    rule = next(node for node in read().blocks if getattr(node, "line", 0) == 21 and not isinstance(node, Heading))

    assert inline_text((rule,)) == "A hull is made of wood. See rule 101.1a and rule 999."
