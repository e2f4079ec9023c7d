"""Terms with their documents and frequencies, gathered document by document; in runs on disk where there are too many."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from heapq import merge
from operator import itemgetter
from pathlib import Path
from typing import BinaryIO, NamedTuple

MOST_AT_HAND = 500_000  # postings in memory: about 15 MB


class Postings(NamedTuple):
    """The documents of one term in one field, rising, each followed by the frequency."""

    field: str
    term: str
    numbers: list[int]


class Inverted:
    """An inverted list in the making; documents must come in order."""

    def __init__(self, folder: Path, most: int = MOST_AT_HAND) -> None:
        self._folder = folder
        self._most = most
        self._fields: dict[str, dict[str, list[int]]] = {}
        self._count = 0
        self._runs: list[Path] = []

    def add(self, field: str, document: int, counts: Mapping[str, int]) -> None:
        """Note how often *document* has each term in *field*."""
        known = self._fields.setdefault(field, {})
        for term, count in counts.items():
            numbers = known.get(term)
            if numbers is None:
                known[term] = [document, count]
            else:
                numbers.append(document)
                numbers.append(count)
        self._count += len(counts)
        if self._count > self._most:
            self._save()

    def __iter__(self) -> Iterator[Postings]:
        """All postings, by field and term; what was gathered is given up."""
        if not self._runs:
            yield from self._sorted()
            return
        self._save()
        waiting: Postings | None = None
        for found in merge(*map(_read, self._runs), key=itemgetter(0, 1)):
            if waiting is not None and waiting[:2] == found[:2]:
                waiting.numbers.extend(found.numbers)
                continue
            if waiting is not None:
                yield waiting
            waiting = found
        if waiting is not None:
            yield waiting
        self.close()

    def close(self) -> None:
        """Remove what lies on disk."""
        for run in self._runs:
            run.unlink(missing_ok=True)
        self._runs = []

    def _sorted(self) -> Iterator[Postings]:
        for field, terms in sorted(self._fields.items()):
            for term in sorted(terms):
                yield Postings(field, term, terms[term])

    def _save(self) -> None:
        path = self._folder / f"{len(self._runs)}.run"
        self._runs.append(path)
        with path.open("wb") as file:
            for postings in self._sorted():
                marshal.dump(tuple(postings), file)
        self._fields, self._count = {}, 0


def _read(run: Path) -> Iterator[Postings]:
    with run.open("rb") as file:
        yield from _loaded(file)


def _loaded(file: BinaryIO) -> Iterator[Postings]:
    while True:
        try:
            yield Postings(*marshal.load(file))
        except EOFError:
            return
