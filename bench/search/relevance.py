"""The handed queries on one site: ours as it is, the others with their defaults over the same documents."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reading import served

from site_src.search.model import SearchDocument
from site_src.search.searching import open_index, run

Engine = Callable[[str, list[SearchDocument], list[str], Path], dict[str, Any] | None]
ASK_PAGEFIND = """async (queries) => { const pf = await import('/pagefind/pagefind.js'), all = [];
    for (const q of queries) { const found = await pf.search(q); all.push((await Promise.all(found.results.slice(0, 10).map((r) => r.data()))).map((d) => d.meta.id)); }
    return all; }"""


def handed(gold: Path | None) -> list[str]:
    """The queries of a folder of truth."""
    if gold is None:
        return []
    queries = [item["query"] for item in json.loads((gold / "rulebook_gold.json").read_text("utf-8"))["search_queries"]]
    return queries + [item["query"] for item in json.loads((gold / "search_queries.json").read_text("utf-8"))]


def measure(site: Path, gold: Path, score: Path, folder: Path, engine: Engine) -> None:
    """Print what the judge says of each engine."""
    index, _ = open_index(site)
    documents = [index.document(number) for number in range(index.count)]
    queries = handed(gold)
    judge = _judge(score)

    def report(name: str, hits_of: Callable[[str], list[dict[str, Any]]]) -> None:
        judge.search = lambda command, site, query, limit: hits_of(query)
        told = judge.Report(0)
        judge.score_search(site, gold, told, "")
        figures = " | ".join(f"{label} {value:.3f}" for _, label, value, _ in (tuple(row)[:4] for row in told.rows))
        print(f"| handed queries, {name} | {figures} |", flush=True)

    report("ludex", lambda query: [hit.as_json() for hit in run(index, query, limit=10).hits])
    for name in ("minisearch", "lunr", "pagefind"):
        cost = engine(name, documents, queries, folder)
        hits = cost.get("hits") if cost else None
        if cost and hits is None:
            hits = _pagefind(folder / "others", queries)
        if hits:
            found = dict(zip(queries, hits, strict=True))
            report(name, lambda query, found=found: [_as_hit(documents[int(number)]) for number in found[query]])
    index.close()


def _judge(score: Path) -> Any:
    spec = importlib.util.spec_from_file_location("score", score)
    assert spec is not None
    assert spec.loader is not None
    judge = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    return judge


def _pagefind(folder: Path, queries: list[str]) -> list[list[str]]:
    """What Pagefind finds; it runs only where it is served."""
    from playwright.sync_api import sync_playwright

    (folder / "bench.html").write_text("<!doctype html><title>bench</title>", "utf-8")
    with sync_playwright() as playwright, served(folder) as base:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{base}/bench.html")
        found: list[list[str]] = page.evaluate(ASK_PAGEFIND, queries)
        browser.close()
    return found


def _as_hit(item: SearchDocument) -> dict[str, Any]:
    place = {"file": item.source, "line": item.line}
    return {"id": item.id, "name": item.name, "page": item.page, "section": item.section, "source": place}
