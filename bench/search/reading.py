"""What a reader pays: bytes of a first answer and of a typo, milliseconds of a query in Chromium."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import shutil
import statistics
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_src.scripts import lean

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "site_src" / "static" / "search.js"
READER = ROOT / "tests" / "search" / "node_reader.js"
OURS = "async (q) => { const t = performance.now(); await ludex.search(q); return performance.now() - t; }"
THEIRS = """async (q) => { const t = performance.now(); window.pf ??= await import('/pagefind/pagefind.js');
    const found = await window.pf.search(q); await Promise.all(found.results.slice(0, 10).map((r) => r.data())); return performance.now() - t; }"""


def loads(site: Path, query: str) -> dict[str, int]:
    """The files that the first answer to *query* loads, and the bytes (gz) of each, the script among them."""
    asked = json.dumps({"query": query, "loads": True})
    command = ["node", str(READER), str(site), str(SCRIPT)]
    answer = json.loads(subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout)
    files = dict.fromkeys(load["file"] for load in answer["loads"])
    return {"search.js": len(gzip.compress(_script(), 9))} | {file: _packed(site / file) for file in files}


@functools.cache
def _script() -> bytes:
    """The script as a site carries it."""
    return lean(SCRIPT.read_text("utf-8")).encode()


@functools.lru_cache(maxsize=100_000)
def _packed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9))


def first_answers(site: Path, queries: list[str]) -> None:
    """Bytes (gz) of the first answer to each query, asked of a reader that has nothing yet."""
    sizes = sorted(sum(loads(site, query).values()) for query in queries)
    print(f"| first answer, ludex, gz | median {statistics.median(sizes) / 1e3:.0f} kB | "
          f"95th percentile {_late(sizes) / 1e3:.0f} kB | most {sizes[-1] / 1e3:.0f} kB |", flush=True)  # fmt: skip


def typos(site: Path, names: list[str]) -> None:
    """Bytes (gz) that a query with a swapped pair of letters loads more than the same query without."""
    more = []
    for name in names:
        word = max(name.split(), key=len)
        if len(word) > 4 and word.isalpha() and word[2] != word[3]:
            right, wrong = loads(site, word), loads(site, word[:2] + word[3] + word[2] + word[4:])
            more.append(sum(wrong.values()) - sum(right.values()))
    more.sort()
    print(f"| a typo, ludex, gz | {statistics.median(more) / 1e3:.1f} kB more | 95th percentile {_late(more) / 1e3:.1f} kB | |",
          flush=True)  # fmt: skip


def _late(sizes: list[int]) -> int:
    return sizes[min(len(sizes) - 1, int(len(sizes) * 0.95))]


def in_chromium(folder: Path, queries: list[str]) -> None:
    """Milliseconds of a query in Chromium: ours from disk, Pagefind's from loopback, cold (a new page each) and warm."""
    from playwright.sync_api import sync_playwright

    site, others = folder / "ludex", folder / "others"
    (site / "static").mkdir(exist_ok=True)
    others.mkdir(exist_ok=True)
    (site / "static" / "search.js").write_bytes(_script())
    (site / "bench.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>bench</title><script src="static/search.js"></script>', "utf-8"
    )
    (others / "bench.html").write_text("<!doctype html><title>bench</title>", "utf-8")
    with sync_playwright() as playwright, served(others) as base:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        cases = [("ludex, from disk", (site / "bench.html").as_uri(), OURS)]
        if (others / "pagefind").is_dir():
            cases.append(("pagefind, loopback", f"{base}/bench.html", THEIRS))
        for name, address, script in cases:
            _timed(browser, address, script, queries[:1])  # the browser's own first steps
            cold, warm, received = _timed(browser, address, script, queries)
            rested = _timed(browser, address, script, queries, rest=500)[0]
            heard = f"first query {statistics.median(received) / 1e3:.0f} kB as sent" if any(received) else ""
            print(f"| query, {name} | cold {statistics.median(cold):.1f} ms as the page opens, {statistics.median(rested):.1f} ms "
                  f"on a page that is open | warm {statistics.median(warm):.2f} ms | {heard} |", flush=True)  # fmt: skip
        browser.close()


def _timed(
    browser: Any, address: str, script: str, queries: list[str], *, rest: int = 0
) -> tuple[list[float], list[float], list[int]]:
    """Each query on a new page, asked *rest* milliseconds after it opened; then again; and the bytes that the first one received."""
    cold, warm, received = [], [], []
    for query in queries:
        context = browser.new_context()
        page = context.new_page()
        sizes: list[int] = []
        if address.startswith("http"):  # files have no such header, and asking for it would cost each of them time
            page.on(
                "response", lambda response, sizes=sizes: sizes.append(int(response.headers.get("content-length", 0)))
            )
        page.goto(address)
        page.wait_for_timeout(rest)
        sizes.clear()
        cold.append(page.evaluate(script, query))
        received.append(sum(sizes))
        warm.append(statistics.median(page.evaluate(script, query) for _ in range(5)))
        context.close()
    return cold, warm, received


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """*folder* on loopback."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            """Say nothing."""

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
