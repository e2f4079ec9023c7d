"""Weight of a site's pages and the time that a reader waits, on a processor slowed four times: ``site.py [SITE]``."""

from __future__ import annotations

import gzip
import shutil
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

SLOWER = 4
TURNS = 15
ROUNDS = 5
BARS = {"page": 40_000, "css": 12_000, "js": 20_000}
BEFORE_SEARCH = ("early.js", "site.js", "tables.js", "sheet.js")
PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
  const found = list.getEntriesByName("first-contentful-paint")[0];
  if (found) done(found.startTime);
}).observe({ type: "paint", buffered: true }))"""
SHIFT = "() => new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 300); })"
# What a reader does, as an expression; the wait ends when the browser has painted and is free again.
WAITED = """(action) => new Promise((done) => {
  const start = performance.now();
  %s
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""
TYPE = "const box = document.querySelector('%s'); box.value = action; box.dispatchEvent(new Event('input', { bubbles: true }));"
CLICK = "document.querySelectorAll('%s')[action].click();"
WORDS = ("r", "ri", "rif", "")
ACTIONS: dict[str, tuple[tuple[str, str, tuple[object, ...]], ...]] = {
    "weapons": (
        ("filter", TYPE % ".tools input", WORDS),
        ("sort", CLICK % "thead th button", (0, 1, 2, 3)),
        ("choose a row", CLICK % "tbody input", (0, 1)),
        ("compare", CLICK % ".tools button", (0,)),
    ),
    "a-z.html": (("filter", TYPE % ".tools input", WORDS),),
    "entry": (
        ("a key in the search box", TYPE % "#search-box", WORDS),
        ("colours", CLICK % ".site-foot button", (0, 0, 0)),
        ("pin", CLICK % "[data-actions] button", (1, 1)),
        ("definition of a term", "document.querySelectorAll('.entry-part a, .lead a')[action].focus();", (0, 1)),
    ),
}


def weights(site: Path) -> None:
    """Print gzipped bytes of each kind of page, and of what every page loads."""
    kinds: dict[str, list[int]] = defaultdict(list)
    whole = 0
    for path in site.rglob("*"):
        if path.is_file():
            whole += path.stat().st_size
        if path.suffix == ".html" and path.name != "pocket.html":
            where = path.relative_to(site).parts
            kinds[where[0] if len(where) > 1 else "lists"].append(len(gzip.compress(path.read_bytes(), 6, mtime=0)))
    for kind, sizes in sorted(kinds.items()):
        print(
            f"{kind:10} {len(sizes):6} pages, median {statistics.median(sizes):7.0f}, largest {max(sizes):7} bytes (bar {BARS['page']})"
        )
    css = sum(len(gzip.compress((site / "static" / name).read_bytes(), 6)) for name in ("site.css", "marks.css"))
    script = sum(len(gzip.compress((site / "static" / name).read_bytes(), 6)) for name in BEFORE_SEARCH)
    print(
        f"CSS {css} bytes (bar {BARS['css']}); JS before search {script} bytes (bar {BARS['js']}); whole site {whole / 1e6:.1f} MB"
    )
    pocket = site / "pocket.html"
    if pocket.is_file():
        print(f"pocket edition {pocket.stat().st_size / 1e6:.2f} MB (bar 6)")


def times(site: Path) -> None:
    """Print the waits of a reader."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 740})
        session = page.context.new_cdp_session(page)
        for path in ("index.html", "a-z.html", *_some(site)):
            _opened(page, session, site / path)
        for place, actions in ACTIONS.items():
            _used(page, session, _largest(site, place), actions)
        browser.close()


def _some(site: Path) -> list[str]:
    return [
        path.relative_to(site).as_posix()
        for kind in ("entry", "page")
        for path in sorted((site / kind).rglob("*.html"))[:1]
    ]


def _opened(page: Page, session: CDPSession, path: Path) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    paints, shifts = [], []
    for _ in range(TURNS):
        page.goto(path.resolve().as_uri())
        paints.append(page.evaluate(PAINT))
        shifts.append(page.evaluate(SHIFT))
    print(f"{path.name:40} first paint {statistics.median(paints):6.0f} ms, layout shift {max(shifts):.3f}")


def _largest(site: Path, place: str) -> Path:
    """The page itself, or the largest page below a folder."""
    return max((site / place).rglob("*.html"), key=lambda path: path.stat().st_size, default=site / place)


def _used(page: Page, session: CDPSession, path: Path, actions: Iterable[tuple[str, str, tuple[object, ...]]]) -> None:
    if not path.is_file():
        return
    waits: dict[str, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.goto(path.resolve().as_uri())
        page.wait_for_timeout(500)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for name, action, arguments in actions:
            for argument in arguments:
                waits[name].append(page.evaluate(WAITED % action, argument))
                page.wait_for_timeout(150)
    for name, each in waits.items():
        print(f"{path.name:40} {name:24} {statistics.median(each):6.1f} ms, at best {min(each):6.1f} (bar 50)")


if __name__ == "__main__":
    chosen = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    weights(chosen)
    times(chosen)
