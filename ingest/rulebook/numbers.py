"""The numbers of a numbered rulebook: what opens a line, how deep it goes, and which text a number alone belongs to."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile
from re import Match, Pattern

import msgspec
from msgspec import Struct

from ingest.profile import Numbered
from ingest.rulebook.lines import Line
from ingest.rulebook.titles import may_be_plain_title, may_be_title

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LONGEST = 16  # signs of a number that stands alone
_STAND_IN = "Ex"  # for the text that a number alone has not


class Number(Struct, frozen=True, kw_only=True):
    """A numbered line: its depth, its number, its text; ``titled`` where the text is a title."""

    line: Line
    depth: int
    id: str
    text: str
    titled: bool
    outlined: bool = False  # its depth is that of its parts: 3.2, and no section of three digits
    weak: bool = False  # only a letter, or a number without a sign: where a text is due, it is that text


class Numbers:
    """The patterns of one profile's numbers."""

    def __init__(self, table: Numbered) -> None:
        self._patterns: tuple[tuple[int, Pattern[str]], ...] = tuple(
            (depth, re.compile(pattern))
            for depth, pattern in ((3, table.rule), (2, table.section), (1, table.chapter), (0, table.outline))
            if pattern
        )

    def read(self, line: Line) -> Number | None:
        """The number that opens *line*, if one does."""
        if line.bullet:
            return None
        for depth, pattern in self._patterns:
            if match := pattern.match(line.text):
                number, text = match["id"], line.text[match.end() :].strip()
                deep = depth + _below(number) if depth == 3 else depth or _depth(number)
                titled = _is_titled(text, deep)
                weak = depth == 1 and _is_weak(match)
                if weak and not (may_be_title(text) or may_be_plain_title(text)):
                    continue  # "3 players" counts something
                return Number(
                    line=line, depth=min(deep, 6), id=number, text=text, titled=titled, outlined=not depth, weak=weak
                )
        return None

    def whole(self, lines: Iterable[Line]) -> Iterator[tuple[Line, Number | None]]:
        """*lines* with their numbers; a number alone on its line is joined with the text that follows it."""
        yield from self._joined(deque((line, self.read(line)) for line in lines))

    def _joined(self, rows: deque[tuple[Line, Number | None]]) -> Iterator[tuple[Line, Number | None]]:
        while rows:
            line, number = rows.popleft()
            alone = [line] if number is None and self._stands_alone(line) else []
            while alone and rows and rows[0][1] is None and self._stands_alone(rows[0][0]):
                alone.append(rows.popleft()[0])
            texts = list(takewhile(self._is_text, rows)) if alone else []
            if len(alone) > 1 and len(texts) != len(alone):  # whose text is whose, nobody can tell
                yield from ((other, self._bare(other)) for other in alone)
            elif alone and texts:
                yield from ((whole, self.read(whole)) for whole in map(_with_text, alone, (row[0] for row in texts)))
                for _ in alone:
                    rows.popleft()
            else:
                yield line, number or (self._bare(line) if alone else None)

    def _is_text(self, row: tuple[Line, Number | None]) -> bool:
        line, number = row
        return (number is None or number.weak) and not self._stands_alone(line)

    def _stands_alone(self, line: Line) -> bool:
        return len(line.text) <= _LONGEST and line.text[-1:] in ".)]" and self._bare(line) is not None

    def _bare(self, line: Line) -> Number | None:
        """The number that is the whole of *line*."""
        found = self.read(msgspec.structs.replace(line, text=f"{line.text} {_STAND_IN}"))
        return (
            msgspec.structs.replace(found, line=line, text="", titled=False)
            if found and found.text == _STAND_IN
            else None
        )


def _with_text(number: Line, text: Line) -> Line:
    return msgspec.structs.replace(number, text=f"{number.text} {text.text}", end_line=text.end_line)


def _is_weak(match: Match[str]) -> bool:
    """Whether only a letter, or a number without a sign, stands where a number should."""
    return match[0].strip() == match["id"] or match["id"].isalpha()


def _below(number: str) -> int:
    """How many steps a rule of a section goes below its first: ``702.9a`` one, ``103.1.b.2`` two."""
    parts = number.split(".")
    return len(parts) - 2 + (parts[-1][-1].isalpha() and len(parts[-1]) > 1)


def _depth(number: str) -> int:
    """Parts that are numbers, and the first: ``K.22.Ruling.3`` goes as deep as ``K.22.3``."""
    parts = number.removesuffix(".0").split(".")
    lettered = len(parts[0]) > 1 and parts[0][0].isalpha()  # "B3" is the third of B
    return (
        1
        + lettered
        + sum(part.rstrip(_LETTERS).isdigit() or (len(part) == 1 and part.islower()) for part in parts[1:])
        + (number[-1].islower() and len(parts) > 1 and len(parts[-1]) > 1)
    )


def _is_titled(text: str, depth: int) -> bool:
    plain = text.removesuffix(":") if depth < 3 else text
    return 0 < len(plain) <= 90 and plain[-1] not in '.!?:”"' and (depth < 3 or may_be_title(plain))
