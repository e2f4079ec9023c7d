"""The documents that the fields, ranges, phrases and exclusions of a query leave."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from site_src.search.asked import Class, Reader, Surface
from site_src.search.forms import MOST_ALIKE, meanings
from site_src.search.query import Query, Wish
from site_src.search.tokens import key

OF_CLASS = ("kind", "edition", "language")  # fields that need no postings


def allowed(query: Query, reader: Reader) -> set[int] | None:
    """The documents that fields and exclusions leave, or None where there are no such."""
    kept: set[int] | None = None
    refused: set[int] = set()
    for wish in query.wishes:
        found = _holders(wish, reader)
        if wish.refused:
            refused |= found
        else:
            kept = _both(kept, found)
    for limit in query.ranges:
        values = [value for value in reader.numbers.get(limit.field, ()) if limit.holds(value)]
        surfaces = [reader.surface(f":{limit.field}={value}") for value in values]
        kept = _both(kept, _with_any(surfaces, reader))
    for phrase in query.phrases:
        kept = _both(kept, _with_all(phrase, reader))
    for words in query.refused:
        refused |= _with_all(words, reader)
    if refused:
        kept = (set(range(reader.count)) if kept is None else kept) - refused
    return kept


def _both(one: set[int] | None, other: set[int]) -> set[int]:
    return other if one is None else one & other


def _holders(wish: Wish, reader: Reader) -> set[int]:
    """The documents that have a field's value; where none has exactly it, those whose value begins so."""
    if wish.field in OF_CLASS:
        value = reader.settings.kinds.get(wish.value, wish.value) if wish.field == "kind" else wish.value
        keep = [value in values_of(shared, wish.field) for shared in reader.classes]
        return {document for document in range(reader.count) if keep[reader.class_of(document)]}
    synonyms, translations = meanings(wish.value, reader)
    fields = [f":{wish.field}:{value}" for value in (wish.value, *synonyms, *translations)]
    exact = [surface for surface in map(reader.surface, fields) if surface]
    begun = (surface for field in fields for surface in islice(reader.beginning(field), MOST_ALIKE))
    return _with_any(exact or begun, reader)


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
