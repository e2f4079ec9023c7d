"""The pocket edition is one file that needs nothing else and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import html5lib
import pytest
from game import game
from msgspec.structs import replace
from pages import Page

from site_src.build import build_site
from site_src.offline import is_kept
from site_src.options import SiteOptions


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> str:
    built = build_site(game(), tmp_path_factory.mktemp("pocket") / "site", options=SiteOptions(pocket=True))
    return (built.folder / "pocket.html").read_text("utf-8")


def test_its_policy_names_the_hashes_of_its_own_style_and_script(pocket: str) -> None:
    for tag in ("style", "script"):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", pocket, re.S)
        digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()

        assert len(inside) == 1
        assert f"{tag}-src 'sha256-{digest}'" in pocket


def test_it_is_valid_and_every_link_stays_inside_and_leads_somewhere(pocket: str) -> None:
    page = Page(pocket)
    html5lib.HTMLParser(strict=True).parse(pocket)

    assert len(page.ids) == len(set(page.ids))
    assert {address[:1] for address in page.addresses} == {"#"}
    assert {address[1:] for address in page.addresses} <= set(page.ids)


def test_it_holds_the_newest_edition_and_no_other(pocket: str) -> None:
    assert 'id="entry/skill/veil-step.l2.en"' in pocket
    assert 'id="page/orrery/movement"' in pocket
    assert "veil-step.l1" not in pocket


def test_the_app_keeps_the_rules_and_not_their_history(site: Path) -> None:
    kept = {path for path, _ in json.loads((site / "offline.json").read_text("utf-8"))}

    assert {"index.html", "entry/skill/veil-step.l2.en.html", "static/site.css"} <= kept
    assert not is_kept("diff/orrery/movement/101.102.html")
    assert all((site / path).is_file() for path in kept)


def test_the_worker_changes_when_the_site_changes(site: Path, tmp_path: Path) -> None:
    other = build_site(game(extra=1), tmp_path / "site").folder

    assert (other / "sw.js").read_bytes() != (site / "sw.js").read_bytes()


def test_a_link_to_what_is_not_in_the_file_stays_plain_text(tmp_path: Path) -> None:
    knowledge = game()
    page = knowledge.pages.get("orrery:Movement")
    assert page is not None
    knowledge.pages.put([(page.id, page.id, 1, replace(page, edition="L1", editions=("L1",)))])
    folder = build_site(knowledge, tmp_path / "site", options=SiteOptions(pocket=True)).folder
    text = (folder / "pocket.html").read_text("utf-8")

    assert "page/orrery/movement" not in text
    assert re.search(r"no <a [^>]*>watcher</a>", text)
    assert not [address for address in Page(text).addresses if address[1:] not in Page(text).ids]
