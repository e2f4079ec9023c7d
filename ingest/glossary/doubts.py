"""What an editor of the sources would want to know: labels that nobody defines, two entries of one name, data in dispute."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ingest.glossary.ids import Named
from ingest.glossary.kinds import key_of
from ingest.glossary.model import WeaponProfile
from ingest.glossary.names import NameRow
from ingest.glossary.rows import Conflict, disagreements
from ingest.model import Diagnostic, Place, Revision
from ingest.profile import Profile
from ingest.visible import fold

PlaceOf = Callable[[NameRow], Place]
_VALUE = re.compile(r"\s*(?:[(\[].*|:.*|[=<>].*)$")


def disputes(conflicts: Iterable[Conflict], place_of: PlaceOf) -> Iterator[Diagnostic]:
    """A note for each row of data that another page prints otherwise."""
    for conflict in conflicts:
        place = place_of(conflict.other)
        yield Diagnostic(
            severity="note",
            code="conflicting-profiles",
            message=f"{_called(conflict.profile)} has other {', '.join(conflict.fields)} here than on {conflict.kept.title}",
            place=Place(
                source=place.source, line=conflict.profile.line or place.line, page=place.page, revision=place.revision
            ),
        )


def outdated(rows: Sequence[NameRow], known: Sequence[NameRow], revision: Revision) -> Iterator[Diagnostic]:
    """A note for each row of data that a newer text of its edition prints with other values, or no longer prints."""
    for row in rows:
        newer = [
            item
            for item in known
            if item.kind == row.kind and fold(item.name) == fold(row.name) and set(item.editions) & set(row.editions)
        ]
        now = {_mode(item): item for one in newer for item in one.profiles}
        for profile in row.profiles if newer else ():
            twin = now.get(_mode(profile))
            fields = tuple(disagreements(twin, profile)) if twin else ()
            if fields or twin is None:
                said = f"had other {', '.join(fields)} here than today" if fields else "is printed no longer"
                yield Diagnostic(
                    severity="note", code="superseded-profile", message=f"{_called(profile)} {said}",
                    place=Place(source=revision.place.source, line=profile.line, page=revision.page, revision=revision.id),
                )  # fmt: skip


def undefined_labels(rows: Sequence[NameRow], profile: Profile, place_of: PlaceOf) -> Iterator[Diagnostic]:
    """A note for each label that entries of an edition bear and that no entry of it defines."""
    kinds = set(profile.glossary.labels)
    defined: Mapping[str | None, set[str]] = _by_edition(rows, lambda row: True, profile)
    with_lists = {edition for row in rows if row.kind in kinds for edition in row.editions or (row.edition,)}
    bearers: dict[tuple[str | None, str], list[tuple[str, NameRow]]] = defaultdict(list)
    for row in rows:
        for label in row.labels:
            if (
                row.edition in with_lists
                and not row.superseded
                and not _forms(label, profile) & defined.get(row.edition, set())
            ):
                bearers[row.edition, fold(_bare(label))].append((label, row))
    for (edition, _), borne in sorted(bearers.items(), key=lambda item: (item[0][0] or "", item[0][1])):
        label, row = min(borne, key=lambda item: (item[1].page, item[1].line))
        others = f" and {len(borne) - 1} more" if len(borne) > 1 else ""
        yield Diagnostic(
            severity="note", code="undefined-label", message=f"no entry of {edition or 'the texts'} defines the label {label!r} of {row.name}{others}",
            place=place_of(row),
        )  # fmt: skip


def homonyms(names: Iterable[Named], profile: Profile, place_of: PlaceOf) -> Iterator[Diagnostic]:
    """A note for each typed entry that shares its name with another one of its kind, edition and language."""
    soft = {profile.glossary.other, profile.glossary.chart}
    groups: dict[tuple[str, str, str, str, str], list[Named]] = defaultdict(list)
    for item in names:
        if item.row.kind not in soft and not item.row.superseded:
            key = key_of(item.row.name, item.row.kind, profile)
            groups[item.row.kind, key, item.row.edition or "", item.row.language, item.row.source].append(item)
    for (_, _, edition, _, _), group in sorted(groups.items()):
        for item in sorted(group[1:], key=lambda one: one.id):
            yield Diagnostic(
                severity="note", code="two-entries-of-one-name",
                message=f"{item.row.name} ({item.row.kind}{', ' + edition if edition else ''}) is defined on {group[0].row.title} too",
                place=place_of(item.row),
            )  # fmt: skip


def _by_edition(
    rows: Iterable[NameRow], wanted: Callable[[NameRow], bool], profile: Profile
) -> dict[str | None, set[str]]:
    out: dict[str | None, set[str]] = defaultdict(set)
    for row in rows:
        if wanted(row):
            for name in (row.name, row.acronym or "", *row.aliases):
                for edition in row.editions or (row.edition,):
                    out[edition] |= _forms(name, profile)
    return out


def _forms(name: str, profile: Profile) -> set[str]:
    kinds = profile.glossary.labels
    return {key_of(text, kind, profile) for text in (name, _bare(name)) for kind in kinds} - {""}


def _bare(label: str) -> str:
    return _VALUE.sub("", label).strip() or label


def _mode(profile: WeaponProfile) -> tuple[str, str]:
    return fold(profile.name), fold(profile.mode or "")


def _called(profile: WeaponProfile) -> str:
    return f"{profile.name} ({profile.mode})" if profile.mode else profile.name
