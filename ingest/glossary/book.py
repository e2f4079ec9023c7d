"""Names with their identities: what the light pass over all pages gives to the pass that yields entries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import msgspec

from ingest.glossary import doubts
from ingest.glossary.ids import Named, named
from ingest.glossary.kinds import key_of
from ingest.glossary.light import Home, PageRead, read_page
from ingest.glossary.model import Candidate, ConceptId, EntryId, is_second
from ingest.glossary.names import NameRow
from ingest.glossary.readings import UNKNOWN, Readings
from ingest.glossary.renames import Renames
from ingest.glossary.rows import merge_rows
from ingest.glossary.survivors import living, without_mentions
from ingest.glossary.typed import typed
from ingest.model import Diagnostic, Page, PageId, Place, Revision, RevisionId, Source, SourceId
from ingest.profile import Profile
from ingest.tree import Document
from ingest.visible import fold


class Book:
    """Names with their identities, and where to look for them."""

    def __init__(
        self, profile: Profile, renames: Renames, reads: Mapping[PageId, PageRead], names: Sequence[Named]
    ) -> None:
        self.profile = profile
        self.scopes = {page: read.scope for page, read in reads.items() if read.scope is not None}
        self.spoken = {page: tuple(read.spoken) for page, read in reads.items()}
        self.diagnostics: list[Diagnostic] = [note for read in reads.values() for note in read.notes]
        self._by_place = {(item.row.page, item.row.revision, item.row.edition, item.row.index): item for item in names}
        self._read_for = {key[:3] for key in self._by_place}
        self._by_line: dict[tuple[object, ...], EntryId] = {}
        self._by_name: dict[str, list[Named]] = defaultdict(list)
        self._by_page: dict[tuple[PageId, str | None], EntryId] = {}
        self._homes: dict[tuple[str, str | None, str], Home] = {}
        self._former = {kept.concept: (kept.was,) for kept in renames.kept.values() if kept.was}
        for item in names:
            self._remember(item)
        for read in reads.values():
            for mark, edition, language, home in read.marks:
                known = self._homes.setdefault((mark, edition, language), home)
                if home.speaks and not known.speaks:
                    self._homes[mark, edition, language] = home

    def _remember(self, item: Named) -> None:
        row = item.row
        for edition in row.editions or (row.edition,):
            self._by_line[row.page, row.revision, edition, row.kind, row.name, row.line] = item.id
            if row.rank == 0 and fold(row.title).startswith(fold(row.name)):
                self._by_page.setdefault((row.page, edition), item.id)
        own = (row.title,) if row.rank == 0 else ()
        for name in {self._key(text) for text in (row.name, row.acronym or "", *row.aliases, *own) if text}:
            self._by_name[name].append(item)

    def _key(self, name: str) -> str:
        return key_of(name, self.profile.glossary.other, self.profile)

    def name_of(self, page: PageId, revision: RevisionId, edition: str | None, index: int) -> Named | None:
        """The identity of one candidate, or None where it is no entry of its own."""
        return self._by_place.get((page, revision, edition, index))

    def has_entries(self, page: PageId, revision: RevisionId, edition: str | None) -> bool:
        """Whether entries of this edition are read from this revision."""
        return (page, revision, edition) in self._read_for

    def id_in(self, page: PageId, revision: RevisionId, edition: str | None, candidate: Candidate) -> EntryId | None:
        """The id under which *candidate* goes in *edition*, whichever edition it was first read for."""
        return self._by_line.get((page, revision, edition, candidate.kind, candidate.name, candidate.line))

    def page_entry(self, page: PageId, edition: str | None) -> EntryId | None:
        """The entry that a page as a whole defines."""
        return self._by_page.get((page, edition))

    def former(self, concept: ConceptId) -> tuple[str, ...]:
        """The names that *concept* bore before."""
        return self._former.get(concept, ())

    def is_home(self, mark: str, edition: str | None, language: str, page: PageId, revision: RevisionId) -> bool:
        """Whether the passage *mark* is told at this revision and not at another that prints it too."""
        home = self._homes.get((mark, edition, language))
        return home is not None and (home.page, home.revision) == (page, revision)

    def find(self, title: str, edition: str | None, language: str) -> EntryId | None:
        """The entry that *title* names in this edition, own pages before headings."""
        named_so = self._by_name.get(self._key(title.partition("#")[0].strip() or title.lstrip("# ")), ())
        fits = [
            item
            for item in named_so
            if edition in (item.row.editions or (item.row.edition,)) and item.row.language == language
        ]
        return min(fits, key=_standing).id if fits else None


def _standing(item: Named) -> tuple[bool, int, bool, EntryId]:
    return item.row.superseded, item.row.rank, is_second(item.id, item.concept), item.id


def book_of(
    histories: Iterable[tuple[Page, Sequence[Revision]]], *, document_of: Callable[[RevisionId], Document | None],
    sources: Mapping[SourceId, Source], profile: Profile, renames: Renames, as_of: str | None,
    readings: Readings = UNKNOWN,
) -> Book:  # fmt: skip
    """Read all pages once."""
    reads: dict[PageId, PageRead] = {}
    for page, revisions in histories:
        if page.model != "other":
            read = partial(read_page, page, revisions, document_of, sources, profile, as_of)
            reads[page.id] = readings.of_page((page, revisions, sources, as_of), read)
    _fill_editions(reads)
    rows = without_mentions([row for read in reads.values() for row in read.rows], profile)
    merged = merge_rows(typed(living(rows, profile), profile), profile)
    kept = {new: item.concept for new, item in renames.kept.items()}
    names = named(merged.rows, profile, kept=kept)
    book = Book(profile, renames, reads, names)

    def place_of(row: NameRow) -> Place:
        first = reads[row.page].places[row.revision]
        line = first.line + row.line - 1 if first.line and row.line else first.line
        return Place(source=first.source, line=line, page=row.page, revision=row.revision)

    book.diagnostics += doubts.disputes(merged.conflicts, place_of)
    book.diagnostics += doubts.undefined_labels(merged.rows, profile, place_of)
    book.diagnostics += doubts.homonyms(names, profile, place_of)
    return book


def _fill_editions(reads: Mapping[PageId, PageRead]) -> None:
    """A text that betrays no edition is taken for what most texts of its source are."""
    counts: dict[SourceId, Counter[str]] = defaultdict(Counter)
    for read in reads.values():
        if read.scope is not None and read.scope.edition:
            counts[read.source][read.scope.edition] += 1
    for read in reads.values():
        if read.scope is not None and read.scope.edition is None and counts[read.source]:
            edition = max(sorted(counts[read.source]), key=lambda item: counts[read.source][item])
            read.scope = msgspec.structs.replace(
                read.scope, edition=edition, editions=(edition,), evidence=f"edition {edition}: as most of its source"
            )
            read.rows = [_with_edition(row, edition) for row in read.rows]
            read.spoken = [
                msgspec.structs.replace(item, editions=tuple(one or edition for one in item.editions))
                for item in read.spoken
            ]
            read.marks = [(mark, one or edition, language, home) for mark, one, language, home in read.marks]


def _with_edition(row: NameRow, edition: str) -> NameRow:
    return row if row.edition else msgspec.structs.replace(row, edition=edition, editions=(edition,))
