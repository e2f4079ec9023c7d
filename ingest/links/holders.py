"""Which entry a line of a text belongs to: the innermost of those that take it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from heapq import heappop, heappush

from ingest.glossary.model import EntryId


class Holders:
    """Entries by line. Of several that take a line the shortest has it, then the one that begins last."""

    def __init__(self, spans: Iterable[tuple[int, int, EntryId]]) -> None:
        """*spans* are first line, last line, entry."""
        coming = sorted((span for span in spans if span[0] <= span[1]), reverse=True)
        turns = sorted({line for start, end, _ in coming for line in (start, end + 1)})
        self._lines: list[int] = []  # where the answer may change, and what it is from there on
        self._holders: list[EntryId | None] = []
        open_: list[tuple[int, int, EntryId]] = []  # length, start from the end of the text, entry: the least is on top
        for line in turns:
            while coming and coming[-1][0] <= line:
                start, end, entry = coming.pop()
                heappush(open_, (end - start, -start, entry))
            while open_ and open_[0][0] - open_[0][1] < line:
                heappop(open_)
            self._lines.append(line)
            self._holders.append(open_[0][2] if open_ else None)

    def at(self, line: int) -> EntryId | None:
        """The innermost entry that takes *line*."""
        index = bisect_right(self._lines, line)
        return self._holders[index - 1] if index else None
