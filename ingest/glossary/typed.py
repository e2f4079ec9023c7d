"""Kinds that one text of a term lacks and its other texts tell: a box without a class is what the other editions call it.

Careful on purpose: one kind alone must bear the name, somewhere in a box, on a page of its own or with labels, and
nowhere beside a plain rule of that name: a skill and a rule of one edition are two things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from ingest.glossary.kinds import key_of
from ingest.glossary.names import NameRow, Scope
from ingest.profile import Profile


def typed(rows: Sequence[NameRow], profile: Profile) -> list[NameRow]:
    """*rows* with the kind that other editions and languages give their name, where their own text tells none."""
    other = profile.glossary.other
    known = _kinds(rows, profile)
    plain: dict[str, set[Scope]] = defaultdict(set)
    for row in filter(_is_title, rows):
        if row.kind == other:
            plain[key_of(row.name, other, profile)].add((row.edition, row.language))

    def kind(row: NameRow) -> str:
        key = key_of(row.name, other, profile)
        told, scopes = known.get(key, (other, set[Scope]()))
        return other if scopes & plain[key] else told

    return [
        msgspec.structs.replace(row, kind=kind(row)) if row.kind == other and _is_title(row) else row for row in rows
    ]


def _is_title(row: NameRow) -> bool:
    return row.rank < 2


def _kinds(rows: Sequence[NameRow], profile: Profile) -> dict[str, tuple[str, set[Scope]]]:
    """Names that one kind alone bears, with that kind and the editions and languages in which it does."""
    soft = {profile.glossary.other, profile.glossary.chart, *profile.linking.marks}
    found: dict[str, list[NameRow]] = defaultdict(list)
    for row in filter(_is_title, rows):
        if row.kind not in soft:
            found[key_of(row.name, row.kind, profile)].append(row)
    return {
        key: (bearers[0].kind, {(row.edition, row.language) for row in bearers})
        for key, bearers in found.items()
        if len({row.kind for row in bearers}) == 1 and any(not row.rank or row.labels for row in bearers)
    }
