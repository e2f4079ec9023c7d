"""Where in a TOML file the value stands that cannot be read: the path of an error, told by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from ingest.profile.patterns import line_of

Path: TypeAlias = tuple[str | int, ...]

_AT = re.compile(r" - at `(?:key in )?\$([^`]*)`")
_STEP = re.compile(r"\[\.\.\.\]|\[(\d+)\]|\.([^.\[]+)")
_UNKNOWN = re.compile(r"unknown field `([^`]+)`")
_PATTERN = re.compile(r"^(?P<pattern>'.*'|\".*\") is no regular expression", re.DOTALL)


class Statement(NamedTuple):
    """A head of a table, or a key with its value, which may take several lines."""

    line: int
    text: str
    path: Path


def told(error: msgspec.ValidationError, text: str, convert: Callable[[Any], object]) -> tuple[int | None, str]:
    """The line of *text* that *error* speaks of, None where it speaks of all of it, and the error in words."""
    said = str(error)
    at = _AT.search(said)
    path = _path(said, tomllib.loads(text), convert) if at else ()
    words = said[: at.start()] if at else said
    unknown = _UNKNOWN.search(said)
    line = _line(text, (*path, unknown[1]) if unknown else path)
    pattern = _PATTERN.match(words)
    if pattern:
        line = line_of(text, _unquoted(pattern["pattern"])) or line
    return line, f"{words}, in {_written(path)}" if path else words


def _path(said: str, data: Any, convert: Callable[[Any], object]) -> Path:
    """The path of an error with its keys; the message leaves out those of tables whose keys are free."""
    match = _AT.search(said)
    steps = [(step[1], step[2]) for step in _STEP.finditer(match[1])] if match else []
    path: list[str | int] = []
    for number, name in steps:
        here = _at(data, tuple(path))
        if number is not None:
            path.append(int(number))
        elif name is not None:
            path.append(name)
        elif isinstance(here, dict):
            path.append(next((key for key in here if _fails(said, data, tuple(path), key, convert)), ""))
        else:
            break
    return tuple(path)


def _fails(said: str, data: Any, path: Path, key: str, convert: Callable[[Any], object]) -> bool:
    """Whether the same is said where *key* is the only one of its table."""
    try:
        convert(_with(data, path, {key: _at(data, path)[key]}))
    except msgspec.ValidationError as error:
        return str(error) == said
    return False


def _with(data: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = _with(data[path[0]], path[1:], value)
    return copy


def _at(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _line(text: str, path: Path) -> int | None:
    """The line of the statement that holds the most of *path*, or the one within it that names the next key."""
    best: Statement | None = None
    for statement in statements(text):
        if path[: len(statement.path)] == statement.path and (best is None or len(statement.path) >= len(best.path)):
            best = statement if best is None or len(statement.path) > len(best.path) else best
    if best is None or not path:
        return None
    inner = [str(step) for step in path[len(best.path) :] if isinstance(step, str)]
    for number, line in enumerate(best.text.split("\n")):
        if inner and re.search(rf"(?<![\w-]){re.escape(inner[-1])}(?![\w-])", line):
            return best.line + number
    return best.line


def statements(text: str) -> Iterator[Statement]:
    """The statements of a TOML *text* that can be read, each with the path of what it sets."""
    table: Path = ()
    counts: dict[Path, int] = {}
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end, data = _statement(lines, at)
        written = "\n".join(lines[at:end])
        if written.lstrip().startswith("["):
            table = _keys(data)
            if written.lstrip().startswith("[["):
                counts[table] = counts.get(table, -1) + 1
            table = tuple(_numbered(table, counts))
            yield Statement(at + 1, written, table)
        elif data:
            yield Statement(at + 1, written, (*table, *_keys(data, written)))
        at = end


def _statement(lines: list[str], at: int) -> tuple[int, dict[str, Any]]:
    """Where the statement that begins at a line ends, and what it sets by itself."""
    for end in range(at + 1, len(lines) + 1):
        try:
            return end, tomllib.loads("\n".join(lines[at:end]))
        except tomllib.TOMLDecodeError:
            continue
    return at + 1, {}


def _keys(data: dict[str, Any], written: str = "") -> Path:
    """The keys that a statement names; what stands behind its equals sign is its value."""
    path: list[str] = []
    here: Any = data
    depth = len(re.findall(r"\"[^\"]*\"|'[^']*'|[\w-]+", written.partition("=")[0])) if written else None
    while isinstance(here, dict) and len(here) == 1 and (depth is None or len(path) < depth):
        key, here = next(iter(here.items()))
        path.append(key)
        here = here[0] if isinstance(here, list) and depth is None and here else here
    return tuple(path)


def _numbered(table: Path, counts: dict[Path, int]) -> Iterator[str | int]:
    """The path of a table, with the place of each list of tables on its way."""
    for length, key in enumerate(table, start=1):
        yield key
        if table[:length] in counts:
            yield counts[table[:length]]


def _written(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _unquoted(text: str) -> str:
    return text[1:-1].replace("\\\\", "\\")
