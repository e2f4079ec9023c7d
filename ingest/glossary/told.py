"""Rulings and updates as entries of their own, and the updates as older wordings of the entries they changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from ingest.glossary.model import Entry, EntryId, ErratumEntry, RulingEntry, Wording
from ingest.glossary.passages import Passage
from ingest.model import Page, Place, Revision

Find = Callable[[str, str | None, str], EntryId | None]  # title, edition, language


class Standing(Struct, frozen=True, kw_only=True):
    """Where passages stand: one revision of one page, in one edition."""

    page: Page
    revision: Revision
    edition: str | None
    language: str

    def place(self, line: int, end_line: int) -> Place:
        """Lines of the text as lines of its file."""
        first = self.revision.place.line
        at = (first + line - 1) if first and line else first
        until = (first + end_line - 1) if first and end_line else at
        return Place(
            source=self.revision.place.source, line=at, end_line=until, page=self.page.id, revision=self.revision.id
        )

    def id(self, kind: str, mark: str) -> str:
        """``ruling/0a1b2c3d@N4.en``."""
        scope = f"{self.edition}.{self.language}" if self.edition else self.language
        return f"{kind}/{mark}@{scope}"


def ruling_entry(passage: Passage, at: Standing, find: Find) -> RulingEntry:
    """*passage* as a ruling; related titles become entry ids where an entry bears them."""
    related = dict.fromkeys(find(title, at.edition, at.language) or title for title in passage.related)
    return RulingEntry(
        id=at.id("ruling", passage.mark), question=passage.new, answer=passage.old or "", type=passage.type, title=passage.title,
        version=passage.version, related=tuple(related), page=at.page.id, revision=at.revision.id,
        section=passage.section or None, anchor=passage.anchor, edition=at.edition, language=at.language,
        source=at.place(passage.line, passage.end_line),
    )  # fmt: skip


def erratum_entry(passage: Passage, at: Standing, entry: EntryId | None) -> ErratumEntry:
    """*passage* as an update of *entry*."""
    return ErratumEntry(
        id=at.id("erratum", passage.mark), page=at.page.id, revision=at.revision.id, section=passage.section or None,
        anchor=passage.anchor, entry=entry, version=passage.version, updated=passage.new, original=passage.old,
        edition=at.edition, language=at.language, source=at.place(passage.line, passage.end_line),
    )  # fmt: skip


def wordings(passages: Sequence[Passage], at: Standing, line: int, end_line: int) -> tuple[Wording, ...]:
    """The updates that stand between two lines, as wordings."""
    return tuple(
        Wording(version=item.version, updated=item.new, original=item.old, place=at.place(item.line, item.end_line))
        for item in passages
        if line <= item.line <= end_line
    )


def holder(passage: Passage, entries: Sequence[tuple[Entry, int, int]]) -> EntryId | None:
    """The innermost of *entries* (with their lines of the text) around *passage*."""
    around = [(end - line, entry.id) for entry, line, end in entries if line <= passage.line <= end]
    return min(around)[1] if around else None
