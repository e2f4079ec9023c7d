"""What can be found of a knowledge base."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ingest.tree import Box, Document, Errata, Heading, Paragraph, Text
from site_src.search.documents import every_name, implied_names, spelt_out
from site_src.search.sections import sections


def heading(text: str, level: int = 2, *, run_in: bool = False) -> Heading:
    return Heading(level=level, children=(Text(text),), anchor=text.replace(" ", "_"), run_in=run_in, line=3)


def paragraph(text: str) -> Paragraph:
    return Paragraph(children=(Text(text),), line=2)


def test_a_document_is_cut_at_its_headings() -> None:
    document = Document(
        blocks=(
            paragraph("Lead."),
            heading("Digging"),
            paragraph("Down."),
            heading("Deep", 3),
            paragraph("Deeper."),
            heading("Rest"),
            paragraph("Up."),
        )
    )

    found = list(sections(document))

    assert [(item.heading, item.text, item.above) for item in found] == [
        ("", "Lead.", ()), ("Digging", "Down.", ()), ("Deep", "Deeper.", ("Digging",)), ("Rest", "Up.", ()),
    ]  # fmt: skip
    assert [item.anchor for item in found] == ["", "Digging", "Deep", "Rest"]


def test_headings_in_a_box_are_sections_and_old_wordings_are_none() -> None:
    document = Document(blocks=(
        Box(kind="note", title=(Text("Beware"),), children=(heading("Inside"), paragraph("Boxed."))),
        Errata(role="original", children=(heading("Old"), paragraph("No rule today."))),
    ))  # fmt: skip

    assert [(item.heading, item.text) for item in sections(document)] == [("", "Beware"), ("Inside", "Boxed.")]


def test_a_run_in_heading_loses_its_full_stop() -> None:
    document = Document(blocks=(heading("Quick dig.", run_in=True), paragraph("Fast.")))

    assert [item.heading for item in sections(document)] == ["", "Quick dig"]


@pytest.mark.parametrize(
    ("names", "implied"),
    [
        (("Line of Dig (LoD)",), ("Line of Dig", "LoD")),
        (("Doctor (Great)",), ("Doctor",)),
        (("LD: Long Dig",), ("LD", "Long Dig")),
        (("Ghost: Digger",), ()),
        (("Line of Dig (LoD)", "Line of Dig"), ("LoD",)),
    ],
)
def test_names_imply_others(names: tuple[str, ...], implied: tuple[str, ...]) -> None:
    assert implied_names(names) == implied


def test_each_name_stands_once() -> None:
    assert every_name(("D-Spade", None, "", "d spade", "Spade")) == ("D-Spade", "Spade")


def test_every_entry_and_page_of_a_game_is_a_document(tmp_path: Path) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))
    from game import game

    from site_src.atlas import Atlas
    from site_src.options import SiteOptions
    from site_src.search.documents import documents

    atlas = Atlas(game(), SiteOptions())
    found = list(documents(atlas))
    ids = [item.id for item in found]

    assert len(ids) == len(set(ids))
    assert {*atlas.entries} <= {*ids}
    assert {*atlas.pages} <= {*ids}
    assert ids[: len(atlas.entries)] == list(atlas.entries)


def test_an_acronym_that_the_text_prints_behind_the_name_is_implied() -> None:
    text = "The Line of Burrows (LoB) is straight. A Mole (great) digs; the Wet Wall (see below) stops it."

    assert list(spelt_out(("Line of Burrows", "Mole", "Wet Wall"), text)) == ["Line of Burrows (LoB)"]
    assert "LoB" in implied_names(("Line of Burrows", *spelt_out(("Line of Burrows",), text)))
