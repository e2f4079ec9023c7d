"""Old addresses of renamed entries lead to the new ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from game import game
from pages import broken, pages

from ingest.glossary.renames import Kept
from site_src.atlas import Atlas
from site_src.build import build_site
from site_src.options import SiteOptions
from site_src.views.moved import joined, moved_pages

RENAMES = {
    "skill/bright-step": Kept(concept="skill/veil-step", was="Veil Step"),
    "skill/brighter-step": Kept(concept="skill/bright-step"),
    "skill/nobody": Kept(concept="skill/nothing"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    knowledge = game()
    knowledge.renames.put((name, None, 0, kept) for name, kept in RENAMES.items())
    return build_site(knowledge, tmp_path_factory.mktemp("moved") / "site", options=SiteOptions()).folder


def test_every_former_name_leads_to_the_entry_in_its_edition(site: Path) -> None:
    for name in ("bright-step", "brighter-step"):
        page = (site / f"entry/skill/{name}.l2.en.html").read_text("utf-8")

        assert '<meta http-equiv="refresh" content="0; url=veil-step.l2.en.html">' in page
        assert '<link rel="canonical" href="veil-step.l2.en.html">' in page
        assert '<meta name="robots" content="noindex">' in page
        assert '<a href="veil-step.l2.en.html">' in page


def test_a_former_history_leads_to_the_history_or_else_to_the_entry(site: Path) -> None:
    page = (site / "entry/skill/bright-step.l2.en.history.html").read_text("utf-8")
    history = site / "entry/skill/veil-step.l2.en.history.html"

    assert f"url=veil-step.l2.en{'.history' if history.exists() else ''}.html" in page


def test_a_name_whose_entry_is_gone_has_no_page(site: Path) -> None:
    assert not list(site.glob("entry/skill/no*"))


def test_no_list_links_a_former_address_and_every_link_leads_somewhere(site: Path) -> None:
    linking = [
        path
        for path, page in pages(site)
        if any("bright-step" in link or "brighter-step" in link for link in page.addresses)
    ]

    assert linking == []
    assert broken(site) == []


def test_two_names_that_both_live_lead_nowhere_else() -> None:
    knowledge = game()
    knowledge.renames.put([("skill/veil-step", None, 0, Kept(concept="state/shrouded"))])

    moved = {view.path for view in moved_pages(Atlas(knowledge, SiteOptions()))}

    assert moved == set()


def test_names_are_joined_over_any_number_of_renamings() -> None:
    assert [list(names) for names in joined(RENAMES)] == [
        ["skill/bright-step", "skill/brighter-step", "skill/veil-step"],
        ["skill/nobody", "skill/nothing"],
    ]
