"""What changed: the page of one pair of revisions, and the list of recent changes by page, entry and severity."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ingest.align import Block, DiffRow, blocks_of, diff_rows
from ingest.align.model import Change, PageChange
from ingest.model import PageId, Revision, RevisionId
from site_src import paths
from site_src.atlas import LABEL_KINDS, Atlas, PageRef, label_key
from site_src.change_log import buckets
from site_src.texts import Texts, texts
from site_src.views.base import View
from site_src.views.entry import Chip

NEWEST = 50  # pairs of a page that have a page of their own, whatever they changed
CONTEXT = 2  # unchanged blocks around a change
SHEET = 200  # changes on one sheet of the list
_RANK = {"value": 0, "wording": 1, "layout": 2}


class ChangeLine(Struct, frozen=True, kw_only=True):
    """One typed change, for a list."""

    type: str
    severity: str
    section: str
    detail: str


class DiffHead(Struct, frozen=True, kw_only=True):
    """One of the two revisions of a difference."""

    id: RevisionId
    time: str
    user: str
    summary: str


class DiffLine(Struct, frozen=True, kw_only=True):
    """A row of the difference, or a fold of *folded* unchanged ones (then ``row`` is None)."""

    row: DiffRow | None = None
    folded: int = 0
    heading: str = ""  # printed above where the section changes
    quiet: bool = False  # nothing but noise stands under the heading
    step: int = 0  # number of the change, for n and p; 0 for context
    anchors: tuple[str, ...] = ()  # of the older blocks that went; "" for one that has none


class DiffPage(View, frozen=True, kw_only=True):
    """What changed from one revision of a page to another."""

    page_title: str
    page_path: str
    history_path: str
    any_path: str
    old: DiffHead
    new: DiffHead
    dropped: str  # what a reader who came for an old wording is told
    earlier: str  # the pair before
    later: str
    visible: str
    severity: str
    same_as: str
    coarse: bool
    changes: tuple[ChangeLine, ...]
    lines: tuple[DiffLine, ...]
    steps: int
    hides_noise: bool  # at first: where there is more than noise


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
    entries: tuple[Chip, ...]
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
    return f"{any_path(change.page)}?{change.old}..{change.new}"


def any_path(page: PageId) -> str:
    """Where a reader chooses two revisions of *page*."""
    return paths.history_path(page).replace("history/", "diff/", 1).removesuffix(".html") + "/any.html"


def _number(revision: RevisionId, atlas: Atlas) -> int:
    found = atlas.kb.revisions.get(revision)
    return found.number if found else 0


def change_lines(changes: Iterable[Change], words: Texts) -> tuple[ChangeLine, ...]:
    """Typed changes as a list shows them, the weightiest first."""
    ordered = sorted(changes, key=lambda item: _RANK[item.severity])
    return tuple(
        ChangeLine(
            type=words(f"type-{item.type}") if words.has(f"type-{item.type}") else item.type.replace("-", " "),
            severity=item.severity, section=item.section, detail=item.detail,
        )
        for item in ordered
    )  # fmt: skip


def diff_pages(
    ref: PageRef, revisions: Sequence[Revision], changes: dict[RevisionId, PageChange], atlas: Atlas
) -> Iterator[DiffPage]:
    """The pages of all pairs of neighbours that are ready pages; each tree is read once."""
    ready = [changes[item.id] for item in revisions if item.id in changes and is_ready(changes[item.id], ref, atlas)]
    by_id = {revision.id: revision for revision in revisions}
    kept: tuple[RevisionId, tuple[Block, ...]] | None = None
    for place, change in enumerate(ready):
        old = kept[1] if kept and kept[0] == change.old else _blocks(change.old, atlas)
        new = _blocks(change.new, atlas)
        kept = (change.new, new)
        earlier = _path(ref.id, ready[place - 1]) if place else ""
        later = _path(ref.id, ready[place + 1]) if place + 1 < len(ready) else ""
        yield diff_page(ref, by_id[change.old], by_id[change.new], change, old, new, (earlier, later), atlas)


def _path(page: PageId, change: PageChange) -> str:
    return paths.diff_path(page, change.old, change.new)


def _blocks(revision: RevisionId, atlas: Atlas) -> tuple[Block, ...]:
    document = atlas.kb.document(revision)
    return blocks_of(document) if document else ()


def diff_page(
    ref: PageRef, old: Revision, new: Revision, change: PageChange, was: tuple[Block, ...], now: tuple[Block, ...],
    steps: tuple[str, str], atlas: Atlas,
) -> DiffPage:  # fmt: skip
    """The difference between two revisions of a page."""
    words = texts(ref.language or atlas.language)
    lines = tuple(_folded(list(diff_rows(was, now))))
    history = paths.history_path(ref.id)
    return DiffPage(
        path=_path(ref.id, change), title=words("diff-of", title=ref.title, date=words.date(new.timestamp)),
        language=words.language, section="changes", page_title=ref.title, page_path=ref.path, history_path=history,
        any_path=f"{any_path(ref.id)}?{old.id}..{new.id}",
        old=_head(old), new=_head(new), dropped=_dropped(new, words), earlier=steps[0], later=steps[1], visible=_visible(change, words),
        severity=change.severity, same_as=change.same_as or "", coarse=change.coarse, changes=change_lines(change.changes, words), lines=lines,
        steps=max((line.step for line in lines), default=0),
        hides_noise=any(line.step and line.row and line.row.kind != "noise" for line in lines),
    )  # fmt: skip


def _dropped(new: Revision, words: Texts) -> str:
    return words("dropped-in", revision=new.id, date=words.date(new.timestamp))


def _visible(change: PageChange, words: Texts) -> str:
    if change.visible == "words":
        return words("words-changed", added=change.words_added, removed=change.words_removed)
    return words(f"visible-{change.visible}")


def _head(revision: Revision) -> DiffHead:
    parts = (f"→ {revision.section}" if revision.section else "", revision.comment or "")
    return DiffHead(
        id=revision.id, time=revision.timestamp or "", user=revision.user or "", summary=" · ".join(filter(None, parts))
    )


def _folded(rows: list[DiffRow]) -> Iterator[DiffLine]:
    """The rows that changed, with a little around those that say something else; the rest as folds."""
    changed = [place for place, row in enumerate(rows) if row.kind != "same"]
    spoken = [place for place in changed if rows[place].kind != "noise"] or changed
    near = {place + step for place in spoken for step in range(-CONTEXT, CONTEXT + 1)} | set(changed)
    runs = dict(_runs(rows, near))
    loud = {run for place, run in runs.items() if rows[place].kind not in ("same", "noise")}
    folded = step = run = 0
    given: set[str] = set()
    for place, row in enumerate(rows):
        if place not in near:
            folded += 1
            continue
        if folded:
            yield DiffLine(folded=folded)
            folded = 0
        changed_here = row.kind != "same"
        step += changed_here
        heading = row.section if runs[place] != run and not _is_heading(row) else ""
        run = runs[place]
        anchors = tuple(_anchors(row, given)) if changed_here else ()
        yield DiffLine(
            row=row, heading=heading, quiet=run not in loud, step=step if changed_here else 0, anchors=anchors
        )
    if folded:
        yield DiffLine(folded=folded)


def _runs(rows: list[DiffRow], near: set[int]) -> Iterator[tuple[int, int]]:
    """The places that are shown, each with the number of its run of one section."""
    run, section = 0, None
    for place, row in enumerate(rows):
        if place in near:
            run += row.section != section
            section = row.section
            yield place, run


def _anchors(row: DiffRow, given: set[str]) -> Iterator[str]:
    """An anchor for each older block whose wording went; none is given twice on a page."""
    kept = {cell.text for cell in row.right}
    for cell in row.left:
        anchor = wording_anchor(cell.text) if cell.text and cell.text not in kept else ""
        yield "" if anchor in given else anchor
        given.add(anchor)


def wording_anchor(text: str) -> str:
    """The anchor of a block on the older side of a difference; static/diff.js computes the same."""
    return f"was-{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _is_heading(row: DiffRow) -> bool:
    return any(cell.kind == "heading" for cell in (*row.right, *row.left))


def changes_pages(atlas: Atlas) -> Iterator[ChangesPage]:
    """The list of all changes above layout, newest first, in sheets."""
    found = sorted(_dated(atlas), reverse=True)
    cuts = [found[start : start + SHEET] for start in range(0, len(found), SHEET)] or [[]]
    words = texts(atlas.language)
    revisions = sum(1 for item in atlas.kb.revisions if item.timestamp and item.page in atlas.pages)
    for number, cut in enumerate(cuts, start=1):
        told = (atlas.kb.changes.get(key) for *_, key in cut)
        rows = [_change_row(change, atlas, words) for change in told if change]
        yield ChangesPage(
            path=paths.numbered("changes", number), title=words("nav-changes"), language=atlas.language, section="changes",
            days=tuple(_days(rows)), count=len(found), kinds=_kinds(atlas), updates=_updates(atlas, words),
            reaches=atlas.log.reaches, revisions=buckets(revisions), first=number == 1, feed="changes.atom",
            comparisons="compare.html" if len(atlas.kb.comparisons) else "",
            by_entry="changes-by-entry.html" if atlas.entries else "",
            sheets=tuple(
                Chip(text=words.number(other), path=paths.numbered("changes", other), current=other == number)
                for other in range(1, len(cuts) + 1)
            ) if len(cuts) > 1 else (),
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
    head = _head(revision) if revision else DiffHead(id=change.new, time="", user="", summary="")
    entries = touched(change, atlas)
    return ChangeRow(
        path=pair_path(change, atlas), title=ref.title, page_path=ref.path, time=head.time,
        user=head.user, summary=head.summary, severity=change.severity, visible=_visible(change, words),
        lines=change_lines([item for item in change.changes if item.severity != "layout"][:6], words),
        entries=tuple(Chip(text=atlas.entries[entry].name, path=atlas.entries[entry].path) for entry in entries[:8]),
        reach=len(reached(entries, atlas)),
    )  # fmt: skip


def touched(change: PageChange, atlas: Atlas) -> list[str]:
    """The entries of the page that stand in a section which the change touches, each in its newest edition."""
    names = {section.casefold() for section in change.sections}
    refs = [ref for ref in atlas.of_page.get(change.page, ()) if not ref.superseded]
    exact = [ref for ref in refs if ref.name.casefold() in names]
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
