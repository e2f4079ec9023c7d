"""The one ranking rule: a name typed exactly, names that begin so, all words in a name, then text.

``static/search.js`` follows this module line by line over the exported shards; every figure is a whole number, so that
both find the same documents in the same order. ``units`` says what words mean, ``limits`` what fields leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from site_src.search.asked import Reader, Surface
from site_src.search.forms import MOST_CUT
from site_src.search.limits import allowed
from site_src.search.query import MOST_WORDS, Query, Word
from site_src.search.spelling import MOST_MEANT, alike
from site_src.search.tokens import Chunk, key
from site_src.search.typed import typed_words
from site_src.search.understanding import Understood, understand
from site_src.search.units import WHOLE, Unit, Way

MOST_NAMES = 200  # names looked at that begin with the query
MOST_VERIFIED = 100  # documents whose text is read for a phrase
MOST_GUESSED = 4  # words of a query that nothing says
MOST_SUGGESTED = 5  # names, where nothing was found
EXACT, IMPLIED, SAME_AS, HEARD, OVERHEARD, BEGINS, TRANSLATED, UNFINISHED, IN_NAME, IN_TEXT = range(10)
TIERS = (
    "exact name", "name but for its parentheses", "name by synonym", "name as understood",
    "name as understood, but for its parentheses", "name begins so", "name by translation",
    "name begins with such letters", "all words in the name", "text",
)  # fmt: skip
OTHER_EDITION = 128  # more than any order, for what is of no edition that the query names
GRACE = 2  # rarity that every document is given, whatever words it lacks


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
    understood = understand(query, reader)
    order = _order(query, understood, reader, keep)
    suggestions = () if order or not query.whole else _suggestions(query, reader)
    return Ranking(tuple(order), understood.units, understood.corrected, suggestions)


def _order(query: Query, understood: Understood, reader: Reader, keep: Callable[[int], bool]) -> list[Ranked]:
    units = understood.units
    scores, in_name = _score(units, reader)
    preferred = _preferred(units, reader)
    left = allowed(query, reader)
    tiers = _tiers(query, understood, reader, in_name)
    found = tiers.keys() | scores.keys()
    if left is not None:
        found = {document for document in found if document in left} if units or query.phrases else set(left)
    if query.plain or not query.refused:  # a name may look like a field or an exclusion, but "-smoke" alone is none
        found |= {bearer >> 1 for bearer in reader.named(query.whole)}
    kept = [document for document in found if keep(reader.class_of(document))]
    order = sorted(
        _place(document, tiers.get(document, IN_TEXT), scores.get(document, 0), reader, preferred) for document in kept
    )
    ranked = [Ranked(document, tier, -score) for tier, _, score, document in order]
    return _collapsed(_verified(query, reader, ranked), reader, preferred)


def _suggestions(query: Query, reader: Reader) -> tuple[int, ...]:
    """Documents whose names may be meant: what is found without limits, else what bears words that look alike."""
    wished = (tuple(wish.value.split(" ")) for wish in query.wishes if not wish.refused)
    said = tuple(Word(chunk=Chunk((word,))) for phrase in (*query.phrases, *wished) for word in phrase)
    loose = Query(text=query.text, whole=query.plain, plain=query.plain, words=(*query.words, *said)[:MOST_WORDS])
    found = [item.document for item in _order(loose, understand(loose, reader), reader, lambda shared: True)]
    if not found:
        for item in [item for item in typed_words(loose, reader) if item.content][:MOST_GUESSED]:
            for surface in alike(item.word, reader.near(item.word, wide=True)):
                found += _called(surface, reader)
    found = list(dict.fromkeys(found))[:MOST_SUGGESTED]
    if len(found) < MOST_SUGGESTED:
        found += [reader.named(name)[0] >> 1 for name in reader.names_around(query.plain or query.whole)]
    return tuple(dict.fromkeys(found))[:MOST_SUGGESTED]


def _called(surface: Surface, reader: Reader) -> list[int]:
    """The documents that have a word in their names, what deserves the first places first."""
    named = {document for term in surface.terms for document, posting in reader.impacts(term).items() if posting & 1}
    found = [document for document in named if reader.classes[reader.class_of(document)].kind != "ruling"]
    return sorted(found, key=lambda document: (reader.classes[reader.class_of(document)].order, document))[:MOST_MEANT]


def _preferred(units: Sequence[Unit], reader: Reader) -> list[bool]:
    """Of each class, whether it is of an edition that the query names; all are, where it names none."""
    named = {unit.text for unit in units if unit.edition}
    return [not named or any(key(edition) in named for edition in shared.editions) for shared in reader.classes]


def _place(
    document: int, tier: int, score: int, reader: Reader, preferred: Sequence[bool]
) -> tuple[int, int, int, int]:
    number = reader.class_of(document)
    first = preferred[number]
    order = reader.classes[number].order + (0 if first else OTHER_EDITION) if tier <= OVERHEARD else 0
    return tier, order, -score if first else -(score // 2), document


def _score(units: Sequence[Unit], reader: Reader) -> tuple[dict[int, int], dict[int, int]]:
    """The score of each document, and how many units each has in its names."""
    sums: dict[int, int] = {}
    met: dict[int, int] = {}
    in_name: dict[int, int] = {}
    for unit in sorted(units, key=_is_edition):
        best: dict[int, int] = {}
        named: set[int] = set()
        for way in unit.ways:
            for document, (value, all_in_name) in _way(way, reader).items():
                best[document] = max(best.get(document, 0), value)
                if all_in_name:
                    named.add(document)
        for document, value in best.items():
            if document in sums or not unit.edition:
                sums[document] = sums.get(document, 0) + value
                met[document] = met.get(document, 0) + unit.rarity
        for document in named if not unit.edition else ():
            in_name[document] = in_name.get(document, 0) + 1
    whole = GRACE + sum(unit.rarity for unit in units)
    return {document: value * (GRACE + met[document]) // whole for document, value in sums.items()}, in_name


def _is_edition(unit: Unit) -> bool:
    return unit.edition


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


def _tiers(query: Query, understood: Understood, reader: Reader, in_name: Mapping[int, int]) -> dict[int, int]:
    """The tier of each document that is above plain text."""
    needed = sum(not unit.edition for unit in understood.units)
    tiers = {document: IN_NAME for document, count in in_name.items() if count == needed}

    def put(bearers: Iterable[int], tier: int, implied: int) -> None:
        for bearer in bearers:
            document, found = bearer >> 1, implied if bearer & 1 else tier
            tiers[document] = min(found, tiers.get(document, found))

    for meaning in reader.settings.translations.get(query.plain, ()):
        put(reader.named(meaning), TRANSLATED, TRANSLATED)
    for text in filter(None, (query.plain, understood.heard)):
        for name, bearers in islice(reader.names_from(text), MOST_NAMES):
            tier = BEGINS if _is_whole(name[len(text) :]) else UNFINISHED
            put(bearers, tier, tier)
    for text in understood.readings:
        for name in (text, *reader.settings.synonyms.get(text, ())):
            put(reader.named(name), HEARD, OVERHEARD)
    for meaning in reader.settings.synonyms.get(query.plain, ()):
        for name, bearers in islice(reader.names_from(meaning), MOST_NAMES):
            if _is_whole(name[len(meaning) :]):
                put(bearers, BEGINS, BEGINS)
    for meaning in reader.settings.synonyms.get(query.plain, ()):
        put(reader.named(meaning), SAME_AS, OVERHEARD)
    for name in (query.plain, query.whole):
        put(reader.named(name), EXACT, IMPLIED)
    return tiers


def _is_whole(rest: str) -> bool:
    """Whether a name with *rest* after the query begins with whole words, but for an ending such as a plural's."""
    return len(rest.partition(" ")[0]) <= MOST_CUT


def _verified(query: Query, reader: Reader, ranked: list[Ranked]) -> list[Ranked]:
    if not query.phrases:
        return ranked
    return [
        item for item in ranked[:MOST_VERIFIED] if all(reader.holds(item.document, phrase) for phrase in query.phrases)
    ]


def _collapsed(ranked: Iterable[Ranked], reader: Reader, preferred: Sequence[bool]) -> list[Ranked]:
    """One hit for each text: the newest of its editions that was found as well as any, where the best of them stood."""
    groups: dict[int, list[Ranked]] = {}
    for item in ranked:
        groups.setdefault(reader.twin_of(item.document), []).append(item)
    found = []
    for newest, items in groups.items():
        best = items[0].tier, preferred[reader.class_of(items[0].document)]
        as_well = (item for item in items if (item.tier, preferred[reader.class_of(item.document)]) == best)
        shown = next((item for item in as_well if item.document == newest), items[0])
        others = tuple(item.document for item in items if item is not shown)
        found.append(Ranked(shown.document, items[0].tier, items[0].score, others))
    return found
