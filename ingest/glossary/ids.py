"""The ids of concepts and of their texts: pure functions of the names, with no order of reading and no clock.

A concept that two sources print in one edition and language has two texts; the second takes an ordinal in its own id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from ingest.glossary.concepts import Key, concepts_of, preference
from ingest.glossary.kinds import plain_degrees, translated, trimmed
from ingest.glossary.model import ConceptId, EntryId
from ingest.glossary.names import NameRow, Scope
from ingest.profile import Profile
from ingest.visible import slug

Numbered: TypeAlias = tuple[NameRow, int]  # a row and which of its homonyms it is


class Named(Struct, frozen=True, kw_only=True):
    """A row with its identity."""

    row: NameRow
    concept: ConceptId
    id: EntryId


def named(
    rows: Iterable[NameRow], profile: Profile, *, kept: Mapping[ConceptId, ConceptId] | None = None
) -> list[Named]:
    """Every row with its concept and id, in order of id. *kept* maps concepts to the ones they go on as."""
    found = _identified(concepts_of(rows, profile), profile, kept or {})
    return sorted(found, key=lambda item: item.id)


def entry_id(concept: ConceptId, edition: str | None, language: str) -> EntryId:
    """``skill/dodge@N4.en``; a game without editions has ``skill/dodge@en``."""
    return f"{concept}@{edition}.{language}" if edition else f"{concept}@{language}"


def _identified(
    concepts: Mapping[Key, Sequence[NameRow]], profile: Profile, kept: Mapping[ConceptId, ConceptId]
) -> Iterator[Named]:
    taken: set[ConceptId] = set()
    names: list[tuple[list[Numbered], list[ConceptId]]] = []
    for key, rows in sorted(concepts.items()):
        base = _base(key, rows, profile)
        numbered = list(_numbered(rows))
        ordinals = [_free(kept.get(base, base), taken)]
        for number in range(1, 1 + max(number for _, number in numbered)):
            ordinals.append(_free(f"{ordinals[0]}-{number + 1}", taken))
        names.append((numbered, ordinals))
    for numbered, ordinals in names:  # what is a name of its own has the first claim to it
        yield from _texts(numbered, ordinals, taken)


def _base(key: Key, rows: Sequence[NameRow], profile: Profile) -> ConceptId:
    kind, _, qualifier = key
    best = min(rows, key=lambda row: preference(row, profile))
    name = slug(plain_degrees(trimmed(best.twin or translated(best.name, profile), best.kind, profile)))
    return f"{slug(kind)}/{name}" + (f"-{slug(translated(best.above, profile))}" if qualifier else "")


def _numbered(rows: Sequence[NameRow]) -> Iterator[Numbered]:
    """*rows* in order, pages that can be linked first; homonyms of one source, edition and language are counted."""
    seen: Counter[tuple[str | None, str, str]] = Counter()
    for row in sorted(rows, key=_order):
        standing = (row.edition, row.language, row.source)
        yield row, seen[standing]
        seen[standing] += 1


def _order(row: NameRow) -> tuple[bool, int, bool, str, int, str, int]:
    return row.superseded, row.rank, bool(row.book), row.page, row.line, row.revision, row.index


def _texts(numbered: Iterable[Numbered], ordinals: Sequence[ConceptId], taken: set[ConceptId]) -> Iterator[Named]:
    seen: Counter[tuple[int, Scope]] = Counter()
    others: dict[tuple[int, int], ConceptId] = {}
    for row, number in numbered:
        concept = ordinals[number]
        again = seen[number, (row.edition, row.language)]
        seen[number, (row.edition, row.language)] += 1
        if again and (number, again) not in others:
            others[number, again] = _free(f"{concept}-{again + 1}", taken)
        name = others[number, again] if again else concept
        yield Named(row=row, concept=concept, id=entry_id(name, row.edition, row.language))


def _free(concept: ConceptId, taken: set[ConceptId]) -> ConceptId:
    # Two names of one slug ("ARM = 0", "ARM 0"): the later one in order of key takes an ordinal.
    wanted, number = concept, 1
    while wanted in taken:
        number += 1
        wanted = f"{concept}-{number}"
    taken.add(wanted)
    return wanted
