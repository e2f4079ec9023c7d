"""A concept with more than one text of an edition, or filed under two kinds by two editions."""

from __future__ import annotations

from pathlib import Path

import pytest
from game import entry, game
from pages import broken, pages

from site_src.build import build_site
from site_src.options import SiteOptions


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    knowledge = game()
    again = entry("state", "Shrouded", "Gate", id="state/shrouded-2@L2.en")
    older = entry("skill", "Shrouded", "CON", edition="L1", concept="state/shrouded", id="state/shrouded@L1.en")
    knowledge.entries.put((item.id, item.page, 100 + order, item) for order, item in enumerate((again, older)))
    return build_site(knowledge, tmp_path_factory.mktemp("texts") / "site", options=SiteOptions()).folder


def test_the_tabs_of_two_texts_of_one_edition_say_where_each_is_printed(site: Path) -> None:
    page = (site / "entry/state/shrouded.l2.en.html").read_text("utf-8")

    assert "L2 <small>Shrouded</small></span>" in page
    assert 'href="shrouded-2.l2.en.html">L2 <small>Gate</small></a>' in page
    assert 'href="shrouded.l1.en.html">L1</a>' in page


def test_a_list_names_each_edition_of_a_concept_once(site: Path) -> None:
    page = (site / "a-z.html").read_text("utf-8")

    assert "shrouded.l2.en.html" in page
    assert "shrouded-2.l2.en.html" not in page


def test_the_list_of_a_kind_leads_with_the_text_of_that_kind(site: Path) -> None:
    found = {kind: dict(pages(site))[f"kind/{kind}.html"].addresses for kind in ("skill", "state")}

    first = {kind: next(link for link in links if "shrouded" in link) for kind, links in found.items()}
    assert first == {"skill": "../entry/state/shrouded.l1.en.html", "state": "../entry/state/shrouded.l2.en.html"}


def test_every_link_of_such_a_site_leads_somewhere(site: Path) -> None:
    assert broken(site) == []
