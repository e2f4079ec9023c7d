"""Which names are entries: none that is only mentioned, none that is gone from one page and lives on another."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ingest.glossary.kinds import key_of
from ingest.glossary.names import NameRow
from ingest.profile import Profile
from ingest.visible import fold


def vanished(rows: Sequence[NameRow], read: Sequence[NameRow], profile: Profile) -> list[NameRow]:
    """The typed rows of an older revision that nothing read so far still holds."""
    soft = {profile.glossary.other, profile.glossary.chart}
    known = {(edition, row.kind, fold(row.name)) for row in read for edition in row.editions or (row.edition,)}
    return [
        msgspec.structs.replace(row, superseded=True)
        for row in rows
        if row.rank in (0, 3)
        and row.kind not in soft
        and not any((edition, row.kind, fold(row.name)) in known for edition in row.editions or (row.edition,))
    ]


def living(rows: Sequence[NameRow], profile: Profile) -> list[NameRow]:
    """Rows without the superseded ones whose name lives on at another page."""
    alive = {
        (edition, row.language, row.kind, fold(row.name))
        for row in rows
        if not row.superseded
        for edition in row.editions or (row.edition,)
    }
    return [
        row for row in rows
        if not row.superseded or not any((edition, row.language, row.kind, fold(row.name)) in alive for edition in row.editions or (row.edition,))
    ]  # fmt: skip


def without_mentions(rows: Sequence[NameRow], profile: Profile) -> list[NameRow]:
    """Rows without the phrases whose term has a heading, a box or a page of its own in their edition and language.

    What two pages say of a term in the same words is said once.
    """
    own = {
        (edition, row.language, key_of(name, kind, profile))
        for row in rows if row.rank < 2 for edition in row.editions or (row.edition,)
        for name in (row.name, *row.aliases) for kind in (row.kind, profile.glossary.other)
    }  # fmt: skip
    again = _again(rows, profile)
    return [
        row for row in rows
        if row.rank != 2 or (id(row) not in again and not all(
            (edition, row.language, key_of(row.name, row.kind, profile)) in own for edition in row.editions or (row.edition,)
        ))
    ]  # fmt: skip


def _again(rows: Sequence[NameRow], profile: Profile) -> set[int]:
    """The phrases that say of their term word for word what another page of the wiki says in that edition."""
    known: set[tuple[object, ...]] = set()
    again: set[int] = set()
    phrases = (row for row in rows if row.rank == 2 and row.told)
    for row in sorted(phrases, key=lambda row: (row.page, row.line, row.index)):
        wiki, key = row.page.partition(":")[0], key_of(row.name, row.kind, profile)
        said = {(wiki, edition, row.language, row.kind, key, row.told) for edition in row.editions or (row.edition,)}
        if said <= known:
            again.add(id(row))
        known |= said
    return again
