"""What sources say: where a text was seen, by whom it was written, and what was doubted.

    Source ──read──▶ Sighting (+ its text) ──merge──▶ Revision ──▶ Page

A sighting is one printed occurrence of a revision in one source; a revision is the best that all its sightings
say of it, in whatever order they were read. Values are frozen; times are ISO 8601 in UTC (``2020-05-12T14:30:08Z``).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

SourceId: TypeAlias = str  # unique in a site, a plain file name, never a path
PageId: TypeAlias = str  # "WIKI:Full title"
RevisionId: TypeAlias = str  # digits as the wiki gives them, else "WIKI-" + 12 hex digits
Sha256: TypeAlias = str  # 64 hex digits, of the UTF-8 text

Severity: TypeAlias = Literal["note", "warning", "error"]
Model: TypeAlias = Literal["wikitext", "rulebook", "rendered", "numbered", "other"]
Known: TypeAlias = Literal["whole", "partial", "deleted", "unknown"]


class Rights(Struct, frozen=True, kw_only=True):
    """What the owner of a source allows and wants said."""

    licence: str | None = None
    attribution: str | None = None
    base_url: str | None = None  # "https://wiki.example/index.php/": a title is appended
    publish: bool = True  # False keeps the source out of a site meant for others


class Source(Struct, frozen=True, kw_only=True):
    """One file, feed or wiki that was read."""

    id: SourceId
    sha256: Sha256
    format: str  # the reader's name: "mediawiki-dump", "atom", "contributions-text", "rulebook" …
    wiki: str = ""  # short key of the wiki; "" for a plain document
    site_name: str = ""
    language: str | None = None  # of the texts, where the source or the configuration says so
    edition: str | None = None  # where the configuration says so
    document: str | None = None  # plain texts: versions of one document share its name
    version: str | None = None
    date: str | None = None
    encoding: str = "utf-8"
    evidence: str = ""  # why this format was chosen, in words
    namespaces: tuple[tuple[str, int], ...] = ()  # a wiki's own names of its namespaces
    case: str = ""  # "first-letter" or "case-sensitive" where the source says so
    rights: Rights = Rights()
    file: str = ""  # digest of where the file lies beside its ludex.toml: what was read of one file at different times


class Place(Struct, frozen=True, kw_only=True):
    """Where something was printed: 1-based lines of the source file, ends included."""

    source: SourceId
    line: int | None = None
    end_line: int | None = None
    page: PageId | None = None
    revision: RevisionId | None = None


class Diagnostic(Struct, frozen=True, kw_only=True):
    """Something that was read with doubt, and where."""

    severity: Severity
    code: str  # "unclosed-box": kebab-case, stable, documented in docs/diagnostics.md
    message: str
    place: Place


class Facts(Struct, frozen=True, kw_only=True):
    """What one sighting says of a revision; None means that it does not say."""

    title: str  # full title with its namespace, blanks for underscores
    namespace: int | None = None
    page_id: int | None = None
    revision_id: int | None = None
    parent_id: int | None = None
    timestamp: str | None = None
    user: str | None = None
    summary: str | None = None  # the whole edit summary as printed, "/* section */" included
    minor: bool | None = None
    model: Model = "wikitext"
    content_format: str | None = None  # "text/x-wiki", "text/css" …
    redirect: str | None = None
    known: Known = "whole"
    text: Sha256 | None = None
    size: int | None = None  # bytes of the text, also where the text itself is unknown
    sha1: str | None = None  # base 36, as dumps give it
    order: int = 0  # place in the source, 0 first


class Sighting(Struct, frozen=True, kw_only=True):
    """One revision as one source prints it. ``text`` is its content; the archive stores each text once."""

    place: Place
    wiki: str
    facts: Facts
    text: str | None = None


Reading: TypeAlias = Sighting | Diagnostic


class Revision(Struct, frozen=True, kw_only=True):
    """One state of one page: the best facts of all its sightings."""

    id: RevisionId
    page: PageId
    wiki: str
    title: str
    namespace: int = 0
    parent: RevisionId | None = None
    timestamp: str | None = None
    user: str | None = None
    section: str | None = None  # inside /* */ of the edit summary; the heading as it was before the edit
    comment: str | None = None  # the rest of the summary
    minor: bool = False
    model: Model = "wikitext"
    known: Known = "whole"
    text: Sha256 | None = None  # of the text with blank edge lines dropped and lines joined by "\n"
    size: int | None = None
    place: Place  # the best sighting's; for a text, line is that of its first line
    number: int = 0  # 0 is the oldest revision of its page, in the order of docs/decisions


class Page(Struct, frozen=True, kw_only=True):
    """One page of one wiki, or one plain document."""

    id: PageId
    wiki: str
    title: str
    namespace: int = 0
    model: Model = "wikitext"
    language: str | None = None
    edition: str | None = None
    editions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()  # other titles by which links reach it
    redirect: str | None = None
    revisions: int = 0
    first: str | None = None  # timestamps
    last: str | None = None
    newest: RevisionId | None = None  # newest revision with a known text
    source: Place
