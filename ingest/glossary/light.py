"""The light pass over one page: which revision speaks for which edition, and the names that each holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from ingest.glossary import doubts
from ingest.glossary.extract import candidates
from ingest.glossary.flow import is_marked
from ingest.glossary.model import Candidate, Scope, WeaponProfile
from ingest.glossary.names import ROW, NameRow, row_of
from ingest.glossary.names_of import name_of
from ingest.glossary.passages import told
from ingest.glossary.scope import scope_of
from ingest.glossary.snapshot import Dated, is_by, speakers
from ingest.glossary.survivors import vanished
from ingest.model import Diagnostic, Page, PageId, Place, Revision, RevisionId, Source, SourceId
from ingest.profile import Profile
from ingest.tree import Box, Document, Record, Ruling, walk
from ingest.visible import fold

_NO_RULES = frozenset((2, 6, 8, 10, 14, 828))  # user, file, interface, template, category, module; odd ones are talk
BOOKS = ("rulebook", "numbered")  # texts that are no page among many: each is a source of its own


class Spoken(Struct, frozen=True, kw_only=True):
    """A revision that entries are read from."""

    revision: RevisionId
    editions: tuple[str | None, ...]
    language: str
    speaks: bool  # False where it is only read for what newer texts no longer hold


class Home(Struct, frozen=True, kw_only=True):
    page: PageId
    revision: RevisionId
    speaks: bool


class PageRead(Struct, kw_only=True):
    """What the light pass learns of one page."""

    scope: Scope | None = None
    source: SourceId = ""
    rows: list[NameRow] = msgspec.field(default_factory=list)
    spoken: list[Spoken] = msgspec.field(default_factory=list)
    marks: list[tuple[str, str | None, str, Home]] = msgspec.field(default_factory=list)
    places: dict[RevisionId, Place] = msgspec.field(default_factory=dict)
    notes: list[Diagnostic] = msgspec.field(default_factory=list)


def read_page(
    page: Page, revisions: Sequence[Revision], document_of: Callable[[RevisionId], Document | None],
    sources: Mapping[SourceId, Source], profile: Profile, as_of: str | None,
) -> PageRead:  # fmt: skip
    out = PageRead(source=page.source.source)
    dated = list(_dated(page, revisions, document_of, sources, profile, as_of))
    if not dated:
        return out
    out.scope = dated[-1].scope
    if page.namespace in _NO_RULES or page.namespace % 2:
        return out
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
    sources: Mapping[SourceId, Source], profile: Profile, as_of: str | None,
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
    page: Page, revision: Revision, document: Document, sources: Mapping[SourceId, Source], profile: Profile
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
    out: PageRead, page: Page, revision: Revision, scope: Scope, editions: Sequence[str | None],
    document_of: Callable[[RevisionId], Document | None], profile: Profile, *, speaks: bool,
) -> None:  # fmt: skip
    document = document_of(revision.id)
    if document is None or not (speaks or _is_typed(document)):
        return
    by_edition = _by_edition(document, page, editions, profile)
    rows = [_with_twin(row, document, profile) for row in _rows(page, revision, scope, by_edition)]
    if not speaks:
        out.notes += doubts.outdated(rows, out.rows, revision)
        rows = vanished(rows, out.rows, profile)
    marks = [
        (passage.mark, edition, scope.language, Home(page=page.id, revision=revision.id, speaks=speaks))
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
    page: Page, revision: Revision, scope: Scope, by_edition: Mapping[str | None, Sequence[Candidate]]
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
                editions=editions, language=scope.language, parent=parent, book=page.id if page.model in BOOKS else "",
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
