"""All pages in, the glossary out: a light pass for names, then a pass that yields each entry with its id.

Memory holds the names and one page; documents are asked for one at a time, twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ingest.glossary.book import Book, book_of
from ingest.glossary.extract import candidates
from ingest.glossary.flow import is_marked
from ingest.glossary.light import Spoken
from ingest.glossary.model import Candidate, Entry, EntryId, ErratumEntry, RulingEntry
from ingest.glossary.passages import errata, told
from ingest.glossary.readings import UNKNOWN, Readings
from ingest.glossary.renames import Renames
from ingest.glossary.told import Standing, erratum_entry, holder, ruling_entry, wordings
from ingest.model import Diagnostic, Page, PageId, Revision, RevisionId, Source, SourceId
from ingest.profile import Profile
from ingest.tree import Document

Histories: TypeAlias = Callable[[], Iterable[tuple[Page, Sequence[Revision]]]]  # revisions oldest first
DocumentOf: TypeAlias = Callable[[RevisionId], Document | None]


class PageScope(Struct, frozen=True, kw_only=True):
    """What the newest text of a page holds for."""

    page: PageId
    edition: str | None
    editions: tuple[str, ...]
    language: str


Item: TypeAlias = Entry | RulingEntry | ErratumEntry | Diagnostic | PageScope


def build_glossary(
    histories: Histories, *, document_of: DocumentOf, sources: Mapping[SourceId, Source], profile: Profile,
    renames: Renames | None = None, as_of: str | None = None, readings: Readings = UNKNOWN,
) -> Iterator[Item]:  # fmt: skip
    """Yield what the glossary of *profile* says of all pages, page by page in the order of *histories*.

    *histories* is called twice and must give the same pages both times; *document_of* gives None where a text is
    unknown. Redirects and texts of other models define nothing. What *readings* knows of a page is not read again.
    """
    book = book_of(
        histories(),
        document_of=document_of,
        sources=sources,
        profile=profile,
        renames=renames or Renames(),
        as_of=as_of,
        readings=readings,
    )
    yield from book.diagnostics
    for page, revisions in histories():
        scope = book.scopes.get(page.id)
        if scope is not None:
            yield PageScope(page=page.id, edition=scope.edition, editions=scope.editions, language=scope.language)
        by_id = {revision.id: revision for revision in revisions}
        for spoken in book.spoken.get(page.id, ()):
            document = document_of(spoken.revision)
            if document is not None:
                yield from _of_revision(page, by_id[spoken.revision], spoken, document, book, readings)


def _of_revision(
    page: Page, revision: Revision, spoken: Spoken, document: Document, book: Book, readings: Readings
) -> Iterator[Item]:  # fmt: skip
    rulings = dict(told(document, spoken.editions))
    updates: set[str] = set()
    read = _reader(page, revision, document, book.profile, readings)
    for edition in spoken.editions:
        at = Standing(page=page, revision=revision, edition=edition, language=spoken.language)
        entries = (
            list(_entries(at, spoken, document, book, read)) if book.has_entries(page.id, revision.id, edition) else []
        )
        yield from (entry for entry, _, _ in entries)
        for passage in rulings.get(edition, ()):
            if book.is_home(passage.mark, at.edition, at.language, page.id, revision.id):
                yield ruling_entry(passage, at, book.find)
        for passage in errata(document, edition) if spoken.speaks else ():
            if passage.mark not in updates:
                updates.add(passage.mark)
                yield erratum_entry(passage, at, holder(passage, entries) or book.page_entry(page.id, edition))


def _reader(
    page: Page, revision: Revision, document: Document, profile: Profile, readings: Readings
) -> Callable[[str | None], tuple[Candidate, ...]]:  # fmt: skip
    """How to read the candidates of an edition; a text without marks reads the same in each, and is read once."""
    marked = is_marked(document.blocks)
    known: dict[str | None, tuple[Candidate, ...]] = {}

    def read(edition: str | None) -> tuple[Candidate, ...]:
        key = edition if marked else None
        if key not in known:
            known[key] = readings.candidates(
                page, revision, key,
                lambda: candidates(document, profile=profile, title=page.title, model=page.model, edition=edition),
            )  # fmt: skip
        return known[key]

    return read


def _entries(
    at: Standing, spoken: Spoken, document: Document, book: Book, read: Callable[[str | None], tuple[Candidate, ...]]
) -> Iterator[tuple[Entry, int, int]]:
    found = read(at.edition)
    updates = errata(document, at.edition) if spoken.speaks else ()
    for index, candidate in enumerate(found):
        name = book.name_of(at.page.id, at.revision.id, at.edition, index)
        if name is None:
            continue
        parent = found[candidate.parent] if candidate.parent is not None else None
        entry = _entry(candidate, at, name.id, name.concept)
        entry = msgspec.structs.replace(
            entry,
            kind=name.row.kind,
            editions=name.row.editions,
            aliases=_aliases(candidate, book.former(name.concept), name.row.aliases),
            parent=book.id_in(at.page.id, at.revision.id, at.edition, parent) if parent else None,
            profiles=name.row.profiles,
            errata=wordings(updates, at, candidate.line, candidate.end_line),
            superseded=name.row.superseded,
        )
        yield entry, candidate.line, candidate.end_line


def _entry(candidate: Candidate, at: Standing, id: EntryId, concept: str) -> Entry:
    return Entry(
        id=id, concept=concept, name=candidate.name, kind=candidate.kind, rule=candidate.rule, cls=candidate.cls,
        labels=candidate.labels, level=candidate.level, acronym=candidate.acronym, category=candidate.category,
        marker=candidate.marker, edition=at.edition, language=at.language, sections=candidate.sections, parts=candidate.parts,
        text=candidate.text, summary=candidate.summary, page=at.page.id, revision=at.revision.id, anchor=candidate.anchor,
        heading=candidate.heading, source=at.place(candidate.line, candidate.end_line),
    )  # fmt: skip


def _aliases(candidate: Candidate, *others: Sequence[str]) -> tuple[str, ...]:
    names = dict.fromkeys((*candidate.aliases, *(name for group in others for name in group)))
    return tuple(name for name in names if name != candidate.name)
