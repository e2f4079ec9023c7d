"""Documents to measure search with: docstrings of the installed Python packages, then, where those run out, made-up ones.

A made-up document draws its sentences from real ones at random; the table of the benchmark says how many there are.
"""

from __future__ import annotations

import ast
import random
import sys
import sysconfig
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from site_src.search.documents import every_name, implied_names
from site_src.search.model import SearchDocument

KINDS = {"Module": "module", "ClassDef": "class", "FunctionDef": "function", "AsyncFunctionDef": "function"}
LONGEST = 4_000  # signs of a text


def corpus(count: int) -> tuple[list[SearchDocument], int]:
    """*count* documents, and how many of them are real."""
    real = list(islice(_real(), count))
    return [*real, *_made(real, count - len(real))], len(real)


def _real() -> Iterator[SearchDocument]:
    seen: set[str] = set()
    folders = [Path(sysconfig.get_paths()[name]) for name in ("stdlib", "purelib")]
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            yield from _of_file(file, folder, seen)


def _of_file(file: Path, folder: Path, seen: set[str]) -> Iterator[SearchDocument]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError):
        return
    module = ".".join(file.relative_to(folder).with_suffix("").parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node) or ""
            if len(text) > 120 and text[:200] not in seen:
                seen.add(text[:200])
                name = getattr(node, "name", module).replace("_", " ").strip() or module
                yield _document(name, text[:LONGEST], KINDS[type(node).__name__], module, len(seen))


def _made(real: list[SearchDocument], count: int) -> Iterator[SearchDocument]:
    draw = random.Random(20)
    sentences = [line.strip() for item in real for line in item.text.split(". ") if len(line) > 30]
    words = [word for item in real for word in item.name.split()]
    for number in range(count):
        text = ". ".join(draw.choices(sentences, k=draw.randint(2, 9)))
        name = " ".join(draw.choices(words, k=draw.randint(1, 4)))
        yield _document(name, text[:LONGEST], "made-up", f"made.up{number // 20}", len(real) + number)


def _document(name: str, text: str, kind: str, page: str, number: int) -> SearchDocument:
    names = every_name((name,))
    return SearchDocument(
        id=f"{kind}/{number}@1.en", name=name, kind=kind, page=page, url=f"entry/{kind}/{number}.html", edition="1", editions=("1",),
        names=names, implied=implied_names(names), also=(page,), text=text, source="installed packages", line=number,
    )  # fmt: skip


if __name__ == "__main__":
    found, real = corpus(int(sys.argv[1]))
    print(f"{len(found)} documents, {real} of them real, {sum(len(item.text) for item in found):,} signs")
