"""Where links lead, and by what evidence."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ingest.glossary.model import EntryId
from ingest.model import PageId, RevisionId

Status: TypeAlias = Literal["page", "section", "alias", "missing", "ambiguous"]


class Resolution(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one written link leads. ``page`` and ``section`` are None where it leads nowhere."""

    target: str  # title part as written
    anchor: str | None = None  # as written
    status: Status
    page: PageId | None = None
    section: str | None = None  # heading text as printed
    fragment: str = ""  # the anchor of that heading in the page
    entry: EntryId | None = None
    candidates: tuple[str, ...] = ()  # "Title#Section" for what it may have meant
    why: str = ""  # the step that resolved it and its evidence, for --explain


class PageLinks(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All links of one revision, one resolution for each distinct (target, anchor)."""

    page: PageId
    revision: RevisionId
    edition: str | None = None
    language: str = "en"
    links: tuple[tuple[Resolution, int], ...] = ()  # with how often it is written
    mentions: tuple[tuple[EntryId, int], ...] = ()  # terms that stand in the text without a link


class TargetLink(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One row of api/links.json: a distinct target as written, over all pages of one language and edition."""

    resolution: Resolution
    count: int  # in all revisions
    current: int = 0  # in the newest revision of each page
    pages: tuple[PageId, ...] = ()
    edition: str | None = None
    language: str = "en"


class Alias(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Another title by which links reach a page, and why we think so."""

    page: PageId
    title: str
    evidence: tuple[str, ...]  # sentences: "same first paragraph as Basics#Rolls, which links [[Rolls]]"
    confidence: float
    confirmed: bool | None = None  # by the configuration or a profile; None where only inferred
