"""What the preprocessor sees in a text: calls, parameters, extension tags, gaps, and the text between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(slots=True)
class Call:
    """``{{name|part|key=value}}`` with its place in the text."""

    parts: list[Part]
    start: int
    end: int
    at_line_start: bool
    depth: int = 1


@dataclass(slots=True)
class Parameter:
    """``{{{name|default}}}``."""

    parts: list[Part]
    start: int
    end: int
    depth: int = 1


@dataclass(slots=True)
class Tag:
    """An extension tag; ``body`` is None where it closes itself."""

    name: str
    attributes: str
    body: str | None
    start: int
    end: int


@dataclass(slots=True)
class Part:
    """One argument: its pieces, and where its first ``=`` stands among them."""

    pieces: list[Piece] = field(default_factory=list)
    equals: int | None = None
    start: int = 0


@dataclass(slots=True)
class Gap:
    """Lines of the text that say nothing: a comment, an ignored tag."""

    start: int
    end: int


@dataclass(slots=True)
class Nest:
    """Pieces inside a closed ``[[…]]``, joined only once at the end: copying them at each level would be quadratic."""

    pieces: list[Piece]


Piece: TypeAlias = str | Call | Parameter | Tag | Gap | Nest
