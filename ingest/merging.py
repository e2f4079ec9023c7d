"""What merging a page needs to know of the whole archive: moved pages, names of revisions, namespaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ingest.database import Database
from ingest.merge import Seen
from ingest.model import RevisionId, Source
from ingest.titles import ENGLISH


class Context:
    """The archive as it stands now."""

    def __init__(self, database: Database, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._spaces: dict[str, dict[str, int]] = {}
        self.moved = _moved(database)
        query = "SELECT count(DISTINCT wiki) FROM sightings WHERE revision IS NOT NULL"
        self._several = database.execute(query).fetchone()[0] > 1

    def name_of(self, wiki: str, number: int) -> RevisionId:
        """A wiki's own number; with the wiki's key before it where several wikis give numbers, since two may agree."""
        return f"{wiki or 'doc'}-{number}" if self._several else str(number)

    def space_of(self, wiki: str) -> Callable[[str], int]:
        """How to tell a title's namespace: by the names that a source of *wiki* prints, else by the English ones."""
        if wiki not in self._spaces:
            printed = [pair for source in self._sources if source.wiki == wiki for pair in source.namespaces]
            english = [(name, space.id) for space in ENGLISH for name in (space.name, *space.aliases)] if wiki else []
            self._spaces[wiki] = {name.casefold(): number for name, number in reversed(printed or english) if name}
        names = self._spaces[wiki]
        return lambda title: names.get(title.partition(":")[0].casefold(), 0) if ":" in title else 0


def _moved(database: Database) -> dict[tuple[str, int], str]:
    """Revisions that sources show under several titles, and the title that counts: a dump's, else the last by name."""
    query = (
        "SELECT wiki, revision FROM sightings WHERE revision IS NOT NULL"
        " GROUP BY wiki, revision HAVING count(DISTINCT title) > 1 ORDER BY wiki, revision"
    )
    decode = msgspec.msgpack.Decoder(Seen).decode
    moved: dict[tuple[str, int], str] = {}
    for wiki, revision in database.execute(query).fetchall():
        rows = database.execute("SELECT data FROM sightings WHERE wiki = ? AND revision = ?", (wiki, revision))
        facts = [decode(data).facts for (data,) in rows]
        moved[wiki, revision] = max((fact.page_id is not None, fact.title) for fact in facts)[1]
    return moved
