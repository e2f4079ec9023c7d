"""The streaming ends of this package: pairs of a page, comparisons of a knowledge base.

Both hold two documents at a time; what is remembered of a history is the hash of each text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ingest.align.blocks import Block, blocks_of
from ingest.align.compare import Headed, compare_blocks, plan
from ingest.align.elsewhere import Elsewhere
from ingest.align.model import Comparison, PageChange, Side
from ingest.align.page import Read, differences, page_change, read
from ingest.model import Revision, RevisionId
from ingest.tree import Document

REMEMBERED = 4  # documents


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
                editions: Sequence[str] = (), pages: Iterable[Side] = ()) -> Iterator[Comparison]:  # fmt: skip
    """Yield the comparisons of all same-named *texts*.

    *document* gives the tree of a side (its ``revision``, else its ``page``); *pages* are the sides of all whole
    documents, so that what moved to another page is found.
    """
    pairs = list(plan(texts, editions))
    wanted = {text.group for pair in pairs for text in pair}
    indexes: dict[tuple[str, str, str], Elsewhere] = {}
    for side in pages:
        group = (side.file, side.edition or "", side.language)
        found = document(side) if group in wanted else None
        if found is not None:
            indexes.setdefault(group, Elsewhere(side.language)).add(side.page, blocks_of(found))
    blocks = _Remembered(document)
    for left, right in pairs:
        old, new = blocks(left.side), blocks(right.side)
        if old is not None and new is not None:
            yield compare_blocks(left, old, right, new, indexes.get(left.group), indexes.get(right.group))


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
