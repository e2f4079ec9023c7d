"""The words of a query as they are looked up: apart or together, as the texts print them, and what else they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from site_src.search.asked import Reader, Surface
from site_src.search.forms import inflected
from site_src.search.query import NUMBERS, Query, Word
from site_src.search.spelling import edits_allowed, nearest
from site_src.search.tokens import key

LONGEST_NUMBER = 9  # digits
SHORTEST_PART = 3  # letters of a word that was typed together with another
_GLUED = re.compile(r"([^\W\d_]+)([0-9]{1,4})\Z")


class Typed(NamedTuple):
    """A word to look up, and what was made of it."""

    word: str
    content: bool = True  # more than a stop word
    joined: str | None = None  # what it was typed as a part of: ``hackingdevice``
    value: Surface | None = None  # of a profile, that it names by itself: ``b4``
    edition: bool = False  # whether it names one


def typed_words(query: Query, reader: Reader) -> list[Typed]:
    """The words of *query*; where nothing else was typed, stop words are as good as others, and so are editions."""
    found = _words(query.words, reader)
    for phrase in query.phrases:
        found += [Typed(word, word not in reader.stop_words) for word in phrase]
    found = _with_editions(found, reader)
    if any(item.content and not item.edition for item in found):
        return found
    editions = any(item.edition for item in found)
    return [item._replace(content=item.content or not editions, edition=False) for item in found]


def _words(words: Iterable[Word], reader: Reader) -> list[Typed]:
    found: list[Typed] = []
    for word in words:
        whole = word.chunk.whole
        known = whole is not None and reader.surface(whole) is not None
        for part in (whole,) if known and whole else word.chunk.parts:
            found += _split(part, reader) or [Typed(part, word.capitals or part not in reader.stop_words)]
    return found


def _split(word: str, reader: Reader) -> list[Typed]:
    """What letters and a number mean, or words that nobody writes together: ``b5`` is a burst of 5, ``msv2`` is ``msv 2``."""
    if word in reader.settings.synonyms or word in reader.settings.translations:
        return []
    known = reader.surface(word) is not None
    glued = _GLUED.match(word)
    if glued is None:
        return [] if known else [Typed(part, joined=word) for part in _parts(word, reader)]
    letters, digits = glued.groups()
    value = value_of(letters, digits, reader)
    if value is not None:
        return [Typed(word if known else value.word, value=value)]
    means = letters in reader.settings.synonyms or letters in reader.settings.translations
    apart = means or (reader.surface(letters) is not None and reader.surface(digits) is not None)
    return [Typed(letters), Typed(digits)] if apart and not known else []


def _parts(word: str, reader: Reader) -> tuple[str, ...]:
    """Two words that were typed as one, where it is no beginning, no form and no misspelling of a word."""
    if len(word) <= 2 * SHORTEST_PART or not word.isalpha() or any(reader.beginning(word)) or inflected(word, reader):
        return ()
    if edits_allowed(word) and nearest(word, reader.near(word)):
        return ()
    for place in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        if reader.surface(word[:place]) and reader.surface(word[place:]):
            return word[:place], word[place:]
    return ()


def _with_editions(typed: Sequence[Typed], reader: Reader) -> list[Typed]:
    """The same words, where one or two name an edition: ``n4``, ``code one``."""
    named = (key(edition) for shared in reader.classes for edition in shared.editions)
    known = {name.replace(" ", ""): name for name in named if not name.isdecimal()}  # a number has other meanings
    found: list[Typed] = []
    for item in typed:
        both = found[-1].word + item.word if found and not found[-1].edition else ""
        if both in known:
            found[-1] = Typed(known[both], edition=True)
        elif item.word in known:
            found.append(Typed(known[item.word], edition=True))
        else:
            found.append(item)
    return found


def value_of(name: str, number: str, reader: Reader) -> Surface | None:
    """The value of a profile that a word and a number name: ``burst 4``."""
    field = NUMBERS.get(name, name)
    if field not in reader.numbers or not (number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER):
        return None
    return reader.surface(f":{field}={int(number)}")


def together(pair: Sequence[Typed], reader: Reader) -> Surface | None:
    """The one word that two typed ones are printed as: ``bio locator``."""
    if len(pair) < 2 or not all(_may_be_joined(item) for item in pair):
        return None
    return reader.surface(pair[0].word + pair[1].word)


def _may_be_joined(item: Typed) -> bool:
    return item.content and not item.edition and item.joined is None and item.word.isalpha()
