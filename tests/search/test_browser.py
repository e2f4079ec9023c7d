"""The box and the page in a real browser, from disk."""

from __future__ import annotations

import functools
import http.server
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from site_src.search.searching import open_index, run
from tests.search.moles import DOCUMENTS, random_documents, write_site
from tests.waiting import until

pytestmark = pytest.mark.browser
sync_api = pytest.importorskip("playwright.sync_api")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "site"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole site of the invented game, with the search data of ``moles.py``."""
    from game import game

    from site_src.build import build_site

    site = build_site(game(), tmp_path_factory.mktemp("pages") / "site").folder
    shutil.rmtree(site / "search")
    return write_site(site, DOCUMENTS)


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.trouble = []
    page.on("console", lambda message: page.trouble.append(message.text))
    page.on("pageerror", lambda error: page.trouble.append(str(error)))
    yield page
    page.close()


def test_the_box_searches_as_one_types_and_keys_choose(pages: Path, tab: Any) -> None:
    tab.goto((pages / "index.html").as_uri())
    tab.keyboard.press("/")
    tab.keyboard.type("lant")
    tab.wait_for_selector("#search-hits [role=option]")

    assert tab.locator("#search-hits .hit-name").first.inner_text() == "Lantern"
    assert tab.locator("#search-box").get_attribute("aria-expanded") == "true"
    assert "result" in tab.locator(".searchbox [role=status]").inner_text()
    tab.keyboard.press("ArrowDown")
    assert tab.locator("#search-box").get_attribute("aria-activedescendant") == "search-hit-0"
    assert tab.locator("#search-hit-0").get_attribute("aria-selected") == "true"
    tab.keyboard.press("Escape")
    assert not tab.locator(".searchbox-panel").is_visible()
    assert tab.trouble == []


def test_enter_leads_to_the_search_page_which_narrows_and_keeps_its_address(pages: Path, tab: Any) -> None:
    tab.goto((pages / "index.html").as_uri())
    tab.keyboard.press("/")
    tab.keyboard.type("lantern")
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    tab.wait_for_selector(".search-results .hit")
    before = tab.locator(".search-results .hit").count()
    tab.locator(".facet-value", has_text="Section").click()
    until(tab, f"document.querySelectorAll('.search-results .hit').length < {before}")

    assert "q=lantern" in tab.url
    assert "kind=section" in tab.url
    tab.reload()
    tab.wait_for_selector(".search-results .hit")
    assert tab.locator(".search-results .hit").count() == 1
    tab.go_back()
    until(tab, f"document.querySelectorAll('.search-results .hit').length === {before}")
    assert tab.trouble == []


def test_keys_choose_round_the_list_open_what_is_chosen_and_leave_it(pages: Path, tab: Any) -> None:
    tab.goto((pages / "index.html").as_uri())
    tab.keyboard.press("/")
    tab.keyboard.type("lantern")
    tab.wait_for_selector("#search-hits [role=option]")
    box, said = tab.locator("#search-box"), tab.locator(".searchbox [role=status]")
    count = tab.locator("#search-hits [role=option]").count()

    assert said.get_attribute("aria-live") == "polite"
    assert "result" in said.inner_text()
    tab.keyboard.press("ArrowUp")
    last = tab.locator("#search-hits [role=option]").nth(count - 1).get_attribute("id")
    assert box.get_attribute("aria-activedescendant") == last
    tab.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == "search-hit-0"
    tab.keyboard.press("Escape")
    assert box.get_attribute("aria-activedescendant") is None
    assert box.input_value() == "lantern"
    assert said.inner_text() == ""
    tab.keyboard.press("ArrowDown")
    until(tab, "document.querySelector('#search-box').getAttribute('aria-expanded') === 'true'")
    tab.keyboard.press("ArrowDown")
    tab.evaluate(
        "document.querySelector('#search-hit-0 a').addEventListener('click', (event) => { event.preventDefault(); window.opened = event.currentTarget.href; })"
    )
    tab.keyboard.press("Enter")
    assert tab.evaluate("window.opened").endswith("entry/lantern.html?q=lantern")
    assert tab.trouble == []


def test_a_choice_that_leaves_nothing_is_shown_and_can_be_undone(pages: Path, tab: Any) -> None:
    tab.goto(f"{(pages / 'search.html').as_uri()}?q=farol&kind=weapon")
    tab.wait_for_selector(".facet-value[aria-pressed=true]")

    assert tab.locator(".search-status").inner_text() == "Nothing found"
    assert tab.locator(".facet-value[aria-pressed=true]").inner_text().split() == ["Weapon", "0"]
    tab.locator(".facet-value[aria-pressed=true]").click()
    tab.wait_for_selector(".search-results .hit")
    assert "kind=" not in tab.url

    tab.goto(f"{(pages / 'search.html').as_uri()}?q=farol&kind=weapon")
    tab.locator(".search-note a", has_text="Farol").first.click()
    tab.wait_for_selector(".search-results .hit")
    assert tab.url.endswith("?q=Farol")
    assert tab.trouble == []


def test_values_are_counted_under_what_else_is_chosen_and_switched_on_and_off(pages: Path, tab: Any) -> None:
    tab.goto(f"{(pages / 'search.html').as_uri()}?q=burst%3E%3D1")
    loud = tab.locator(".facet-value", has_text="Loud")
    loud.wait_for()

    assert loud.get_attribute("aria-pressed") == "false"
    loud.click()
    until(tab, "document.querySelectorAll('.search-results .hit').length === 1")
    assert tab.locator("#search-query").input_value() == 'burst>=1 trait:"Loud"'
    assert tab.locator(".facet-value[aria-pressed=true]").inner_text().split() == ["Loud", "1"]
    tab.locator(".facet-value[aria-pressed=true]").click()
    until(tab, "document.querySelectorAll('.search-results .hit').length === 2")
    assert tab.locator("#search-query").input_value() == "burst>=1"

    tab.locator("#search-query").fill("lantern")
    tab.locator(".facet-value", has_text="Skill").click()
    until(tab, "location.search.includes('kind=skill')")
    until(tab, "document.querySelectorAll('.facet-value[aria-pressed=true]').length === 1")
    pressed = tab.locator(".facet-value[aria-pressed=true]").inner_text().split()
    assert int(pressed[1]) == int(tab.locator(".search-status").inner_text().split()[0])
    assert tab.locator(".facet-value", has_text="Section").count() == 1
    assert tab.trouble == []


def test_fields_are_typed_into_the_page(pages: Path, tab: Any) -> None:
    tab.goto((pages / "search.html").as_uri())
    for typed, found in (
        ("kind:weapon burst>=4", "D-Spade"),
        ("kind:habilidad farol", "Farol"),
        ('trait:"silent dig"', "D-Spade"),
        ("ammo:stone", "Sling"),
    ):
        tab.locator("#search-query").fill(typed)
        until(tab, f"(document.querySelector('.search-results .hit-name') || {{}}).textContent === '{found}'")

    assert tab.locator(".search-status").get_attribute("aria-live") == "polite"
    assert tab.locator(".search-status").inner_text() == "1 result"
    assert tab.trouble == []


def test_odd_input_has_an_answer_on_the_page(pages: Path, tab: Any) -> None:
    tab.goto((pages / "search.html").as_uri())
    for typed in (
        "?! …",
        "the of and",
        '"lantern oath',
        "colour:oath",
        "🙂 lantern",
        "مرحبا",
        "lantern\0oath",
        "oath " * 1000,
    ):
        tab.locator("#search-query").fill("")
        until(tab, "document.querySelector('.search-status').textContent === ''")
        tab.locator("#search-query").fill(typed)
        until(tab, "document.querySelector('.search-status').textContent !== ''")

        assert tab.locator(".search-results .hit, .search-note a").count() > 0, typed
    assert tab.trouble == []


def test_markup_typed_or_found_is_shown_not_run(pages: Path, tab: Any) -> None:
    tab.goto(f"{(pages / 'search.html').as_uri()}?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%20lantern")
    tab.wait_for_selector(".search-results .hit")

    assert tab.locator("main img").count() == 0
    assert tab.locator("#search-query").input_value() == "<img src=x onerror=alert(1)> lantern"
    assert tab.trouble == []


def test_a_misspelt_word_is_said_and_nothing_found_gives_names(pages: Path, tab: Any) -> None:
    tab.goto(f"{(pages / 'search.html').as_uri()}?q=lantren")
    tab.wait_for_selector(".search-note:not([hidden])")
    assert "lantern" in tab.locator(".search-note").inner_text()

    tab.locator("#search-query").fill("zzyzx")
    tab.wait_for_selector(".search-note a")
    assert tab.locator(".search-status").inner_text() == "Nothing found"


def test_missing_data_ask_to_load_again(pages: Path, tab: Any, tmp_path: Path) -> None:
    broken = shutil.copytree(pages, tmp_path / "broken")
    shutil.rmtree(broken / "search")
    tab.goto(f"{(broken / 'search.html').as_uri()}?q=lantern")
    until(tab, "document.querySelector('.search-status').textContent.includes('Reload')")

    assert tab.locator(".search-results .hit").count() == 0


def test_search_works_where_storage_is_forbidden(pages: Path, tab: Any) -> None:
    tab.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }});")
    tab.goto((pages / "index.html").as_uri())

    assert [hit["name"] for hit in tab.evaluate("ludex.search('farol', {limit: 1})")] == ["Farol"]


@pytest.mark.parametrize("way", ["file", "http"])
def test_the_browser_gives_the_commands_hits(way: str, pages: Path, tab: Any, tmp_path: Path) -> None:
    site = shutil.copytree(pages, tmp_path / "site")
    shutil.rmtree(site / "search")
    documents = random_documents(700, seed=3)
    write_site(site, documents)
    queries = [
        *(item.name for item in documents[:100]),
        *(" ".join(item.text.split()[2:5]) for item in documents[100:160]),
        '"mole dig"',
        "burst>=4 zen",
        "digdepth:flat mole",
        'depthofdig:"Deep, wet" zen',
        "depthofdig<0 mole",
    ]
    index, _ = open_index(site)
    mine = [[hit.id for hit in run(index, query, limit=10).hits] for query in queries]
    index.close()

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab.goto(
            (site / "index.html").as_uri() if way == "file" else f"http://127.0.0.1:{server.server_port}/index.html"
        )
        theirs = tab.evaluate(
            "async (queries) => { const all = []; for (const q of queries) all.push((await ludex.search(q)).map((hit) => hit.id)); return all; }",
            queries,
        )
        server.shutdown()

    assert theirs == mine
    assert tab.trouble == []


def test_the_switch_shows_old_versions_and_leads_to_the_difference(tmp_path: Path, tab: Any) -> None:
    from game import game

    from ingest.tree import Document, Paragraph, Text
    from site_src.build import build_site

    kb = game()
    kb.documents.put([("101", "orrery:Movement", 0, Document(blocks=(Paragraph(children=(Text("A Keeper went by moonlight alone."),)),)))])  # fmt: skip
    site = build_site(kb, tmp_path / "site").folder
    kb.close()
    tab.goto(f"{(site / 'search.html').as_uri()}?q=moonlight")
    tab.wait_for_selector(".search-old:not([hidden])")
    assert tab.locator(".search-results .hit").count() == 0
    assert not tab.evaluate("performance.getEntriesByType('resource').some((item) => item.name.includes('search/old'))")

    tab.locator(".search-old").click()
    tab.wait_for_selector(".search-results .hit-dropped")
    assert tab.locator(".hit-dropped").inner_text() == "Dropped in revision 102, 11 February 2031, by Ilse"
    assert "old=1" in tab.url
    tab.reload()
    tab.wait_for_selector(".search-results .hit-dropped")
    assert tab.locator(".search-old").get_attribute("aria-pressed") == "true"

    tab.locator(".search-results .hit-link").click()
    tab.wait_for_selector(":target")
    assert "moonlight" in tab.locator(":target").inner_text()
    assert "moonlight" in tab.locator("mark.found").first.inner_text()
    tab.go_back()
    tab.wait_for_selector(".search-results .hit-dropped")
    tab.locator(".search-old").click()
    until(tab, "!location.search.includes('old')")
    assert tab.trouble == []


def test_without_javascript_the_list_of_everything_is_offered(pages: Path, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((pages / "search.html").as_uri())

    assert not page.locator("#search-query").is_visible()
    page.locator("main noscript a").click()
    page.wait_for_url("**/a-z.html")
    assert page.locator("main a").count() > 5
    context.close()


def test_a_shard_of_another_build_asks_to_load_again(pages: Path, tab: Any, tmp_path: Path) -> None:
    mixed = shutil.copytree(pages, tmp_path / "mixed")
    shutil.rmtree(mixed / "search")
    write_site(mixed, random_documents(700, seed=3))
    for file in (mixed / "search").glob("*/p*.js"):
        file.write_text(file.read_text("utf-8").replace(file.parent.name, "000000000000"), "utf-8")
    tab.goto(f"{(mixed / 'search.html').as_uri()}?q=mole")
    until(tab, "document.querySelector('.search-status').textContent.includes('Reload')")

    tab.keyboard.press("Escape")
    tab.locator("#search-box").fill("mole")
    tab.wait_for_selector(".searchbox-note:not([hidden])")
    assert "Reload" in tab.locator(".searchbox-note").inner_text()


@pytest.mark.parametrize(("way", "read"), [("file", True), ("http", False)])
def test_a_page_from_disk_reads_the_manifest_before_somebody_asks(pages: Path, tab: Any, way: str, read: bool) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(pages))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/index.html"
        tab.goto((pages / "index.html").as_uri() if way == "file" else address)
        tab.evaluate(
            "new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(done, 50))))"
        )
        server.shutdown()

    assert ("manifest.js" in asked) is read
