"""What changed: where a difference is shown, and the list of recent changes by page, entry and severity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from ingest.align.model import Change, PageChange
from ingest.model import PageId, Revision, RevisionId
from ingest.visible import fold
from site_src import paths
from site_src.atlas import LABEL_KINDS, Atlas, PageRef, label_key
from site_src.changes.headings import names_of
from site_src.changes.log import buckets
from site_src.changes.telling import LEAD, told, told_section
from site_src.pile import Pile
from site_src.texts import Texts, texts
from site_src.views.base import View, printed_number
from site_src.views.entry import Chip

NEWEST = 50  # pairs of a page that have a page of their own, whatever they changed
SHEET = 200  # changes on one sheet of the list
LINES = 6  # typed changes told of one revision in the list
TOUCHED = 8  # entries named that it touches
_RANK = {"value": 0, "wording": 1, "layout": 2}
_NAMED = re.compile(r"[^“”(]+: |(?:label|class|trait|profile) |[A-Z]")
_STAMP = re.compile(r"\b(?:version|versión|edition|edición|v)\.? ?\d|\b(?:1[89]|20)\d\d\b", re.IGNORECASE)


class ChangeLine(Struct, frozen=True, kw_only=True):
    """One typed change, for a list."""

    type: str
    severity: str
    section: str
    detail: str


class DiffHead(Struct, frozen=True, kw_only=True):
    """One of the two revisions of a difference."""

    id: RevisionId
    number: str  # as a reader is told it
    time: str
    user: str
    summary: str


class ChangeRow(Struct, frozen=True, kw_only=True):
    """One revision in the list of what changed."""

    path: str
    title: str
    page_path: str
    time: str
    user: str
    summary: str
    severity: str
    visible: str
    lines: tuple[ChangeLine, ...]
    more: int  # changes above layout that are not told here
    entries: tuple[Chip, ...]
    others: int  # entries that are touched too
    reach: int  # other entries that mention or bear what changed


class ChangeDay(Struct, frozen=True, kw_only=True):
    date: str
    rows: tuple[ChangeRow, ...]


class ChangesPage(View, frozen=True, kw_only=True):
    """A sheet of recent changes, newest first."""

    days: tuple[ChangeDay, ...]
    count: int
    kinds: tuple[Chip, ...]
    updates: tuple[Chip, ...]
    reaches: int  # scripts that tell what changes touch, and those that tell when revisions were made
    revisions: int
    sheets: tuple[Chip, ...]
    feed: str
    first: bool
    comparisons: str
    by_entry: str


def is_ready(change: PageChange, ref: PageRef, atlas: Atlas) -> bool:
    """Whether the pair has a page that needs no JavaScript: one of the newest, or more than layout."""
    return change.severity != "layout" or _number(change.new, atlas) >= ref.revisions - NEWEST


def pair_path(change: PageChange, atlas: Atlas) -> str:
    """Where a reader sees the difference: its own page, else the page of any two revisions; "" where none can be seen."""
    ref = atlas.pages.get(change.page)
    if ref is None or not change.comparable:
        return ""
    if is_ready(change, ref, atlas):
        return paths.diff_path(change.page, change.old, change.new)
    return f"{paths.any_path(change.page)}?{change.old}..{change.new}"


def _number(revision: RevisionId, atlas: Atlas) -> int:
    found = atlas.kb.revisions.get(revision)
    return found.number if found else 0


def change_lines(changes: Iterable[Change], words: Texts) -> tuple[ChangeLine, ...]:
    """Typed changes as a list shows them, the weightiest first."""
    ordered = sorted(changes, key=_weight)
    return tuple(
        ChangeLine(
            type=words(f"type-{item.type}") if words.has(f"type-{item.type}") else item.type.replace("-", " "),
            severity=item.severity, section=told_section(item.section), detail=told(item, words),
        )
        for item in ordered
    )  # fmt: skip


def _weight(change: Change) -> tuple[int, int]:
    """Values first, of them those that are named, as of a profile; what only dates the text or heads it comes last."""
    if _STAMP.search(change.detail) and change.severity != "layout":
        return _RANK["wording"], 2
    if change.severity == "value":
        return _RANK["value"], 0 if _NAMED.match(change.detail) else 1
    return _RANK[change.severity], int(change.section == LEAD)


def visible(change: PageChange, words: Texts) -> str:
    if change.visible == "words":
        return words_changed(change, words)
    return words(f"visible-{change.visible}")


def words_changed(change: PageChange, words: Texts) -> str:
    """How many words came and went; what did not happen is not counted."""
    if not change.words_added or not change.words_removed:
        key, count = (
            ("words-removed", change.words_removed) if change.words_removed else ("words-added", change.words_added)
        )
        return words(key, n=count)
    return words("words-changed", added=change.words_added, removed=change.words_removed)


def diff_head(revision: Revision) -> DiffHead:
    parts = (f"→ {revision.section}" if revision.section else "", revision.comment or "")
    return DiffHead(
        id=revision.id,
        number=printed_number(revision.id),
        time=revision.timestamp or "",
        user=revision.user or "",
        summary=" · ".join(filter(None, parts)),
    )


def changes_pages(atlas: Atlas) -> Iterator[ChangesPage]:
    """The list of all changes above layout, newest first, in sheets."""
    found: Pile[str] = Pile(str)
    for order in _dated(atlas):
        found.add(order, order[-1])
    keys, last = found.backwards(), max(1, -(-len(found) // SHEET))
    words = texts(atlas.language)
    revisions = sum(1 for item in atlas.kb.revisions if item.timestamp and item.page in atlas.pages)
    for number in range(1, last + 1):
        told = (atlas.kb.changes.get(key) for key in islice(keys, SHEET))
        rows = [_change_row(change, atlas, words) for change in told if change]
        yield ChangesPage(
            path=paths.numbered("changes", number), title=words("nav-changes"), language=atlas.language, section="changes",
            days=tuple(_days(rows)), count=len(found), kinds=_kinds(atlas), updates=_updates(atlas, words),
            reaches=atlas.log.reaches, revisions=buckets(revisions), first=number == 1, feed="changes.atom",
            comparisons="compare.html" if len(atlas.kb.comparisons) else "",
            by_entry="changes-by-entry.html" if atlas.entries else "",
            sheets=tuple(
                Chip(text=words.number(other), path=paths.numbered("changes", other), current=other == number)
                for other in range(1, last + 1)
            ) if last > 1 else (),
        )  # fmt: skip


def _dated(atlas: Atlas) -> Iterator[tuple[str, PageId, RevisionId, str]]:
    """Time, page, revision and key of each change that a reader would notice; the rest is noise that a page's history keeps."""
    for change in atlas.kb.changes:
        if change.page in atlas.pages and change.comparable and (change.severity != "layout" or change.same_as):
            revision = atlas.kb.revisions.get(change.new)
            yield (
                (revision.timestamp if revision else None) or "",
                change.page,
                change.new,
                f"{change.old}..{change.new}",
            )


def _change_row(change: PageChange, atlas: Atlas, words: Texts) -> ChangeRow:
    ref = atlas.pages[change.page]
    revision = atlas.kb.revisions.get(change.new)
    head = diff_head(revision) if revision else DiffHead(id=change.new, number="", time="", user="", summary="")
    entries = touched(change, atlas)
    lines = change_lines((item for item in change.changes if item.severity != "layout"), words)
    return ChangeRow(
        path=pair_path(change, atlas), title=ref.title, page_path=ref.path, time=head.time,
        user=head.user, summary=head.summary, severity=change.severity, visible=visible(change, words),
        lines=lines[:LINES], more=len(lines[LINES:]), others=len(entries[TOUCHED:]),
        entries=tuple(Chip(text=atlas.entries[entry].name, path=atlas.entries[entry].path) for entry in entries[:TOUCHED]),
        reach=len(reached(entries, atlas)),
    )  # fmt: skip


def touched(change: PageChange, atlas: Atlas) -> list[str]:
    """The entries of the page that stand in a section which the change touches, each in its newest edition."""
    names = {name for section in change.sections for name in names_of(section)}
    refs = [ref for ref in atlas.of_page.get(change.page, ()) if not ref.superseded]
    exact = [ref for ref in refs if fold(ref.name) in names]
    found = exact or (refs if len({ref.concept for ref in refs}) == 1 else [])
    newest: dict[str, str] = {}
    for ref in sorted(found, key=lambda ref: -atlas.edition_rank(ref.edition)):
        newest.setdefault(ref.concept, ref.id)
    return list(newest.values())


def reached(entries: Iterable[str], atlas: Atlas) -> set[str]:
    """The entries that mention one of *entries*, or bear it as a label."""
    found: set[str] = set()
    for key in entries:
        entry = atlas.kb.entries.get(key)
        if entry is not None:
            found.update(entry.linked_from)
            found.update(atlas.bearers.get(label_key(entry.name), ()) if entry.kind in LABEL_KINDS else ())
    return (found & set(atlas.entries)) - set(entries)


def _days(rows: Sequence[ChangeRow]) -> Iterator[ChangeDay]:
    day: list[ChangeRow] = []
    for row in rows:
        if day and day[0].time[:10] != row.time[:10]:
            yield ChangeDay(date=day[0].time[:10], rows=tuple(day))
            day = []
        day.append(row)
    if day:
        yield ChangeDay(date=day[0].time[:10], rows=tuple(day))


def _kinds(atlas: Atlas) -> tuple[Chip, ...]:
    return tuple(
        Chip(text=atlas.kind_name(kind, atlas.language, plural=True), note=kind)
        for kind, _ in atlas.kinds
        if kind in atlas.log.kinds
    )


def _updates(atlas: Atlas, words: Texts) -> tuple[Chip, ...]:
    """The printed updates, newest first: each with when it was printed first."""
    newest = sorted(atlas.log.updates.items(), key=lambda item: (item[1], item[0]), reverse=True)
    return tuple(Chip(text=f"{name} ({words.date(time)})", note=time, path=name) for name, time in newest)
