"""How much a term in a field counts for a document, as a whole number; and all of that, read in bulk for the shards.

A term's impact on a document is the sum over the fields of ``max(1, floor(boost * BM25F * SCALE + 1/2))``.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log
from typing import Any

SCALE = 32
K1, B = 1.2, 0.75
BOOSTS = {"name": 3.0, "also": 0.8, "body": 1.0}
VALUE = 384  # the impact of a value of a field: more than words of a text count, as a rule
MOST_POSTINGS = 4096  # of one term that count in a ranking


def rarity(count: int, holders: int) -> float:
    """Whoosh's inverse document frequency of a term that *holders* of *count* documents have."""
    return log(count / (holders + 1)) + 1


def norm(length: float, average: float) -> float:
    """How much the length of a field damps the frequencies in it."""
    return K1 * ((1 - B) + B * length / (average or 1.0))


def impact(idf: float, weight: float, damping: float, boost: float) -> int:
    """The whole number that a term adds to a document by one field; *boost* is in per cent."""
    return max(1, floor(boost * (idf * weight * (K1 + 1) / (weight + damping)) * SCALE / 100 + 0.5))


def length_of(searcher: Any, document: int, field: str) -> int:
    """The length of a field; where the last documents lack it, Whoosh has none at all."""
    return searcher.doc_field_length(document, field, 1) or 1


class Bulk:
    """Reads whole postings, block by block, with the lengths of all documents at hand."""

    def __init__(self, searcher: Any, boosts: bytes) -> None:
        self._searcher = searcher
        self._reader = searcher.reader()
        documents = range(self._reader.doc_count_all())
        self._beside = {field: frozenset(self._reader.lexicon(field)) for field in ("name", "also")}
        self._boosts = {field: [boost * per_cent for per_cent in boosts] for field, boost in BOOSTS.items()}
        self._damping = {field: self._norms(documents, field) for field in BOOSTS}

    def impacts(self, term: bytes) -> dict[int, int]:
        """The impacts of *term*, as the scorer gives them."""
        holders = dict(_postings(self._reader.postings("body", term)))
        idf = rarity(len(self._boosts["body"]), len(holders))
        found = self._of("body", holders, idf)
        named: dict[int, int] = {}
        for field, known in self._beside.items():
            if term in known:
                values = self._of(field, dict(_postings(self._reader.postings(field, term))), idf)
                for document, value in values.items():
                    found[document] += value
                named = values if field == "name" else named
        return {document: value << 1 | (document in named) for document, value in found.items()}

    def _norms(self, documents: range, field: str) -> list[float]:
        average = self._searcher.avg_field_length(field)
        return [norm(length_of(self._searcher, document, field), average) for document in documents]

    def _of(self, field: str, weights: dict[int, float], idf: float) -> dict[int, int]:
        damping, boosts = self._damping[field], self._boosts[field]
        return {
            document: impact(idf, weight, damping[document], boosts[document]) for document, weight in weights.items()
        }


def _postings(matcher: Any) -> Iterator[tuple[int, float]]:
    """Documents and weights of a leaf, a block at a time: Whoosh 2.7.4 has no public way that is not slow."""
    while matcher.is_active():
        matcher._read_ids()
        matcher._read_weights()
        yield from zip(matcher._ids, matcher._weights, strict=True)
        matcher._next_block()


def best(found: dict[int, int]) -> dict[int, int]:
    """The postings that count most, where there are very many."""
    if len(found) <= MOST_POSTINGS:
        return found
    kept = sorted(found, key=lambda document: (-found[document], document))[:MOST_POSTINGS]
    return {document: found[document] for document in sorted(kept)}
