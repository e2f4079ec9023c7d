"""Keep an archive in step with a wiki: each page from the last revision that is known of it, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from ingest.archive import Added, Archive, Mark
from ingest.live.answers import Json, flag, number, rows, table, text
from ingest.live.api import Api
from ingest.live.bulk import Bulk, Part
from ingest.live.errors import Refused, WikiError
from ingest.live.files import Fetched, fetch_files
from ingest.live.listed import Listed, pays
from ingest.live.revisions import PROPERTIES, readings_of
from ingest.live.selection import Chosen, PageNow, Wanted, batches
from ingest.live.site import Wiki
from ingest.live.verify import late_readings
from ingest.model import Reading

_WISH = {"prop": "info|revisions", "rvslots": "main", "rvprop": PROPERTIES}

Step = Callable[[str, int], None]


class Synced(Struct, frozen=True, kw_only=True):
    """What a sync brought."""

    source: str
    pages: int = 0  # that were looked at
    changed: int = 0  # that had something new
    revisions: int = 0  # that this source did not have
    new_revisions: int = 0  # that no source had
    new_texts: int = 0
    diagnostics: int = 0
    files: int = 0  # pictures that were fetched
    missing: tuple[str, ...] = ()  # that were named and are not there
    notes: tuple[str, ...] = ()


class WasForgotten(WikiError):
    """The owner said to forget this wiki."""

    def __init__(self, source: str) -> None:
        super().__init__(f"{source} was forgotten on request.", hint="--again reads it all the same.")
        self.source = source


def sync(
    archive: Archive,
    api: Api,
    wiki: Wiki,
    wanted: Wanted,
    *,
    again: bool = False,
    verify: bool = False,
    files: Path | None = None,
    step: Step = lambda _name, _done: None,
) -> Synced:
    """Bring *archive* up to date with what is *wanted*. What was stored stays, whatever happens after. Raises WikiError.

    With *verify* every revision's number is compared with the wiki's; with *files* the pictures are fetched into that folder.
    """
    source = wiki.source
    if archive.is_forgotten(source.sha256) and not again:
        raise WasForgotten(source.id)
    work = _Work(archive, api, wiki, again=again, step=step)
    since = archive.followed_since(source.id)
    chosen = Chosen(api, wiki, wanted, since)
    pages: Iterable[PageNow] = chosen
    if not wanted.everything:
        pages = tuple(chosen)
        work.bring_named(pages, wiki.edits)
    elif since is None:
        pages = tuple(chosen)
        work.bring_all(pages)
    for batch in batches(pages):
        work.follow(batch)
    if verify:
        for readings in late_readings(archive, api, source):
            work.keep(readings, ())
    if wiki.now and (wanted.everything or (wanted.recent and since)):
        work.keep((), (), since=wiki.now)
    fetched = fetch_files(api, files, None if wanted.everything else chosen.numbers) if files else Fetched()
    return work.done(chosen, fetched)


class _Work:
    def __init__(self, archive: Archive, api: Api, wiki: Wiki, *, again: bool, step: Step) -> None:
        self._archive = archive
        self._api = api
        self._source = wiki.source
        self._again = again
        self._step = step
        self._marks: dict[int, Mark] = archive.marks(wiki.source.id)
        self._added: list[Added] = []
        self._changed: set[int] = set()
        self.pages = self._revisions = 0

    def bring_all(self, pages: Sequence[PageNow]) -> None:
        """Bring every revision of a wiki of which little is known, in the order of time; a sync that was cut goes on there."""
        reached = self._archive.reached(self._source.id)
        if reached is None and sum(page.id in self._marks for page in pages) * 2 >= len(pages):
            return
        leading = self._redirects([page.id for page in pages if page.is_redirect])
        whole = [page.id for page in pages if self._is_known(page)]
        for parts, time in Bulk(self._api, pages, whole=whole, since=reached).parts():
            self._keep_parts(parts, leading, reached=time)

    def bring_named(self, pages: Sequence[PageNow], edits: int | None) -> None:
        """Bring every revision of those *pages* of which none is known, where asking for them together takes fewer questions."""
        unknown = [page for page in pages if page.id not in self._marks]
        if not pays(len(unknown), edits):
            return
        leading = self._redirects([page.id for page in unknown if page.is_redirect])
        for parts in Listed(self._api, unknown).parts():
            self._keep_parts(parts, leading)

    def _keep_parts(self, parts: Sequence[Part], leading: Mapping[str, str], *, reached: str | None = None) -> None:
        """Store the parts of several pages in one batch; each page's mark tells where to go on."""
        readings: list[Reading] = []
        marks = [
            Mark(page=part.page.id, title=part.page.title, revision=part.last, latest=part.page.latest * part.is_last)
            for part in parts
        ]
        for part in parts:
            target = leading.get(part.page.title) if part.page.is_redirect else None
            readings += readings_of(part.told, self._source, redirect=target)
        self.keep(readings, marks, reached=reached)
        self._marks.update({mark.page: mark for mark in marks})
        self._changed.update(mark.page for mark in marks)

    def follow(self, pages: Sequence[PageNow]) -> None:
        """Bring *pages* up to date."""
        self.pages += len(pages)
        stale = [page for page in pages if not self._is_known(page)]
        leading = self._redirects([page.id for page in stale if page.is_redirect])
        self._changed.update(page.id for page in stale)
        done = self._follow_together([page for page in stale if self._was_whole(page)], leading)
        for page in stale:
            if page.id not in done:
                self._follow_one(page, leading)

    def _is_known(self, page: PageNow) -> bool:
        mark = self._marks.get(page.id)
        return mark is not None and mark.latest == page.latest and mark.title == page.title

    def _was_whole(self, page: PageNow) -> bool:
        mark = self._marks.get(page.id)
        return mark is not None and mark.latest == mark.revision and mark.title == page.title

    def _follow_together(self, pages: Sequence[PageNow], leading: Mapping[str, str]) -> set[int]:
        """Store the one new revision of pages that had one edit since they were whole; one question asks for fifty of them."""
        done: set[int] = set()
        if len(pages) < 2:
            return done
        numbers = [str(page.id) for page in pages]
        for answer in self._api.query_many("pageids", numbers, **_WISH):
            for row in rows(answer, "query", "pages"):
                mark = self._marks.get(number(row, "pageid") or 0)
                if mark is not None and self._is_next(row, mark):
                    self._remember(row, mark, latest=number(row, "lastrevid") or 0, leading=leading)
                    done.add(mark.page)
        return done

    def _is_next(self, row: Json, mark: Mark) -> bool:
        """Tell whether *row* shows the newest revision, and it follows the one that is known."""
        shown = [(number(raw, "revid"), number(raw, "parentid")) for raw in rows(row, "revisions")]
        return shown == [(number(row, "lastrevid"), mark.revision)] and text(row, "title") == mark.title

    def _redirects(self, pages: Sequence[int]) -> dict[str, str]:
        """Where redirects lead, by title."""
        found: dict[str, str] = {}
        for answer in self._api.query_many("pageids", [str(page) for page in pages], redirects="1"):
            for row in rows(answer, "query", "redirects"):
                source, target = text(row, "from"), text(row, "to")
                if source and target:
                    found[source] = target
        return found

    def _follow_one(self, page: PageNow, leading: Mapping[str, str]) -> None:
        """Store what is new of one page, part by part; the mark tells after each part where to go on."""
        for part, is_last in self._parts(page):
            mark = self._marks.get(page.id, Mark(page=page.id, title=page.title))
            latest = (number(part, "lastrevid") or page.latest) if is_last else 0
            self._remember(part, mark, latest=latest, leading=leading)

    def _remember(self, part: Json, mark: Mark, *, latest: int, leading: Mapping[str, str]) -> None:
        """Store one part of a page, together with how far that leads."""
        numbers = [found for row in rows(part, "revisions") if (found := number(row, "revid"))]
        revision = numbers[-1] if numbers else mark.revision
        mark = Mark(page=mark.page, title=text(part, "title") or mark.title, revision=revision, latest=latest)
        redirect = self._target(part, leading) if flag(part, "redirect") else None
        self.keep(tuple(readings_of(part, self._source, redirect=redirect)), (mark,))
        self._marks[mark.page] = mark

    def keep(
        self,
        readings: Sequence[Reading],
        marks: Sequence[Mark],
        *,
        since: str | None = None,
        reached: str | None = None,
    ) -> None:
        """Store one batch, whole or not at all."""
        self._added.append(
            self._archive.extend(self._source, readings, marks, since=since, reached=reached, again=self._again)
        )
        self._revisions += self._added[-1].sightings
        self._step(f"Reading {self._source.id}: {self.pages:,} pages, revisions", self._revisions)

    def _target(self, part: Json, leading: Mapping[str, str]) -> str | None:
        title, page = text(part, "title") or "", number(part, "pageid")
        return leading.get(title) or (self._redirects([page]).get(title) if page else None)

    def _parts(self, page: PageNow) -> Iterator[tuple[Json, bool]]:
        """Yield a page with its revisions, oldest first, from the last one that is known; and whether that is all."""
        mark = self._marks.get(page.id)
        start = {"rvstartid": str(mark.revision)} if mark and mark.revision else {}
        try:
            yield from self._asked(page, start)
        except Refused as error:
            # The known revision may be gone for good: then from the first one; nothing is stored twice.
            if not start or "badid" not in str(error):
                raise
            yield from self._asked(page, {})

    def _asked(self, page: PageNow, start: Mapping[str, str]) -> Iterator[tuple[Json, bool]]:
        told: Json = {"title": page.title}  # the first part says how the page is, later ones do not
        for answer in self._api.query(pageids=str(page.id), rvdir="newer", rvlimit="max", **_WISH, **start):
            for row in rows(answer, "query", "pages"):
                if number(row, "pageid") == page.id and not flag(row, "missing"):
                    told = {**told, "revisions": [], **row}
                    yield told, not table(answer, "continue")

    def done(self, chosen: Chosen, fetched: Fetched) -> Synced:
        """What all of it brought."""
        return Synced(
            source=self._source.id, pages=self.pages, changed=len(self._changed),
            revisions=self._revisions, new_revisions=sum(item.new_revisions for item in self._added),
            new_texts=sum(item.new_texts for item in self._added), diagnostics=sum(item.diagnostics for item in self._added),
            files=fetched.new, missing=tuple(dict.fromkeys(chosen.missing)), notes=(*chosen.notes, *fetched.notes),
        )  # fmt: skip
