"""What changed between two texts, as a reader would say it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ingest.model import PageId, RevisionId, SourceId

Visible: TypeAlias = Literal["identical", "punctuation", "case", "words"]
ChangeSeverity: TypeAlias = Literal["layout", "wording", "value"]
Relation: TypeAlias = Literal["identical", "reworded", "moved", "split", "merged", "added", "removed"]


class Change(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One difference that a reader would notice; see docs/changes.md for the types."""

    type: str  # "reworded" "moved" "split" "merged" "added" "removed" "value" "renumbered" "heading" "link" …
    severity: ChangeSeverity
    section: str  # deepest heading it stands under, "(lead)" before the first
    detail: str  # one sentence
    old_line: int = 0
    new_line: int = 0


class PageChange(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two consecutive revisions of one page."""

    page: PageId
    old: RevisionId
    new: RevisionId
    visible: Visible
    severity: ChangeSeverity = "layout"
    words_added: int = 0
    words_removed: int = 0
    sections: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    same_as: RevisionId | None = None  # the older revision whose text this one restores
    comparable: bool = True  # False where one of the texts is unknown
    coarse: bool = False  # too large to look for every move and likeness


class Side(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One text of a comparison."""

    file: SourceId
    page: PageId
    section: str | None = None
    edition: str | None = None
    language: str = "en"
    revision: RevisionId | None = None
    url_anchor: str = ""


class ComparisonRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    relation: Relation


class Comparison(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two same-named texts of two editions or sources, sentence by sentence."""

    id: str
    title: str
    left: Side
    right: Side
    rows: tuple[ComparisonRow, ...] = ()
