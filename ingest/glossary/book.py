"""The light pass: every name of every page, which revision speaks for which edition, and the identity of each entry."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Map

import msgspec
from msgspec import Struct

from ingest.glossary import doubts
from ingest.glossary.extract import candidates
from ingest.glossary.flow import is_marked
from ingest.glossary.kinds import key_of
from ingest.glossary.model import Candidate, ConceptId, EntryId, Scope, WeaponProfile
from ingest.glossary.names import ROW, Named, NameRow, named, row_of
from ingest.glossary.names_of import name_of
from ingest.glossary.passages import told
from ingest.glossary.renames import Renames
from ingest.glossary.rows import merge_rows
from ingest.glossary.scope import scope_of
from ingest.glossary.snapshot import Dated, is_by, speakers
from ingest.model import Diagnostic, Page, PageId, Place, Revision, RevisionId, Source, SourceId
from ingest.profile import Profile
from ingest.tree import Box, Document, Record, Ruling, walk
from ingest.visible import fold


class Spoken(Struct, frozen=True, kw_only=True):
    """A revision that entries are read from."""

    revision: RevisionId
    editions: tuple[str | None, ...]
    language: str
    speaks: bool  # False where it is only read for what newer texts no longer hold


class _Home(Struct, frozen=True, kw_only=True):
    page: PageId
    revision: RevisionId
    speaks: bool


class _PageRead(Struct, kw_only=True):
    """What the light pass learns of one page."""

    scope: Scope | None = None
    source: SourceId = ""
    rows: list[NameRow] = msgspec.field(default_factory=list)
    spoken: list[Spoken] = msgspec.field(default_factory=list)
    marks: list[tuple[str, str | None, str, _Home]] = msgspec.field(default_factory=list)
    places: dict[RevisionId, Place] = msgspec.field(default_factory=dict)
    notes: list[Diagnostic] = msgspec.field(default_factory=list)


class Book:
    """Names with their identities, and where to look for them."""

    def __init__(
        self, profile: Profile, renames: Renames, reads: Map[PageId, _PageRead], names: Sequence[Named]
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
        self._homes: dict[tuple[str, str | None, str], _Home] = {}
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
        for name in {fold(text) for text in (row.name, row.acronym or "", *row.aliases, *own) if text}:
            self._by_name[name].append(item)

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
        named_so = self._by_name.get(fold(title.partition("#")[0].strip() or title.lstrip("# ")), ())
        fits = [
            item
            for item in named_so
            if edition in (item.row.editions or (item.row.edition,)) and item.row.language == language
        ]
        return min(fits, key=lambda item: (item.row.superseded, item.row.rank, item.id)).id if fits else None


def book_of(
    histories: Iterable[tuple[Page, Sequence[Revision]]], *, document_of: Callable[[RevisionId], Document | None],
    sources: Map[SourceId, Source], profile: Profile, renames: Renames, as_of: str | None,
) -> Book:  # fmt: skip
    """Read all pages once."""
    reads: dict[PageId, _PageRead] = {}
    for page, revisions in histories:
        if page.model != "other":
            reads[page.id] = _read_page(page, revisions, document_of, sources, profile, as_of)
    _fill_editions(reads)
    rows = _without_mentions([row for read in reads.values() for row in read.rows], profile)
    merged = merge_rows(_living(rows, profile), profile)
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


def _read_page(
    page: Page, revisions: Sequence[Revision], document_of: Callable[[RevisionId], Document | None],
    sources: Map[SourceId, Source], profile: Profile, as_of: str | None,
) -> _PageRead:  # fmt: skip
    out = _PageRead(source=page.source.source)
    dated = list(_dated(page, revisions, document_of, sources, profile, as_of))
    if not dated:
        return out
    out.scope = dated[-1].scope
    speaking = speakers(dated, as_of=as_of)
    for speaker in speaking:
        _read_revision(out, page, speaker.revision, speaker.scope, speaker.editions, document_of, profile, speaks=True)
    chosen = {speaker.revision.id for speaker in speaking}
    typed = (
        profile.templates.names or profile.templates.patterns
    )  # without them no older text holds a box, a row or a ruling
    for item in reversed(dated) if typed else ():
        if item.revision.id not in chosen:
            _read_revision(
                out, page, item.revision, item.scope, item.scope.editions or (None,), document_of, profile, speaks=False
            )
    return out


def _dated(
    page: Page, revisions: Sequence[Revision], document_of: Callable[[RevisionId], Document | None],
    sources: Map[SourceId, Source], profile: Profile, as_of: str | None,
) -> Sequence[Dated]:  # fmt: skip
    """The readable revisions of *page* with their scopes, oldest first."""
    out: list[Dated] = []
    for revision in (item for item in revisions if is_by(item, as_of)):
        document = document_of(revision.id)
        if document is not None and document.redirect is not None:
            out = list(_left_by_redirect(out, revision, profile))
        elif document is not None:
            out.append(
                Dated(
                    revision=revision,
                    scope=_scope(page, revision, document, sources, profile) if profile.editions else Scope(),
                )
            )
    if out and not profile.editions:  # a game without editions: only the newest text of a page need be asked
        newest = out[-1].revision
        document = document_of(newest.id)
        scope = _scope(page, newest, document, sources, profile) if document else Scope()
        out = [Dated(revision=item.revision, scope=scope) for item in out]
    return out


def _scope(
    page: Page, revision: Revision, document: Document, sources: Map[SourceId, Source], profile: Profile
) -> Scope:
    source = sources.get(revision.place.source)
    return scope_of(
        document, profile=profile, title=page.title, model=revision.model,
        timestamp=revision.timestamp or (source.date if source else None),
        edition=source.edition if source else None, language=source.language if source else None,
    )  # fmt: skip


def _left_by_redirect(dated: Sequence[Dated], redirect: Revision, profile: Profile) -> Iterator[Dated]:
    """A page that became a redirect says no more of the edition of that day; older editions keep their last text."""
    day = (redirect.timestamp or "9999")[:10]
    newest = max(
        (item for item in profile.editions if (item.since or "") <= day), key=lambda item: item.order, default=None
    )
    if newest is not None and redirect.timestamp is not None:
        yield from (item for item in dated if newest.id not in item.scope.editions)


def _read_revision(
    out: _PageRead, page: Page, revision: Revision, scope: Scope, editions: Sequence[str | None],
    document_of: Callable[[RevisionId], Document | None], profile: Profile, *, speaks: bool,
) -> None:  # fmt: skip
    document = document_of(revision.id)
    if document is None or not (speaks or _is_typed(document)):
        return
    by_edition = _by_edition(document, page, editions, profile)
    rows = [_with_twin(row, document, profile) for row in _rows(page, revision, scope, by_edition)]
    if not speaks:
        out.notes += doubts.outdated(rows, out.rows, revision)
        rows = _vanished(rows, out, profile)
    marks = [
        (passage.mark, edition, scope.language, _Home(page=page.id, revision=revision.id, speaks=speaks))
        for edition, passages in told(document, editions) for passage in passages
    ]  # fmt: skip
    out.rows += rows
    out.marks += marks
    out.places[revision.id] = revision.place
    out.spoken.append(Spoken(revision=revision.id, editions=tuple(editions), language=scope.language, speaks=speaks))


def _with_twin(row: NameRow, document: Document, profile: Profile) -> NameRow:
    """A page's own term is the one that its link to the wiki of the first language leads to."""
    twin = next((name_of(title).name for language, title in document.languages if language == profile.languages[0]), "")
    if not twin or row.rank or row.language == profile.languages[0] or fold(name_of(row.title).name) != fold(row.name):
        return row
    return msgspec.structs.replace(row, twin=twin, aliases=tuple(dict.fromkeys((*row.aliases, twin))))


def _by_edition(
    document: Document, page: Page, editions: Sequence[str | None], profile: Profile
) -> dict[str | None, tuple[Candidate, ...]]:
    def read(edition: str | None) -> tuple[Candidate, ...]:
        return candidates(document, profile=profile, title=page.title, model=page.model, edition=edition)

    return (
        {edition: read(edition) for edition in editions}
        if is_marked(document.blocks)
        else dict.fromkeys(editions, read(editions[0]))
    )


def _is_typed(document: Document) -> bool:
    return any(
        isinstance(node, Record | Ruling) or (isinstance(node, Box) and node.defines) for node in walk(document.blocks)
    )


def _rows(
    page: Page, revision: Revision, scope: Scope, by_edition: Map[str | None, Sequence[Candidate]]
) -> Iterator[NameRow]:
    """One row for each candidate; where two editions read the same words, one row for both."""
    shared: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for edition, found in by_edition.items():
        for candidate in found:
            shared[_digest(candidate)].append(edition or "")
    for edition, found in by_edition.items():
        data = sum(candidate.rule.startswith(ROW) for candidate in found)
        for index, candidate in enumerate(found):
            editions = tuple(item for item in shared[_digest(candidate)] if item)
            if editions and editions[0] != edition:
                continue
            parent = found[candidate.parent] if candidate.parent is not None else None
            row = row_of(
                candidate, page=page.id, title=page.title, revision=revision.id, index=index, edition=edition,
                editions=editions, language=scope.language, parent=parent,
            )  # fmt: skip
            yield msgspec.structs.replace(row, neighbours=data, profiles=_in_file(candidate, revision.place))


def _in_file(candidate: Candidate, place: Place) -> tuple[WeaponProfile, ...]:
    first = place.line
    return tuple(
        msgspec.structs.replace(item, line=first + item.line - 1 if first and item.line else first)
        for item in candidate.profiles
    )


def _digest(candidate: Candidate) -> tuple[object, ...]:
    return (
        candidate.kind,
        candidate.name,
        candidate.line,
        candidate.text,
        candidate.cls,
        candidate.labels,
        candidate.profiles,
    )


def _vanished(rows: Sequence[NameRow], out: _PageRead, profile: Profile) -> list[NameRow]:
    """The typed rows of an older revision that nothing read so far still holds."""
    soft = {profile.glossary.other, profile.glossary.chart}
    known = {(edition, row.kind, fold(row.name)) for row in out.rows for edition in row.editions or (row.edition,)}
    return [
        msgspec.structs.replace(row, superseded=True)
        for row in rows
        if row.rank in (0, 3)
        and row.kind not in soft
        and not any((edition, row.kind, fold(row.name)) in known for edition in row.editions or (row.edition,))
    ]


def _fill_editions(reads: Map[PageId, _PageRead]) -> None:
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


def _living(rows: Sequence[NameRow], profile: Profile) -> list[NameRow]:
    """Rows without the superseded ones whose name lives on at another page."""
    alive = {
        (edition, row.language, row.kind, fold(row.name))
        for row in rows
        if not row.superseded
        for edition in row.editions or (row.edition,)
    }
    return [
        row for row in rows
        if not row.superseded or not any((edition, row.language, row.kind, fold(row.name)) in alive for edition in row.editions or (row.edition,))
    ]  # fmt: skip


def _without_mentions(rows: Sequence[NameRow], profile: Profile) -> list[NameRow]:
    """Rows without the phrases whose term has a heading, a box or a page of its own in their edition and language."""
    own = {
        (edition, row.language, key_of(name, kind, profile))
        for row in rows if row.rank < 2 for edition in row.editions or (row.edition,)
        for name in (row.name, *row.aliases) for kind in (row.kind, profile.glossary.other)
    }  # fmt: skip
    return [
        row for row in rows
        if row.rank != 2 or not all(
            (edition, row.language, key_of(row.name, row.kind, profile)) in own for edition in row.editions or (row.edition,)
        )
    ]  # fmt: skip
