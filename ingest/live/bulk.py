"""Every revision of a wiki in the order of time: a first sync asks for fifty at once, whatever pages they are of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ingest.live.answers import Json, number, rows, table, text
from ingest.live.api import Api
from ingest.live.errors import Refused
from ingest.live.revisions import PROPERTIES
from ingest.live.selection import PageNow
from ingest.readers.times import iso_time

_ASKED = {
    "list": "allrevisions", "arvdir": "newer", "arvlimit": "max", "arvslots": "main", "arvprop": PROPERTIES,
}  # fmt: skip


class Part(Struct, frozen=True):
    """New revisions of one page, oldest first, as the wiki tells them."""

    page: PageNow
    told: Json
    is_last: bool  # nothing of it is outstanding

    @property
    def last(self) -> int:
        """The number of its newest revision."""
        return [number(row, "revid") or 0 for row in rows(self.told, "revisions")][-1]


class Bulk:
    """The revisions of *pages*, as they were listed; *whole* are those that are stored up to the time *since*.

    What was edited since *pages* were listed is left for the next time: nobody said yet whether it is a redirect.
    """

    def __init__(self, api: Api, pages: Iterable[PageNow], *, whole: Iterable[int], since: str | None) -> None:
        self._api = api
        self._pages = {page.id: page for page in pages}
        self._since = since
        self._ended = dict.fromkeys(whole, since or "")  # times of the newest revisions that were listed

    def parts(self) -> Iterator[tuple[list[Part], str | None]]:
        """Yield one answer after the other, and the time that it reaches; nothing from a wiki that is too old to tell."""
        start = {"arvstart": self._since} if self._since else {}
        try:
            for answer in self._api.query(**_ASKED, **start):
                told = [part for row in rows(answer, "query", "allrevisions") if (part := self._part(row)) is not None]
                yield told, _reached(answer)
        except Refused:  # where programs may not ask for it: page by page, then
            return

    def _part(self, row: Json) -> Part | None:
        page = self._pages.get(number(row, "pageid") or 0)
        if page is None:
            return None
        shown = []
        for raw in rows(row, "revisions"):
            time = iso_time(text(raw, "timestamp")) or ""
            if number(raw, "revid") and time <= self._ended.get(page.id, time):
                shown.append(raw)
            if number(raw, "revid") == page.latest:
                self._ended[page.id] = time
        # The list says of a page what it is called; how it is was asked before.
        told = {**row, "title": page.title, "lastrevid": page.latest, "revisions": shown}
        return Part(page, told, page.id in self._ended) if shown else None


def _reached(answer: Json) -> str | None:
    times = [
        time for row in rows(table(answer, "query"), "allrevisions") for raw in rows(row, "revisions")
        if (time := iso_time(text(raw, "timestamp")))
    ]  # fmt: skip
    return max(times, default=None)
