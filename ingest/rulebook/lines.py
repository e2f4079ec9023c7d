"""The lines of a plain text: a paragraph, heading, bullet or table row each, with where it was printed."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

import msgspec
from msgspec import Struct

_BREAK = re.compile(r"\r\n|\r|\n")
_BULLET = re.compile(r"^(?P<mark>[-*•–·▪●○◦»►]|\u2022)(?:\s+|$)(?P<rest>.*)$", re.DOTALL)
_RULE = re.compile(r"^[-=_*~#.\s]{3,}$")
_COLUMN = re.compile(r" \| |\t+")
_APART = re.compile(r" {2,}|\t+ *")
_ROWS = 3
# What word processors put between words, or inside them for the eye alone.
_BLANKS = {
    **dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0xAD, 0x200B, 0x2060, 0xFEFF)),
}


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
    prose: bool = False  # of a text whose titles are marked, and not marked as one


def physical_lines(text: str) -> list[str]:
    """The printed lines of *text*, every kind of blank a blank; line 1 is the first of the list."""
    return _BREAK.split(text.translate(_BLANKS))


def is_rule(text: str) -> bool:
    """Whether *text* is only a line drawn across the page."""
    return bool(_RULE.match(text)) and not any(char.isalnum() for char in text)


def printed_lines(printed: Sequence[str], without: Container[int] = ()) -> tuple[Line, ...]:
    """The non-blank lines of *printed* but those *without*, each by itself."""
    return tuple(_lines(printed, without))


def _lines(printed: Sequence[str], without: Container[int]) -> Iterator[Line]:
    gap, turned = True, False  # a page was turned
    for number, raw in enumerate(printed, start=1):
        text = raw.strip()
        if number in without:
            turned = True
            continue
        if not text:
            gap = True
            continue
        indent = len(raw) - len(raw.lstrip())
        bullet = _BULLET.match(text)
        mark, rest = (bullet["mark"], bullet["rest"].strip()) if bullet and not is_rule(text) else ("", text)
        parted = gap and not (turned and rest[:1].islower())
        yield Line(text=rest, line=number, end_line=number, bullet=mark, gap=parted, indent=indent)
        gap = turned = False


def with_marks(lines: Sequence[Line]) -> Iterator[Line]:
    """*lines*, a mark alone joined with the line it marks."""
    held: Line | None = None
    for line in lines:
        if held is not None:
            if not line.bullet and not line.text.startswith("|"):
                yield Line(
                    text=line.text,
                    line=held.line,
                    end_line=line.end_line,
                    bullet=held.bullet,
                    gap=held.gap,
                    indent=held.indent,
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


def with_columns(lines: Sequence[Line]) -> Iterator[Line]:
    """*lines* with the rows of a table that is set in columns drawn with pipes: three of both at least, all in line."""
    start = 0
    while start < len(lines):
        places = _places(lines[start])
        end = start + 1
        while len(places) > 1 and end < len(lines) and not lines[end].gap and _places(lines[end]) == places:
            end += 1
        drawn = end - start >= _ROWS
        for line in lines[start:end]:
            text = "| " + " | ".join(_APART.split(line.text)) + " |"
            yield msgspec.structs.replace(line, text=text) if drawn else line
        start = end


def _places(line: Line) -> tuple[int, ...]:
    """Where the columns of *line* begin but the first; none where it is no row."""
    if line.bullet or "|" in line.text:
        return ()
    return tuple(line.indent + match.end() for match in _APART.finditer(line.text))


def _columns(line: Line) -> int:
    """How many columns *line* has; 0 where it is none of a table."""
    if line.bullet or line.text.startswith("|"):
        return 0
    return len(_COLUMN.findall(line.text))
