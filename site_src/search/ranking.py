"""The one ranking rule: a name typed exactly, names that begin so, all words in a name, then text.

``static/search.js`` follows this module line by line over the exported shards; every figure is a whole number, so that
both find the same documents in the same order. Nothing here knows where postings come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from site_src.search.query import MOST_WORDS, NUMBERS, Query, Wish, Word
from site_src.search.spelling import MOST_MEANT, alike, edits_allowed, nearest
from site_src.search.tokens import Chunk, key

MOST_ALIKE = 16  # terms that an unfinished word stands for
MOST_COMPLETED = 6  # terms beside the word itself, where the last word may be unfinished
MOST_CUT = 3  # letters at the end of an unknown word that may be an ending: "wounds"
MOST_NAMES = 200  # names looked at that begin with the query
MOST_VERIFIED = 100  # documents whose text is read for a phrase
MOST_TERMS_OF_SYNONYM = 5  # words
MOST_GUESSED = 4  # words of a query that nothing says
LONGEST_NUMBER = 9  # digits
MOST_SUGGESTED = 5  # names, where nothing was found
EXACT, IMPLIED, SAME_AS, BEGINS, TRANSLATED, UNFINISHED, IN_NAME, IN_TEXT = range(8)
TIERS = (
    "exact name", "name but for its parentheses", "name by synonym", "name begins so", "name by translation",
    "name begins with such letters", "all words in the name", "text",
)  # fmt: skip
WHOLE, SYNONYM, TRANSLATION = 8, 6, 4  # weights are eighths
GRACE = 2  # rarity that every document is given, whatever words it lacks
_GLUED = re.compile(r"([^\W\d_]+)([0-9]{1,4})\Z")
OF_CLASS = ("kind", "edition", "language")  # fields that need no postings


class Surface(NamedTuple):
    """A word as it is printed (folded), the terms it stands for, and in how many documents they are."""

    word: str
    terms: tuple[int, ...]
    documents: int


class Class(Struct, frozen=True, array_like=True):
    """What many documents share."""

    kind: str
    edition: str | None
    editions: tuple[str, ...]
    language: str
    order: int = 0


class Settings(Struct, frozen=True, kw_only=True):
    """What a profile says of searching; every word is a key."""

    languages: tuple[str, ...] = ("en",)
    synonyms: dict[str, tuple[str, ...]] = {}  # what is typed → what it may mean
    translations: dict[str, tuple[str, ...]] = {}  # the same for what is typed in another language
    stop_words: tuple[str, ...] = ()
    kinds: dict[str, str] = {}  # what people call a kind → the kind
    kind_names: dict[str, dict[str, str]] = {}  # language → kind → its name


class Reader(Protocol):
    """What the ranking asks of an index."""

    @property
    def count(self) -> int: ...
    @property
    def classes(self) -> tuple[Class, ...]: ...
    @property
    def stop_words(self) -> frozenset[str]: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def numbers(self) -> Mapping[str, tuple[int, ...]]: ...

    def surface(self, word: str) -> Surface | None: ...
    def beginning(self, prefix: str) -> Iterable[Surface]: ...
    def near(self, word: str, *, wide: bool = False) -> Iterable[Surface]: ...
    def impacts(self, term: int) -> Mapping[int, int]: ...
    def holders(self, term: int) -> tuple[int, ...]: ...
    def named(
        self, key: str
    ) -> tuple[int, ...]: ...  # twice the document's number, plus 1 where its name only implies it
    def names_from(self, prefix: str) -> Iterable[tuple[str, tuple[int, ...]]]: ...
    def names_around(self, key: str) -> tuple[str, ...]: ...
    def class_of(self, document: int) -> int: ...
    def twin_of(self, document: int) -> int: ...
    def holds(self, document: int, phrase: tuple[str, ...]) -> bool: ...


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


class Ranked(NamedTuple):
    """One document with its place in the order."""

    document: int
    tier: int
    score: int
    variants: tuple[int, ...] = ()


class Ranking(NamedTuple):
    """Everything that matches, best first."""

    order: tuple[Ranked, ...]
    units: tuple[Unit, ...]
    corrected: str | None
    suggestions: tuple[int, ...]  # documents whose names are nearest


def rank(query: Query, reader: Reader, keep: Callable[[int], bool] = lambda document: True) -> Ranking:
    """Rank what *query* finds; *keep* tells by its class whether a document is wanted."""
    units = _units(query, reader)
    order = _order(query, units, reader, keep)
    suggestions = () if order or not query.whole else _suggestions(query, reader)
    return Ranking(tuple(order), units, _corrected(query, units), suggestions)


def _order(query: Query, units: tuple[Unit, ...], reader: Reader, keep: Callable[[int], bool]) -> list[Ranked]:
    scores, in_name = _score(units, reader)
    allowed = _allowed(query, reader)
    tiers = _tiers(query, reader, units, in_name)
    found = tiers.keys() | scores.keys()
    if allowed is not None:
        found = {document for document in found if document in allowed} if units or query.phrases else set(allowed)
    if query.plain or not query.refused:  # a name may look like a field or an exclusion, but "-smoke" alone is none
        found |= {bearer >> 1 for bearer in reader.named(query.whole)}
    kept = [document for document in found if keep(reader.class_of(document))]
    order = sorted(_place(document, tiers.get(document, IN_TEXT), scores.get(document, 0), reader) for document in kept)
    ranked = [Ranked(document, tier, -score) for tier, _, score, document in order]
    return _collapsed(_verified(query, reader, ranked), reader)


def _suggestions(query: Query, reader: Reader) -> tuple[int, ...]:
    """Documents whose names may be meant: what is found without limits, else what bears words that look alike."""
    wished = (tuple(wish.value.split(" ")) for wish in query.wishes if not wish.refused)
    said = tuple(Word(chunk=Chunk((word,))) for phrase in (*query.phrases, *wished) for word in phrase)
    loose = Query(text=query.text, whole=query.plain, plain=query.plain, words=(*query.words, *said)[:MOST_WORDS])
    found = [item.document for item in _order(loose, _units(loose, reader), reader, lambda shared: True)]
    if not found:
        for word, _ in [item for item in _atoms(loose.words, reader) if item[1]][:MOST_GUESSED]:
            for surface in alike(word, reader.near(word, wide=True)):
                found += _called(surface, reader)
    found = list(dict.fromkeys(found))[:MOST_SUGGESTED]
    if len(found) < MOST_SUGGESTED:
        found += [reader.named(name)[0] >> 1 for name in reader.names_around(query.plain or query.whole)]
    return tuple(dict.fromkeys(found))[:MOST_SUGGESTED]


def _called(surface: Surface, reader: Reader) -> list[int]:
    """The documents that have a word in their names, what deserves the first places first."""
    found = {document for term in surface.terms for document, posting in reader.impacts(term).items() if posting & 1}
    return sorted(found, key=lambda document: (reader.classes[reader.class_of(document)].order, document))[:MOST_MEANT]


def _place(document: int, tier: int, score: int, reader: Reader) -> tuple[int, int, int, int]:
    order = reader.classes[reader.class_of(document)].order if tier <= SAME_AS else 0
    return tier, order, -score, document


def _atoms(words: Iterable[Word], reader: Reader) -> list[tuple[str, bool]]:
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


def _units(query: Query, reader: Reader) -> tuple[Unit, ...]:
    typed = _atoms(query.words, reader)
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


def _score(units: Sequence[Unit], reader: Reader) -> tuple[dict[int, int], dict[int, int]]:
    """The score of each document, and how many units each has in its names."""
    sums: dict[int, int] = {}
    met: dict[int, int] = {}
    in_name: dict[int, int] = {}
    for unit in units:
        best: dict[int, int] = {}
        named: set[int] = set()
        for way in unit.ways:
            for document, (value, all_in_name) in _way(way, reader).items():
                best[document] = max(best.get(document, 0), value)
                if all_in_name:
                    named.add(document)
        for document, value in best.items():
            sums[document] = sums.get(document, 0) + value
            met[document] = met.get(document, 0) + unit.rarity
        for document in named:
            in_name[document] = in_name.get(document, 0) + 1
    whole = GRACE + sum(unit.rarity for unit in units)
    return {document: value * (GRACE + met[document]) // whole for document, value in sums.items()}, in_name


def _way(way: Way, reader: Reader) -> dict[int, tuple[int, bool]]:
    """What each document gets from one way to say a unit, and whether all of it stands in its names."""
    sums: dict[int, int] = {}
    met: dict[int, int] = {}
    named: dict[int, int] = {}
    for atom in way.atoms:
        best: dict[int, int] = {}
        flagged: set[int] = set()
        for term, weight in atom.terms:
            for document, posting in reader.impacts(term).items():
                best[document] = max(best.get(document, 0), (posting >> 1) * weight)
                if posting & 1:
                    flagged.add(document)
        for document, value in best.items():
            sums[document] = sums.get(document, 0) + value
            met[document] = met.get(document, 0) + 1
        for document in flagged:
            named[document] = named.get(document, 0) + 1
    size = len(way.atoms)
    return {
        document: (value * way.weight // (WHOLE * WHOLE), named.get(document, 0) == size)
        for document, value in sums.items()
        if met[document] == size or not way.all_needed
    }


def _tiers(query: Query, reader: Reader, units: Sequence[Unit], in_name: Mapping[int, int]) -> dict[int, int]:
    """The tier of each document that is above plain text."""
    tiers = {document: IN_NAME for document, count in in_name.items() if count == len(units)}

    def put(bearers: Iterable[int], tier: int, implied: int) -> None:
        for bearer in bearers:
            document, found = bearer >> 1, implied if bearer & 1 else tier
            tiers[document] = min(found, tiers.get(document, found))

    for meaning in reader.settings.translations.get(query.plain, ()):
        put(reader.named(meaning), TRANSLATED, TRANSLATED)
    if query.plain:
        for name, bearers in islice(reader.names_from(query.plain), MOST_NAMES):
            tier = BEGINS if _is_whole(name[len(query.plain) :]) else UNFINISHED
            put(bearers, tier, tier)
    for meaning in reader.settings.synonyms.get(query.plain, ()):
        for name, bearers in islice(reader.names_from(meaning), MOST_NAMES):
            if _is_whole(name[len(meaning) :]):
                put(bearers, BEGINS, BEGINS)
    for meaning in reader.settings.synonyms.get(query.plain, ()):
        put(reader.named(meaning), SAME_AS, SAME_AS)
    for name in (query.plain, query.whole):
        put(reader.named(name), EXACT, IMPLIED)
    return tiers


def _is_whole(rest: str) -> bool:
    """Whether a name with *rest* after the query begins with whole words, but for an ending such as a plural's."""
    return len(rest.partition(" ")[0]) <= MOST_CUT


def _allowed(query: Query, reader: Reader) -> set[int] | None:
    """The documents that fields and exclusions leave, or None where there are no such."""
    allowed: set[int] | None = None
    refused: set[int] = set()
    for wish in query.wishes:
        found = _holders(wish, reader)
        if wish.refused:
            refused |= found
        else:
            allowed = _both(allowed, found)
    for limit in query.ranges:
        values = [value for value in reader.numbers.get(limit.field, ()) if limit.holds(value)]
        surfaces = [reader.surface(f":{limit.field}={value}") for value in values]
        allowed = _both(allowed, _with_any(surfaces, reader))
    for phrase in query.phrases:
        allowed = _both(allowed, _with_all(phrase, reader))
    for words in query.refused:
        refused |= _with_all(words, reader)
    if refused:
        allowed = (set(range(reader.count)) if allowed is None else allowed) - refused
    return allowed


def _both(one: set[int] | None, other: set[int]) -> set[int]:
    return other if one is None else one & other


def _holders(wish: Wish, reader: Reader) -> set[int]:
    """The documents that have a field's value; where none has exactly it, those whose value begins so."""
    if wish.field in OF_CLASS:
        value = reader.settings.kinds.get(wish.value, wish.value) if wish.field == "kind" else wish.value
        keep = [value in values_of(shared, wish.field) for shared in reader.classes]
        return {document for document in range(reader.count) if keep[reader.class_of(document)]}
    field = f":{wish.field}:{wish.value}"
    exact = reader.surface(field)
    return _with_any([exact] if exact else list(reader.beginning(field))[:MOST_ALIKE], reader)


def values_of(shared: Class, field: str) -> tuple[str, ...]:
    """The keys of what a class of documents says of *field*."""
    match field:
        case "kind":
            return (key(shared.kind),)
        case "language":
            return (key(shared.language),)
        case _:
            return tuple(key(edition) for edition in shared.editions)


def _with_any(surfaces: Iterable[Surface | None], reader: Reader) -> set[int]:
    return {document for surface in surfaces if surface for term in surface.terms for document in reader.holders(term)}


def _with_all(words: tuple[str, ...], reader: Reader) -> set[int]:
    found: set[int] | None = None
    for word in [word for word in words if word not in reader.stop_words] or words:
        found = _both(found, _with_any([reader.surface(word)], reader))
    return found or set()


def _verified(query: Query, reader: Reader, ranked: list[Ranked]) -> list[Ranked]:
    if not query.phrases:
        return ranked
    return [
        item for item in ranked[:MOST_VERIFIED] if all(reader.holds(item.document, phrase) for phrase in query.phrases)
    ]


def _collapsed(ranked: Iterable[Ranked], reader: Reader) -> list[Ranked]:
    """One hit for each text: the newest of its editions that was found as well as any, where the best of them stood."""
    groups: dict[int, list[Ranked]] = {}
    for item in ranked:
        groups.setdefault(reader.twin_of(item.document), []).append(item)
    found = []
    for newest, items in groups.items():
        shown = next((item for item in items if item.document == newest and item.tier == items[0].tier), items[0])
        others = tuple(item.document for item in items if item is not shown)
        found.append(Ranked(shown.document, items[0].tier, items[0].score, others))
    return found


def _corrected(query: Query, units: Sequence[Unit]) -> str | None:
    meant = {
        atom.word: atom.understood for unit in units for way in unit.ways[:1] for atom in way.atoms if atom.understood
    }
    if not meant:
        return None
    typed = [part for word in query.words for part in word.chunk.parts] or list(query.plain.split(" "))
    understood = [meant.get(word) or word for word in typed]
    return " ".join(understood) if understood != typed else None
