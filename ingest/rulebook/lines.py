"""A plain text as logical lines: one paragraph, heading, bullet or table row each, with where it was printed.

Some texts print a paragraph on one line, others wrap it at a column and part paragraphs by blank lines; both come out
alike here, so that nothing after this module knows about wrapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec import Struct

_BREAK = re.compile(r"\r\n|\r|\n")
_BULLET = re.compile(r"^(?P<mark>[-*•–·▪●○◦»►]|\u2022)(?:\s+|$)(?P<rest>.*)$", re.DOTALL)
_RULE = re.compile(r"^[-=_*~#.\s]{3,}$")
_WRAP = 100  # a text none of whose lines is longer may be wrapped
_NARROW = 45
_COLUMN = re.compile(r" \| |\t+")
_ROWS = 3


class Line(Struct, frozen=True, kw_only=True):
    """One logical line; ``bullet`` is its mark, which ``text`` no longer holds."""

    text: str
    line: int
    end_line: int
    bullet: str = ""
    gap: bool = False  # a blank line stands before it
    indent: int = 0
    depth: int = 0  # of a title that prints it
    title: str = ""  # such a title without what told its depth


def physical_lines(text: str) -> list[str]:
    """The printed lines of *text*; line 1 is the first of the list."""
    return _BREAK.split(text.removeprefix("\ufeff"))


def logical_lines(text: str) -> tuple[Line, ...]:
    """Every non-blank line of *text*, wrapped paragraphs joined, a mark alone joined with the line it marks."""
    printed = physical_lines(text)
    lines = list(_lines(printed))
    if _is_wrapped(printed):
        lines = list(_unwrapped(lines))
    return tuple(_with_marks(lines))


def is_rule(text: str) -> bool:
    """Whether *text* is only a line drawn across the page."""
    return bool(_RULE.match(text)) and not any(char.isalnum() for char in text)


def _lines(printed: list[str]) -> Iterator[Line]:
    gap = True
    for number, raw in enumerate(printed, start=1):
        text = raw.strip()
        if not text:
            gap = True
            continue
        indent = len(raw) - len(raw.lstrip())
        bullet = _BULLET.match(text)
        mark, rest = (bullet["mark"], bullet["rest"].strip()) if bullet and not is_rule(text) else ("", text)
        yield Line(text=rest, line=number, end_line=number, bullet=mark, gap=gap, indent=indent)
        gap = False


def _is_wrapped(printed: list[str]) -> bool:
    full = [line.rstrip() for line in printed if line.strip()]
    if not any(not line.strip() for line in printed) or not full or max(map(len, full)) > _WRAP:
        return False
    # A wrapped paragraph goes on in lower case: rare elsewhere.
    follows = sum(
        1 for line, after in pairwise(printed)
        if len(line.rstrip()) > _NARROW and after.strip()[:1].islower()
    )  # fmt: skip
    return follows >= 3 and follows * 12 >= len(full)


def _unwrapped(lines: list[Line]) -> Iterator[Line]:
    open_line: Line | None = None
    for line in lines:
        if open_line is not None and _continues(open_line, line):
            joined = f"{open_line.text} {line.text}".strip()
            open_line = Line(
                text=joined, line=open_line.line, end_line=line.line, bullet=open_line.bullet, gap=open_line.gap,
                indent=open_line.indent,
            )  # fmt: skip
            continue
        if open_line is not None:
            yield open_line
        open_line = line
    if open_line is not None:
        yield open_line


def _continues(before: Line, after: Line) -> bool:
    if after.gap or after.bullet or after.text.startswith("|") or before.text.startswith("|") or is_rule(after.text):
        return False
    if after.text[:1].islower():
        return True
    last = len(before.text) if before.line == before.end_line else _NARROW + 1
    return last > _NARROW and (before.text[-1] not in ".!?:" or before.line != before.end_line or last > _NARROW + 10)


def _with_marks(lines: list[Line]) -> Iterator[Line]:
    held: Line | None = None
    for line in lines:
        if held is not None:
            if not line.bullet and not line.text.startswith("|"):
                yield Line(
                    text=line.text, line=held.line, end_line=line.end_line, bullet=held.bullet, gap=held.gap, indent=held.indent
                )
                held = None
                continue
            yield held
            held = None
        if line.bullet and not line.text:
            held = line
        else:
            yield line
    if held is not None:
        yield held


def with_rows(lines: Sequence[Line]) -> Iterator[Line]:
    """*lines* with the rows of a table that has no pipes at its edges, or tabs for pipes, drawn like other rows."""
    start = 0
    while start < len(lines):
        cells = _columns(lines[start])
        end = start + 1
        while cells and end < len(lines) and _columns(lines[end]) == cells and not lines[end].gap:
            end += 1
        drawn = cells and end - start >= _ROWS
        for line in lines[start:end]:
            text = "| " + " | ".join(part.strip() for part in _COLUMN.split(line.text)) + " |"
            yield msgspec.structs.replace(line, text=text) if drawn else line
        start = end


def _columns(line: Line) -> int:
    """How many columns *line* has; 0 where it is none of a table."""
    if line.bullet or line.text.startswith("|"):
        return 0
    return len(_COLUMN.findall(line.text))
