"""The pocket file and the installable app, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .conftest import Reader

pytestmark = pytest.mark.browser


def test_the_pocket_file_searches_opens_and_goes_back(disk: Reader) -> None:
    page = disk.open("pocket.html")
    page.locator("#pocket-search").fill("shroud")
    first = page.locator("ul.terms > li:visible a").first
    expect(first).to_have_text("Shrouded")
    first.click()
    expect(page.locator("h1:visible")).to_have_text("Shrouded")
    disk.back()

    expect(page.locator("#home")).to_be_visible()


def test_the_pocket_file_finds_other_names_and_texts_that_hold_all_words(disk: Reader) -> None:
    page = disk.open("pocket.html")
    page.locator("#pocket-search").fill("vs")
    expect(page.locator("ul.terms > li:visible a").first).to_have_text("Veil Step")
    page.locator("#pocket-search").fill("shots suffer")

    expect(page.locator("ul.terms > li:visible a").first).to_have_text("Shrouded")


def test_the_pocket_file_answers_questions_and_slips_of_the_key(disk: Reader) -> None:
    page = disk.open("pocket.html")
    first = page.locator("ul.terms > li:visible a").first
    for query, name in [
        ("what happens if I am shrouded", "Shrouded"), ("shruoded", "Shrouded"), ("shrouded xylophone", "Shrouded"), ("veil step", "Veil Step"),
    ]:  # fmt: skip
        page.locator("#pocket-search").fill(query)
        expect(first).to_have_text(name)

    assert first.get_attribute("href") == "#entry/skill/veil-step.l2.en"  # not the page of the same name
    page.locator("#pocket-search").fill("")
    assert page.locator("ul.terms > li:visible").count() == page.locator("ul.terms > li").count()


def test_a_link_in_the_pocket_file_leads_to_its_place(disk: Reader) -> None:
    page = disk.open("pocket.html#entry/skill/veil-step.l2.en")
    page.locator(".entry-part a:visible", has_text="Shrouded").click()

    expect(page.locator("h1:visible")).to_have_text("Shrouded")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_site_reads_without_a_network_after_one_visit(browser: Browser, server: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server}/index.html")
    page.evaluate(
        "new Promise((done) => { const look = () => navigator.serviceWorker.controller ? done() : setTimeout(look, 50); look(); })"
    )
    context.set_offline(True)
    page.goto(f"{server}/entry/weapon/lamp-carbine.l2.en.html")
    assert page.locator("h1").inner_text() == "Lamp Carbine"
    page.keyboard.press("/")
    page.keyboard.type("veil")

    expect(page.locator("#search-hits [role=option]").first).to_contain_text("Veil Step")
    context.close()


def test_the_app_can_be_installed_from_its_page(browser: Browser, server: str, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.goto(f"{server}/about.html")

    assert page.locator("link[rel=manifest]").get_attribute("href") == f"{server}/manifest.webmanifest"
    assert trouble == []
    context.close()
