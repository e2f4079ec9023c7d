"""What every reader is: a module with a NAME that recognises a head, describes its source, and reads it as a stream.

    bytes ──compression──▶ bytes ──encodings──▶ Head ──recognise──▶ Evidence ──describe──▶ Source ──read──▶ Reading …

A reader never raises for what a source says: it yields a Diagnostic and goes on. A plain document (rulebook, rendered
page, numbered rules) is one Sighting whose title is the document's name and whose ``Facts.model`` names its parser.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

from ingest.model import Diagnostic, Place, Reading, Rights, Severity, Source
from ingest.readers.stream import Stream


class Head(Struct, frozen=True, kw_only=True):
    """The beginning of a source, decompressed and decoded, every newline a line feed: at least its first 64 KiB of bytes."""

    name: str  # plain file name, without the suffix of a compression
    text: str
    folder: str = ""  # below the folder that was named as a source: "Sub/"
    whole: bool = False  # nothing follows


class Evidence(Struct, frozen=True, kw_only=True):
    """Why a source is of a format: the highest *confidence* wins, the sentence is kept in ``Source.evidence``."""

    confidence: int  # 1 (a guess) … 100 (nothing else looks like it)
    sentence: str  # "starts with a <mediawiki> element of export-0.11"


def counted(count: int, one: str, many: str = "") -> str:
    """``1 line``, ``2 lines``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


class Described(Struct, frozen=True, kw_only=True):
    """What the head of a source says of the whole; None where it does not."""

    wiki: str | None = None  # key; made from the site name where absent
    site_name: str | None = None
    language: str | None = None
    edition: str | None = None
    document: str | None = None  # plain documents: the name that its versions share, as printed in the text
    version: str | None = None
    date: str | None = None  # ISO, as printed in the text
    base: str | None = None  # "https://wiki.example/wiki/": a title is appended
    host: str = ""  # "wiki.example": joins the feeds and dumps of one wiki
    namespaces: dict[str, int] = {}  # local names, as the wiki spells them
    case: str = ""


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the configuration says of a source; it overrides what the source says of itself."""

    format: str | None = None
    wiki: str | None = None
    site_name: str | None = None
    language: str | None = None
    edition: str | None = None
    document: str | None = None
    version: str | None = None
    date: str | None = None
    rights: Rights = Rights()


class Reader(Protocol):
    """One format. A module with these three names is one."""

    NAME: str

    def recognise(self, head: Head) -> Evidence | None:
        """Say why *head* begins a source of this format, or None. Judge by content, never by the name alone."""

    def describe(self, head: Head) -> Described:
        """Say what the head tells of the whole source."""

    def read(self, stream: Stream, source: Source) -> Iterator[Reading]:
        """Yield what the source says, in order, in constant memory; never raise for what it says."""


def doubt(source: Source, severity: Severity, code: str, message: str, *, line: int | None = None) -> Diagnostic:
    """A diagnostic of *source*."""
    return Diagnostic(severity=severity, code=code, message=message, place=Place(source=source.id, line=line))
