"""One name, one concept: which entries of all sources, editions and languages are texts of the same thing.

The only stage that looks at all pages at once. A source (a wiki, a rulebook) has in one edition and language one thing of
a name; homonyms there take the name of what they stand in, then an ordinal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TypeAlias

from ingest.glossary.kinds import key_of
from ingest.glossary.names import NameRow
from ingest.profile import Profile
from ingest.visible import fold

Key: TypeAlias = tuple[str, str, str]  # kind, key of the name, key of what tells it from its homonyms
Standing: TypeAlias = tuple[str | None, str, str]  # edition, language, source


def concepts_of(rows: Iterable[NameRow], profile: Profile) -> dict[Key, list[NameRow]]:
    """The rows of each thing; where a source prints several of one name in one place, they are still together."""
    groups: dict[tuple[str, str], list[NameRow]] = defaultdict(list)
    for row in rows:
        groups[row.kind, _key(row, profile)].append(row)
    concepts: dict[Key, list[NameRow]] = {}
    for (kind, key), group in _joined(groups, profile).items():
        for row, qualifier in _qualified(group, profile):
            concepts.setdefault((kind, key, qualifier), []).append(row)
    return concepts


def preference(row: NameRow, profile: Profile) -> tuple[int, int, int, str, str]:
    """The newest edition in the first language names the concept."""
    order = next((item.order for item in profile.editions if item.id == row.edition), 0)
    languages = profile.languages
    spoken = languages.index(row.language) if row.language in languages else len(languages)
    return (int(row.superseded), spoken, -order, fold(row.name), row.page)


def _key(row: NameRow, profile: Profile) -> str:
    return key_of(row.twin or row.name, row.kind, profile)


def _joined(groups: Mapping[tuple[str, str], list[NameRow]], profile: Profile) -> dict[tuple[str, str], list[NameRow]]:
    """*groups* with those together that are one name of several typed kinds, each in editions of its own."""
    soft = (profile.glossary.other, profile.glossary.chart)
    named: dict[str, list[str]] = defaultdict(list)
    for kind, key in groups:
        if kind not in soft:
            named[key].append(kind)
    out = dict(groups)
    for key, kinds in named.items():
        if len(kinds) > 1 and _are_apart([groups[kind, key] for kind in kinds]):
            rows = [row for kind in kinds for row in out.pop((kind, key))]
            newest = min(rows, key=lambda row: (preference(row, profile), row.kind))
            out[newest.kind, key] = rows
    return out


def _are_apart(groups: Sequence[Sequence[NameRow]]) -> bool:
    """Tell whether each group speaks of editions that no other speaks of: an older edition filed the thing otherwise."""
    spoken = [{edition for row in rows for edition in row.editions or (row.edition,)} for rows in groups]
    every = set[str | None]().union(*spoken)
    return None not in every and len(every) == sum(map(len, spoken))


def _qualified(group: Sequence[NameRow], profile: Profile) -> Iterator[tuple[NameRow, str]]:
    buckets: dict[Standing, list[NameRow]] = defaultdict(list)
    for row in group:
        buckets[row.edition, row.language, row.source].append(row)
    firsts = {standing: _first(bucket) for standing, bucket in buckets.items()}
    # What stands in things of one name is told apart by ordinals, not by that name.
    homes = {standing: {_above(row, profile) for row in first} for standing, first in firsts.items()}
    alone = {standing: next(iter(names)) for standing, names in homes.items() if len(names) == 1}
    for standing, bucket in buckets.items():
        plain = alone.get(standing) or _as_elsewhere(standing, homes[standing], alone, profile)
        for row in sorted(bucket, key=_order):
            above = _above(row, profile)
            yield row, "" if above == plain and row in firsts[standing] else above


def _first(bucket: Sequence[NameRow]) -> list[NameRow]:
    best = min((row.superseded, row.rank) for row in bucket)
    return [row for row in bucket if (row.superseded, row.rank) == best]


def _order(row: NameRow) -> tuple[bool, int, str, int, int]:
    return row.superseded, row.rank, row.page, row.line, row.index


def _above(row: NameRow, profile: Profile) -> str:
    return key_of(row.above, row.kind, profile)


def _as_elsewhere(standing: Standing, names: Set[str], alone: Mapping[Standing, str], profile: Profile) -> str | None:
    """Of homonyms, the one that stands in what the only one of another edition, language or source stands in."""
    orders = {item.id: item.order for item in profile.editions}
    own = orders.get(standing[0] or "", 0)
    others = [
        (source != standing[2], language != standing[1], abs(orders.get(edition or "", 0) - own), edition or "", language, name)
        for (edition, language, source), name in alone.items()
        if name in names
    ]  # fmt: skip
    return min(others)[-1] if others else None
