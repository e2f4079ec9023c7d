"""A built site is whole: its links lead somewhere, its pages are valid, the same input gives the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import html5lib
import pytest
from game import carbine, entry, game
from msgspec.structs import replace
from pages import broken, pages

from ingest.errors import OutputError
from ingest.model import Diagnostic, Place
from site_src.build import build_site
from site_src.commit import MANIFEST
from site_src.options import SiteOptions
from site_src.views.base import POLICY

HERE = Path(__file__).resolve().parent
BUILD = "from game import game; from pathlib import Path; from site_src.build import build_site; import sys; print(build_site(game(), Path(sys.argv[1])).fingerprint)"


def test_every_link_and_anchor_of_the_site_leads_somewhere(site: Path) -> None:
    assert broken(site) == []


def test_every_page_has_the_policy_and_nothing_inline(site: Path) -> None:
    for path, page in pages(site):
        more = "; manifest-src 'self'" if path == "about.html" else ""  # where the app is installed from
        assert f'content="{POLICY}{more}"' in page.text, path
        assert page.inline == [], path


def test_every_page_is_valid_html_with_unique_ids(site: Path) -> None:
    for path, page in pages(site):
        html5lib.HTMLParser(strict=True).parse(page.text)
        assert len(page.ids) == len(set(page.ids)), path


def test_every_page_has_one_heading_of_the_first_level_and_a_language(site: Path) -> None:
    for path, page in pages(site):
        assert page.text.count("<h1") == 1, path
        assert '<html lang="' in page.text, path


def test_nothing_asks_the_network(site: Path) -> None:
    for path, page in pages(site):
        outside = [address for address in page.addresses if address.startswith(("http:", "https:", "//"))]
        assert all(address.startswith("https://wiki.example/") for address in outside), path


def test_two_builds_under_other_hash_seeds_and_time_zones_are_the_same(tmp_path: Path) -> None:
    prints = []
    for number, (seed, zone) in enumerate((("1", "UTC"), ("2", "Pacific/Apia"))):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": f"{HERE}:{HERE.parents[1]}"}
        run = [sys.executable, "-c", BUILD, str(tmp_path / str(number))]
        prints.append(subprocess.run(run, env=environment, check=True, capture_output=True, text=True).stdout)

    assert prints[0] == prints[1]
    assert (tmp_path / "0" / MANIFEST).read_bytes() == (tmp_path / "1" / MANIFEST).read_bytes()


def test_a_long_list_comes_in_sheets_and_every_entry_is_on_one(tmp_path: Path) -> None:
    knowledge = game(extra=23)
    build_site(knowledge, tmp_path / "site", options=SiteOptions(list_length=10))
    sheets = sorted((tmp_path / "site" / "kind").glob("rule*.html"))
    text = "".join(path.read_text("utf-8") for path in sheets)

    assert len(sheets) == 3
    assert all(f">Rule number {number}<" in text for number in range(23))


def test_a_source_that_may_not_be_published_stays_out_of_a_public_site(tmp_path: Path) -> None:
    build_site(game(), tmp_path / "site", options=SiteOptions(public=True))
    about = (tmp_path / "site" / "about.html").read_text("utf-8")

    assert "primer.txt" not in about
    assert "orrery-wiki.xml" in about


def test_the_owners_stylesheet_and_title_are_on_every_page(tmp_path: Path) -> None:
    (tmp_path / "mine.css").write_text(":root{--accent:#700}", "utf-8")
    build_site(game(), tmp_path / "site", options=SiteOptions(title="My Rules", css=tmp_path / "mine.css"))

    for path, page in pages(tmp_path / "site"):
        assert "owner/mine.css" in page.text, path
        assert "My Rules" in page.text, path


def test_a_stylesheet_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"nowhere\.css"):
        build_site(game(), tmp_path / "site", options=SiteOptions(css=tmp_path / "nowhere.css"))
    assert not (tmp_path / "site").exists()


def test_an_entry_page_has_what_a_player_looks_for(site: Path) -> None:
    text = (site / "entry/skill/veil-step.l2.en.html").read_text("utf-8")

    for words in (
        "Swift Skill",
        "Quiet",
        "Requirements",
        "May a Keeper step",
        "Move up to 4 inches",
        "Paso velado",
        ">L1<",
        "lines 3–20",
        "CC BY-SA",
    ):
        assert words in text


def test_a_weapon_page_says_its_bands_in_words(site: Path) -> None:
    text = (site / "entry/weapon/lamp-carbine.l2.en.html").read_text("utf-8")

    assert "<b>−3</b> <span>24–32″</span>" in text
    assert "Flare Mode" in text


def test_a_weapon_printed_twice_alike_is_one_row_of_the_table(tmp_path: Path) -> None:
    kb = game()
    lamp = entry("weapon", "Spark Gun", profiles=(carbine(None, "2"), replace(carbine(None, "2"), line=40)))
    kb.entries.put([(lamp.id, lamp.page, 999, lamp)])
    table = (build_site(kb, tmp_path / "site").folder / "weapons/l2.en.html").read_text("utf-8")

    assert table.count("spark-gun.l2.en.html") == 1
    assert "Weapons <small>3</small>" in table


def test_a_card_says_each_fact_of_a_profile_with_its_name(site: Path) -> None:
    cards = "".join(path.read_text("utf-8") for path in sorted((site / "cards").glob("*.js")))

    assert "Lamp Carbine · Flare Mode · Damage 13 · Burst 1 · Ammunition Glare" in cards


def test_the_list_of_a_kind_does_not_say_the_kind_at_each_name(site: Path) -> None:
    states, everything = ((site / path).read_text("utf-8") for path in ("kind/state.html", "a-z.html"))

    assert '<span class="what">State</span>' in everything
    assert '<span class="what">State</span>' not in states


def test_who_bears_a_label_is_not_told_again_below_who_mentions_it(site: Path) -> None:
    page = (site / "entry/label/movement.l2.en.html").read_text("utf-8")

    assert page.count('href="../skill/veil-step.l2.en.html"') == 1


def test_other_spellings_of_a_name_are_no_other_names(tmp_path: Path) -> None:
    kb = game()
    kb.entries.put([
        (item.id, item.page, 999, item)
        for item in [entry("rule", "Far Lamp", acronym="FL", aliases=("FAR LAMP (FL)", "Far lamp", "Beacon"))]
    ])  # fmt: skip
    page = (build_site(kb, tmp_path / "site").folder / "entry/rule/far-lamp.l2.en.html").read_text("utf-8")

    assert "Also called: Beacon<" in page


def test_a_spanish_page_speaks_spanish(site: Path) -> None:
    text = (site / "entry/skill/paso-velado.l2.es.html").read_text("utf-8")

    assert '<html lang="es"' in text
    assert "Ir al contenido" in text


def test_case_twins_and_reserved_names_have_files_of_their_own(site: Path) -> None:
    names = {path.name.lower() for path in (site / "page/orrery").iterdir()}

    assert len(names) == 9
    assert not {"con.html", "aux.html"} & names


HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


def test_hostile_names_and_texts_stay_text_on_every_page(tmp_path: Path) -> None:
    knowledge = game()
    words = {
        "cls": HOSTILE,
        "labels": (HOSTILE,),
        "text": HOSTILE,
        "summary": HOSTILE,
        "marker": HOSTILE,
        "acronym": HOSTILE,
    }
    evil = entry("skill", HOSTILE, "Veil Step", **words)
    place = Place(source="orrery-wiki.xml", line=1)
    knowledge.entries.put([(evil.id, evil.page, 99, evil)])
    knowledge.diagnostics.put([("x", None, 9, Diagnostic(severity="error", code="x", message=HOSTILE, place=place))])
    folder = build_site(knowledge, tmp_path / "site", options=SiteOptions(title=HOSTILE, pocket=True)).folder

    for path, page in pages(folder):
        assert "<script>alert" not in page.text, path
        assert "<img src=x" not in page.text, path
        assert path == "pocket.html" or page.inline == [], path


def test_what_defines_an_entry_on_a_page_leads_to_the_entry(site: Path) -> None:
    text = (site / "page/orrery/veil-step.html").read_text("utf-8")

    assert '<a class="entry" href="../../entry/skill/veil-step.l2.en.html">Veil Step</a>' in text
