"""A file that was edited since it was read: what it held before are older versions of the same text."""

from __future__ import annotations

import msgspec

from ingest.archive.merge import Seen
from ingest.database import Database
from ingest.model import Source


class Files:
    """Which stored sources were read of which file, by the key of the file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._numbers: dict[str, list[int]] | None = None

    def newest(self, source: Source) -> int:
        """The number of what was last read of the file of *source*; 0 where nothing was."""
        return max(self._of(source), default=0)

    def put(self, source: Source, number: int) -> None:
        """Remember that *source* is stored with *number*."""
        numbers = self._of(source)
        if source.file and number not in numbers:
            numbers.append(number)

    def forget(self) -> None:
        """Numbers were given up: look again."""
        self._numbers = None

    def share_title(self, source: Source) -> None:
        """Let what the file of *source* held before bear the title that its text has now."""
        if source.wiki or not source.document:
            return
        for number in self._of(source):
            row = self._database.execute("SELECT data FROM sources WHERE number = ?", (number,)).fetchone()
            other = msgspec.msgpack.decode(row[0], type=Source)
            if other.document != source.document and not other.wiki and other.id != source.id:
                _retitle(self._database, number, other, source.document)

    def _of(self, source: Source) -> list[int]:
        if self._numbers is None:
            self._numbers = {}
            for number, data in self._database.execute("SELECT number, data FROM sources ORDER BY number"):
                stored = msgspec.msgpack.decode(data, type=Source)
                self._numbers.setdefault(stored.file, []).append(number)
        return self._numbers.setdefault(source.file, []) if source.file else []


def _retitle(database: Database, number: int, other: Source, title: str) -> None:
    renamed = msgspec.structs.replace(other, document=title)
    database.execute("UPDATE sources SET data = ? WHERE number = ?", (msgspec.msgpack.encode(renamed), number))
    rows = database.execute("SELECT number, data FROM sightings WHERE source = ?", (number,)).fetchall()
    for sighting, data in rows:
        seen = msgspec.msgpack.decode(data, type=Seen)
        seen = msgspec.structs.replace(seen, facts=msgspec.structs.replace(seen.facts, title=title))
        values = (title, msgspec.msgpack.encode(seen), sighting)
        database.execute("UPDATE sightings SET title = ?, data = ? WHERE number = ?", values)
