"""The page of one pair of revisions: their blocks side by side, with what changed told first."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ingest.align import Block, DiffRow, blocks_of, diff_rows
from ingest.align.model import PageChange
from ingest.align.rows import DiffCell, Piece
from ingest.model import PageId, Revision, RevisionId
from site_src import paths
from site_src.atlas import Atlas, PageRef
from site_src.changes.telling import told_note, told_section
from site_src.texts import Texts, texts
from site_src.views.base import View
from site_src.views.changes import ChangeLine, DiffHead, change_lines, diff_head, is_ready, visible

CONTEXT = 2  # unchanged blocks around a change


class DiffLine(Struct, frozen=True, kw_only=True):
    """A row of the difference, or a fold of *folded* unchanged ones (then ``row`` is None)."""

    row: DiffRow | None = None
    folded: int = 0
    heading: str = ""  # printed above where the section changes
    quiet: bool = False  # nothing but noise stands under the heading
    step: int = 0  # number of the change, for n and p; 0 for context
    notes: tuple[str, ...] = ()
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
    lines = tuple(_folded(list(diff_rows(was, now)), words))
    history = paths.history_path(ref.id)
    return DiffPage(
        path=_path(ref.id, change), title=words("diff-of", title=ref.title, date=words.date(new.timestamp)),
        language=words.language, section="changes", page_title=ref.title, page_path=ref.path, history_path=history,
        any_path=f"{paths.any_path(ref.id)}?{old.id}..{new.id}",
        old=diff_head(old), new=diff_head(new), dropped=_dropped(new, words), earlier=steps[0], later=steps[1], visible=visible(change, words),
        severity=change.severity, same_as=change.same_as or "", coarse=change.coarse, changes=change_lines(change.changes, words), lines=lines,
        steps=max((line.step for line in lines), default=0),
        hides_noise=any(line.step and line.row and line.row.kind != "noise" for line in lines),
    )  # fmt: skip


def _dropped(new: Revision, words: Texts) -> str:
    return words("dropped-in", revision=new.id, date=words.date(new.timestamp))


def _folded(rows: list[DiffRow], words: Texts) -> Iterator[DiffLine]:
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
        heading = told_section(row.section) if runs[place] != run and not _is_heading(row) else ""
        run = runs[place]
        anchors = tuple(_anchors(row, given)) if changed_here else ()
        yield DiffLine(
            row=_named(row, words),
            heading=heading,
            quiet=run not in loud,
            step=step if changed_here else 0,
            anchors=anchors,
            notes=tuple(filter(None, (told_note(note, words) for note in row.notes))),
        )
    if folded:
        yield DiffLine(folded=folded)


def _named(row: DiffRow, words: Texts) -> DiffRow:
    """*row* with words for a navigation box, of which nothing is printed but a template's name."""
    if not any(cell.kind == "navigation" for cell in (*row.left, *row.right)):
        return row
    left, right = (tuple(_navigation(cell, words) for cell in side) for side in (row.left, row.right))
    return replace(row, left=left, right=right)


def _navigation(cell: DiffCell, words: Texts) -> DiffCell:
    if cell.kind != "navigation":
        return cell
    name = "".join("".join(piece.parts) for piece in cell.pieces).strip("[]").replace("-", " ").replace("_", " ")
    return replace(cell, pieces=(Piece(parts=(words("told-navigation", text=name),)),))


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
