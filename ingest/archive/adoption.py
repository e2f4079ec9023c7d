"""Feeds that do not print the name of their wiki, read before anything did: they join it when it names itself."""

from __future__ import annotations

import re

import msgspec

from ingest.archive.merge import Seen
from ingest.database import Database
from ingest.model import Source
from ingest.readers.names import wiki_key


def adopt(database: Database, source: Source) -> None:
    """Let the nameless sources of the host of *source* join its wiki, so that the order of reading decides nothing."""
    nameless = wiki_key(_host(source))  # what the readers call a wiki of which they know the host alone
    if not (nameless and source.site_name and source.wiki) or nameless == source.wiki:
        return
    for number, data in database.execute(
        "SELECT number, data FROM sources WHERE id <> ? ORDER BY number", (source.id,)
    ).fetchall():
        other = msgspec.msgpack.decode(data, type=Source)
        if not other.site_name and other.wiki == nameless:
            _join(database, number, other, source)


def _join(database: Database, number: int, other: Source, source: Source) -> None:
    joined = msgspec.structs.replace(other, wiki=source.wiki, site_name=source.site_name)
    database.execute("UPDATE sources SET data = ? WHERE number = ?", (msgspec.msgpack.encode(joined), number))
    decode = msgspec.msgpack.Decoder(Seen).decode
    for sighting, data in database.execute("SELECT number, data FROM sightings WHERE source = ?", (number,)).fetchall():
        seen = msgspec.structs.replace(decode(data), wiki=source.wiki)
        values = (source.wiki, msgspec.msgpack.encode(seen), sighting)
        database.execute("UPDATE sightings SET wiki = ?, data = ? WHERE number = ?", values)


def _host(source: Source) -> str:
    match = re.match(r"https?://([^/?#\s]+)", source.rights.base_url or "")
    return match[1].removeprefix("www.") if match else ""
