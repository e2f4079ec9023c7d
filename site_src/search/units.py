"""A query as units: words that mean one thing, each with the ways to say it and the terms of the index it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from site_src.search.asked import Reader, Surface
from site_src.search.forms import MOST_ALIKE, commonest, inflected
from site_src.search.spelling import edits_allowed, nearest

MOST_COMPLETED = 6  # terms beside the word itself, where the last word may be unfinished
WHOLE, SYNONYM, TRANSLATION = 8, 6, 4  # weights are eighths


class Atom(NamedTuple):
    """One word of the query and the weighted terms it stands for."""

    word: str
    terms: tuple[tuple[int, int], ...]  # (term, eighths)
    rarity: int = 1  # the logarithm, to the base of two, of documents for each that has the word; at least 1
    understood: str | None = None  # the word that was meant
    read: str | None = None  # that, or the word that it is a form of
    begun: bool = False  # whether it stands for words that begin so


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
    edition: bool = False  # whether it only says which edition is preferred


def unit_of(
    says: Sequence[str], reader: Reader, *, last: bool = False, meanings: Sequence[Meaning] = (), value: Surface | None = None,
    joined: Surface | None = None,
) -> Unit:  # fmt: skip
    """The unit that the words *says* are: what they mean, the value they name, the one word they are printed as."""
    spell = not (meanings or joined)  # what is known by a name is not misspelt
    atoms = tuple(_atom(word, reader, last and place == len(says) - 1, spell) for place, word in enumerate(says))
    ways = [Way(atoms)]
    if joined:
        apart = ways if all(reader.surface(word) for word in says) else []
        ways = [Way((_atom(joined.word, reader, last),)), *apart]
    for meaning, weight in meanings:
        words = meaning.split(" ")
        words = [word for word in words if word not in reader.stop_words] or words
        ways.append(Way(tuple(_atom(word, reader, printed=True) for word in words), True, weight))
    if value and value.word not in says:
        ways.append(Way((Atom(value.word, tuple((term, WHOLE) for term in value.terms)),)))
    if meanings and not any(atom.terms for atom in atoms):
        ways = [way for way in ways[1:] if all(atom.terms for atom in way.atoms)] or ways
    return Unit(" ".join(says), tuple(ways), sum(atom.rarity for atom in ways[0].atoms))


def edition_of(name: str, reader: Reader) -> Unit:
    """The unit that the name of an edition is; one without a digit may be said in the text as well."""
    atoms = tuple(_atom(part, reader, printed=True) for part in name.split(" "))
    ways = () if any(char.isdecimal() for char in name) else (Way(atoms, True),)
    return Unit(name, ways, 0, edition=True)


def _atom(word: str, reader: Reader, last: bool = False, spell: bool = True, printed: bool = False) -> Atom:
    """What *word* stands for; what a profile says is *printed* is neither a beginning nor misspelt."""
    exact = reader.surface(word)
    found = [(exact, WHOLE)] if exact else []
    if not printed and ((last and len(word) > 2) or (not exact and len(word) > 1)):
        most, weight = (MOST_COMPLETED, WHOLE // 2) if exact else (MOST_ALIKE, WHOLE - 2)
        found += [(surface, weight) for surface in sorted(reader.beginning(word), key=commonest)[:most]]
    forms = inflected(word, reader) if not found else ()
    found += [(surface, WHOLE - 1) for surface in forms]
    spell = spell and not printed and not found and edits_allowed(word) > 0
    meant = nearest(word, reader.near(word)) if spell else ()
    found += [(surface, WHOLE - 2) for surface in meant]
    terms: dict[int, int] = {}
    for surface, weight in found:
        for term in surface.terms:
            terms.setdefault(term, weight)
    known = max((surface.documents for surface, _ in found[:1]), default=reader.count)
    read = next((surface.word for surface in (*forms, *meant)), None)
    rarity = (reader.count // max(known, 1)).bit_length()
    begun = bool(found) and exact is None and read is None
    return Atom(word, tuple(terms.items()), rarity, meant[0].word if meant else None, read, begun)
