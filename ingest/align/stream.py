"""The streaming ends of this package: pairs of a page, comparisons of a knowledge base.

Both hold two documents at a time; what is remembered of a history is the hash of each text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from ingest.align.blocks import Block, blocks_of
from ingest.align.compare import Headed, compare_blocks, plan
from ingest.align.elsewhere import Elsewhere
from ingest.align.model import Comparison, PageChange, Side
from ingest.align.page import Read, differences, page_change, read
from ingest.kept import NOTHING, Kept, digest
from ingest.model import Revision, RevisionId
from ingest.tree import Document

REMEMBERED = 4  # documents

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Comparison | None).decode


def page_changes(
    revisions: Iterable[Revision], document: Callable[[RevisionId], Document | None]
) -> Iterator[PageChange]:
    """Yield the change between each two neighbours of one page's *revisions*, oldest first.

    A text that was there before is named as ``same_as``; a revision whose text is unknown is not compared, and the
    next known one is compared with the last known one as well, unless they are neighbours.
    """
    seen: dict[str, RevisionId] = {}
    before: Revision | None = None
    known: tuple[Revision, Read] | None = None
    for revision in revisions:
        found = document(revision.id) if _is_known(revision) else None
        now = read(found) if found is not None else None
        same_as = seen.get(revision.text or "")
        if before is not None:
            comparable = now is not None and known is not None and known[0] is before
            told = differences(known[1], now) if comparable and known and now else None
            yield page_change(before, revision, told, same_as if same_as != before.id else None)
            if now is not None and known is not None and known[0] is not before:
                yield page_change(known[0], revision, differences(known[1], now), same_as)
        if revision.text and now is not None:
            seen[revision.text] = revision.id
        before = revision
        known = (revision, now) if now is not None else known


def _is_known(revision: Revision) -> bool:
    return revision.text is not None and revision.known in ("whole", "partial")


def comparisons(texts: Sequence[Headed], document: Callable[[Side], Document | None], *,
                editions: Sequence[str] = (), pages: Iterable[Side] = (), kept: Kept = NOTHING,
                mark: Callable[[Side], bytes] = lambda _: b"") -> Iterator[Comparison]:  # fmt: skip
    """Yield the comparisons of all same-named *texts*.

    *document* gives the tree of a side (its ``revision``, else its ``page``); *pages* are the sides of all whole
    documents, so that what moved to another page is found. What *kept* knows of texts with the same *mark* is not
    compared again.
    """
    groups: dict[tuple[str, str, str], list[Side]] = defaultdict(list)
    for side in pages:
        groups[(side.file, side.edition or "", side.language)].append(side)
    marks = {
        group: digest(*(part for side in sides for part in (side.page, mark(side)))) for group, sides in groups.items()
    }
    indexes: dict[tuple[str, str, str], Elsewhere | None] = {}
    blocks = _Remembered(document)

    def index(group: tuple[str, str, str]) -> Elsewhere | None:
        if group not in indexes:
            indexes[group] = _index(groups.get(group, ()), document)
        return indexes[group]

    def compared(left: Headed, right: Headed) -> Comparison | None:
        old, new = blocks(left.side), blocks(right.side)
        if old is None or new is None:
            return None
        return compare_blocks(left, old, right, new, index(left.group), index(right.group), kept)

    for left, right in plan(texts, editions):
        around = (marks.get(left.group, b""), marks.get(right.group, b""), mark(left.side), mark(right.side))
        make = partial(compared, left, right)
        found = (
            kept.again("comparison", kept.key(_encode((left, right, around))), _decode, make) if kept.stays else make()
        )
        if found is not None:
            yield found


def _index(sides: Sequence[Side], document: Callable[[Side], Document | None]) -> Elsewhere | None:
    index = Elsewhere(sides[0].language) if sides else None
    for side in sides if index else ():
        found = document(side)
        if found is not None and index is not None:
            index.add(side.page, blocks_of(found))
    return index


class _Remembered:
    """The blocks of the documents asked for last: thousands of texts may stand in one."""

    def __init__(self, document: Callable[[Side], Document | None]) -> None:
        self._document = document
        self._known: dict[tuple[str | None, ...], tuple[Block, ...] | None] = {}

    def __call__(self, side: Side) -> tuple[Block, ...] | None:
        key = (side.file, side.page, side.edition, side.language, side.revision)
        found = self._known.pop(key) if key in self._known else self._read(side)
        self._known[key] = found  # the last one asked for is the last to go
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return found

    def _read(self, side: Side) -> tuple[Block, ...] | None:
        document = self._document(side)
        return blocks_of(document) if document is not None else None
