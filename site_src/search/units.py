"""A query as units: words that mean one thing, each with the ways to say it and the terms of the index it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from site_src.search.asked import Reader, Surface
from site_src.search.query import NUMBERS, Query, Word
from site_src.search.spelling import edits_allowed, nearest

MOST_ALIKE = 16  # terms that an unfinished word stands for
MOST_COMPLETED = 6  # terms beside the word itself, where the last word may be unfinished
MOST_CUT = 3  # letters at the end of an unknown word that may be an ending: "wounds"
MOST_TERMS_OF_SYNONYM = 5  # words
LONGEST_NUMBER = 9  # digits
WHOLE, SYNONYM, TRANSLATION = 8, 6, 4  # weights are eighths
_GLUED = re.compile(r"([^\W\d_]+)([0-9]{1,4})\Z")


class Atom(NamedTuple):
    """One word of the query and the weighted terms it stands for."""

    word: str
    terms: tuple[tuple[int, int], ...]  # (term, eighths)
    rarity: int = 1  # the logarithm, to the base of two, of documents for each that has the word; at least 1
    understood: str | None = None  # the word that was meant


Meaning: TypeAlias = tuple[str, int]  # what words may mean, and the weight of that


class Way(NamedTuple):
    """One way to say a unit of the query."""

    atoms: tuple[Atom, ...]
    all_needed: bool = False
    weight: int = WHOLE


class Unit(NamedTuple):
    """A word of the query, or words that mean one thing together."""

    text: str
    ways: tuple[Way, ...]
    rarity: int


def atoms_of(words: Iterable[Word], reader: Reader) -> list[tuple[str, bool]]:
    """The words to look up, each with whether it is more than a stop word."""
    found: list[tuple[str, bool]] = []
    for word in words:
        whole = word.chunk.whole
        known = whole is not None and reader.surface(whole) is not None
        for part in (whole,) if known and whole else word.chunk.parts:
            halves = _halves(part, reader)
            found += [(half, True) for half in halves] or [(part, word.capitals or part not in reader.stop_words)]
    return found


def _halves(word: str, reader: Reader) -> tuple[str, ...]:
    """What letters and a number mean that nobody writes so: ``b5`` is a burst of 5, ``msv2`` is ``msv 2``."""
    glued = _GLUED.match(word) if not _means(word, reader) and reader.surface(word) is None else None
    if glued is None:
        return ()
    letters, digits = glued.groups()
    value = _value(letters, digits, reader)
    if value is not None:
        return (value.word,)
    known = reader.surface(letters) is not None and reader.surface(digits) is not None
    return (letters, digits) if known or _means(letters, reader) else ()


def _means(text: str, reader: Reader) -> bool:
    return text in reader.settings.synonyms or text in reader.settings.translations


def _value(name: str, number: str, reader: Reader) -> Surface | None:
    """The value of a profile that a word and a number name: ``burst 4``."""
    field = NUMBERS.get(name, name)
    if field not in reader.numbers or not (number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER):
        return None
    return reader.surface(f":{field}={int(number)}")


def units_of(query: Query, reader: Reader) -> tuple[Unit, ...]:
    typed = atoms_of(query.words, reader)
    for phrase in query.phrases:
        typed += [(word, word not in reader.stop_words) for word in phrase]
    if not any(says for _, says in typed):
        typed = [(word, True) for word, _ in typed]
    units: list[Unit] = []
    place = 0
    while place < len(typed):
        value = _value(typed[place][0], typed[place + 1][0], reader) if place + 1 < len(typed) else None
        width, meanings = (2, ()) if value else _meaning(typed, place, reader)
        part = typed[place : place + width]
        says = [word for word, content in part if content] or ([word for word, _ in part] if meanings else [])
        if says:
            last = place + width == len(typed)
            units.append(_unit(says, meanings, reader, last, value))
        place += width
    return tuple(units)


def _meaning(typed: Sequence[tuple[str, bool]], place: int, reader: Reader) -> tuple[int, tuple[Meaning, ...]]:
    """How many words from *place* on have synonyms together, and those."""
    for width in range(min(MOST_TERMS_OF_SYNONYM, len(typed) - place), 0, -1):
        text = " ".join(word for word, _ in typed[place : place + width])
        found = [(meaning, SYNONYM) for meaning in reader.settings.synonyms.get(text, ())]
        found += [(meaning, TRANSLATION) for meaning in reader.settings.translations.get(text, ())]
        if found:
            return width, tuple(found)
    return 1, ()


def _unit(
    says: list[str], meanings: tuple[Meaning, ...], reader: Reader, last: bool, value: Surface | None = None
) -> Unit:
    atoms = tuple(_atom(word, reader, last and number == len(says) - 1) for number, word in enumerate(says))
    ways = [Way(atoms)]
    for meaning, weight in meanings:
        words = meaning.split(" ")
        words = [word for word in words if word not in reader.stop_words] or words
        ways.append(Way(tuple(_atom(word, reader, False) for word in words), True, weight))
    if value:
        ways.append(Way((Atom(value.word, tuple((term, WHOLE) for term in value.terms)),)))
    if meanings and not any(atom.terms for atom in atoms if not atom.understood):
        ways = [way for way in ways[1:] if all(atom.terms for atom in way.atoms)] or ways
    return Unit(" ".join(says), tuple(ways), sum(atom.rarity for atom in ways[0].atoms))


def _atom(word: str, reader: Reader, last: bool) -> Atom:
    exact = reader.surface(word)
    found = [(exact, WHOLE)] if exact else []
    if (last and len(word) > 2) or (not exact and len(word) > 1):
        most, weight = (MOST_COMPLETED, WHOLE // 2) if exact else (MOST_ALIKE, WHOLE - 2)
        alike = sorted(reader.beginning(word), key=lambda surface: (-surface.documents, surface.word))
        found += [(surface, weight) for surface in alike[:most]]
    for cut in range(1, MOST_CUT + 1):
        shorter = reader.surface(word[:-cut]) if not found and len(word) - cut > 2 else None
        if shorter:
            found.append((shorter, WHOLE - 1))
    meant = nearest(word, reader.near(word)) if not found and edits_allowed(word) else ()
    found += [(surface, WHOLE - 2) for surface in meant]
    terms: dict[int, int] = {}
    for surface, weight in found:
        for term in surface.terms:
            terms.setdefault(term, weight)
    known = max((surface.documents for surface, _ in found[:1]), default=reader.count)
    return Atom(
        word, tuple(terms.items()), (reader.count // max(known, 1)).bit_length(), meant[0].word if meant else None
    )
