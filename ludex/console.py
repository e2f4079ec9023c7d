"""What a person at a terminal sees: progress while work goes on, tables, colours where they are wanted."""

from __future__ import annotations

import io
import os
import re
import secrets
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import click
import msgspec

T = TypeVar("T")

NARROWEST = 24  # columns: a last column that has fewer is not wrapped
LONGEST_NAME = 200  # signs of a path that are worth repeating
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# Stands behind the escape character of our own colours until they are printed: no source can guess it.
_INK = chr(0x100000 + secrets.randbelow(0xFFFE))
_OURS = re.compile(f"(\x1b{_INK}\\[[0-9;]*m)")


def width() -> int:
    """Columns of the terminal; 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80


def colour_wanted() -> bool:
    """Whether standard output is a terminal that a person did not ask to keep plain (NO_COLOR)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def styled(text: str, **style: object) -> str:
    """*text* in a style, or plain where colour is not wanted."""
    return f"{ink(**style)}{text}{ink()}" if colour_wanted() else text


def ink(**style: object) -> str:
    """What begins a style of ours, or ends one; :func:`say` prints it, and the same said by a source it does not."""
    return click.style("", reset=not style, **style).replace("\x1b", f"\x1b{_INK}")  # type: ignore[arg-type]


def speak_safely() -> None:
    """Let no sign that the terminal does not know end a command, and no stream that is closed."""
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def say(text: str, *, err: bool = False) -> None:
    """Print text that holds words of a source: whatever would steer a terminal is shown and does nothing."""
    click.echo(safe(text), err=err)


def say_json(value: object) -> None:
    """Print *value* for a machine: valid JSON, in which nothing steers a terminal either."""
    click.echo(_harmless(msgspec.json.format(msgspec.json.encode(value), indent=1)))


def say_json_list(values: Iterable[object]) -> None:
    """Print a JSON list, a value a line; of lazy *values* one is held at a time."""
    mark = "["
    for value in values:
        click.echo(mark + _harmless(msgspec.json.encode(value)), nl=False)
        mark = ",\n"
    click.echo("]" if mark != "[" else "[]")


def _harmless(encoded: bytes) -> str:
    """JSON whose control characters, which occur inside strings only, stand there by their numbers."""
    return _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", encoded.decode())


def safe(text: str) -> str:
    """*text* with our own colours, and with every other control character made visible."""
    parts = _OURS.split(text)
    return "".join(part.replace(_INK, "") if number % 2 else plain(part) for number, part in enumerate(parts))


def plain(text: str) -> str:
    """*text* with its control characters made visible."""
    return _CONTROLS.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def of_disk(error: OSError) -> str:
    """What the disk refused, as a sentence and a hint."""
    name = str(error.filename or "")
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    return f"{shown or 'A file'} cannot be used: {(error.strerror or str(error)).lower()}. Check the name, its rights and the space on the disk."


class Progress:
    """One line on standard error that says what is done; silent in a pipe."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self._shown = 0.0

    def stage(self, name: str) -> None:
        """Begin a stage."""
        self._say(f"{name} …")

    def step(self, name: str, done: int, of: int | None = None) -> None:
        """Say how far a stage is; at most ten times a second."""
        now = time.monotonic()
        if self.live and now - self._shown > 0.1:
            self._shown = now
            self._say(f"{name} {done:,}{f' of {of:,}' if of else ''}")

    def each(self, name: str, items: Iterable[T], of: int | None = None) -> Iterator[T]:
        """Yield *items*, saying how many have passed."""
        for number, item in enumerate(items, start=1):
            self.step(name, number, of)
            yield item

    def done(self) -> None:
        """Wipe the line."""
        if self.live:
            click.echo("\r\x1b[2K", nl=False, err=True)

    def _say(self, text: str) -> None:
        if self.live:
            click.echo(f"\r\x1b[2K{plain(text)[: width() - 1]}", nl=False, err=True)


def table(rows: Iterable[Sequence[str]], *, indent: str = "", whole: bool = False) -> str:
    """Rows as aligned columns; the last column takes what is left of a terminal, in several lines unless *whole*."""
    listed = [tuple(row) for row in rows]
    if not listed:
        return ""
    widths = [max(len(row[column]) for row in listed) for column in range(len(listed[0]) - 1)]
    left = len(indent) + sum(size + 2 for size in widths)
    room = width() - left
    wrapped = not whole and sys.stdout.isatty() and room >= NARROWEST
    lines: list[str] = []
    for row in listed:
        head = indent + "".join(cell.ljust(size) + "  " for cell, size in zip(row, widths, strict=False))
        last = (
            textwrap.wrap(row[-1], room, break_long_words=False, break_on_hyphens=False)
            if wrapped and len(row[-1]) > room
            else [row[-1]]
        )
        lines += [(head + "".join(last[:1])).rstrip(), *(" " * left + line for line in last[1:])]
    return "\n".join(lines)


def plural(number: int, one: str, many: str | None = None) -> str:
    """``plural(2, "page")`` is ``"2 pages"``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
