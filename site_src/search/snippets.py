"""The passage of a text that answers a query, and where in it the words of the query stand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from site_src.search.forms import is_form
from site_src.search.tokens import terms

WIDTH = 180
_GLUED = re.compile(r"[^\s]+")


def passage(text: str, wanted: Mapping[str, bool], width: int = WIDTH) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The stretch of about *width* signs that holds most of *wanted* (folded words; true where they are only begun), and its marks."""
    flat = " ".join(text.split())
    known: dict[str, str | None] = {}
    spots = []
    for match in _GLUED.finditer(flat):
        found = {_head_of(word, wanted, known) for word in terms(match[0])} - {None}
        if found:
            spots.append((match.start(), match.end(), frozenset(found)))
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


def _head_of(word: str, wanted: Mapping[str, bool], known: dict[str, str | None]) -> str | None:
    """The first wanted word of which *word* is a form, or that it begins with."""
    if word not in known:
        heads = (head for head, begun in wanted.items() if (begun and word.startswith(head)) or is_form(word, head))
        known[word] = next(heads, None)
    return known[word]


def _best_start(spots: list[tuple[int, int, frozenset[str | None]]], width: int) -> int:
    best, most = 0, (0, 0)
    for place, (left, _, _) in enumerate(spots):
        near = [found for start, end, found in spots[place : place + 40] if end <= left + width * 4 // 5]
        score = (len(frozenset().union(*near)), len(near))
        if score > most:
            best, most = left, score
    return best
