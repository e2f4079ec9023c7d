"""The knowledge base: everything the site, the index and the command read, as queries over shelves on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ingest.align.model import Comparison, PageChange
from ingest.database import Database, Shelf
from ingest.glossary.model import Entry, ErratumEntry, RulingEntry
from ingest.glossary.renames import Kept
from ingest.links.model import Alias, PageLinks, TargetLink
from ingest.model import Diagnostic, Page, PageId, Revision, RevisionId, Source
from ingest.profile import Profile
from ingest.tree import Document

VERSION = 1


class KnowledgeBase:
    """Shelves of frozen values: pages by page id; revisions, documents and links by revision id; entries by entry id."""

    def __init__(self, path: Path | None, profile: Profile, text_of: Callable[[str], str | None]) -> None:
        database = Database(path, kind="ludex knowledge base", version=VERSION)
        self.database = database
        self.profile = profile
        self.text = text_of  # SHA-256 → text, or None where it is unknown
        self.sources = Shelf(database, "sources", Source)
        self.pages = Shelf(database, "pages", Page)
        self.revisions = Shelf(database, "revisions", Revision)  # order: number in its page, 0 the oldest
        self.documents = Shelf(database, "documents", Document)
        self.entries = Shelf(database, "entries", Entry)  # page: where it stands; order: reading order
        self.renames = Shelf(database, "renames", Kept)  # by the concept that a name of today would have
        self.rulings = Shelf(database, "rulings", RulingEntry)
        self.errata = Shelf(database, "errata", ErratumEntry)
        self.links = Shelf(database, "links", PageLinks)
        self.targets = Shelf(database, "targets", TargetLink)
        self.aliases = Shelf(database, "aliases", Alias)
        self.changes = Shelf(database, "changes", PageChange)  # key "OLD..NEW"
        self.comparisons = Shelf(database, "comparisons", Comparison)
        self.diagnostics = Shelf(database, "diagnostics", Diagnostic)
        self._last: tuple[RevisionId, Document | None] | None = None  # thousands of entries may stand in one document

    def newest(self, page: PageId) -> Revision | None:
        """The newest revision of *page* whose text is known whole."""
        found = self.pages.get(page)
        return self.revisions.get(found.newest) if found and found.newest else None

    def document(self, revision: RevisionId) -> Document | None:
        """The tree of one revision, or None where its text is unknown."""
        if self._last is None or self._last[0] != revision or self._last[1] is None:
            self._last = (revision, self.documents.get(revision))
        return self._last[1]

    def history(self, page: PageId) -> Iterator[Revision]:
        """The revisions of *page*, oldest first."""
        return self.revisions.of_page(page)

    def close(self) -> None:
        """Close the store."""
        self.database.close()
