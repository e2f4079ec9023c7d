"""Errors that the person at the keyboard can put right.

    LudexError
    ├── SourceError      a source cannot be opened or is nothing we read
    ├── ProfileError     a profile or configuration says something we do not understand
    ├── ArchiveError     the archive is foreign, damaged or of a newer format
    │   └── ArchiveInUse     another command holds it
    ├── NotFound         a name, page or revision that no source has
    └── OutputError      the output folder cannot be used

Each keeps its facts as attributes; its text says what was asked, what was found and, in ``hint``, what to try.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class LudexError(Exception):
    """Anything the person at the keyboard can put right."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class SourceError(LudexError):
    """A source cannot be opened or is nothing we read."""


class ProfileError(LudexError):
    """A profile or configuration says something we do not understand."""


class ArchiveError(LudexError):
    """The archive is foreign, damaged or of a newer format."""


class ArchiveInUse(ArchiveError):
    """Another command holds the archive."""


class OutputError(LudexError):
    """The output folder cannot be used."""


class NotFound(LudexError):
    """A name that nothing in the sources bears."""

    def __init__(self, what: str, name: str, *, known: Iterable[str] = (), hint: str = "") -> None:
        close = get_close_matches(name, list(known), n=1)
        advice = f"Did you mean {close[0]!r}?" if close else hint
        super().__init__(f"No {what} is called {name!r}.", hint=advice)
        self.what = what
        self.name = name
