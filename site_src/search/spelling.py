"""What a misspelt word may mean: optimal string alignment, and only where nothing matches better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from site_src.search.asked import Surface

MOST_MEANT = 2
LONGEST = 40  # letters of a word that may be misspelt
LIKE = 40  # per cent of the pairs of letters of words that look alike


def edits_allowed(word: str) -> int:
    """How many edits a word may be away: one from four letters, two from eight, none where it has digits."""
    if not 4 <= len(word) <= LONGEST or any(char.isdecimal() for char in word):
        return 0
    return 1 if len(word) < 8 else 2


def may_be_meant(surface: Surface, count: int) -> bool:
    """Whether a word may be what somebody meant to type, in an index of *count* documents."""
    word = surface.word
    fits = 2 < len(word) <= LONGEST and word[0] != ":" and surface.documents >= fewest_documents(count)
    return fits and not any(char.isdecimal() for char in word)


def fewest_documents(count: int) -> int:
    """In how many of *count* documents a word must stand to be what somebody meant."""
    return 1 if count < 5_000 else 2 if count < 50_000 else 4


def buckets(word: str) -> list[tuple[str, int]]:
    """Where words like *word* are kept: by a first letter and a length.

    The second letter is the first where the two are swapped, or where the first is one too many.
    """
    edits = edits_allowed(word)
    lengths = range(len(word) - edits, len(word) + edits + 1)
    found = [(word[0], length) for length in lengths]
    return found if word[:1] == word[1:2] else found + [(word[1], length) for length in (len(word) - 1, len(word))]


def wide_buckets(word: str) -> list[tuple[str, int]]:
    """Where words that only look like *word* are kept."""
    return [(word[0], length) for length in range(max(3, len(word) - 2), len(word) + 3)] if word else []


def likeness(one: str, other: str) -> int:
    """Which share of the pairs of letters of two words is common to both, in per cent."""
    pairs = [Counter(zip(f"^{word}", f"{word}$", strict=True)) for word in (one, other)]
    return 200 * (pairs[0] & pairs[1]).total() // (len(one) + len(other) + 2)


def alike(word: str, surfaces: Iterable[Surface]) -> tuple[Surface, ...]:
    """The words of *surfaces* that look most like *word*, where any looks like it."""
    found = [(-likeness(word, surface.word), surface.word, surface) for surface in surfaces]
    return tuple(item[2] for item in sorted(found, key=lambda item: item[:2])[:MOST_MEANT] if -item[0] >= LIKE)


def nearest(word: str, surfaces: Iterable[Surface]) -> tuple[Surface, ...]:
    """The likeliest of *surfaces* for *word*: fewest edits, then most documents."""
    most = edits_allowed(word)
    found: list[tuple[int, int, str, Surface]] = []
    for surface in surfaces:
        away = distance(word, surface.word, most)
        if 0 < away <= most:
            found.append((away, -surface.documents, surface.word, surface))
    found.sort(key=lambda item: item[:3])
    return tuple(item[3] for item in found[:MOST_MEANT] if item[0] == found[0][0])


def distance(one: str, other: str, most: int) -> int:
    """The edits between two words (a swap of neighbours is one), or ``most + 1`` where they are more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, char in enumerate(one, start=1):
        now = [row]
        for column, twin in enumerate(other, start=1):
            value = min(last[column] + 1, now[column - 1] + 1, last[column - 1] + (char != twin))
            if row > 1 and column > 1 and char == other[column - 2] and one[row - 2] == twin:
                value = min(value, before[column - 2] + 1)
            now.append(value)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)
