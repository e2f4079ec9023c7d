"""What an unknown word may be a form of, and what a profile may call it: endings, where there is no stemmer to ask."""

from __future__ import annotations

from site_src.search.asked import Reader, Surface

MOST_ALIKE = 16  # words that an unfinished word stands for
MOST_CUT = 3  # letters of an ending
SHORTEST_STEM = 4  # letters that are left without it; without a plural's, one less
PLURALS = ("s", "es")
ENDINGS = frozenset(
    ["s", "es", "ed", "d", "ing", "er", "ers", "r", "rs", "ly", "e", "n", "en", "ion", "ions", "ist", "or", "al",
     "a", "o", "as", "os", "em", "ado", "ada", "ido", "ida", "ar", "ir"]
)  # fmt: skip


def inflected(word: str, reader: Reader) -> tuple[Surface, ...]:
    """What an unknown word with an ending may be a form of: ``isolating`` of a word that begins as ``isolated``."""
    for cut in range(1, MOST_CUT + 1):
        stem, ending = word[:-cut], word[-cut:]
        if ending not in ENDINGS or len(stem) < SHORTEST_STEM - (ending in PLURALS):
            continue
        exact = reader.surface(stem)
        if exact:
            return (exact,)
        alike = reader.beginning(stem) if len(stem) > SHORTEST_STEM else ()
        found = [surface for surface in alike if surface.word[len(stem) :] in ENDINGS]
        if found:
            return tuple(sorted(found, key=commonest)[:MOST_ALIKE])
    return ()


def is_form(word: str, head: str) -> bool:
    """Whether two words differ by nothing but endings: ``climbing`` and ``climbs``, ``stunned`` and ``stun``."""
    shared = shared_beginning(word, head)
    rests = [rest[1:] if rest[:1] == word[shared - 1 : shared] else rest for rest in (word[shared:], head[shared:])]
    fewest = SHORTEST_STEM - (rests[0] in PLURALS and not rests[1])
    return word == head or (shared >= fewest and all(not rest or rest in ENDINGS for rest in rests))


def shared_beginning(one: str, other: str) -> int:
    """How many signs two words share at their beginnings."""
    most = min(len(one), len(other))
    return next((place for place in range(most) if one[place] != other[place]), most)


def commonest(surface: Surface) -> tuple[int, str]:
    """The order of words of which only some can be looked at."""
    return -surface.documents, surface.word


def called(text: str) -> tuple[str, ...]:
    """What a profile may call *text*: itself; one of several; masculine."""
    singular = [" ".join(_without(ending, word) for word in text.split(" ")) for ending in PLURALS]
    masculine = [f"{form[:-1]}o" for form in (text, *singular) if form.endswith("a") and len(form) > SHORTEST_STEM - 1]
    return tuple(dict.fromkeys((text, *singular, *masculine)))


def _without(ending: str, word: str) -> str:
    return word[: -len(ending)] if word.endswith(ending) and len(word) > 2 + len(ending) else word


def meanings(text: str, reader: Reader) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What *text* may mean by the profile: its synonyms and its translations."""
    known = reader.settings
    for form in called(text):
        found = known.synonyms.get(form, ()), known.translations.get(form, ())
        if any(found):
            return found
    return (), ()
