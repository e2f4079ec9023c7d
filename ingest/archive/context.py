"""What merging a page needs to know of the whole archive: moved pages, names of revisions, namespaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from ingest.archive.merge import Seen
from ingest.database import Database
from ingest.model import Diagnostic, Facts, RevisionId, Source
from ingest.titles import ENGLISH


class Context:
    """The archive as it stands now."""

    def __init__(self, database: Database, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._spaces: dict[str, dict[str, int]] = {}
        # (wiki, number) → the title that counts: the page's newest one, else the last by name
        self.moved: dict[tuple[str, int], str] = {}
        self.contested: set[tuple[str, int]] = set()  # numbers that two pages claim for different times
        newest = _Newest(database)
        for wiki, number, facts in _shared_numbers(database):
            if len({fact.timestamp for fact in facts if fact.timestamp}) > 1:
                self.contested.add((wiki, number))
            else:
                self.moved[wiki, number] = max((*newest(wiki, fact), fact.title) for fact in facts)[2]
        self.arrived: dict[tuple[str, str], list[int]] = defaultdict(list)  # title that counts → its moved numbers
        for (wiki, number), title in self.moved.items():
            self.arrived[wiki, title].append(number)
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


class _Newest:
    """The newest revision that a page has under a title: a page that was moved has newer ones under its new title."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[tuple[str, str], dict[int, int]] = {}

    def __call__(self, wiki: str, facts: Facts) -> tuple[bool, int]:
        """Whether the number of the page is known, as dumps and live wikis tell it, and its newest revision."""
        if facts.page_id is None:
            return False, 0
        if (wiki, facts.title) not in self._known:
            self._known[wiki, facts.title] = self._of_title(wiki, facts.title)
        return True, self._known[wiki, facts.title].get(facts.page_id, 0)

    def _of_title(self, wiki: str, title: str) -> dict[int, int]:
        decode = msgspec.msgpack.Decoder(Seen).decode
        found: dict[int, int] = {}
        for (data,) in self._database.execute("SELECT data FROM sightings WHERE wiki = ? AND title = ?", (wiki, title)):
            facts = decode(data).facts
            if facts.page_id is not None and facts.revision_id is not None:
                found[facts.page_id] = max(found.get(facts.page_id, 0), facts.revision_id)
        return found


def conflicts(database: Database) -> Iterator[Diagnostic]:
    """Say which revisions have several texts; every text stays in the archive."""
    query = (
        "SELECT wiki, revision, count(DISTINCT published) FROM sightings JOIN texts ON texts.sha256 = sightings.text"
        " WHERE revision IS NOT NULL GROUP BY wiki, revision HAVING count(DISTINCT published) > 1 ORDER BY wiki, revision"
    )
    decode = msgspec.msgpack.Decoder(Seen).decode
    seen = "SELECT data FROM sightings WHERE wiki = ? AND revision = ? AND text IS NOT NULL ORDER BY number"
    for wiki, revision, texts in database.execute(query).fetchall():
        places = [decode(data) for (data,) in database.execute(seen, (wiki, revision))]
        last = places[-1]
        names = ", ".join(sorted({item.place.source for item in places}))
        message = f"Revision {revision} of {last.facts.title!r} has {texts} different texts in {names}."
        yield Diagnostic(severity="warning", code="revision-conflict", message=message, place=last.place)


def _shared_numbers(database: Database) -> Iterator[tuple[str, int, list[Facts]]]:
    """Numbers of revisions that sources show under several titles, with all that is said of them."""
    query = (
        "SELECT wiki, revision FROM sightings WHERE revision IS NOT NULL"
        " GROUP BY wiki, revision HAVING count(DISTINCT title) > 1 ORDER BY wiki, revision"
    )
    decode = msgspec.msgpack.Decoder(Seen).decode
    for wiki, revision in database.execute(query).fetchall():
        rows = database.execute("SELECT data FROM sightings WHERE wiki = ? AND revision = ?", (wiki, revision))
        yield wiki, revision, [decode(data).facts for (data,) in rows]
