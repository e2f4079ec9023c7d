"""The blocks of every revision of a page as classic scripts, so that a browser can compare any two from disk.

A block travels once for each page, whatever number of revisions holds it. The list of a revision is written against
the list before it: a number is a block, a pair ``[start, length]`` a run of that older list.

    ludexShards.push([title, [[kind, level, frames, columns], …], [[kind, text, start of its body or -1, look], …],
                      [[id, time, user, comment, section, list], …], name of the next script or ""])

The table of kinds grows from script to script. A look is 0 for the first way in which links and emphasis stood in a
text, 1 for the next. A start and a look of 0, no frames and no columns are left out at the end of a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rapidfuzz.distance import Indel

from ingest.align import Block, blocks_of
from ingest.align.inline import Mark, seen
from ingest.align.words import Lexicon, affordable
from ingest.model import Revision
from site_src.atlas import Atlas, PageRef
from site_src.classic import pushed

LARGEST = 600_000  # characters of one script

Row = list[object]


def shards(ref: PageRef, atlas: Atlas) -> Iterator[bytes]:
    """The scripts of one page, oldest revisions first; never none."""
    documents = ((item, atlas.kb.document(item.id)) for item in atlas.kb.history(ref.id))
    return scripts(ref.title, ((item, blocks_of(document) if document else None) for item, document in documents))


def scripts(title: str, history: Iterable[tuple[Revision, tuple[Block, ...] | None]]) -> Iterator[bytes]:
    """The scripts of a history, oldest first, of which one is held; None where a text is unknown."""
    writer = _Writer(title)
    number = 1
    for revision, blocks in history:
        if writer.is_full:
            number += 1
            yield writer.script(following=shard_name(number))
        writer.add(revision, blocks)
    yield writer.script(following="")


class _Writer:
    def __init__(self, title: str) -> None:
        self._title = title
        self._known: dict[tuple[object, ...], int] = {}
        self._kinds: dict[tuple[str, int, tuple[str, ...], tuple[str, ...]], int] = {}
        self._looks: dict[str, dict[tuple[Mark, ...], int]] = {}
        self._before: list[int] = []
        self._blocks: list[Row] = []
        self._revisions: list[Row] = []
        self._size = 0

    @property
    def is_full(self) -> bool:
        """Whether the next revision begins another script."""
        return self._size > LARGEST

    def add(self, revision: Revision, blocks: tuple[Block, ...] | None) -> None:
        """Take in the next revision; None where its text is unknown."""
        head: Row = [
            revision.id,
            revision.timestamp or "",
            revision.user or "",
            revision.comment or "",
            revision.section or "",
        ]
        if blocks is None:
            self._revisions.append([*head, None])
            return
        numbers = [self._number(block) for block in blocks]
        self._revisions.append([*head, list(_runs(self._before, numbers))])
        self._before = numbers

    def _number(self, block: Block) -> int:
        text = block.text or f"[{'; '.join(seen(block.marks))}]"
        columns = tuple(name for name, _ in block.fields) if block.kind == "record" else ()
        kind = self._kinds.setdefault((block.kind, block.level, block.frames, columns), len(self._kinds))
        start = len(text) - len(block.body) if block.text else -1
        looks = self._looks.setdefault(text, {})
        row = (kind, text, start, looks.setdefault(block.marks, len(looks)))
        found = self._known.get(row)
        if found is None:
            found = self._known[row] = len(self._known)
            self._blocks.append(_short(row))
            self._size += len(text) + 24
        return found

    def script(self, *, following: str) -> bytes:
        """What was taken in since the last one."""
        kinds = [_short(kind) for kind in self._kinds]
        made = pushed("ludexShards", [self._title, kinds, self._blocks, self._revisions, following])
        self._blocks, self._revisions, self._size = [], [], 0
        return made


def shard_name(number: int) -> str:
    """The file name of a page's script."""
    return f"blocks-{number:03}.js"


def _short(row: tuple[object, ...]) -> Row:
    """*row* without the zeros and empty lists at its end; its first two values always stand."""
    last = max((place for place, value in enumerate(row) if value or place < 2), default=0)
    return list(row[: last + 1])


def _runs(before: list[int], now: list[int]) -> Iterator[int | tuple[int, int]]:
    """*now* written against *before*."""
    if not before or not affordable(before, now):
        yield from now
        return
    lexicon = Lexicon()
    for op in Indel.opcodes(lexicon.line([str(item) for item in before]), lexicon.line([str(item) for item in now])):
        if op.tag == "equal":
            yield (op.src_start, op.src_end - op.src_start)
        elif op.tag == "insert":
            yield from now[op.dest_start : op.dest_end]


def unfolded(runs: Iterable[int | tuple[int, int]], before: list[int]) -> list[int]:
    """The list that *runs* say, as the browser reads it."""
    out: list[int] = []
    for item in runs:
        if isinstance(item, int):
            out.append(item)
        else:
            out += before[item[0] : item[0] + item[1]]
    return out
