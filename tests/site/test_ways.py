"""Ways through the site: from a trait to the weapons that have it, from the contents to each rule of a page."""

from __future__ import annotations

from pathlib import Path

from game import game, link, text
from msgspec.structs import replace

from ingest.glossary.records import described
from ingest.tree import Box, Definition, Document, Heading, Text
from site_src.atlas import Atlas
from site_src.options import SiteOptions
from site_src.views.base import printed_number
from site_src.views.entry import entry_page, shown_class
from site_src.views.page import anchored, contents


def box(name: str) -> Box:
    return Box(kind="skill", title=(Text(name),), defines=Definition(name=name), children=(text("It hides."),))


def test_a_trait_leads_to_all_weapons_that_have_it(site: Path) -> None:
    page = (site / "entry/trait/bright.l2.en.html").read_text("utf-8")
    table = (site / "weapons/l2.en.html").read_text("utf-8")

    assert '<a href="../../weapons/l2.en.html?traits=Bright">' in page
    assert ">Lamp Carbine</a>" in page
    assert 'data-key="traits"' in table


def test_a_label_that_no_source_defines_leads_there_too(site: Path) -> None:
    page = (site / "label/reload.html").read_text("utf-8")

    assert '<a href="../weapons/l2.en.html?traits=Reload">' in page
    assert "?traits=" not in (site / "label/quiet.html").read_text("utf-8")


def test_the_contents_of_a_page_list_the_boxes_that_define_a_rule() -> None:
    blocks = (Heading(level=2, children=(Text("Skills"),), anchor="Skills"), box("Veil"), box("Shroud"), box("Veil"))
    made = anchored(blocks)

    assert [(item.text, item.anchor, item.depth) for item in contents(made)] == [
        ("Skills", "Skills", 1), ("Veil", "box-veil", 2), ("Shroud", "box-shroud", 2), ("Veil", "box-veil-2", 2),
    ]  # fmt: skip
    assert [dict(node.attrs)["id"] for node in made if hasattr(node, "attrs")] == [
        "box-veil",
        "box-shroud",
        "box-veil-2",
    ]


def test_a_box_that_says_the_same_as_its_heading_is_listed_once() -> None:
    heads = tuple(Heading(level=2, children=(Text(name),), anchor=name) for name in ("Veil", "Gloom", "Lamp"))
    made = anchored((heads[0], box("VEIL"), *heads[1:]))

    assert [item.text for item in contents(made)] == ["Veil", "Gloom", "Lamp"]


def test_a_box_without_a_name_of_its_own_stays_as_it_is() -> None:
    aside = Box(kind="example", title=(Text("Example"),), children=(text("Ilse hides."), link("Gloom", "Gloom")))

    assert anchored((aside,)) == (aside,)


def test_a_row_of_a_chart_shows_its_profile_once_and_nothing_of_what_stands_around() -> None:
    knowledge = game()
    row = knowledge.entries.get("weapon/lamp-carbine@L2.en")
    assert row is not None
    profile = row.profiles[0]
    told = f"{described(profile)}\n{described(profile)}"
    around = Document(
        blocks=(
            Heading(level=2, children=(Text("Examples"),), anchor="Examples", line=3),
            text("Ilse aims at the well."),
        )
    )
    knowledge.documents.change(row.revision, around)
    knowledge.entries.change(
        row.id, replace(row, profiles=(profile, replace(profile, line=9)), text=told, anchor="Examples")
    )
    made = entry_page(knowledge.entries.get(row.id) or row, Atlas(knowledge, SiteOptions()))

    assert (made.lead, made.parts, len(made.profiles)) == ("", (), 1)


def test_a_class_that_is_the_kind_is_not_said_again() -> None:
    atlas = Atlas(game(), SiteOptions())
    entry = next(item for item in atlas.all_entries() if item.cls)
    kind = atlas.kind_name(entry.kind, entry.language)

    assert shown_class(entry, atlas) == entry.cls
    assert shown_class(replace(entry, cls=kind.upper()), atlas) == ""


def test_a_digest_of_ours_is_no_number_that_a_reader_is_told() -> None:
    assert printed_number("492") == "492"
    assert printed_number("orrery-08fa2cb34b5b") == ""
