"""What can be found of a knowledge base."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from ingest.glossary.model import Entry, WeaponProfile
from ingest.model import Place
from ingest.tree import Box, Document, Errata, Heading, Paragraph, Text
from site_src.search.documents import entry_document, every_name, implied_names, spelt_out
from site_src.search.model import SearchDocument
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


def _documents_of(*entries: Entry) -> dict[str, SearchDocument]:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))
    from game import game

    from site_src.atlas import Atlas
    from site_src.options import SiteOptions

    kb = game()
    kb.entries.put((item.id, item.page, 100 + order, item) for order, item in enumerate(entries))
    atlas = Atlas(kb, SiteOptions())
    return {item.id: entry_document(item, atlas) for item in entries}


def _entry(identity: str, name: str, concept: str, edition: str, **more: Any) -> Entry:
    kind = identity.partition("/")[0]
    place = Place(source="lamps.txt", line=1, page="orrery:Labels")
    return Entry(
        id=identity, name=name, concept=concept, kind=kind, edition=edition, editions=(edition,), language="en", page="orrery:Labels",
        source=place, text=f"{name}.", revision="401", **more,
    )  # fmt: skip


def test_the_name_of_another_edition_is_a_name_of_todays_text() -> None:
    old, new = "state/dim@L1.en", "state/dim@L2.en"
    found = _documents_of(_entry(old, "Dim", "state/dim", "L1"), _entry(new, "Dim State (L2)", "state/dim", "L2"))

    assert found[new].names == ("Dim State (L2)", "Dim")
    assert found[old].names == ("Dim",)


def test_a_name_without_what_only_says_its_kind_is_implied() -> None:
    found = _documents_of(_entry("ammunition/glare@L2.en", "Glare Special Ammunition", "ammunition/glare", "L2"))

    assert found["ammunition/glare@L2.en"].implied == ("glare",)


def test_a_figure_with_a_remark_is_a_number() -> None:
    profile = WeaponProfile(name="Torch", burst="4 (1 at night)", damage="PH", saves="2", numbers=(("saves", 2),))
    found = _documents_of(_entry("weapon/torch@L2.en", "Torch", "weapon/torch", "L2", profiles=(profile,)))

    assert found["weapon/torch@L2.en"].numbers == (("burst", 4), ("saves", 2))
