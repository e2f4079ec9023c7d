"""Which pages are wanted, and what they use: templates, and redirects on the way to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from ingest.live.answers import Json, flag, number, rows, table, text
from ingest.live.api import AT_ONCE, Api
from ingest.live.site import Wiki
from ingest.readers.times import iso_time

MOST_USED = 5000  # pages that come only because others use them
OVERLAP = timedelta(minutes=10)  # recent changes are asked from before the last time: edits may appear late


class Wanted(Struct, frozen=True, kw_only=True):
    """What a person asks for; everything where nothing is named."""

    pages: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    recent: bool = False

    @property
    def everything(self) -> bool:
        """Whether every page is wanted."""
        return not (self.pages or self.categories or self.users or self.recent)


class PageNow(Struct, frozen=True, kw_only=True):
    """A page as the wiki has it now."""

    id: int
    title: str
    latest: int
    is_redirect: bool
    namespace: int = 0


class Chosen:
    """The pages that are wanted, each once; what there is to say about them gathers in *missing* and *notes*."""

    def __init__(self, api: Api, wiki: Wiki, wanted: Wanted, since: str | None) -> None:
        self.missing: list[str] = []
        self.notes: list[str] = []
        self._api = api
        self._wiki = wiki
        self._wanted = wanted
        self._since = since
        self._seen: set[int] = set()

    def __iter__(self) -> Iterator[PageNow]:
        if self._wanted.everything:
            yield from self._fresh(self._all())
            return
        used = 0
        for batch in batches(self._fresh(self._named())):
            yield from batch
            for page in self._fresh(self._used_by(batch)):
                used += 1
                if used > MOST_USED:
                    self.notes.append(f"More than {MOST_USED:,} other pages are used; the rest of them was left out.")
                    return
                yield page

    @property
    def numbers(self) -> tuple[int, ...]:
        """The pages that were given so far."""
        return tuple(sorted(self._seen))

    def _fresh(self, pages: Iterable[PageNow]) -> Iterator[PageNow]:
        for page in pages:
            if page.id not in self._seen:
                self._seen.add(page.id)
                yield page

    def _all(self) -> Iterator[PageNow]:
        for space in self._wiki.namespaces:
            yield from self._pages(
                self._api.query(generator="allpages", gapnamespace=str(space), gaplimit="max", prop="info")
            )

    def _named(self) -> Iterator[PageNow]:
        if self._wanted.pages:
            yield from self._titled(self._wanted.pages, said=True)
        for category in self._wanted.categories:
            yield from self._category(category)
        for user in self._wanted.users:
            yield from self._edited_by(user)
        if self._wanted.recent:
            yield from self._titled(tuple(dict.fromkeys(self._changed())))

    def _titled(self, titles: Sequence[str], *, said: bool = False) -> Iterator[PageNow]:
        return self._pages(self._api.query_many("titles", titles, prop="info"), said=said)

    def _category(self, name: str) -> Iterator[PageNow]:
        title = name if self._is_category(name) else f"Category:{name}"
        own = list(self._titled([title]))
        yield from own
        found = bool(own)
        answers = self._api.query(generator="categorymembers", gcmtitle=title, gcmlimit="max", prop="info")
        for page in self._pages(answers):
            found = True
            yield page
        if not found:
            self.missing.append(title)

    def _is_category(self, name: str) -> bool:
        prefix, colon, _ = name.partition(":")
        names = {label.casefold() for label, found in self._wiki.source.namespaces if found == 14} | {"category"}
        return bool(colon) and prefix.strip().replace("_", " ").casefold() in names

    def _edited_by(self, user: str) -> Iterator[PageNow]:
        numbers: dict[str, None] = {}
        for answer in self._api.query(list="usercontribs", ucuser=user, uclimit="max", ucprop="ids"):
            numbers.update(
                (str(found), None) for row in rows(answer, "query", "usercontribs") if (found := number(row, "pageid"))
            )
        if not numbers:
            self.missing.append(f"User:{user}")
        yield from self._pages(self._api.query_many("pageids", list(numbers), prop="info"))

    def _changed(self) -> Iterator[str]:
        """Yield the titles of recent changes, and those that pages were moved to."""
        start = _earlier(self._since)
        oldest: str | None = None
        asked = {
            "list": "recentchanges",
            "rcdir": "newer",
            "rclimit": "max",
            "rctype": "edit|new|log",
            "rcprop": "title|timestamp|loginfo",
        }
        for answer in self._api.query(**asked, **({"rcstart": start} if start else {})):
            for row in rows(answer, "query", "recentchanges"):
                oldest = oldest or iso_time(text(row, "timestamp"))
                yield from (
                    title for title in (text(row, "title"), text(table(row, "logparams"), "target_title")) if title
                )
        self._check_reach(oldest)

    def _check_reach(self, oldest: str | None) -> None:
        """Say so where recent changes do not reach back to what is known."""
        if self._since is None:
            self.notes.append(
                "This wiki was never read whole, and recent changes reach back some weeks only; --all reads the rest."
            )
            return
        for row in rows(self._api.ask(_OLDEST), "query", "recentchanges"):
            first = iso_time(text(row, "timestamp"))
            if first and first > self._since:
                self.notes.append(f"Recent changes reach back to {first[:10]} only; --all reads what came before.")

    def _used_by(self, pages: Sequence[PageNow]) -> Iterator[PageNow]:
        """Yield the templates of *pages*, where redirects lead, and redirects on the way of links."""
        numbers = [str(page.id) for page in pages]
        templates = list(
            self._pages(self._api.query_many("pageids", numbers, generator="templates", gtllimit="max", prop="info"))
        )
        yield from templates
        linked = self._api.query_many("pageids", numbers, generator="links", gpllimit="max", prop="info")
        through = [page for page in self._pages(linked) if page.is_redirect]
        yield from through
        leading = [str(page.id) for page in (*pages, *templates, *through) if page.is_redirect]
        yield from self._pages(self._api.query_many("pageids", leading, redirects="1", prop="info"))

    def _pages(self, answers: Iterable[Json], *, said: bool = False) -> Iterator[PageNow]:
        for answer in answers:
            for row in rows(answer, "query", "pages"):
                page, title = number(row, "pageid"), text(row, "title")
                latest = number(row, "lastrevid")
                if page and title and latest:
                    yield PageNow(
                        id=page, title=title, latest=latest, is_redirect=flag(row, "redirect"), namespace=number(row, "ns") or 0
                    )  # fmt: skip
                elif said and title:
                    self.missing.append(title)


_OLDEST = {"action": "query", "list": "recentchanges", "rcdir": "newer", "rclimit": "1", "rcprop": "timestamp"}


def _earlier(time: str | None) -> str | None:
    if time is None:
        return None
    return (datetime.fromisoformat(time) - OVERLAP).strftime("%Y-%m-%dT%H:%M:%SZ")


def batches(pages: Iterable[PageNow], size: int = AT_ONCE) -> Iterator[list[PageNow]]:
    """Yield *pages* in lists of *size*."""
    held: list[PageNow] = []
    for page in pages:
        held.append(page)
        if len(held) == size:
            yield held
            held = []
    if held:
        yield held
