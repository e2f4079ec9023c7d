"""One name, one concept: which entries of all pages, editions and languages are texts of the same thing, and their ids.

The only stage that looks at all pages at once; it sees names, never trees. Ids are pure functions of the names: no
order of reading, no clock. Homonyms take the name of what they stand in, then an ordinal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from hashlib import blake2b
from typing import TypeAlias

from msgspec import Struct

from ingest.glossary.kinds import key_of, plain_degrees, translated, trimmed
from ingest.glossary.model import Candidate, ConceptId, EntryId, WeaponProfile
from ingest.glossary.names_of import name_of
from ingest.model import PageId, RevisionId
from ingest.profile import Profile
from ingest.visible import fold, slug

Scope: TypeAlias = tuple[str | None, str]  # edition, language
_HEAD = 4  # words of a line that may be no more than a head
ROW = "row of data"  # how the rule of an entry begins that is nothing but rows
# … and of an entry that running text defines, or that a title only points to
PHRASES = (
    "bold",
    "line",
    "acronym",
    "symbol",
    "sentence",
    "title of a box",
    "title that links",
    "table whose",
    "called so",
)


class NameRow(Struct, frozen=True, kw_only=True):
    """What the comparison needs to know of one candidate; ``rank``: 0 its own page or box, 1 a heading, 2 a phrase, 3 rows."""

    page: PageId
    title: str
    revision: RevisionId
    index: int  # among the candidates of its revision and edition
    edition: str | None
    editions: tuple[str, ...]
    language: str
    kind: str
    name: str
    above: str = ""  # the name of what it stands in
    heading: str = ""  # printed above it
    acronym: str | None = None
    aliases: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    twin: str = ""  # its name in the profile's first language, where a link to the other wiki says so
    rank: int = 1
    line: int = 0
    profiles: tuple[WeaponProfile, ...] = ()
    neighbours: int = 0  # how many other rows of data its page prints
    told: str = ""  # of a phrase: the digest of the paragraph that says it
    superseded: bool = False


class Named(Struct, frozen=True, kw_only=True):
    """A row with its identity."""

    row: NameRow
    concept: ConceptId
    id: EntryId


def row_of(
    candidate: Candidate, *, page: PageId, title: str, revision: RevisionId, index: int, edition: str | None,
    editions: tuple[str, ...], language: str, parent: Candidate | None, superseded: bool = False,
) -> NameRow:  # fmt: skip
    """The row of *candidate*, which *parent* holds."""
    rank = _rank(candidate, title)
    return NameRow(
        page=page, title=title, revision=revision, index=index, edition=edition, editions=editions, language=language,
        kind=candidate.kind, name=candidate.name, above=parent.name if parent else candidate.above or name_of(title).name,
        acronym=candidate.acronym, aliases=candidate.aliases, labels=candidate.labels, rank=rank, line=candidate.line, heading=candidate.heading,
        profiles=candidate.profiles, superseded=superseded, told=_digest(candidate.text) if rank == 2 else "",
    )  # fmt: skip


def _digest(text: str) -> str:
    said = next((line for line in text.split("\n") if len(line.split()) > _HEAD), text)
    return blake2b(fold(said).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _rank(candidate: Candidate, title: str) -> int:
    if candidate.rule.startswith(ROW):
        return 3
    if candidate.rule.startswith(("lead of the page", "box")) or fold(candidate.name) == fold(title):
        return 0
    return 2 if candidate.rule.startswith(PHRASES) else 1


def named(
    rows: Iterable[NameRow], profile: Profile, *, kept: Mapping[ConceptId, ConceptId] | None = None
) -> list[Named]:
    """Every row with its concept and id, in order of id. *kept* maps concepts to the ones they go on as."""
    groups: dict[tuple[str, str], list[NameRow]] = defaultdict(list)
    for row in rows:
        groups[row.kind, _key(row, profile)].append(row)
    concepts: dict[tuple[str, str, str], list[NameRow]] = {}
    for (kind, key), group in groups.items():
        for row, qualifier in _qualified(group, profile):
            concepts.setdefault((kind, key, qualifier), []).append(row)
    out = list(_identified(concepts, profile, kept or {}))
    return sorted(out, key=lambda item: item.id)


def _key(row: NameRow, profile: Profile) -> str:
    return key_of(row.twin or row.name, row.kind, profile)


def _qualified(group: Sequence[NameRow], profile: Profile) -> Iterator[tuple[NameRow, str]]:
    buckets: dict[Scope, list[NameRow]] = defaultdict(list)
    for row in group:
        buckets[row.edition, row.language].append(row)
    firsts = {scope: _first(bucket) for scope, bucket in buckets.items()}
    # What stands in things of one name (two sources print one section) is told apart by ordinals, not by that name.
    homes = {scope: {_above(row, profile) for row in first} for scope, first in firsts.items()}
    alone = {scope: next(iter(names)) for scope, names in homes.items() if len(names) == 1}
    for scope, bucket in buckets.items():
        plain = alone.get(scope) or _as_elsewhere(scope, homes[scope], alone, profile)
        for row in sorted(bucket, key=_standing):
            above = _above(row, profile)
            yield row, "" if above == plain and row in firsts[scope] else above


def _first(bucket: Sequence[NameRow]) -> list[NameRow]:
    best = min((row.superseded, row.rank) for row in bucket)
    return [row for row in bucket if (row.superseded, row.rank) == best]


def _standing(row: NameRow) -> tuple[bool, int, str, int, int]:
    return row.superseded, row.rank, row.page, row.line, row.index


def _above(row: NameRow, profile: Profile) -> str:
    return key_of(row.above, row.kind, profile)


def _as_elsewhere(scope: Scope, names: Set[str], alone: Mapping[Scope, str], profile: Profile) -> str | None:
    """Of homonyms of one edition, the one that stands in what the only one of another edition stands in."""
    orders = {item.id: item.order for item in profile.editions}
    own = orders.get(scope[0] or "", 0)
    others = [
        (language != scope[1], abs(orders.get(edition or "", 0) - own), edition or "", language, name)
        for (edition, language), name in alone.items()
        if name in names
    ]
    return min(others)[-1] if others else None


def _identified(
    concepts: Mapping[tuple[str, str, str], Sequence[NameRow]], profile: Profile, kept: Mapping[ConceptId, ConceptId]
) -> Iterator[Named]:
    taken: set[ConceptId] = set()
    for (kind, _, qualifier), rows in sorted(concepts.items()):
        best = min(rows, key=lambda row: _preference(row, profile))
        base = f"{slug(kind)}/{_slug(best, profile)}" + (
            f"-{slug(translated(best.above, profile))}" if qualifier else ""
        )
        ordinals: list[ConceptId] = []
        seen: dict[tuple[str | None, str], int] = {}
        for row in sorted(
            rows, key=lambda row: (row.superseded, row.rank, row.page, row.line, row.revision, row.index)
        ):
            number = seen.get((row.edition, row.language), 0)
            seen[row.edition, row.language] = number + 1
            if number == len(ordinals):
                ordinals.append(_free(kept.get(base, base) if not number else f"{ordinals[0]}-{number + 1}", taken))
            yield Named(row=row, concept=ordinals[number], id=entry_id(ordinals[number], row.edition, row.language))


def _free(concept: ConceptId, taken: set[ConceptId]) -> ConceptId:
    # Two names of one slug ("ARM = 0", "ARM 0"): the later one in order of key takes an ordinal.
    wanted, number = concept, 1
    while wanted in taken:
        number += 1
        wanted = f"{concept}-{number}"
    taken.add(wanted)
    return wanted


def entry_id(concept: ConceptId, edition: str | None, language: str) -> EntryId:
    """``skill/dodge@N4.en``; a game without editions has ``skill/dodge@en``."""
    return f"{concept}@{edition}.{language}" if edition else f"{concept}@{language}"


def _slug(row: NameRow, profile: Profile) -> str:
    return slug(plain_degrees(trimmed(row.twin or translated(row.name, profile), row.kind, profile)))


def _preference(row: NameRow, profile: Profile) -> tuple[int, int, int, str, str]:
    """The newest edition in the first language names the concept."""
    order = next((item.order for item in profile.editions if item.id == row.edition), 0)
    languages = profile.languages
    spoken = languages.index(row.language) if row.language in languages else len(languages)
    return (int(row.superseded), spoken, -order, fold(row.name), row.page)
