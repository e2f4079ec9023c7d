"""What the rules said once and do not say now, as documents of an index of their own: found on demand, never mixed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ingest.glossary.model import ErratumEntry
from ingest.glossary.scope import scope_of
from ingest.model import Page, RevisionId
from site_src import paths
from site_src.atlas import Atlas, EntryRef, PageRef
from site_src.changes.wordings import OldWording, old_wordings
from site_src.search.documents import every_name, implied_names
from site_src.search.model import Dropped, SearchDocument
from site_src.search.tokens import key, words

Named: TypeAlias = dict[str, list[EntryRef]]  # the entries of a page by the key of their name

FEWEST = 3  # words of a wording that says something by itself


def older_documents(atlas: Atlas) -> Iterator[SearchDocument]:
    """Yield every wording that left its page, page by page, the last that left first; then what printed updates replaced."""
    for ref in sorted(atlas.pages.values(), key=lambda ref: (ref.wiki, ref.title, ref.id)):
        page = atlas.kb.pages.get(ref.id) if ref.revisions > 1 else None
        if page is not None:
            yield from _of_page(page, ref, atlas)
    for erratum in atlas.kb.errata:
        if erratum.original and atlas.shows(erratum.source.source):
            yield _original(erratum, atlas)


def _of_page(page: Page, ref: PageRef, atlas: Atlas) -> Iterator[SearchDocument]:
    found = [item for item in old_wordings(ref, atlas) if item.kind == "heading" or len(words(item.text)) >= FEWEST]
    told = {(item.dropped, item.section) for item in found if item.kind != "heading"}
    editions: dict[RevisionId, str | None] = {}
    named: Named = {}
    for entry in atlas.of_page.get(page.id, ()):
        named.setdefault(key(entry.name), []).append(entry)
    for number, item in enumerate(reversed(found), start=1):
        # A heading that went with its text says nothing beside it; one that was renamed is an old name.
        if item.kind != "heading" or (item.dropped, item.section) not in told:
            if item.old not in editions:
                editions[item.old] = _edition_of(item.old, page, atlas)
            yield _wording(item, number, page, editions[item.old], named, atlas)


def _edition_of(revision: RevisionId, page: Page, atlas: Atlas) -> str | None:
    """The edition of an older text, which may be another than that of the page today."""
    known = atlas.kb.revisions.get(revision)
    document = atlas.kb.document(revision) if atlas.kb.profile.editions else None
    if known is None or document is None:
        return page.edition
    source = atlas.sources.get(known.place.source)
    scope = scope_of(
        document, profile=atlas.kb.profile, title=known.title, model=known.model, timestamp=known.timestamp,
        edition=source.edition if source else None, language=page.language,
    )  # fmt: skip
    return scope.edition


def _wording(
    item: OldWording, number: int, page: Page, edition: str | None, named: Named, atlas: Atlas
) -> SearchDocument:
    entry = _entry_of(item, page, edition, named, atlas)
    name = entry.name if entry else item.section or page.title
    names = every_name((name,))
    by = atlas.kb.revisions.get(item.dropped)
    return SearchDocument(
        id=f"{page.id}@{item.old}#{number}", name=name, kind=entry.kind if entry else "section" if item.section else "page",
        page=page.id, section=item.section or None, url=item.path, edition=edition, editions=(edition,) if edition else (),
        language=page.language or atlas.language, source=page.source.source, names=names, implied=implied_names(names),
        also=_above(page.title, item.section, names), text=item.text, order=2 if item.undone else 0,
        boost=40 if item.undone else 100, recency=atlas.edition_rank(edition),
        dropped=Dropped(revision=item.dropped, date=item.time or None, user=by.user if by else None, since=item.since),
    )  # fmt: skip


def _entry_of(item: OldWording, page: Page, edition: str | None, named: Named, atlas: Atlas) -> EntryRef | None:
    """The entry that a wording belonged to: that of a heading above it, else the one that the page is about."""
    above = atlas.entries.get(item.entry)
    found = named.get(key(above.name if above else page.title), ())
    return min(found, key=lambda ref: (ref.edition != edition, ref.superseded, ref.id), default=above)


def _original(item: ErratumEntry, atlas: Atlas) -> SearchDocument:
    entry, page = atlas.entries.get(item.entry or ""), atlas.pages.get(item.page)
    title = page.title if page else item.page.partition(":")[2]
    name = entry.name if entry else item.section or title
    names = every_name((name,))
    place = atlas.printed_path(item.page, item.revision, item.anchor) or paths.page_path(item.page)
    return SearchDocument(
        id=f"{item.id}#original", name=name, kind=entry.kind if entry else "section", page=item.page, section=item.section,
        url=entry.path if entry else place, edition=item.edition,
        editions=(item.edition,) if item.edition else (), language=item.language, source=item.source.source, line=item.source.line,
        names=names, implied=implied_names(names), also=_above(title, item.section, names), text=item.original or "", order=1,
        recency=atlas.edition_rank(item.edition), dropped=Dropped(revision=item.revision, update=item.version),
    )  # fmt: skip


def _above(title: str, section: str | None, names: tuple[str, ...]) -> tuple[str, ...]:
    known = set(map(key, names))
    return tuple(text for text in dict.fromkeys((title, section or "")) if text and key(text) not in known)
