"""What a query is understood as: units to look up, names that may be meant, and the query as it should have been spelt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from site_src.search.asked import Reader
from site_src.search.forms import meanings
from site_src.search.query import Query
from site_src.search.typed import Typed, together, typed_words, value_of
from site_src.search.units import SYNONYM, TRANSLATION, Meaning, Unit, edition_of, unit_of

MOST_TERMS_OF_SYNONYM = 5  # words
LONGEST_READING = 3  # words of a question that may be a name
MOST_PARTED = 4  # words of a query in which two may be one: "bio locator"


class Understood(NamedTuple):
    """A query as it is looked up."""

    units: tuple[Unit, ...]
    heard: str | None = None  # what was typed as it is printed, where that is something else
    readings: tuple[
        str, ...
    ] = ()  # names that may be meant: that, the same without stop words, without a class before it
    corrected: str | None = None  # the query with the words that were meant, where any was misspelt


def understand(query: Query, reader: Reader) -> Understood:
    """Take the words of *query* together as far as they mean one thing."""
    typed = typed_words(query, reader)
    units: list[Unit] = []
    heard: list[Typed] = []
    place = 0
    while place < len(typed):
        width, unit, read = _next(typed, place, reader)
        units += [unit] if unit else []
        heard += read
        place += width
    content = [item.word for item in heard if item.content and not item.edition]
    whole = " ".join(item.word for item in heard)
    shorter = " ".join(content) if len(content) <= LONGEST_READING else ""
    readings = dict.fromkeys((whole, shorter, query.rest))
    new = [text for text in readings if text and text not in (query.plain, query.whole)]
    return Understood(tuple(units), whole if whole in new else None, tuple(new), _corrected(query, typed, units))


def _next(typed: Sequence[Typed], place: int, reader: Reader) -> tuple[int, Unit | None, list[Typed]]:
    """How many words from *place* on are one unit, that, and the words as they are read."""
    first, last = typed[place], place + 1 == len(typed)
    if first.edition:
        return 1, edition_of(first.word, reader), [first]
    pair = typed[place : place + 2]
    value = value_of(first.word, pair[1].word, reader) if not last else None
    if value:
        return 2, unit_of([item.word for item in pair], reader, last=place + 2 == len(typed), value=value), list(pair)
    width, means = _meaning(typed, place, reader)
    joined = together(pair, reader) if width == 1 and len(typed) <= MOST_PARTED else None
    if joined:
        says = [item.word for item in pair]
        return 2, unit_of(says, reader, last=place + 2 == len(typed), joined=joined), [Typed(joined.word)]
    part = typed[place : place + width]
    says = [item.word for item in part if item.content] or [item.word for item in part if means]
    if not says:
        return width, None, list(part)
    unit = unit_of(says, reader, last=place + width == len(typed), meanings=means, value=first.value)
    read = {atom.word: atom.read for atom in unit.ways[0].atoms}
    return width, unit, [item._replace(word=read.get(item.word) or item.word) for item in part]


def _meaning(typed: Sequence[Typed], place: int, reader: Reader) -> tuple[int, tuple[Meaning, ...]]:
    """How many words from *place* on have a meaning together, and those."""
    for width in range(min(MOST_TERMS_OF_SYNONYM, len(typed) - place), 0, -1):
        synonyms, translations = meanings(" ".join(item.word for item in typed[place : place + width]), reader)
        if synonyms or translations:
            found = [*((text, SYNONYM) for text in synonyms), *((text, TRANSLATION) for text in translations)]
            others = {item.word for item in (*typed[:place], *typed[place + width :])}
            new = [meaning for meaning in found if not others.issuperset(meaning[0].split(" "))]
            return width, tuple(new or found)  # "revive the unconscious" asks for more than the unconscious
    return 1, ()


def _corrected(query: Query, typed: Sequence[Typed], units: Sequence[Unit]) -> str | None:
    meant = {
        atom.word: atom.understood for unit in units for way in unit.ways[:1] for atom in way.atoms if atom.understood
    }
    for item in typed:
        if item.joined:
            meant[item.joined] = " ".join(other.word for other in typed if other.joined == item.joined)
    if not meant:
        return None
    said = [part for word in query.words for part in word.chunk.parts] or list(query.plain.split(" "))
    understood = [meant.get(word) or word for word in said]
    return " ".join(understood) if understood != said else None
