"""The objects of ``api/*.json``: their fields are a promise to bots, tables and spreadsheets; see docs/api.md."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

VERSION = 1  # of the objects; a field that goes or means something else makes it 2


class SourceRow(Struct, frozen=True, kw_only=True):
    """Where something was printed; ``file`` is a source's name, never a path."""

    file: str
    line: int | None = None
    end_line: int | None = None
    page: str | None = None
    revision: str | None = None


class RangeRow(Struct, frozen=True, kw_only=True, rename={"start": "from", "end": "to"}):
    band: str | None = None
    start: int | None = None
    end: int | None = None
    mod: str = ""


class ProfileRow(Struct, frozen=True, kw_only=True):
    """One way to use a weapon, or another row of data; strings stand as printed, ``numbers`` holds whole numbers.

    ``fields`` are those that the profile of the game names beyond the others; ``record`` is the kind of the row.
    """

    name: str
    mode: str | None
    damage: str | None
    ps: str | None
    burst: str | None
    ammunition: str | None
    saving_attribute: str | None
    saves: str | None
    traits: tuple[str, ...]
    ranges: tuple[RangeRow, ...]
    no_fire_beyond: int | None
    notes: tuple[str, ...]
    fields: dict[str, str]
    numbers: dict[str, int]
    record: str
    line: int | None


class PartRow(Struct, frozen=True, kw_only=True):
    key: str
    text: str


class WordingRow(Struct, frozen=True, kw_only=True):
    version: str | None
    updated: str
    original: str | None
    source: SourceRow


class EntryRow(Struct, frozen=True, kw_only=True, rename={"cls": "class"}):
    """One defined game term in one edition and language."""

    id: str
    concept: str
    name: str
    kind: str
    cls: str | None
    labels: tuple[str, ...]
    aliases: tuple[str, ...]
    acronym: str | None
    edition: str | None
    editions: tuple[str, ...]
    language: str
    level: str | None
    parent: str | None
    category: str | None
    sections: tuple[str, ...]
    parts: tuple[PartRow, ...]
    marker: str | None
    summary: str
    text: str
    url: str
    page: str
    section: str
    source: SourceRow
    profiles: tuple[ProfileRow, ...]
    errata: tuple[WordingRow, ...]
    rulings: tuple[str, ...]
    links: tuple[str, ...]
    linked_from: tuple[str, ...]
    superseded: bool
    rule: str


class PageRow(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    wiki: str
    namespace: int
    aliases: tuple[str, ...]
    language: str | None
    edition: str | None
    editions: tuple[str, ...]
    categories: tuple[str, ...]
    redirect: str | None
    revisions: int
    first: str | None
    last: str | None
    newest: str | None
    url: str
    source: SourceRow


class RevisionRow(Struct, frozen=True, kw_only=True):
    id: str
    page: str
    page_title: str
    parent: str | None
    timestamp: str | None
    user: str | None
    section: str | None
    comment: str | None
    minor: bool
    known: Literal["whole", "partial", "deleted", "unknown"]
    sha256: str | None
    bytes: int | None
    source: SourceRow


class LinkRow(Struct, frozen=True, kw_only=True):
    """One distinct target as written; ``page`` and ``section`` are the stored title and heading, null where missing."""

    target: str
    anchor: str | None
    status: Literal["page", "section", "alias", "missing", "ambiguous"]
    page: str | None
    page_id: str | None
    section: str | None
    entry: str | None
    url: str | None
    count: int
    edition: str | None
    language: str
    candidates: tuple[str, ...]
    pages: tuple[str, ...]
    why: str


class ChangeRow(Struct, frozen=True, kw_only=True):
    type: str
    severity: str
    section: str
    detail: str


class PageChangeRow(Struct, frozen=True, kw_only=True):
    """Two consecutive revisions of one page."""

    page: str
    old: str
    new: str
    visible: Literal["identical", "punctuation", "case", "words"]
    severity: str
    words_added: int
    words_removed: int
    sections: tuple[str, ...]
    changes: tuple[ChangeRow, ...]
    same_as: str | None
    comparable: bool
    url: str


class SideRow(Struct, frozen=True, kw_only=True):
    file: str
    page: str
    section: str | None
    edition: str | None
    language: str
    revision: str | None


class SentencesRow(Struct, frozen=True, kw_only=True):
    left: tuple[str, ...]
    right: tuple[str, ...]
    relation: Literal["identical", "reworded", "moved", "split", "merged", "added", "removed"]


class ComparisonRow(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    left: SideRow
    right: SideRow
    rows: tuple[SentencesRow, ...]
    url: str


class RulingRow(Struct, frozen=True, kw_only=True):
    id: str
    question: str
    answer: str
    type: str | None
    title: str | None
    version: str | None
    related: tuple[str, ...]
    page: str
    section: str | None
    edition: str | None
    language: str
    url: str
    source: SourceRow


class ErratumRow(Struct, frozen=True, kw_only=True):
    id: str
    page: str
    section: str | None
    entry: str | None
    version: str | None
    updated: str
    original: str | None
    edition: str | None
    language: str
    url: str
    source: SourceRow


class DiagnosticRow(Struct, frozen=True, kw_only=True):
    severity: Literal["note", "warning", "error"]
    code: str
    message: str
    source: SourceRow


class BuildSourceRow(Struct, frozen=True, kw_only=True):
    id: str
    sha256: str
    format: str
    wiki: str
    site_name: str
    language: str | None
    edition: str | None
    document: str | None
    version: str | None
    date: str | None
    encoding: str
    evidence: str
    licence: str | None
    attribution: str | None
    base_url: str | None


class BuildRow(Struct, frozen=True, kw_only=True, rename={"schema_version": "schema"}):
    """``api/build.json``: what made the site, of what, and the fingerprint of all its other files."""

    generator: str
    schema_version: int
    title: str
    profile: str
    profile_digest: str
    fingerprint: str
    sources: tuple[BuildSourceRow, ...]
    counts: dict[str, int]


ROWS: dict[str, type[Struct]] = {
    "entries": EntryRow,
    "pages": PageRow,
    "revisions": RevisionRow,
    "links": LinkRow,
    "changes": PageChangeRow,
    "comparisons": ComparisonRow,
    "rulings": RulingRow,
    "errata": ErratumRow,
    "diagnostics": DiagnosticRow,
}
