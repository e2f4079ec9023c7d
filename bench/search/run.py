"""Search beside Pagefind, MiniSearch, Lunr and bare Whoosh, in one run: prints tables for docs/benchmarks.md.

    python bench/search/run.py [--documents 20000,100000] [--others 20000] [--site DIR --gold DIR --score score.py]

Costs of building are seconds of CPU of processes of their own. The others are asked where the documents are *others* at the
most; what takes one of them longer than --patience is said to. With a built site and a folder of handed queries, relevance
and the bytes of each query's first answer are measured on that site too. Needs ``npm install`` in this folder for the others.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import reading
import relevance
from corpus import corpus

from site_src.search.model import SearchDocument

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OTHERS = ("minisearch", "lunr", "pagefind")


def main() -> None:
    """Measure and print."""
    args = _arguments()
    _say(f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
         f"Python {platform.python_version()}: {' '.join(['python', *sys.argv])}\n")  # fmt: skip
    sizes = [int(size) for size in args.documents.split(",") if size]
    documents, real = corpus(max(sizes, default=0)) if sizes else ([], 0)
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="ludex-bench-") as folder:
            _measure(documents[:size], min(real, size), Path(folder), args, rounds=args.rounds)
    del documents
    for site in args.site or ():
        with tempfile.TemporaryDirectory(prefix="ludex-bench-") as folder:
            queries = relevance.handed(args.gold)
            _say(f"\n{site.name}: {len(queries)} handed queries")
            reading.first_answers(site, queries)
            if args.score and site == args.site[0]:
                relevance.measure(site, args.gold, args.score, Path(folder), _engine)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", default="20000,100000", help="sizes, with commas between them")
    parser.add_argument("--others", type=int, default=20_000, help="the most documents that the others are given")
    parser.add_argument("--patience", type=int, default=900, help="seconds that one of the others may take")
    parser.add_argument("--rounds", type=int, default=2, help="builds of each, of which the cheapest counts")
    parser.add_argument("--site", type=Path, action="append", help="a built site; relevance is measured on the first")
    parser.add_argument("--gold", type=Path, help="folder with search_queries.json and rulebook_gold.json")
    parser.add_argument("--score", type=Path, help="score.py, which tells whether a hit is right")
    return parser.parse_args()


def _measure(
    documents: list[SearchDocument], real: int, folder: Path, args: argparse.Namespace, *, rounds: int
) -> None:
    signs = sum(len(item.text) for item in documents) / 1e6
    _say(f"\n{len(documents):,} documents, {real:,} of them real, {signs:.1f} MB of text")
    names = [item.name for item in documents[:: max(1, len(documents) // 40)]][:40]
    _builds(documents, folder, rounds)
    reading.first_answers(folder / "ludex", names)
    reading.typos(folder / "ludex", names)
    _size("ludex", folder / "ludex" / "search")
    if len(documents) <= args.others:
        for name in OTHERS:
            _report(name, folder / "others", _engine(name, documents, names, folder, args.patience))
    reading.in_chromium(folder, names[:20])


def _builds(documents: list[SearchDocument], folder: Path, rounds: int) -> None:
    (folder / "corpus.msgpack").write_bytes(msgspec.msgpack.encode(documents))
    costs: dict[str, dict[str, float]] = {}
    for which in ("whoosh", "ludex") * rounds:
        cost = _build(which, folder)
        costs[which] = min(cost, costs.get(which, cost), key=lambda item: item["cpu"])
    for which, cost in costs.items():
        speed, peak = len(documents) / cost["cpu"], cost["peak_mb"]
        _say(
            f"| build, {which} | {speed:,.0f} documents/s of CPU | {peak} MB, of which the corpus {cost['before_mb']} |"
        )
    _say(f"| ratio | {costs['whoosh']['cpu'] / costs['ludex']['cpu']:.2f} × Whoosh's documents/s | |")


def _build(which: str, folder: Path) -> dict[str, float]:
    place = folder / which
    for path in (place, place.with_name(f"{which}.index")):
        subprocess.run(["rm", "-rf", str(path)], check=True)
    command = [sys.executable, str(HERE / "builders.py"), which, str(folder / "corpus.msgpack"), str(place)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _size(name: str, folder: Path, more: str = "", *, packed: bool = False) -> None:
    """What an index takes: its bytes, as a server sends it (each file by itself; Pagefind's are *packed*), on this disk."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    plain = sum(file.stat().st_size for file in files)
    sent = plain if packed else sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
    disk = sum(file.stat().st_blocks * 512 for file in files)
    shown = " | ".join(
        f"{size / 1e6:.1f} MB {how}" for size, how in ((plain, "plain"), (sent, "sent"), (disk, "on disk"))
    )
    _say(f"| index, {name} | {shown} | {len(files):,} files | {more} |")


def _report(name: str, folder: Path, cost: dict[str, Any] | None) -> None:
    if cost is None:
        _say(f"| index, {name} | not installed, or out of patience | | | |")
        return
    first = (
        f"first query {cost['first_query_gz'] / 1e3:,.0f} kB gz" if "first_query_gz" in cost else "first query: below"
    )
    place = folder / name if (folder / name).is_dir() else folder / f"{name}-only"
    if not place.is_dir():
        place.mkdir()
        shutil.copy(folder / f"{name}.json", place)
    _size(name, place, f"{first}; {cost['build_ms'] / 1e3:.0f} s to build", packed=name == "pagefind")


def _engine(
    name: str, documents: list[SearchDocument], queries: list[str], folder: Path, patience: int = 900
) -> dict[str, Any] | None:
    if not (HERE / "node_modules").is_dir():
        return None
    plain = [{"id": str(number), "name": item.name, "text": item.text} for number, item in enumerate(documents)]
    (folder / "corpus.json").write_text(json.dumps(plain), "utf-8")
    (folder / "queries.json").write_text(json.dumps(queries), "utf-8")
    given = [str(folder / name) for name in ("corpus.json", "queries.json", "others")]
    command = ["node", "--max-old-space-size=6000", str(HERE / "engines.mjs"), name, *given]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=HERE, timeout=patience)
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
