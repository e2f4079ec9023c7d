"""Two revisions chosen in a real browser, from disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from site_src.build import build_site
from site_src.paths import any_path
from site_src.views.diff import wording_anchor
from tests.align.kb import wiki

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(wiki(), tmp_path_factory.mktemp("harbour") / "site").folder


@pytest.fixture
def page(engine: Browser) -> Iterator[Page]:
    opened_page = engine.new_page()
    yield opened_page
    opened_page.close()


def opened(page: Page, site: Path, hash_: str = "") -> list[str]:
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("about:blank")
    page.goto((site / any_path("log:Trim")).as_uri() + hash_)
    page.wait_for_selector("select", state="attached")
    return faults


def test_an_address_names_the_two_revisions(page: Page, site: Path) -> None:
    faults = opened(page, site, "#1..3")

    assert page.locator("tr.split td.right > .block ins").all_inner_texts() == ["before dawn"]
    assert page.locator("tr.changed td.left del").all_inner_texts() == ["3"]
    assert page.locator(".diff td p p, .diff ins p, .diff del p").count() == 0
    assert faults == []


def test_the_address_follows_the_choice(page: Page, site: Path) -> None:
    opened(page, site, "#1..3")

    page.locator("select").nth(1).select_option("2")

    assert page.evaluate("location.hash") == "#1..2"
    assert page.locator("tr.noise[id]").count() == 1
    assert page.locator("tr.changed, tr.added, tr.removed").count() == 0


def test_noise_is_hidden_by_a_switch_and_n_and_p_step(page: Page, site: Path) -> None:
    opened(page, site, "#2..3")

    page.keyboard.press("n")
    first = page.locator("tr.here").get_attribute("id")
    page.keyboard.press("n")
    second = page.locator("tr.here").get_attribute("id")
    page.keyboard.press("p")

    assert first != second
    assert page.locator("tr.here").get_attribute("id") == first


def test_an_unknown_text_is_said_to_be_unknown(page: Page, site: Path) -> None:
    opened(page, site, "#5..6")

    assert page.locator(".diff tr").count() == 1
    assert page.locator(".diff tr.fold").inner_text().strip()


def test_markup_of_a_text_stays_text(page: Page, site: Path) -> None:
    opened(page, site, "#4..5")

    assert "Mind the <fog> & tide." in page.locator("tr.added").all_inner_texts()[-1]


def test_every_script_of_the_page_is_in_the_site(site: Path) -> None:
    text = (site / any_path("log:Trim")).read_text("utf-8")

    assert "blocks-001.js" in text
    assert (site / any_path("log:Trim")).with_name("blocks-001.js").is_file()


def test_a_long_history_comes_in_several_scripts(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site_src.changes.shards.LARGEST", 40)
    folder = build_site(wiki(), tmp_path / "site").folder

    faults = opened(page, folder, "#1..7")

    assert (folder / any_path("log:Trim")).with_name("blocks-002.js").is_file()
    assert page.locator("select").first.locator("option").count() == 7
    assert page.locator("tr.changed, tr.added, tr.removed, tr.split").count() > 1
    assert faults == []


def test_a_link_names_the_two_revisions_in_its_query(page: Page, site: Path) -> None:
    opened(page, site, "?1..3")

    assert page.locator("tr.split td.right > .block ins").all_inner_texts() == ["before dawn"]


def test_a_single_revision_is_shown_as_it_was(page: Page, site: Path) -> None:
    faults = opened(page, site, "?1")

    assert page.locator("h1").inner_text() == "Trim as it was on 1 March 2024"
    assert page.title().startswith("Trim as it was on 1 March 2024")
    assert not page.locator("select").first.is_visible()
    assert page.locator(".as-it-was .prose li").all_inner_texts() == ["Roll 3 dice.", "Mind the <fog> & tide."]
    assert not page.locator(".diff-frame").is_visible()
    assert faults == []


def test_a_table_as_it_was_is_a_table(page: Page, site: Path) -> None:
    opened(page, site, "?7")

    assert page.locator(".as-it-was td").all_inner_texts() == ["Lamp", "Oil", "Brass", "3"]


def test_the_cells_of_a_row_meet_and_marks_lie_inside_them(page: Page, tmp_path: Path) -> None:
    texts = [
        f"{{|\n! Lamp !! Oil\n|-\n| Brass || {oil}\n|-\n| Tin ||\n{more}|}}\n== Trim ==\nThe keeper rows."
        for oil, more in (("3 jars", ""), ("4 jars", "|-\n| Iron || 7\n"))
    ]
    history = tuple((f"2024-03-0{day}T08:00:00Z", "Ann", text) for day, text in enumerate(texts, start=1))
    folder = build_site(wiki(history), tmp_path / "site").folder

    faults = opened(page, folder, "#1..2")

    assert page.locator("tr.changed .left .cells li").all_inner_texts() == ["Brass", "3 jars"]
    assert page.locator("tr.changed .right > .cells li").all_inner_texts() == ["Brass", "4 jars"]
    assert page.locator("tr.changed .left .cells del").all_inner_texts() == ["3"]
    assert page.locator("tr.added .cells li ins").all_inner_texts() == ["Iron", "7"]
    assert faults == []


def test_cells_of_rows_of_unlike_length_meet_where_they_are_alike(page: Page, tmp_path: Path) -> None:
    texts = [f"{{|\n! Lamp !! Oil\n|-\n| Brass || 3 jars of oil{more}\n|}}" for more in ("", " || for a week")]
    history = tuple((f"2024-03-0{day}T08:00:00Z", "Ann", text) for day, text in enumerate(texts, start=1))
    folder = build_site(wiki(history), tmp_path / "site").folder

    opened(page, folder, "#1..2")

    assert page.locator("tr.changed .left .cells li").all_inner_texts()[:2] == ["Brass", "3 jars of oil"]
    assert page.locator("tr.changed .right > .cells ins").all_inner_texts() == ["for a week"]
    assert " | " not in page.locator(".diff").inner_text()


def test_words_that_today_link_lead_there_from_a_page_as_it_was(page: Page, tmp_path: Path) -> None:
    days = (
        "The keeper trims a lamp, a lampshade and a lamp.",
        "The keeper trims the [[#Oil|lamp]].\n== Oil ==\nOil burns.",
    )
    history = tuple((f"2024-03-0{day}T08:00:00Z", "Ann", text) for day, text in enumerate(days, start=1))
    folder = build_site(wiki(history), tmp_path / "site").folder

    opened(page, folder, "#1")
    links = page.locator(".as-it-was .prose a")

    assert links.all_inner_texts() == ["lamp"]
    assert "Oil" in (links.first.get_attribute("href") or "")


def test_an_old_wording_is_marked_where_it_left(page: Page, site: Path) -> None:
    place = wording_anchor("Roll 3 dice.")
    for hash_ in (f"?2..3#{place}", f"?q=dice&2..3#{place}", f"?2..3&q=dice#{place}", "#2..3"):
        opened(page, site, hash_)

        marked = page.locator(".diff .block.target").all_inner_texts()
        assert marked == (["Roll 3 dice."] if "was-" in hash_ else [])
        assert page.locator("p.dropped").is_visible() == bool(marked)


def changes(page: Page, site: Path, asked: str) -> list[str]:
    """The rules that the list of changes tells."""
    page.goto("about:blank")
    page.goto((site / "changes.html").as_uri() + asked)
    page.wait_for_selector("[data-told] .figures, [data-told] .notice")
    return page.locator("[data-told] h3 a").all_inner_texts()


def test_what_changed_is_filtered_from_disk_and_has_an_address(page: Page, site: Path) -> None:
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)

    assert changes(page, site, "#since=2024-03-03&kind=task") == ["Trim"]
    assert changes(page, site, "#since=2024-03-07") == []
    assert "Trim" in changes(page, site, "#revision=2")
    assert changes(page, site, "#revision=77") == []
    page.locator("[name=revision]").fill("")
    page.locator("[name=severity]").select_option("wording")
    page.wait_for_selector("[data-told] h2")

    assert page.url.endswith("#severity=wording")
    assert not page.locator("[data-all]").is_visible()
    assert faults == []
