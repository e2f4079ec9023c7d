"""How far a source that grows was followed: for each page of a live wiki the last revision that is stored of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from ingest.archive.merge import Seen
from ingest.database import Database

TABLES = (
    "CREATE TABLE IF NOT EXISTS marks (source INTEGER NOT NULL, page INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY (source, page)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS followed (source INTEGER PRIMARY KEY, since TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS reached (source INTEGER PRIMARY KEY, time TEXT NOT NULL)",
)


class Mark(Struct, frozen=True, kw_only=True):
    """How far one page was followed."""

    page: int  # the wiki's number of the page, which a move does not change
    title: str
    revision: int = 0  # the last one stored, in the wiki's own order; 0 before the first
    latest: int = 0  # the wiki's newest one when everything was stored; 0 while something is outstanding


def marks_of(database: Database, number: int) -> dict[int, Mark]:
    """The marks of a source, by page."""
    decode = msgspec.msgpack.Decoder(Mark).decode
    rows = database.execute("SELECT page, data FROM marks WHERE source = ? ORDER BY page", (number,))
    return {page: decode(data) for page, data in rows}


def set_marks(database: Database, number: int, wiki: str, marks: Iterable[Mark]) -> None:
    """Move the marks of a source; what it said of a page that has another title by now goes with the page."""
    for mark in marks:
        row = database.execute("SELECT data FROM marks WHERE source = ? AND page = ?", (number, mark.page)).fetchone()
        if row is not None and (old := msgspec.msgpack.decode(row[0], type=Mark)).title != mark.title:
            _retitle(database, number, wiki, old, mark.title)
        database.execute(
            "INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (number, mark.page, msgspec.msgpack.encode(mark))
        )


def since_of(database: Database, number: int) -> str | None:
    """Up to when a source was followed as a whole; None where it never was."""
    row = database.execute("SELECT since FROM followed WHERE source = ?", (number,)).fetchone()
    return row[0] if row else None


def set_since(database: Database, number: int, since: str) -> None:
    """Say up to when a source was followed as a whole."""
    database.execute("INSERT OR REPLACE INTO followed VALUES (?, ?)", (number, since))
    database.execute("DELETE FROM reached WHERE source = ?", (number,))


def reached_of(database: Database, number: int) -> str | None:
    """Up to which time all revisions of a source are stored, while it is read for the first time."""
    row = database.execute("SELECT time FROM reached WHERE source = ?", (number,)).fetchone()
    return row[0] if row else None


def set_reached(database: Database, number: int, time: str) -> None:
    """Say up to which time all revisions of a source are stored."""
    database.execute("INSERT OR REPLACE INTO reached VALUES (?, ?)", (number, time))


def _retitle(database: Database, number: int, wiki: str, old: Mark, title: str) -> None:
    query = "SELECT number, data FROM sightings WHERE source = ? AND wiki = ? AND title = ?"
    for sighting, data in database.execute(query, (number, wiki, old.title)).fetchall():
        seen = msgspec.msgpack.decode(data, type=Seen)
        if seen.facts.page_id == old.page:
            moved = msgspec.structs.replace(seen, facts=msgspec.structs.replace(seen.facts, title=title))
            values = (title, msgspec.msgpack.encode(moved), sighting)
            database.execute("UPDATE sightings SET title = ?, data = ? WHERE number = ?", values)
