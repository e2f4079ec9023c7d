"""Rows of data that several pages print: one weapon, one entry, and a note where two pages disagree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ingest.glossary.kinds import found as matching
from ingest.glossary.kinds import key_of
from ingest.glossary.model import WeaponProfile
from ingest.glossary.names import NameRow
from ingest.glossary.records import merged_bands
from ingest.profile import Profile
from ingest.visible import fold

Bucket: TypeAlias = tuple[str | None, str, str]  # edition, language, key


class Conflict(Struct, frozen=True, kw_only=True):
    """Two pages print different data for one weapon in one mode."""

    kept: NameRow
    other: NameRow
    profile: WeaponProfile
    fields: tuple[str, ...]


class Merged(Struct, frozen=True, kw_only=True):
    """Rows with those that only repeated others taken out; the others carry all profiles."""

    rows: tuple[NameRow, ...]
    conflicts: tuple[Conflict, ...]


def merge_rows(rows: Iterable[NameRow], profile: Profile) -> Merged:
    """Give every data-only row to the entry of its name in its edition and language."""
    rows = tuple(rows)
    homes: Mapping[Bucket, list[NameRow]] = _homes(rows, profile)
    data: dict[Bucket, list[NameRow]] = defaultdict(list)
    for row in rows:
        if row.rank == 3:
            data[row.edition, row.language, _key(row, profile)].append(row)
    gained: dict[tuple[str, str, str | None, int], list[WeaponProfile]] = {}
    data_kinds: dict[tuple[str, str, str | None, int], str] = {}
    gone: set[tuple[str, str, str | None, int]] = set()
    conflicts: list[Conflict] = []
    for bucket, found in sorted(data.items(), key=lambda item: str(item[0])):
        home = _home(homes.get(bucket, ()), found, profile)
        for row in found:
            if row is not home:
                gone.add(_id(row))
                data_kinds[_id(home)] = row.kind
                extra, disputes = _compare(home, row, gained.setdefault(_id(home), list(home.profiles)))
                gained[_id(home)] += extra
                conflicts += disputes
    kept = (row for row in rows if _id(row) not in gone)
    return Merged(
        rows=tuple(
            _with_data(row, gained[_id(row)], data_kinds[_id(row)], profile) if _id(row) in gained else row
            for row in kept
        ),
        conflicts=tuple(conflicts),
    )


def _with_data(row: NameRow, profiles: Sequence[WeaponProfile], kind: str, profile: Profile) -> NameRow:
    """A heading that a chart has data for is no mere rule."""
    return msgspec.structs.replace(
        row, profiles=tuple(profiles), kind=kind if row.kind == profile.glossary.other else row.kind
    )


def _id(row: NameRow) -> tuple[str, str, str | None, int]:
    return row.page, row.revision, row.edition, row.index


def _key(row: NameRow, profile: Profile) -> str:
    return key_of(row.name, row.kind, profile)


def _homes(rows: Sequence[NameRow], profile: Profile) -> dict[Bucket, list[NameRow]]:
    data = set(profile.glossary.records.values())
    out: dict[Bucket, list[NameRow]] = defaultdict(list)
    for row in rows:
        if row.rank < 2 and row.kind != profile.glossary.chart and not row.superseded:
            kinds = (row.kind,) if row.kind != profile.glossary.other else sorted(data)
            for key in dict.fromkeys(key_of(row.name, kind, profile) for kind in kinds):
                out[row.edition, row.language, key].append(row)
    return out


def _home(homes: Sequence[NameRow], found: Sequence[NameRow], profile: Profile) -> NameRow:
    other = profile.glossary.other
    same = [row for row in homes if row.kind == found[0].kind] or [row for row in homes if row.kind != other]
    if same or homes:
        return min(same or homes, key=lambda row: (row.rank, row.page, row.line, row.index))
    # Nothing but data: at home where most of it is printed, in a chart rather than in an example.
    return min(
        found,
        key=lambda row: (
            row.superseded, _only_quotes(row, profile), -len(row.profiles), -row.neighbours, row.page, row.line, row.index,
        ),
    )  # fmt: skip


def _only_quotes(row: NameRow, profile: Profile) -> bool:
    """Whether a row stands on a page of examples, or under a heading that says so: a chart defines, an example quotes."""
    return any(matching(profile.glossary.no_terms, name) for name in (row.title, row.heading, row.above))


def _compare(home: NameRow, row: NameRow, known: Sequence[WeaponProfile]) -> tuple[list[WeaponProfile], list[Conflict]]:
    by_mode = {_mode(profile): profile for profile in reversed(known)}
    extra, conflicts = [], []
    for profile in row.profiles:
        twin = by_mode.get(_mode(profile))
        if twin is None:
            extra.append(profile)
        elif fields := tuple(disagreements(twin, profile)):
            conflicts.append(Conflict(kept=home, other=row, profile=profile, fields=fields))
    return extra, conflicts


def _mode(profile: WeaponProfile) -> tuple[str, str]:
    return fold(profile.name), fold(profile.mode or "")


def disagreements(one: WeaponProfile, other: WeaponProfile) -> Iterator[str]:
    """The fields in which two profiles differ, spelling aside."""
    for field in ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves"):
        a, b = getattr(one, field), getattr(other, field)
        if a is not None and b is not None and fold(a) != fold(b):
            yield field
    ours, theirs = dict(one.fields), dict(other.fields)
    yield from (key for key in ours if key in theirs and fold(ours[key]) != fold(theirs[key]))
    if {fold(trait) for trait in one.traits} != {fold(trait) for trait in other.traits}:
        yield "traits"
    if merged_bands(one.ranges) != merged_bands(other.ranges):
        yield "ranges"
