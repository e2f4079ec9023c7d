"""What a reader does with the site, in a real browser, from disk and over http."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.waiting import until

from .conftest import Reader

pytestmark = pytest.mark.browser
VEIL = "entry/skill/veil-step.l2.en.html"
CARBINE = "entry/weapon/lamp-carbine.l2.en.html"


def kinds_of_pages(site: Path) -> list[str]:
    """One page of each kind."""
    found = [
        "index.html", "a-z.html", "labels.html", "rulings.html", "errata.html", "editor/index.html", "about.html", "404.html", "sheet.html",
        "pages.html", "changes.html", "search.html", VEIL, CARBINE, "weapons/l2.en.html", "kind/rule.html", "edition/l2.html",
        "page/orrery/movement.html", "page/orrery/veil-step.html", "history/orrery/veil-step.html", "label/quiet.html",
    ]  # fmt: skip
    return found + [path.relative_to(site).as_posix() for path in sorted(site.glob("diff/orrery/*/*.html"))[:2]]


def test_every_kind_of_page_opens_quietly(reader: Reader, site: Path) -> None:
    for path in kinds_of_pages(site):
        page = reader.open(path)

        assert page.locator("h1").count() == 1, path


def test_no_page_scrolls_sideways_on_the_smallest_phone(disk: Reader, site: Path) -> None:
    disk.page.set_viewport_size({"width": 320, "height": 640})
    for path in kinds_of_pages(site):
        page = disk.open(path)

        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_a_name_longer_than_the_page_is_broken_in_lists_of_links(disk: Reader) -> None:
    page = disk.open("page/orrery/veil-step.html")
    page.evaluate("document.querySelectorAll('.links a').forEach((link) => { link.textContent = 'x'.repeat(300); })")

    assert page.locator(".links a").count()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_no_page_scrolls_sideways_at_twice_the_text_size(disk: Reader, site: Path) -> None:
    for path in kinds_of_pages(site):
        page = disk.open(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")

        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_search_finds_a_term_and_leads_to_it(reader: Reader) -> None:
    page = reader.open(VEIL)
    page.keyboard.press("/")
    page.keyboard.type("shroud")
    page.locator("#search-hits [role=option]").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/entry/state/shrouded.l2.en.html*")

    assert page.locator("h1").inner_text() == "Shrouded"


def test_who_asked_for_a_name_gets_the_page_without_marks_on_it(disk: Reader) -> None:
    assert disk.open(f"{VEIL}?q=veil%20step").locator("mark.found").count() == 0
    disk.page.goto("about:blank")

    expect(disk.open(f"{VEIL}?q=move").locator("mark.found").first).to_be_visible()


def test_a_card_opens_on_hover_and_closes_on_escape(reader: Reader) -> None:
    page = reader.open(VEIL)
    page.locator(".entry-part a", has_text="Shrouded").hover()
    card = page.locator("#term-card")
    card.wait_for()

    assert "Shrouded is a state" in card.inner_text()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_a_card_opens_for_the_keyboard_and_its_links_are_next(reader: Reader) -> None:
    page = reader.open("page/orrery/veil-step.html")
    page.locator(".prose a", has_text="Shrouded").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.locator("#term-card").wait_for()
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.closest('#term-card') !== null")


def test_a_long_press_opens_a_card_and_neither_a_menu_nor_the_link(reader: Reader) -> None:
    page = reader.open(VEIL)
    link = page.locator(".entry-part a.entry", has_text="Shrouded")
    link.evaluate(
        "link => link.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))"
    )
    page.locator("#term-card").wait_for()

    for name in ("contextmenu", "click"):
        goes_on = link.evaluate(
            "(link, name) => { link.focus(); return link.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true })); }",
            name,
        )
        assert not goes_on, name
    expect(page.locator("#term-card")).to_be_visible()


def test_cards_can_be_switched_off(reader: Reader) -> None:
    page = reader.open(VEIL)
    page.get_by_role("button", name="Definitions on hover").click()
    page.locator(".entry-part a", has_text="Shrouded").hover()
    page.wait_for_timeout(400)

    expect(page.locator("#term-card")).to_have_count(0)


def test_automatic_links_open_cards_and_can_be_switched_off(reader: Reader) -> None:
    page = reader.open("page/orrery/gate.html")
    link = page.locator("a.auto", has_text="Shrouded")
    link.hover()
    page.locator("#term-card").wait_for()
    page.get_by_role("button", name="Links on every term").click()
    expect(page.get_by_role("link", name="Shrouded")).to_have_count(0)
    page = reader.open("page/orrery/gate.html")

    expect(page.get_by_role("button", name="Links on every term: off")).to_be_visible()
    expect(page.get_by_role("link", name="Shrouded")).to_have_count(0)
    page.get_by_role("button", name="Links on every term").click()
    expect(page.get_by_role("link", name="Shrouded")).to_have_count(1)


def test_the_colour_scheme_is_remembered(reader: Reader) -> None:
    page = reader.open("index.html")
    button = page.get_by_role("button", name="Colours")
    button.click()
    button.click()
    page = reader.open(VEIL)

    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_pinned_entry_stands_on_the_sheet_and_is_shared_by_address(reader: Reader) -> None:
    page = reader.open(VEIL)
    page.get_by_role("button", name="Pin to my sheet").click()
    reader.open(CARBINE).get_by_role("button", name="Pin to my sheet").click()
    page = reader.open("sheet.html")
    page.locator(".pins h2").nth(1).wait_for()
    page.get_by_role("button", name="Move Lamp Carbine up").click()
    expect(page.locator(".pins h2").first).to_have_text("Lamp Carbine")
    page.get_by_role("button", name="Share by address").click()

    assert page.url.endswith("#pins=weapon/lamp-carbine.l2.en,skill/veil-step.l2.en")


def test_the_recently_viewed_stand_on_the_home_page(reader: Reader) -> None:
    reader.open(VEIL)
    page = reader.open("index.html")

    assert page.locator("[data-recent] a").inner_text() == "Veil Step"


def test_the_weapons_sort_filter_and_stand_side_by_side(reader: Reader) -> None:
    page = reader.open("weapons/l2.en.html")
    page.get_by_role("button", name="Burst").click()
    first = page.locator("tbody tr").first
    expect(first).to_contain_text("Flare Mode")
    boxes = page.locator("tbody input[type=checkbox]")
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.get_by_role("button", name="Compare").click()
    assert page.locator("dialog .side-by-side thead th").count() == 2
    page.keyboard.press("Escape")
    page.locator("select").select_option(label="Burst")
    page.locator(".tools input").fill(">=3")

    assert page.locator("tbody tr:visible").count() == 1


def test_a_keyboard_stays_at_the_facet_that_it_chose(reader: Reader) -> None:
    page = reader.open("search.html?q=lamp")
    facet = page.locator(".facet-value").first
    facet.focus()
    page.keyboard.press("Enter")
    chosen = page.locator(".facet-value[aria-pressed=true]")
    expect(chosen).to_have_count(1)

    expect(chosen).to_be_focused()


def test_weapons_are_compared_by_keyboard_alone(reader: Reader) -> None:
    page = reader.open("weapons/l2.en.html")
    for row in (0, 1):
        page.locator("tbody input[type=checkbox]").nth(row).focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name="Compare").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Compare")
    inside = "document.activeElement.closest('dialog') !== null"

    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    for key in ["Shift+Tab", "Shift+Tab", "Tab", *["Tab"] * (dialog.locator("button, a, [tabindex]").count() + 2)]:
        page.keyboard.press(key)
        assert page.evaluate(inside), key
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Compare")).to_be_focused()


def test_a_tap_beside_the_comparison_closes_it(reader: Reader) -> None:
    page = reader.open("weapons/l2.en.html")
    for row in (0, 1):
        page.locator("tbody input[type=checkbox]").nth(row).check()
    page.get_by_role("button", name="Compare").click()
    page.locator("h1").click(force=True)

    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_trait_leads_to_the_table_of_what_has_it(reader: Reader) -> None:
    page = reader.open("entry/trait/bright.l2.en.html")
    page.get_by_role("link", name="Compare them in the table").click()
    page.wait_for_url("**/weapons/l2.en.html?traits=Bright")

    expect(page.locator(".tools input")).to_have_value('"Bright"')
    assert page.locator("tbody tr:visible").count() == 2
    page.locator(".tools input").fill('"Brigh"')
    expect(page.locator("tbody tr:visible")).to_have_count(0)


def test_a_list_filters_as_one_types(reader: Reader) -> None:
    page = reader.open("a-z.html")
    page.locator(".tools input").fill("number 11")

    assert page.locator("ul.terms > li:visible").all_inner_texts()[0].startswith("Rule number 11")
    expect(page.locator(".tools .result")).to_have_text("1 found")


def test_contents_follow_the_scroll(reader: Reader) -> None:
    page = reader.open("page/orrery/movement.html")
    page.locator("h2, h3").nth(6).scroll_into_view_if_needed()
    page.mouse.wheel(0, 900)
    current = page.locator(".contents a[aria-current]")

    expect(current).to_have_count(1)
    expect(current).not_to_have_text("Movement of the 1. lamp")


def test_a_quotation_says_where_it_is_from(reader: Reader) -> None:
    page = reader.open(VEIL)
    page.evaluate("navigator.clipboard.writeText = (text) => { window.quoted = text; return Promise.resolve(); }")
    page.get_by_role("button", name="Copy as quotation").click()
    until(page, "window.quoted")
    quoted = page.evaluate("window.quoted")

    assert quoted.startswith("Veil Step (Second Light)")
    assert "Move up to 6 inches" in quoted
    assert VEIL in quoted


def test_any_two_revisions_stand_beside_each_other(reader: Reader) -> None:
    page = reader.open("history/orrery/shrouded.html")
    page.locator("a[href$='any.html']").first.click()
    page.wait_for_url("**/any.html*")
    page.locator("select").first.select_option("301")

    expect(page.locator("table.diff")).to_contain_text("A reader sees no difference.")
    assert page.evaluate("location.hash") == "#301..302"


@pytest.mark.parametrize("asked", ["?%", "?x..y", "?__proto__", "#%E0%A4%A..", "#was-zzzz", "?.."])
def test_an_address_that_names_no_revision_shows_the_last_two(reader: Reader, asked: str) -> None:
    page = reader.open(f"diff/orrery/shrouded/any.html{asked}")

    expect(page.locator("table.diff")).to_contain_text("A reader sees no difference.")


@pytest.mark.parametrize(
    "asked", ["since=garbage", "since=9999-99-99", "since=2025", "until=x", "since=%3Cimg src=x%3E&until=%", "=&="]
)
def test_an_address_that_names_no_date_filters_by_none(reader: Reader, asked: str) -> None:
    page = reader.open(f"changes.html#{asked}")

    assert page.evaluate("[...document.querySelectorAll('input[type=date]')].map((field) => field.value)") == ["", ""]


def test_back_and_deep_links_work(reader: Reader) -> None:
    page = reader.open("page/orrery/movement.html#Movement_of_the_5._lamp")
    assert page.evaluate("document.querySelector(':target').textContent") == "Movement of the 5. lamp"
    page.locator(".site-nav a").first.click()
    page.wait_for_url("**/a-z.html")
    reader.back()

    assert page.evaluate("location.hash") == "#Movement_of_the_5._lamp"


def test_everything_reads_without_scripts(browser: object, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{site.as_uri()}/{VEIL}")

    assert page.locator("section.entry-part").count() == 2
    assert page.locator("[data-needs-script]:visible").count() == 0
    context.close()
