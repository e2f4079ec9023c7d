"""Search beside Pagefind, MiniSearch, Lunr and bare Whoosh, in one run: prints tables for docs/benchmarks.md.

    python bench/search/run.py [--documents 20000] [--site DIR --gold DIR --score score.py]

Costs of building are seconds of CPU of processes of their own. With a built site and a folder of handed queries, relevance
and the bytes of each query's first answer are measured on that site too. Needs ``npm install`` in this folder for the others.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import importlib.util
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
from corpus import corpus

from site_src.search.model import SearchDocument
from site_src.search.searching import open_index
from site_src.search.searching import run as ask

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCRIPT = ROOT / "site_src" / "static" / "search.js"
READER = ROOT / "tests" / "search" / "node_reader.js"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--site", type=Path)
    parser.add_argument("--gold", type=Path, help="folder with search_queries.json and rulebook_gold.json")
    parser.add_argument("--score", type=Path, help="score.py, which tells whether a hit is right")
    args = parser.parse_args()
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}: {' '.join(['python', *sys.argv])}\n"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        documents, real = corpus(args.documents)
        print(
            f"{len(documents):,} documents, {real:,} of them real, {sum(len(item.text) for item in documents) / 1e6:.1f} MB of text\n"
        )
        queries = [item.name for item in documents[:: max(1, len(documents) // 40)]]
        _builds(documents, folder)
        _others(documents, queries, folder)
        _first_answers(folder / "ludex", queries)
        _chromium(folder, queries)
        if args.site and args.gold and args.score:
            _relevance(args.site, args.gold, args.score, folder)


def _builds(documents: list[SearchDocument], folder: Path) -> None:
    (folder / "corpus.msgpack").write_bytes(msgspec.msgpack.encode(documents))
    costs = {}
    for which in ("whoosh", "ludex"):
        command = [
            sys.executable,
            str(HERE / "builders.py"),
            which,
            str(folder / "corpus.msgpack"),
            str(folder / which),
        ]
        costs[which] = json.loads(
            subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=_env()).stdout
        )
        cost = costs[which]
        print(
            f"| build, {which} | {len(documents) / cost['cpu']:,.0f} documents/s of CPU | {cost['peak_mb']} MB (of which corpus {cost['before_mb']}) |"
        )
    print(f"| ratio | {costs['whoosh']['cpu'] / costs['ludex']['cpu']:.2f} × Whoosh's documents/s | |\n")


def _others(documents: list[SearchDocument], queries: list[str], folder: Path) -> None:
    if not (HERE / "node_modules").is_dir():
        print("The others are not installed: npm install in bench/search\n")
        return
    answer = _engines(documents, queries, folder)
    mine = [file for file in (folder / "ludex" / "search").rglob("*") if file.is_file()]
    print(f"| index, ludex | {sum(file.stat().st_size for file in mine) / 1e6:.1f} MB | {len(mine)} files | |")
    for name, cost in answer.items():
        first = f"first query {cost['first_query_gz'] / 1e3:,.0f} kB gz" if "first_query_gz" in cost else ""
        print(f"| index, {name} | {cost['bytes'] / 1e6:.1f} MB | {cost['files']} files | {first} |")
    print()


def _engines(documents: list[SearchDocument], queries: list[str], folder: Path) -> dict[str, Any]:
    plain = [{"id": str(number), "name": item.name, "text": item.text} for number, item in enumerate(documents)]
    (folder / "corpus.json").write_text(json.dumps(plain), "utf-8")
    (folder / "queries.json").write_text(json.dumps(queries), "utf-8")
    command = [
        "node",
        "--max-old-space-size=6000",
        str(HERE / "engines.mjs"),
        *(str(folder / name) for name in ("corpus.json", "queries.json", "others")),
    ]
    found: dict[str, Any] = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=HERE).stdout
    )
    return found


def _first_answers(site: Path, queries: list[str]) -> None:
    """Bytes (gz) of the first answer to each query, asked of a reader that has nothing yet."""
    script = len(gzip.compress(SCRIPT.read_bytes(), 9))
    sizes: list[int] = []
    for query in queries:
        command = ["node", str(READER), str(site), str(SCRIPT)]
        answer = json.loads(
            subprocess.run(
                command, input=json.dumps({"query": query, "loads": True}), capture_output=True, text=True, check=True
            ).stdout
        )
        sizes.append(
            script + sum(len(gzip.compress((site / load["file"]).read_bytes(), 9)) for load in answer["loads"])
        )
    sizes.sort()
    print(
        f"| first answer, ludex, gz | median {statistics.median(sizes) / 1e3:.0f} kB | 95th percentile {sizes[int(len(sizes) * 0.95)] / 1e3:.0f} kB |\n"
    )


def _chromium(folder: Path, queries: list[str]) -> None:
    """Milliseconds of a query in Chromium: ours from disk, Pagefind's from loopback, cold (a new page each) and warm."""
    from playwright.sync_api import sync_playwright

    site = folder / "ludex"
    (site / "static").mkdir(exist_ok=True)
    shutil.copy(SCRIPT, site / "static" / "search.js")
    (site / "bench.html").write_text(
        '<!doctype html><title>bench</title><script src="static/search.js"></script>', "utf-8"
    )
    others = folder / "others"
    others.mkdir(exist_ok=True)
    (others / "bench.html").write_text("<!doctype html><title>bench</title>", "utf-8")
    ours = "async (q) => { const t = performance.now(); await ludex.search(q); return performance.now() - t; }"
    theirs = """async (q) => { const t = performance.now(); window.pf ??= await import('/pagefind/pagefind.js');
        const found = await window.pf.search(q); await Promise.all(found.results.slice(0, 10).map((r) => r.data())); return performance.now() - t; }"""
    with sync_playwright() as playwright, _served(others) as base:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        cases = [("ludex, from disk", (site / "bench.html").as_uri(), ours)]
        if (others / "pagefind").is_dir():
            cases.append(("pagefind, loopback", f"{base}/bench.html", theirs))
        for name, address, script in cases:
            cold, warm, received = _timed(browser, address, script, queries[:20])
            heard = f"first query {statistics.median(received) / 1e3:.0f} kB as sent" if any(received) else ""
            print(
                f"| query, {name} | cold {statistics.median(cold):.1f} ms | warm {statistics.median(warm):.2f} ms | {heard} |"
            )
        browser.close()
    print()


def _timed(browser: Any, address: str, script: str, queries: list[str]) -> tuple[list[float], list[float], list[int]]:
    cold, warm, received = [], [], []
    for query in queries:
        page = browser.new_page()
        sizes: list[int] = []
        page.on("response", lambda response, sizes=sizes: sizes.append(int(response.headers.get("content-length", 0))))
        page.goto(address)
        sizes.clear()
        cold.append(page.evaluate(script, query))
        received.append(sum(sizes))
        warm.append(statistics.median(page.evaluate(script, query) for _ in range(5)))
        page.close()
    return cold, warm, received


def _relevance(site: Path, gold: Path, score: Path, folder: Path) -> None:
    """The handed queries on one site: ours as it is, the others with their defaults over the same documents."""
    index, _ = open_index(site)
    documents = [index.document(number) for number in range(index.count)]
    spec = importlib.util.spec_from_file_location("score", score)
    assert spec is not None
    assert spec.loader is not None
    judge: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    queries = [item["query"] for item in json.loads((gold / "rulebook_gold.json").read_text("utf-8"))["search_queries"]]
    queries += [item["query"] for item in json.loads((gold / "search_queries.json").read_text("utf-8"))]

    def report(name: str, hits_of: Callable[[str], list[dict[str, Any]]]) -> None:
        judge.search = lambda command, site, query, limit: hits_of(query)
        told = judge.Report(0)
        judge.score_search(site, gold, told, "")
        figures = " | ".join(f"{label} {value:.3f}" for _, label, value, _ in (tuple(row)[:4] for row in told.rows))
        print(f"| handed queries, {name} | {figures} |")

    report("ludex", lambda query: [hit.as_json() for hit in ask(index, query, limit=10).hits])
    if (HERE / "node_modules").is_dir():
        for name, cost in _engines(documents, queries, folder).items():
            if "hits" in cost:
                found = dict(zip(queries, cost["hits"], strict=True))
                report(name, lambda query, found=found: [_as_hit(documents[int(number)]) for number in found[query]])
    _first_answers(site, queries)
    index.close()


def _as_hit(item: SearchDocument) -> dict[str, Any]:
    return {
        "id": item.id,
        "name": item.name,
        "page": item.page,
        "section": item.section,
        "source": {"file": item.source, "line": item.line},
    }


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    quiet = SimpleNamespace(
        handler=type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    )
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(quiet.handler, directory=str(folder))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _env() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}


if __name__ == "__main__":
    main()
