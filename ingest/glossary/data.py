"""Rows of data: profiles of the entry of their name, else of the entry they stand in, else entries themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ingest.glossary.flow import Step, last_line
from ingest.glossary.found import Found, Page
from ingest.glossary.kinds import key_of
from ingest.glossary.model import Candidate, WeaponProfile
from ingest.glossary.records import described, profile_of
from ingest.glossary.scopes import Scope, innermost
from ingest.glossary.tables import records_of
from ingest.profile import Profile
from ingest.tree import Heading, Node, Record, Table, walk
from ingest.visible import fold, inline_text


def with_records(page: Page, line: Sequence[Step], scopes: Sequence[Scope], known: list[Found]) -> list[Found]:
    """Rows of data go to the entry of their name, else to the entry they stand in, else they are an entry themselves."""
    rows: dict[int | str, list[tuple[int, Record, bool]]] = {}
    owners = _Owners(page, known, len(line))
    around = innermost(scopes, len(line))
    for at, step in enumerate(line):
        if step.edge or isinstance(step.node, Heading):
            continue
        for record, alone in _records(step.node, page.profile):
            rows.setdefault(owners.of(record, at, own=alone), []).append((at, record, alone))
    out = list(known)
    for owner, printed in rows.items():
        records = _once(printed)
        profiles = tuple(profile_of(record) for _, record in records)
        if isinstance(owner, int):
            own = out[owner].candidate
            kind = _kind_with_data(page, own, records[0][1])
            own = msgspec.structs.replace(own, profiles=(*own.profiles, *profiles), kind=kind)
            out[owner] = msgspec.structs.replace(out[owner], candidate=own)
        else:
            out.append(_from_records(page, records, profiles, around[records[0][0]]))
    return out


def _records(node: Node, profile: Profile) -> Iterator[tuple[Record, bool]]:
    """The rows of data in *node*, and whether each stands for itself: a row of a table is not about what is around."""
    for inner in walk((node,)):
        if isinstance(inner, Record) and inner.kind in profile.glossary.records:
            yield inner, False
        elif isinstance(inner, Table):
            yield from ((record, True) for record in records_of(inner, profile))


def _once(printed: Sequence[tuple[int, Record, bool]]) -> list[tuple[int, Record]]:
    """The rows, without those of tables that only say again what a profile of the same name and mode says."""
    told: dict[tuple[str, str], dict[str, str]] = {}
    out: list[tuple[int, Record]] = []
    for at, record, alone in sorted(printed, key=lambda row: row[2]):
        values = {field.name: fold(inline_text(field.value)).rstrip(".") for field in record.fields}
        known = told.setdefault((fold(record.name), fold(record.mode or "")), values)
        if not alone or known is values or any(known.get(name, value) != value for name, value in values.items()):
            out.append((at, record))
    return sorted(out, key=lambda row: row[0])


def _kind_with_data(page: Page, own: Candidate, record: Record) -> str:
    kind = page.profile.glossary.records[record.kind]
    same = key_of(own.name, kind, page.profile) == key_of(profile_of(record).name, kind, page.profile)
    return kind if same and own.kind == page.profile.glossary.other else own.kind


class _Owners:
    """To which entry a row of data goes; a chart may print hundreds of them."""

    def __init__(self, page: Page, known: Sequence[Found], length: int) -> None:
        self._page = page
        self._known = known
        self._around: list[int | None] = [None] * length  # the entry that begins last of those around each step
        for place in sorted(range(len(known)), key=lambda n: (known[n].at, -n)):
            scope = known[place].scope
            if scope is not None:
                start, end = max(scope.start, 0), min(scope.end, length)
                self._around[start:end] = [place] * max(end - start, 0)
        self._named: dict[str, dict[str, int]] = {}  # kind → key of a name → the first entry that bears it

    def of(self, record: Record, at: int, *, own: bool = False) -> int | str:
        """The place of the entry among those known, else the key of the row's own name."""
        kind = self._page.profile.glossary.records[record.kind]
        key = key_of(profile_of(record).name, kind, self._page.profile)
        named = self._of_kind(kind).get(key)
        if named is not None or self._page.wiki or own:
            return key if named is None else named
        around = self._around[at]
        return key if around is None else around

    def _of_kind(self, kind: str) -> dict[str, int]:
        if kind not in self._named:
            found = self._named[kind] = {}
            for index, item in enumerate(self._known):
                if item.rank != 4:
                    found.setdefault(key_of(item.candidate.name, kind, self._page.profile), index)
        return self._named[kind]


def _from_records(
    page: Page, records: Sequence[tuple[int, Record]], profiles: tuple[WeaponProfile, ...], within: Scope
) -> Found:
    at, first = records[0]
    heading = within.heading
    text = "\n".join(described(profile) for profile in profiles)
    candidate = Candidate(
        name=profiles[0].name, kind=page.profile.glossary.records[first.kind], rule=f"row of data: {first.kind}", profiles=profiles,
        text=text, summary=text.split("\n")[0], anchor=heading.anchor if heading else "",
        heading=inline_text(heading.children) if heading else "", above=within.title, line=first.line, end_line=max(last_line(row) for _, row in records),
    )  # fmt: skip
    return Found(candidate=candidate, at=at, rank=5)
