"""Wordings that left a page: which revision dropped each, and where the site shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from ingest.align import Block, blocks_of
from ingest.align.blocks import LEAD
from ingest.align.model import PageChange
from ingest.model import PageId, RevisionId
from ingest.visible import fold, words
from site_src.atlas import Atlas, PageRef
from site_src.changes.headings import names_of
from site_src.views.changes import pair_path
from site_src.views.diff import wording_anchor


class OldWording(Struct, frozen=True, kw_only=True):
    """A block that the newest text of its page does not print any more, as it was printed last."""

    page: PageId
    title: str
    text: str
    kind: str
    section: str  # deepest heading it stood under, "" in the lead
    since: RevisionId  # printed it first
    since_time: str
    old: RevisionId  # printed it last
    dropped: RevisionId
    time: str  # of the revision that dropped it
    held: int  # known revisions that printed it
    undone: bool  # it came and went between a text and its return
    entry: str  # id of the entry under whose heading it stood, in its newest edition
    path: str


class _Seen(Struct, kw_only=True):
    """A wording while the history is read."""

    block: Block
    since: RevisionId
    held: int = 1
    left: PageChange | None = None
    undone: bool = False


def wording_path(change: PageChange, text: str, atlas: Atlas) -> str:
    """Where a reader sees how *text* left its page with *change*; "" where the change cannot be shown."""
    pair = pair_path(change, atlas)
    return f"{pair}#{wording_anchor(text)}" if pair else ""


def old_wordings(ref: PageRef, atlas: Atlas) -> Iterator[OldWording]:
    """Yield what the page said once and does not say now, each where it left it last, oldest first."""
    seen: dict[str, _Seen] = {}
    order = {revision.id: number for number, revision in enumerate(atlas.kb.history(ref.id))}
    before: dict[str, Block] = {}
    last: RevisionId = ""
    for change in atlas.kb.changes.of_page(ref.id):
        if not change.comparable:
            continue
        if last != change.old:
            before = _said(change.old, atlas)
            _note(seen, before, {}, change.old)
        now = _said(change.new, atlas)
        _leave(seen, before, now, change, order)
        _note(seen, now, before, change.new)
        before, last = now, change.new
    gone = [item for item in seen.values() if item.left is not None]
    named = {fold(entry.name): entry.id for entry in reversed(atlas.newest_first(atlas.of_page.get(ref.id, ())))}
    for item in sorted(gone, key=lambda item: order.get(item.left.new if item.left else "", 0)):
        yield from _told(item, ref, named, atlas)


def _said(revision: RevisionId, atlas: Atlas) -> dict[str, Block]:
    """What a text says, by its words alone: case and punctuation make no other wording."""
    document = atlas.kb.document(revision)
    found: dict[str, Block] = {}
    for block in blocks_of(document) if document else ():
        key = " ".join(words(block.body.casefold()))
        if key:
            found.setdefault(key, block)
    return found


def _note(seen: dict[str, _Seen], now: Mapping[str, Block], before: Mapping[str, Block], revision: RevisionId) -> None:
    for key, block in now.items():
        known = seen.get(key)
        if known is None:
            seen[key] = _Seen(block=block, since=revision)
            continue
        known.block, known.left = block, None
        known.held += 1
        if key not in before:
            known.undone = False


def _leave(
    seen: dict[str, _Seen],
    before: Mapping[str, Block],
    now: Mapping[str, Block],
    change: PageChange,
    order: Mapping[str, int],
) -> None:
    restored = order.get(change.same_as or "", -1)
    for key in before:
        if key not in now:
            item = seen[key]
            item.left = change
            item.undone = restored >= 0 and order.get(item.since, 0) > restored


def _told(item: _Seen, ref: PageRef, named: Mapping[str, str], atlas: Atlas) -> Iterator[OldWording]:
    change, block = item.left, item.block
    path = wording_path(change, block.text, atlas) if change else ""
    if change is None or not path:
        return
    since, dropped = atlas.kb.revisions.get(item.since), atlas.kb.revisions.get(change.new)
    yield OldWording(
        page=ref.id, title=ref.title, text=block.text, kind=block.kind,
        section="" if block.section == LEAD else block.section, since=item.since,
        since_time=(since.timestamp if since else None) or "", old=change.old, dropped=change.new,
        time=(dropped.timestamp if dropped else None) or "", held=item.held, undone=item.undone,
        entry=next((named[name] for name in _above(block) if name in named), ""), path=path,
    )  # fmt: skip


def _above(block: Block) -> Iterator[str]:
    """The names under which a block stood, nearest first: that of its row, then those of the headings over it."""
    if block.kind in ("row", "record") and block.cells:
        yield fold(block.cells[0])
    for heading in reversed(block.path):
        yield from names_of(heading)
