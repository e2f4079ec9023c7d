"""The append-only archive: every source, every sighting, each text once; revisions and pages are merged on demand.

Adding a source is one transaction, streamed: a crash, a full disk or a lock loses nothing that was there. Reading the
same bytes again adds nothing, unless the configuration says something else of them by now: then their sightings are
made again. An overlapping source adds its sightings, but no text that is known. A live wiki is a source that grows:
``extend`` adds to it batch by batch. ``forget`` takes a source's sightings, and the texts that no other source has, and
leaves a tombstone.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from ingest.archive.adding import Added, Adding, has_revision
from ingest.archive.adoption import adopt
from ingest.archive.context import Context, conflicts
from ingest.archive.editing import Files
from ingest.archive.following import (
    TABLES,
    Mark,
    marks_of,
    reached_of,
    set_marks,
    set_reached,
    set_since,
    since_of,
)
from ingest.archive.merge import Seen, merge, page_id, published, unnumbered
from ingest.database import Database
from ingest.errors import NotFound
from ingest.model import Diagnostic, Page, PageId, Reading, Revision, Sha256, Source, SourceId

__all__ = ["Archive"]

VERSION = 1

NOTHING: tuple[PageId, tuple[Revision, ...], str | None] = ("", (), None)

_TABLES = (
    "CREATE TABLE IF NOT EXISTS sources (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, sha256 TEXT NOT NULL,"
    " data BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS sightings (number INTEGER PRIMARY KEY, source INTEGER NOT NULL, wiki TEXT NOT NULL,"
    " title TEXT NOT NULL, revision INTEGER, text TEXT, data BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS sightings_page ON sightings (wiki, title)",
    "CREATE INDEX IF NOT EXISTS sightings_revision ON sightings (wiki, revision)",
    "CREATE INDEX IF NOT EXISTS sightings_source ON sightings (source)",
    "CREATE INDEX IF NOT EXISTS sightings_text ON sightings (text)",
    "CREATE TABLE IF NOT EXISTS texts (sha256 TEXT PRIMARY KEY, published TEXT NOT NULL, data BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS texts_published ON texts (published)",
    "CREATE TABLE IF NOT EXISTS diagnostics (source INTEGER NOT NULL, ord INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY (source, ord)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS tombstones (sha256 TEXT PRIMARY KEY, id TEXT NOT NULL, data BLOB NOT NULL)",
)
_BY_SOURCE = (
    ("sightings", "source"),
    ("diagnostics", "source"),
    ("marks", "source"),
    ("followed", "source"),
    ("reached", "source"),
    ("sources", "number"),
)

_READ = (("sightings", "source"), ("diagnostics", "source"), ("sources", "number"))  # what a source is read from


class Archive:
    """One archive file, or a temporary one where *path* is None."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.database = Database(path, kind="ludex archive", version=VERSION)
        with self.database:
            for statement in (*_TABLES, *TABLES):
                self.database.execute(statement)
        self._context: Context | None = None  # of merging; anew after every change
        self._merged: tuple[PageId, tuple[Revision, ...], str | None] = NOTHING  # what was asked for last
        self._files = Files(self.database)
        self._told: Callable[[Source], Source] = _as_stored

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def copy_to(self, path: Path) -> None:
        """Write all that is here into a new file at *path*."""
        self.database.execute("VACUUM INTO ?", (str(path),))

    def add(self, source: Source, readings: Iterable[Reading], *, again: bool = False) -> Added:
        """Keep what *source* says, in one transaction. Bytes that were forgotten stay so unless *again*."""
        with self.database:
            number, stored = self._stored(source.id)
            was_edited = number < self._files.newest(source)
            if stored == source and not was_edited:
                return Added(source=source.id, already=True)
            if not again and self.is_forgotten(source.sha256):
                return Added(source=source.id, forgotten=True)
            self._changed()
            self.database.execute("DELETE FROM tombstones WHERE sha256 = ?", (source.sha256,))
            adopt(self.database, source)
            self._files.share_title(source)
            if stored is not None:
                self._take_out(number)
            if was_edited:  # and is now again what it was before: that is the newest
                number = self._next_number()
            added = Adding(self.database, source, number).run(readings)
            self._files.put(source, number)
            if stored is not None:
                self._drop_unused_texts()
            return added

    def describe(self, told: Callable[[Source], Source]) -> None:
        """Let *told* say of each source what its owner says of it; nothing of that is stored."""
        self._told = told
        self._changed()

    def extend(self, source: Source, readings: Iterable[Reading], marks: Iterable[Mark] = (), *, since: str | None = None, reached: str | None = None, again: bool = False) -> Added:  # fmt: skip
        """Add to a source that grows, in one transaction, what it does not have yet, and how far its pages were followed.

        *since* says that it was followed as a whole up to then; *reached*, that it is still read for the first time, in
        the order of time, and how far.
        """
        with self.database:
            number, stored = self._stored(source.id)
            if stored is None and not again and self.is_forgotten(source.sha256):
                return Added(source=source.id, forgotten=True)
            self._changed()
            self.database.execute("DELETE FROM tombstones WHERE sha256 = ?", (source.sha256,))
            if stored != source:
                adopt(self.database, source)
            added = Adding(self.database, source, number).more(readings, is_new=stored is None)
            set_marks(self.database, number, source.wiki, marks)
            if reached is not None:
                set_reached(self.database, number, reached)
            if since is not None:
                set_since(self.database, number, since)
            return added

    def withhold(self, is_withheld: Callable[[Source], bool]) -> tuple[Source, ...]:
        """Read from now on as if the sources that *is_withheld* chooses had never been added; returns them.

        What was once read of a file is as its newest version. Nothing is taken out, but nothing can be added any more.
        """
        sources = tuple(self.sources())
        newest = {source.file: source for source in sources if source.file}
        chosen = tuple(source for source in sources if is_withheld(newest.get(source.file, source)))
        numbers = ", ".join(str(self._stored(source.id)[0]) for source in chosen)
        for table, column in _READ if chosen else ():
            query = f"SELECT * FROM main.{table} WHERE {column} NOT IN ({numbers})"
            self.database.execute(f"CREATE TEMP VIEW {table} AS {query}")  # goes before the table of the same name
        self._changed()
        return chosen

    def marks(self, source_id: SourceId) -> dict[int, Mark]:
        """How far the pages of a source that grows were followed, by the wiki's number of the page."""
        return marks_of(self.database, self._stored(source_id)[0])

    def followed_since(self, source_id: SourceId) -> str | None:
        """Up to when a source that grows was followed as a whole; None where it never was."""
        return since_of(self.database, self._stored(source_id)[0])

    def reached(self, source_id: SourceId) -> str | None:
        """Up to which time a source was read that is still read for the first time; None where it is not."""
        return reached_of(self.database, self._stored(source_id)[0])

    def lacking(self, source: Source, revisions: Iterable[int]) -> list[int]:
        """Those of *revisions* that *source* has not told of."""
        number, _ = self._stored(source.id)
        return [item for item in revisions if not has_revision(self.database, number, source.wiki, item)]

    def forget(self, source_id: SourceId) -> None:
        """Take out a source; only a tombstone stays. Raises NotFound."""
        number, source = self._stored(source_id)
        if source is None:
            raise NotFound("source", source_id, known=[known.id for known in self.sources()])
        with self.database as database:
            self._changed()
            self._take_out(number)
            self._drop_unused_texts()
            row = (source.sha256, source_id, msgspec.msgpack.encode(source))
            database.execute("INSERT OR REPLACE INTO tombstones VALUES (?, ?, ?)", row)

    def is_forgotten(self, sha256: Sha256) -> bool:
        """Tell whether a source of these bytes was forgotten."""
        row = self.database.execute("SELECT 1 FROM tombstones WHERE sha256 = ?", (sha256,)).fetchone()
        return row is not None

    def sources(self) -> Iterator[Source]:
        """Yield the sources in order of reading, as their owner describes them."""
        decode = msgspec.msgpack.Decoder(Source).decode
        for (data,) in self.database.execute("SELECT data FROM sources ORDER BY number"):
            yield self._told(decode(data))

    def tombstones(self) -> Iterator[Source]:
        """Yield the forgotten sources by name."""
        decode = msgspec.msgpack.Decoder(Source).decode
        for (data,) in self.database.execute("SELECT data FROM tombstones ORDER BY id, sha256"):
            yield decode(data)

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield what was read with doubt, in order of reading, then where sources contradict each other."""
        decode = msgspec.msgpack.Decoder(Diagnostic).decode
        for (data,) in self.database.execute("SELECT data FROM diagnostics ORDER BY source, ord"):
            yield decode(data)
        yield from conflicts(self.database)

    def page_ids(self) -> Iterator[PageId]:
        """Yield the id of every page, in order of wiki and title."""
        moved = self._merging().moved
        query = "SELECT DISTINCT wiki, title FROM sightings ORDER BY wiki, title"
        for wiki, title in self.database.execute(query):
            if not moved or next(self._seen(wiki, title), None) is not None:
                yield page_id(wiki, title)

    def pages(self) -> Iterator[Page]:
        """Yield every page as its revisions tell of it, in order of wiki and title."""
        sources = {source.id: source for source in self.sources()}
        for identity in self.page_ids():
            yield _page(self.revisions(identity), sources, self._merged[2])

    def revisions(self, page: PageId) -> tuple[Revision, ...]:
        """The revisions of *page*, oldest first; empty where there is no such page."""
        if self._merged[0] != page:
            wiki, title = _key(page)
            context = self._merging()
            seen = tuple(self._seen(wiki, title))
            found = merge(seen, name_of=context.name_of, space_of=context.space_of(wiki))
            # Only the sighting of a page's newest revision bears its redirect.
            newest = max(((item.facts.timestamp or "", item.facts.redirect or "") for item in seen), default=("", ""))
            self._merged = (page, found, newest[1] or None)
        return self._merged[1]

    def text(self, sha256: Sha256) -> str | None:
        """The text of ``Revision.text``: blank edge lines dropped; None where it is unknown."""
        row = self.database.execute("SELECT data FROM texts WHERE published = ? ORDER BY sha256", (sha256,)).fetchone()
        return published(zlib.decompress(row[0]).decode("utf-8", "surrogatepass"))[0] if row else None

    def _stored(self, source_id: SourceId) -> tuple[int, Source | None]:
        """The number and value of a source, or the next number and None."""
        row = self.database.execute("SELECT number, data FROM sources WHERE id = ?", (source_id,)).fetchone()
        if row is None:
            return self._next_number(), None
        return row[0], msgspec.msgpack.decode(row[1], type=Source)

    def _next_number(self) -> int:
        number: int = self.database.execute("SELECT coalesce(max(number), 0) + 1 FROM sources").fetchone()[0]
        return number

    def _changed(self) -> None:
        self._context, self._merged = None, NOTHING

    def _take_out(self, number: int) -> None:
        self._files.forget()
        for table, column in _BY_SOURCE:
            self.database.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))

    def _drop_unused_texts(self) -> None:
        unused = "NOT EXISTS (SELECT 1 FROM sightings WHERE sightings.text = texts.sha256)"
        self.database.execute(f"DELETE FROM texts WHERE {unused}")

    def _merging(self) -> Context:
        if self._context is None:
            self._context = Context(self.database, tuple(self.sources()))
        return self._context

    def _seen(self, wiki: str, title: str) -> Iterator[Seen]:
        """Yield the sightings of a page: those under its title, and those of its revisions under older titles."""
        moved, contested = self._merging().moved, self._merging().contested
        decode = msgspec.msgpack.Decoder(Seen).decode
        query = "SELECT revision, data FROM sightings WHERE wiki = ? AND title = ? ORDER BY number"
        for revision, data in self.database.execute(query, (wiki, title)):
            if (wiki, revision) in contested:
                yield unnumbered(decode(data))
            elif moved.get((wiki, revision), title) == title:
                yield decode(data)
        query = "SELECT data FROM sightings WHERE wiki = ? AND revision = ? AND title <> ? ORDER BY number"
        for revision in self._merging().arrived.get((wiki, title), ()):
            for (data,) in self.database.execute(query, (wiki, revision, title)):
                seen = decode(data)
                yield msgspec.structs.replace(seen, facts=msgspec.structs.replace(seen.facts, title=title))


def _as_stored(source: Source) -> Source:
    return source


def _key(page: PageId) -> tuple[str, str]:
    wiki, _, title = page.partition(":")
    return ("" if wiki == "doc" else wiki), title


def _page(revisions: tuple[Revision, ...], sources: dict[SourceId, Source], redirect: str | None) -> Page:
    times = [revision.timestamp for revision in revisions if revision.timestamp]
    newest = next((revision for revision in reversed(revisions) if revision.text is not None), None)
    shown = newest or revisions[-1]
    source = sources[shown.place.source]
    return Page(
        id=shown.page,
        wiki=shown.wiki,
        title=shown.title,
        namespace=shown.namespace,
        model=shown.model,
        language=source.language,
        edition=source.edition,
        redirect=redirect,
        revisions=len(revisions),
        first=min(times, default=None),
        last=max(times, default=None),
        newest=newest.id if newest else None,
        source=shown.place,
    )
