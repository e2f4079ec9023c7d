"""The append-only archive: every source, every sighting, each text once; revisions and pages are merged on demand.

Adding a source is one transaction, streamed in batches: a crash, a full disk or a lock loses nothing that was there.
Reading the same bytes again adds nothing; an overlapping source adds its sightings, but no text that is known.
``forget`` takes a source's sightings, and the texts that no other source has, and leaves a tombstone.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from ingest.database import Database
from ingest.errors import NotFound
from ingest.merge import NameOf, Seen, merge, page_id, published
from ingest.model import Diagnostic, Page, PageId, Reading, Revision, Sha256, Sighting, Source, SourceId

VERSION = 1
BATCH = 256

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


class Added(Struct, frozen=True, kw_only=True):
    """What reading a source brought."""

    source: SourceId
    sightings: int = 0
    new_revisions: int = 0  # sightings of revisions that no earlier source had
    new_texts: int = 0
    diagnostics: int = 0
    already: bool = False  # the same bytes were read before
    forgotten: bool = False  # the owner said to forget these bytes; nothing was read


class Archive:
    """One archive file, or a temporary one where *path* is None."""

    def __init__(self, path: Path | None) -> None:
        self.database = Database(path, kind="ludex archive", version=VERSION)
        for statement in _TABLES:
            self.database.execute(statement)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def add(self, source: Source, readings: Iterable[Reading], *, again: bool = False) -> Added:
        """Keep what *source* says, in one transaction. Bytes that were forgotten stay so unless *again*."""
        with self.database:
            if self._has(source):
                return Added(source=source.id, already=True)
            if not again and self.is_forgotten(source.sha256):
                return Added(source=source.id, forgotten=True)
            self.database.execute("DELETE FROM tombstones WHERE sha256 = ?", (source.sha256,))
            return _Adding(self.database, source).run(readings)

    def forget(self, source_id: SourceId) -> None:
        """Take out a source; only a tombstone stays. Raises NotFound."""
        row = self.database.execute("SELECT number, sha256, data FROM sources WHERE id = ?", (source_id,)).fetchone()
        if row is None:
            raise NotFound("source", source_id, known=[source.id for source in self.sources()])
        number, digest, data = row
        with self.database as database:
            database.execute("DELETE FROM sightings WHERE source = ?", (number,))
            database.execute("DELETE FROM diagnostics WHERE source = ?", (number,))
            database.execute("DELETE FROM sources WHERE number = ?", (number,))
            database.execute("DELETE FROM texts WHERE sha256 NOT IN (SELECT text FROM sightings WHERE text IS NOT NULL)")
            database.execute("INSERT OR REPLACE INTO tombstones VALUES (?, ?, ?)", (digest, source_id, data))

    def is_forgotten(self, sha256: Sha256) -> bool:
        """Tell whether a source of these bytes was forgotten."""
        row = self.database.execute("SELECT 1 FROM tombstones WHERE sha256 = ?", (sha256,)).fetchone()
        return row is not None

    def sources(self) -> Iterator[Source]:
        """Yield the sources in order of reading."""
        decode = msgspec.msgpack.Decoder(Source).decode
        for (data,) in self.database.execute("SELECT data FROM sources ORDER BY number"):
            yield decode(data)

    def tombstones(self) -> Iterator[Source]:
        """Yield the forgotten sources by name."""
        decode = msgspec.msgpack.Decoder(Source).decode
        for (data,) in self.database.execute("SELECT data FROM tombstones ORDER BY id, sha256"):
            yield decode(data)

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield what was read with doubt, in order of reading."""
        decode = msgspec.msgpack.Decoder(Diagnostic).decode
        for (data,) in self.database.execute("SELECT data FROM diagnostics ORDER BY source, ord"):
            yield decode(data)

    def page_ids(self) -> Iterator[PageId]:
        """Yield the id of every page, in order of wiki and title."""
        moved = self._moved()
        query = "SELECT DISTINCT wiki, title FROM sightings ORDER BY wiki, title"
        for wiki, title in self.database.execute(query):
            if not moved or next(self._seen(wiki, title, moved), None) is not None:
                yield page_id(wiki, title)

    def pages(self) -> Iterator[Page]:
        """Yield every page as its revisions tell of it, in order of wiki and title."""
        sources = {source.id: source for source in self.sources()}
        for identity in self.page_ids():
            yield _page(self.revisions(identity), sources, self._redirect(identity))

    def revisions(self, page: PageId) -> tuple[Revision, ...]:
        """The revisions of *page*, oldest first; empty where there is no such page."""
        wiki, title = _key(page)
        return merge(self._seen(wiki, title, self._moved()), name_of=self._name_of())

    def text(self, sha256: Sha256) -> str | None:
        """The text of ``Revision.text``: blank edge lines dropped; None where it is unknown."""
        row = self.database.execute("SELECT data FROM texts WHERE published = ? ORDER BY sha256", (sha256,)).fetchone()
        return published(zlib.decompress(row[0]).decode("utf-8", "surrogatepass"))[0] if row else None

    def exact_text(self, sha256: Sha256) -> str | None:
        """The text as it was read, by its own hash; None where it is unknown."""
        row = self.database.execute("SELECT data FROM texts WHERE sha256 = ?", (sha256,)).fetchone()
        return zlib.decompress(row[0]).decode("utf-8", "surrogatepass") if row else None

    def _has(self, source: Source) -> bool:
        row = self.database.execute(
            "SELECT 1 FROM sources WHERE sha256 = ? AND id = ?", (source.sha256, source.id)
        ).fetchone()
        return row is not None

    def _seen(self, wiki: str, title: str, moved: dict[tuple[str, int], str]) -> Iterator[Seen]:
        """Yield the sightings of a page: those under its title, and those of its revisions under older titles."""
        decode = msgspec.msgpack.Decoder(Seen).decode
        query = "SELECT revision, data FROM sightings WHERE wiki = ? AND title = ? ORDER BY number"
        for revision, data in self.database.execute(query, (wiki, title)):
            if moved.get((wiki, revision), title) == title:
                yield decode(data)
        query = "SELECT data FROM sightings WHERE wiki = ? AND revision = ? AND title <> ? ORDER BY number"
        for (its_wiki, revision), newest in sorted(moved.items()):
            if (its_wiki, newest) == (wiki, title):
                for (data,) in self.database.execute(query, (wiki, revision, title)):
                    seen = decode(data)
                    yield msgspec.structs.replace(seen, facts=msgspec.structs.replace(seen.facts, title=title))

    def _moved(self) -> dict[tuple[str, int], str]:
        """Revisions that sources show under several titles, and the title that counts: a dump's, else the last by name."""
        query = (
            "SELECT wiki, revision FROM sightings WHERE revision IS NOT NULL"
            " GROUP BY wiki, revision HAVING count(DISTINCT title) > 1"
        )
        decode = msgspec.msgpack.Decoder(Seen).decode
        moved: dict[tuple[str, int], str] = {}
        for wiki, revision in self.database.execute(query).fetchall():
            rows = self.database.execute("SELECT data FROM sightings WHERE wiki = ? AND revision = ?", (wiki, revision))
            facts = [decode(data).facts for (data,) in rows]
            moved[wiki, revision] = max((fact.page_id is not None, fact.title) for fact in facts)[1]
        return moved

    def _name_of(self) -> NameOf:
        """A wiki's own numbers where one wiki has any; with its key before them where two might give the same."""
        query = "SELECT count(DISTINCT wiki) FROM sightings WHERE revision IS NOT NULL"
        if self.database.execute(query).fetchone()[0] > 1:
            return lambda wiki, number: f"{wiki or 'doc'}-{number}"
        return lambda _wiki, number: str(number)

    def _redirect(self, page: PageId) -> str | None:
        wiki, title = _key(page)
        decode = msgspec.msgpack.Decoder(Seen).decode
        rows = self.database.execute("SELECT data FROM sightings WHERE wiki = ? AND title = ?", (wiki, title))
        said = [(facts.timestamp or "", facts.redirect or "") for (data,) in rows if (facts := decode(data).facts)]
        return max(said, default=("", ""))[1] or None


class _Adding:
    """One source on its way into the archive."""

    def __init__(self, database: Database, source: Source) -> None:
        self._database = database
        self._source = source
        self._encode = msgspec.msgpack.Encoder().encode
        self._sightings = self._new_revisions = self._new_texts = self._diagnostics = 0
        rows = database.execute("SELECT coalesce(max(number), 0) + 1 FROM sources")
        self._number: int = rows.fetchone()[0]

    def run(self, readings: Iterable[Reading]) -> Added:
        self._database.execute(
            "INSERT INTO sources VALUES (?, ?, ?, ?)",
            (self._number, self._source.id, self._source.sha256, self._encode(self._source)),
        )
        for reading in readings:
            if isinstance(reading, Sighting):
                self._sighting(reading)
            else:
                row = (self._number, self._diagnostics, self._encode(reading))
                self._database.execute("INSERT INTO diagnostics VALUES (?, ?, ?)", row)
                self._diagnostics += 1
        return Added(
            source=self._source.id, sightings=self._sightings, new_revisions=self._new_revisions,
            new_texts=self._new_texts, diagnostics=self._diagnostics,
        )  # fmt: skip

    def _sighting(self, sighting: Sighting) -> None:
        seen = self._seen(sighting)
        facts = seen.facts
        self._new_revisions += self._is_new(seen)
        self._database.execute(
            "INSERT INTO sightings (source, wiki, title, revision, text, data) VALUES (?, ?, ?, ?, ?, ?)",
            (self._number, seen.wiki, facts.title, facts.revision_id, seen.exact, self._encode(seen)),
        )
        self._sightings += 1

    def _seen(self, sighting: Sighting) -> Seen:
        place, facts, text = sighting.place, sighting.facts, sighting.text
        if text is None:
            return Seen(place=place, wiki=sighting.wiki, facts=facts, reading=self._number)
        shown, dropped = published(text)
        data = text.encode("utf-8", "surrogatepass")
        exact, bare = hashlib.sha256(data).hexdigest(), shown.encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(bare).hexdigest()
        self._keep(exact, digest, data)
        if place.line is not None:
            line = place.line + dropped
            place = msgspec.structs.replace(place, line=line, end_line=line + shown.count("\n"))
        facts = msgspec.structs.replace(facts, text=digest)
        return Seen(
            place=place, wiki=sighting.wiki, facts=facts, exact=exact, size=len(bare), reading=self._number
        )

    def _keep(self, exact: Sha256, digest: Sha256, data: bytes) -> None:
        if self._database.execute("SELECT 1 FROM texts WHERE sha256 = ?", (exact,)).fetchone() is None:
            self._database.execute("INSERT INTO texts VALUES (?, ?, ?)", (exact, digest, zlib.compress(data, 6)))
            self._new_texts += 1

    def _is_new(self, seen: Seen) -> bool:
        facts = seen.facts
        if facts.revision_id is not None:
            query, values = "revision = ?", (seen.wiki, facts.revision_id, self._number)
        else:
            query, values = "title = ? AND text IS ?", (seen.wiki, facts.title, seen.exact, self._number)  # type: ignore[assignment]
        row = self._database.execute(f"SELECT 1 FROM sightings WHERE wiki = ? AND {query} AND source <> ?", values)
        return row.fetchone() is None


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
