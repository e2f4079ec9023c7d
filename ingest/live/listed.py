"""Every revision of some pages by their numbers: the wiki lists its numbers five hundred at once, and tells fifty revisions at once.

A question tells the history of one page only, unless revisions are named by their numbers. Listing all numbers of a small
wiki takes fewer questions than asking a hundred pages one by one; of a large wiki it takes more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ingest.live.answers import Json, number, rows
from ingest.live.api import AT_ONCE, Api
from ingest.live.bulk import Part
from ingest.live.errors import Refused
from ingest.live.revisions import PROPERTIES
from ingest.live.selection import PageNow

NUMBERS_AT_ONCE = 500


def pays(pages: int, edits: int | None) -> bool:
    """Whether listing the numbers of a wiki with so many *edits* takes fewer questions than a question for each of *pages*."""
    return edits is not None and -(-edits // NUMBERS_AT_ONCE) + 1 < pages


class Listed:
    """The revisions of *pages*, as they were listed. What was edited since then is left for the next time."""

    def __init__(self, api: Api, pages: Iterable[PageNow]) -> None:
        self._api = api
        self._pages = {page.id: page for page in pages}

    def parts(self) -> Iterator[list[Part]]:
        """Yield one answer after the other, page after page; nothing from a wiki that is too old to list its revisions."""
        try:
            numbers = self._numbers()
        except Refused:  # where programs may not ask for it: page by page, then
            return
        asked = [(page, item) for page, items in numbers.items() for item in items]
        for start in range(0, len(asked), AT_ONCE):
            yield list(self._told(asked[start : start + AT_ONCE]))

    def _numbers(self) -> dict[int, list[int]]:
        """The numbers of each page's revisions in the order of time, up to the newest that was listed; pages without it are left out."""
        spaces = "|".join(str(space) for space in sorted({page.namespace for page in self._pages.values()}))
        found: dict[int, list[int]] = {page: [] for page in self._pages}
        for answer in self._api.query(
            list="allrevisions", arvdir="newer", arvlimit="max", arvprop="ids", arvnamespace=spaces
        ):
            for row in rows(answer, "query", "allrevisions"):
                mine = found.get(number(row, "pageid") or 0)
                if mine is not None:
                    mine += [item for raw in rows(row, "revisions") if (item := number(raw, "revid")) is not None]
        return {page: list(_until(items, self._pages[page].latest)) for page, items in found.items()}

    def _told(self, asked: list[tuple[int, int]]) -> Iterator[Part]:
        numbers = [str(item) for _, item in asked]
        pages: dict[int, Json] = {}
        revisions: dict[int, Json] = {}
        for answer in self._api.query_many("revids", numbers, prop="info|revisions", rvslots="main", rvprop=PROPERTIES):
            for row in rows(answer, "query", "pages"):
                pages.setdefault(number(row, "pageid") or 0, row)
                revisions |= {item: raw for raw in rows(row, "revisions") if (item := number(raw, "revid")) is not None}
        for page in dict.fromkeys(page for page, _ in asked):
            shown = [revisions[item] for mine, item in asked if mine == page and item in revisions]
            now, row = self._pages[page], pages.get(page, {})
            if row and shown:
                told = {**row, "title": now.title, "lastrevid": now.latest, "revisions": shown}
                yield Part(now, told, number(shown[-1], "revid") == now.latest)


def _until(items: list[int], latest: int) -> Iterator[int]:
    if latest in items:
        yield from items[: items.index(latest) + 1]
