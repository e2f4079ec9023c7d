"""The passage of a text that answers a query, and where in it the words of the query stand."""

from __future__ import annotations

import re

from site_src.search.tokens import terms

WIDTH = 180
_GLUED = re.compile(r"[^\s]+")


def passage(text: str, wanted: frozenset[str], width: int = WIDTH) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The stretch of about *width* signs that holds most of *wanted* (folded words), and its marks."""
    flat = " ".join(text.split())
    spots = [
        (match.start(), match.end(), found)
        for match in _GLUED.finditer(flat)
        if (found := wanted.intersection(terms(match[0])))
    ]
    start = _best_start(spots, width)
    if start:
        start = max(0, flat.rfind(" ", 0, max(0, start - width // 5)) + 1)
    end = start + width
    if end < len(flat):
        end = max(flat.rfind(" ", start, end + 1), start + width // 2)
    head, tail = "…" if start else "", "…" if end < len(flat) else ""
    shift = len(head) - start
    marks = tuple((left + shift, right + shift) for left, right, _ in spots if left >= start and right <= end)
    return head + flat[start:end] + tail, marks


def _best_start(spots: list[tuple[int, int, frozenset[str]]], width: int) -> int:
    best, most = 0, (0, 0)
    for place, (left, _, _) in enumerate(spots):
        near = [found for start, end, found in spots[place : place + 40] if end <= left + width * 4 // 5]
        score = (len(frozenset().union(*near)), len(near))
        if score > most:
            best, most = left, score
    return best
