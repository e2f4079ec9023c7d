"""What changed, rule by rule: the list of changes by entry, and the log that scripts and the command filter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice

from msgspec import Struct, structs

from ingest.align.model import Change, PageChange
from ingest.glossary.model import Entry
from ingest.model import RevisionId
from ingest.visible import fold
from site_src import paths
from site_src.atlas import Atlas, EntryRef, PageRef, label_key
from site_src.changes.headings import names_of
from site_src.changes.log import Group, Line, LogRow
from site_src.changes.reach import Reaches
from site_src.changes.undone import Stretch, undone
from site_src.changes.updates import printed_updates
from site_src.pile import Pile
from site_src.texts import Texts, texts
from site_src.views.base import View
from site_src.views.changes import ChangeLine, change_lines, pair_path
from site_src.views.entry import Chip
from site_src.views.entry_history import EntryHistoryPage, editions_of, entry_history_path, histories

SHEET = 250  # entries on one sheet of the list
LINES = 8  # typed changes told of one wording


class EntryChangeRow(Struct, frozen=True, kw_only=True):
    """One wording of an entry in the list of what changed."""

    time: str
    path: str
    severity: str
    lines: tuple[ChangeLine, ...]
    more: int  # changes that are not told here
    old: str
    new: str


class EntryChanges(Struct, frozen=True, kw_only=True):
    """One entry and what changed in it, newest first."""

    name: str
    path: str
    kind: str
    kind_id: str
    edition: str
    rows: tuple[EntryChangeRow, ...]


class EntryChangesPage(View, frozen=True, kw_only=True):
    """What changed, entry by entry."""

    groups: tuple[EntryChanges, ...]
    sheets: tuple[Chip, ...]
    count: int


Told = dict[RevisionId, set[str]]  # of one page: the headings of the entries that each revision changed


def entry_history_pages(atlas: Atlas) -> Iterator[View]:
    """A page for each entry whose text changed, and their list; what changed goes into the log too."""
    groups: Pile[EntryChanges] = Pile(EntryChanges)
    reaches, dates, words = Reaches(atlas), _Dates(atlas), texts(atlas.language)
    silent = dict.fromkeys(atlas.pages)  # pages whose own changes are not told yet
    for key, found in groupby(histories(atlas), key=lambda item: item[0].page):
        taken_back, told = undone(key, atlas), Told()
        for entry, page in found:
            ref = atlas.entries[entry.id]
            rows = tuple(_changed(page, dates, atlas.pages[key], words)) if _speaks(ref, atlas) else ()
            if len(page.versions) == 1:  # the entry's own page says since when it reads so
                atlas.unchanged[entry.id] = page.versions[0].time
            else:
                yield page
            if rows:
                _log(entry, ref, rows, reaches, atlas, taken_back)
                for row in rows:
                    told.setdefault(row.new, set()).update(_headings(entry))
            if rows and len(page.versions) > 1:
                group = _group(entry, rows, atlas)
                groups.add((group.name.casefold(), group.path), group)
        del silent[key]
        _log_page(atlas.pages[key], told, reaches, atlas)
    for key in silent:
        _log_page(atlas.pages[key], {}, reaches, atlas)
    yield from _lists(groups, atlas)


class _Dates:
    """When updates were printed first, and when each wiki was first edited: what stood there before is no news."""

    def __init__(self, atlas: Atlas) -> None:
        self.updates = atlas.log.updates = printed_updates(atlas)
        self._edited: dict[str, str] = {}
        for change in atlas.kb.changes:
            revision = atlas.kb.revisions.get(change.new)
            if revision and revision.timestamp:
                first = self._edited.get(revision.wiki, revision.timestamp)
                self._edited[revision.wiki] = min(first, revision.timestamp)

    def is_news(self, ref: PageRef, time: str) -> bool:
        """Whether a rule that appeared with a page at *time* is new, not of the wiki's first stock."""
        return time > self._edited.get(ref.wiki, time)


def _speaks(ref: EntryRef, atlas: Atlas) -> bool:
    """Whether no newer edition of the entry tells the same history of the same page."""
    newer = [
        other
        for other in editions_of(ref, atlas)
        if atlas.edition_rank(other.edition) > atlas.edition_rank(ref.edition)
    ]
    return all(other.page != ref.page for other in newer)


def _changed(page: EntryHistoryPage, dates: _Dates, ref: PageRef, words: Texts) -> Iterator[EntryChangeRow]:
    """The versions that replaced another one, and the first where the rule came later than its wiki or page."""
    for version in page.versions:
        first = version is page.versions[-1]
        if first and (version.by != "revision" or not (version.old or dates.is_news(ref, version.time))):
            continue
        time = dates.updates.get(version.label, "") if version.by == "update" else version.time
        lines = change_lines((item for item in version.changes if item.severity != "layout"), words)
        if time and lines:
            severity = "value" if any(line.severity == "value" for line in lines) else "wording"
            new = version.label if version.by == "revision" else ""
            yield EntryChangeRow(
                time=time,
                path=version.path,
                severity=severity,
                lines=lines[:LINES],
                more=len(lines[LINES:]),
                old=version.old,
                new=new,
            )


def _headings(entry: Entry) -> Iterator[str]:
    return (fold(name) for name in (entry.name, entry.heading, *entry.sections) if name)


def _labels(entry: Entry) -> str:
    traits = (trait for item in entry.profiles for trait in item.traits)
    own = {label_key(entry.name)} if entry.kind in ("label", "trait", "keyword") else set()
    return " ".join(sorted({label_key(label) for label in (*entry.labels, *traits)} | own))


def _log(
    entry: Entry, ref: EntryRef, rows: tuple[EntryChangeRow, ...], reaches: Reaches, atlas: Atlas,
    taken_back: dict[RevisionId, Stretch],
) -> None:  # fmt: skip
    page, reach = atlas.pages[entry.page], reaches.of_entry(entry.id)
    kept = ref.id in atlas.unchanged
    note = " · ".join(filter(None, (atlas.kind_name(entry.kind, atlas.language), atlas.edition_name(entry.edition))))
    group = Group(
        name=entry.name, path=ref.path if kept else entry_history_path(ref), note=note, kind=entry.kind, labels=_labels(entry),
        any_path=paths.any_path(page.id) if page.revisions > 1 else "", newest=page.newest or "", reach=reach.size,
    )  # fmt: skip
    atlas.log.add(group, (_log_row(row, taken_back.get(row.new, ()), texts(atlas.language)) for row in rows), reach)


def _log_row(row: EntryChangeRow, taken_back: tuple[str, ...], words: Texts) -> LogRow:
    lines = (*((line.type, line.severity, line.detail, "") for line in row.lines), *_rest(row.more, words))
    return LogRow(
        time=row.time, severity=row.severity, old=row.old, new=row.new, path=row.path, lines=lines, undone=taken_back
    )


def _rest(more: int, words: Texts) -> tuple[Line, ...]:
    """A line that says how many changes the log does not tell; the difference tells them."""
    return (("", "layout", words("more", n=more), ""),) if more else ()


def _log_page(ref: PageRef, told: Told, reaches: Reaches, atlas: Atlas) -> None:
    """What changed on a page outside the entries that were told."""
    taken_back = undone(ref.id, atlas) if ref.revisions > 1 else {}
    rows = [
        structs.replace(row, undone=taken_back.get(change.new, ()))
        for change in atlas.kb.changes.of_page(ref.id)
        if change.comparable and (row := _page_row(change, told.get(change.new, set()), atlas))
    ]
    reach = reaches.of_page(ref.id) if rows else None
    if reach:
        group = Group(
            name=ref.title, path=paths.history_path(ref.id), note=texts(atlas.language)("page"), any_path=paths.any_path(ref.id),
            newest=ref.newest or "", reach=reach.size,
        )  # fmt: skip
        atlas.log.add(group, rows, reach)


def _page_row(change: PageChange, told: set[str], atlas: Atlas) -> LogRow | None:
    left: list[Change] = [
        item for item in change.changes if item.severity != "layout" and told.isdisjoint(names_of(item.section))
    ]
    revision = atlas.kb.revisions.get(change.new)
    if not left or revision is None or not revision.timestamp:
        return None
    words = texts(atlas.language)
    lines = change_lines(left, words)
    return LogRow(
        time=revision.timestamp, severity="value" if any(item.severity == "value" for item in left) else "wording",
        old=change.old, new=change.new, path=pair_path(change, atlas),
        lines=(
            *((line.type, line.severity, line.detail, line.section) for line in lines[:LINES]),
            *_rest(len(lines[LINES:]), words),
        ),
    )  # fmt: skip


def _group(entry: Entry, rows: tuple[EntryChangeRow, ...], atlas: Atlas) -> EntryChanges:
    ref = atlas.entries[entry.id]
    return EntryChanges(
        name=entry.name, path=entry_history_path(ref), kind=atlas.kind_name(entry.kind, atlas.language), kind_id=entry.kind,
        edition=atlas.edition_name(entry.edition), rows=rows,
    )  # fmt: skip


def _lists(groups: Pile[EntryChanges], atlas: Atlas) -> Iterator[EntryChangesPage]:
    words = texts(atlas.language)
    in_order, last = iter(groups), max(1, -(-len(groups) // SHEET))
    for number in range(1, last + 1):
        yield EntryChangesPage(
            path=paths.numbered("changes-by-entry", number), title=words("changes-by-entry"), language=atlas.language,
            section="changes", groups=tuple(islice(in_order, SHEET)), count=len(groups),
            sheets=tuple(
                Chip(text=words.number(other), path=paths.numbered("changes-by-entry", other), current=other == number)
                for other in range(1, last + 1)
            ) if last > 1 else (),
        )  # fmt: skip
