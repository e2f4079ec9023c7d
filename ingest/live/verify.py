"""Compare every number of a revision with the wiki's: what was imported late, with times of long ago, is found only so."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.archive import Archive
from ingest.live.answers import number, rows
from ingest.live.api import Api
from ingest.live.revisions import PROPERTIES, readings_of
from ingest.model import Reading, Source


def late_revisions(archive: Archive, api: Api, source: Source) -> list[str]:
    """The numbers that the wiki has and *source* does not, in the wiki's order."""
    found: list[str] = []
    for answer in api.query(list="allrevisions", arvdir="newer", arvlimit="max", arvprop="ids"):
        numbers = [
            revision for page in rows(answer, "query", "allrevisions") for row in rows(page, "revisions")
            if (revision := number(row, "revid")) is not None
        ]  # fmt: skip
        found += map(str, archive.lacking(source, numbers))
    return found


def late_readings(archive: Archive, api: Api, source: Source) -> Iterator[tuple[Reading, ...]]:
    """Yield what the wiki says of late revisions, in batches."""
    numbers = late_revisions(archive, api, source)
    for answer in api.query_many("revids", numbers, prop="info|revisions", rvslots="main", rvprop=PROPERTIES):
        for page in rows(answer, "query", "pages"):
            yield tuple(readings_of(page, source))
