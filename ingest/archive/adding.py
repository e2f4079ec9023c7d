"""One source on its way into the archive: sightings with the lines of their published text, each text once."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec
from msgspec import Struct

from ingest.archive.merge import Seen, published
from ingest.archive.sound import sound
from ingest.database import Database
from ingest.model import Reading, Sha256, Sighting, Source, SourceId


class Added(Struct, frozen=True, kw_only=True):
    """What reading a source brought."""

    source: SourceId
    sightings: int = 0
    new_revisions: int = 0  # sightings of revisions that no earlier source had
    new_texts: int = 0
    diagnostics: int = 0
    already: bool = False  # the same bytes were read before
    forgotten: bool = False  # the owner said to forget these bytes; nothing was read


class Adding:
    """The source with the stored number *number*, as its readings come in."""

    def __init__(self, database: Database, source: Source, number: int) -> None:
        self._database = database
        self._source = source
        self._encode = msgspec.msgpack.Encoder().encode
        self._sightings = self._new_revisions = self._new_texts = self._diagnostics = 0
        self._number = number
        self._next = 0  # order of the next diagnostic

    def run(self, readings: Iterable[Reading]) -> Added:
        """Store the source and everything that it says."""
        self._database.execute(
            "INSERT INTO sources VALUES (?, ?, ?, ?)",
            (self._number, self._source.id, self._source.sha256, self._encode(self._source)),
        )
        return self._all(readings)

    def more(self, readings: Iterable[Reading], *, is_new: bool) -> Added:
        """Store what the source says beyond what is stored of it: no revision twice, and no doubt about one."""
        if is_new:
            return self.run(readings)
        values = (self._source.sha256, self._encode(self._source), self._number)
        self._database.execute("UPDATE sources SET sha256 = ?, data = ? WHERE number = ?", values)
        query = "SELECT coalesce(max(ord), -1) + 1 FROM diagnostics WHERE source = ?"
        self._next = self._database.execute(query, (self._number,)).fetchone()[0]
        return self._all(self._unknown(readings))

    def _all(self, readings: Iterable[Reading]) -> Added:
        for reading in chain.from_iterable(map(sound, readings)):
            if isinstance(reading, Sighting):
                self._sighting(reading)
            else:
                row = (self._number, self._next + self._diagnostics, self._encode(reading))
                self._database.execute("INSERT INTO diagnostics VALUES (?, ?, ?)", row)
                self._diagnostics += 1
        return Added(
            source=self._source.id, sightings=self._sightings, new_revisions=self._new_revisions,
            new_texts=self._new_texts, diagnostics=self._diagnostics,
        )  # fmt: skip

    def _unknown(self, readings: Iterable[Reading]) -> Iterator[Reading]:
        """Leave out the revisions that the source has already, with the doubts that follow each."""
        known = False
        for reading in readings:
            if isinstance(reading, Sighting):
                facts = reading.facts
                known = facts.revision_id is not None and has_revision(
                    self._database, self._number, reading.wiki, facts.revision_id
                )
            if not known:
                yield reading

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
        return Seen(place=place, wiki=sighting.wiki, facts=facts, exact=exact, size=len(bare), reading=self._number)

    def _keep(self, exact: Sha256, digest: Sha256, data: bytes) -> None:
        if self._database.execute("SELECT 1 FROM texts WHERE sha256 = ?", (exact,)).fetchone() is None:
            self._database.execute("INSERT INTO texts VALUES (?, ?, ?)", (exact, digest, zlib.compress(data, 6)))
            self._new_texts += 1

    def _is_new(self, seen: Seen) -> bool:
        """Whether no other source tells of this revision: by its number, else by its page and text."""
        facts = seen.facts
        numbered = facts.revision_id is not None
        same = "revision = ?" if numbered else "title = ? AND text IS ?"
        values = (facts.revision_id,) if numbered else (facts.title, seen.exact)
        query = f"SELECT 1 FROM sightings WHERE wiki = ? AND {same} AND source <> ?"
        return self._database.execute(query, (seen.wiki, *values, self._number)).fetchone() is None


def has_revision(database: Database, source: int, wiki: str, revision: int) -> bool:
    """Whether the source with the number *source* has told of *revision*, the wiki's own number."""
    query = "SELECT 1 FROM sightings WHERE wiki = ? AND revision = ? AND source = ?"
    return database.execute(query, (wiki, revision, source)).fetchone() is not None
