"""What lists and links need to know of an entry or a page, and the names that all spellings of a label share."""

from __future__ import annotations

import re

from msgspec import Struct

from ingest.glossary.model import ConceptId, Entry, EntryId, is_second
from ingest.model import Page, PageId, RevisionId
from ingest.visible import fold, slug
from site_src import paths

LABEL_KINDS = ("label", "trait", "keyword")
_PARENTHESES = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*\Z")


class EntryRef(Struct, frozen=True, kw_only=True):
    """An entry as lists and links need it."""

    id: EntryId
    concept: ConceptId
    name: str
    kind: str
    cls: str | None
    edition: str | None
    language: str
    level: str | None
    page: PageId
    parent: EntryId | None
    path: str
    superseded: bool

    @property
    def second(self) -> bool:
        """Whether it is another source's text of its edition."""
        return is_second(self.id, self.concept)

    @property
    def scope(self) -> tuple[str | None, str]:
        """Its edition and language."""
        return self.edition, self.language


class PageRef(Struct, frozen=True, kw_only=True):
    """A page as lists and links need it."""

    id: PageId
    wiki: str
    title: str
    namespace: int
    language: str | None
    edition: str | None
    redirect: str | None
    newest: RevisionId | None
    last: str | None
    revisions: int
    path: str


def entry_ref(entry: Entry) -> EntryRef:
    """*entry* without its texts."""
    return EntryRef(
        id=entry.id, concept=entry.concept, name=entry.name, kind=entry.kind, cls=entry.cls, edition=entry.edition,
        language=entry.language, level=entry.level, page=entry.page, parent=entry.parent, path=paths.entry_path(entry.id),
        superseded=entry.superseded,
    )  # fmt: skip


def page_ref(page: Page) -> PageRef:
    """*page* without what only its own page prints."""
    return PageRef(
        id=page.id, wiki=page.wiki, title=page.title, namespace=page.namespace, language=page.language, edition=page.edition,
        redirect=page.redirect, newest=page.newest, last=page.last, revisions=page.revisions, path=paths.page_path(page.id),
    )  # fmt: skip


def sheet_path(ref: PageRef, number: int) -> str:
    """Where the *number*-th sheet of a page stands; the first has the page's own path."""
    return paths.numbered(ref.path.removesuffix(".html"), number)


def bare_label(label: str) -> str:
    """A label without what stands in parentheses: ``Disposable (2)`` is *Disposable*."""
    return _PARENTHESES.sub("", label).strip() or label.strip()


def label_key(label: str) -> str:
    """What all spellings of a label share."""
    return slug(fold(bare_label(label)))


def several(name: str) -> str:
    """The English plural of a kind's *name*, for one that no profile names; what ends in an s is one already."""
    if name.endswith("s") and not name.endswith("ss"):
        return name
    if name.endswith(("ss", "x", "z", "ch", "sh")):
        return f"{name}es"
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in "aeiou" else f"{name}s"
