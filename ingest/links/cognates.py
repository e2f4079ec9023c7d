"""Words of two languages that share a stem: ``Módulo de Combate Intro`` and ``Combat Module Intro``.

No dictionary: only spelling. Two names are alike where their content words pair off one to one.
"""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import JaroWinkler

from ingest.links.languages import KNOWN
from ingest.visible import fold, words

STEM = 0.86  # from this likeness on, two words of four letters or more share a stem


def alike(left: str, right: str) -> bool:
    """Tell whether every content word of one name has its own cognate in the other."""
    ours, theirs = content_words(left), content_words(right)
    if not ours or len(ours) != len(theirs):
        return False
    rest = list(theirs)
    for word in ours:
        best = max(rest, key=lambda other: (_likeness(word, other), other))
        if _likeness(word, best) < STEM:
            return False
        rest.remove(best)
    return True


def content_words(name: str) -> tuple[str, ...]:
    """The folded words of *name* without the function words of any known language."""
    return tuple(word for word in words(fold(name)) if word not in _function_words())


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    return frozenset(word for rules in KNOWN.values() for word in rules.function_words)


def _likeness(left: str, right: str) -> float:
    if left == right:
        return 1.0
    if min(len(left), len(right)) < 4:
        return 0.0
    return float(JaroWinkler.similarity(left, right))
