"""Where a ruling is read that its page printed once and prints no longer."""

from __future__ import annotations

import json
from pathlib import Path

from game import game
from msgspec.structs import replace
from pages import broken

from ingest.glossary.model import RulingEntry
from ingest.knowledge import KnowledgeBase
from site_src.atlas import Atlas
from site_src.build import build_site
from site_src.options import SiteOptions
from site_src.plan import look
from site_src.search.documents import documents, ruling_document
from site_src.views.entry import ruling_view

NEWEST, OLDER = "3", "2"
ANY = "diff/orrery/veil-step/any.html"


def ruling(knowledge: KnowledgeBase, **changed: object) -> RulingEntry:
    """The ruling of the game, as *changed*."""
    found = knowledge.rulings.get("r1")
    assert found is not None
    return replace(found, **changed)


def test_a_ruling_that_its_page_prints_is_read_there() -> None:
    kb = game()
    atlas = Atlas(kb, SiteOptions())
    printed = ruling(kb, revision=NEWEST, anchor="Rulings")

    assert atlas.ruling_path(printed) == "page/orrery/veil-step.html#Rulings"
    assert ruling_view(printed, atlas).path == "page/orrery/veil-step.html#Rulings"


def test_a_ruling_that_its_page_prints_no_longer_is_found_with_its_entry_and_printed_by_a_revision() -> None:
    kb = game()
    atlas = Atlas(kb, SiteOptions())
    gone = ruling(kb, revision=OLDER, anchor="Rulings", related=("state/shrouded@L2.en", "skill/veil-step@L1.en"))

    assert atlas.ruling_path(gone) == "entry/skill/veil-step.l1.en.html"  # of its own page, though named second
    assert ruling_document(gone, atlas).url == "entry/skill/veil-step.l1.en.html"
    assert ruling_view(gone, atlas).path == f"{ANY}?{OLDER}"


def test_a_ruling_of_no_entry_leads_to_the_head_of_its_page_once_that_prints_it_no_longer() -> None:
    kb = game()
    gone = ruling(kb, revision=OLDER, anchor="Rulings", related=("Gates",))

    assert Atlas(kb, SiteOptions()).ruling_path(gone) == "page/orrery/veil-step.html"


def test_every_address_that_search_and_data_give_is_there_with_its_anchor(tmp_path: Path) -> None:
    kb = game()
    order = [("skill/veil-step@L1.en",), ("Gates",)]
    kb.rulings.put([
        (f"old{number}", "orrery:Veil Step", 1 + number, ruling(kb, id=f"old{number}", revision=OLDER, anchor="Rulings", related=related))
        for number, related in enumerate(order)
    ])  # fmt: skip
    site = build_site(kb, tmp_path / "site").folder
    found = [document.url for document in documents(Atlas(kb, SiteOptions()))]
    found += [row["url"] for row in json.loads((site / "api" / "rulings.json").read_text("utf-8"))]
    (site / "found.html").write_text("".join(f'<a href="{url}">x</a>' for url in found), "utf-8")

    assert any("veil-step" in url for url in found)
    assert broken(site) == []


def test_the_navigation_leads_to_errata_where_there_are_no_rulings() -> None:
    kb = game()
    ways = [look(Atlas(kb, SiteOptions())).nav]
    kb.rulings.remove("r1")
    ways.append(look(Atlas(kb, SiteOptions())).nav)
    kb.errata.remove("e1")
    ways.append(look(Atlas(kb, SiteOptions())).nav)

    assert [[item.path for item in nav if item.section == "rulings"] for nav in ways] == [
        ["rulings.html"],
        ["errata.html"],
        [],
    ]
