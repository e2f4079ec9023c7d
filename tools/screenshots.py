"""Pictures of each kind of page of a site, phone and desktop, light and dark: ``screenshots.py SITE FOLDER``."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

SIZES = {"phone": (360, 740), "desktop": (1280, 800)}
SCHEMES = ("light", "dark")


def kinds_of_pages(site: Path) -> Iterator[tuple[str, str]]:
    """A name and a path for each kind of page, chosen so that there is something to see."""
    entries = json.loads((site / "api" / "entries.json").read_text("utf-8"))
    pages = json.loads((site / "api" / "pages.json").read_text("utf-8"))
    yield "home", "index.html"
    told = max(
        (entry for entry in entries if not entry["profiles"]),
        key=lambda entry: (
            not entry["superseded"],
            bool(entry["rulings"]),
            len(entry["parts"]),
            len(entry["linked_from"]),
        ),
    )
    yield "entry", told["url"]
    armed = [entry for entry in entries if entry["profiles"] and entry["edition"] == told["edition"]]
    if armed:
        yield "weapon", max(armed, key=lambda entry: (len(entry["profiles"]), len(entry["linked_from"])))["url"]
        yield (
            "weapons",
            next(iter(sorted((site / "weapons").glob("*.html"), reverse=True))).relative_to(site).as_posix(),
        )
    page = max(pages, key=lambda page: page["revisions"])
    yield "page", page["url"]
    yield "history", page["url"].replace("page/", "history/", 1)
    yield from _firsts(site)


def _firsts(site: Path) -> Iterator[tuple[str, str]]:
    changes = json.loads((site / "api" / "changes.json").read_text("utf-8"))
    shown = max(
        changes, key=lambda change: len(change["changes"]) if (site / change["url"]).is_file() else -1, default=None
    )
    if shown:
        yield "difference", shown["url"]
    for name in ("a-z", "labels", "rulings", "changes", "search", "sheet", "about"):
        if (site / f"{name}.html").is_file():
            yield name, f"{name}.html"
    yield "editor", "editor/index.html"


def shoot(browser: Browser, site: Path, folder: Path) -> int:
    """Write every picture; returns how many."""
    count = 0
    for scheme in SCHEMES:
        for size, (width, height) in SIZES.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            page = context.new_page()
            for name, path in kinds_of_pages(site):
                page.goto((site / path).resolve().as_uri())
                page.wait_for_timeout(200)
                page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                count += 1
            context.close()
    return count


def main(site: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print(f"{shoot(browser, site, folder)} pictures in {folder}")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
