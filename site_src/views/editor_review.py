"""Changes that nobody has looked at but who made them: on a wiki, the next editor of a page is its reviewer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ingest.model import Place, Revision
from site_src import paths
from site_src.atlas import Atlas, PageRef
from site_src.views.entry import Chip


class Unreviewed(Struct, frozen=True, kw_only=True):
    """The newest revisions of one page, all of one user; ``page`` leads to what they changed."""

    page: Chip
    user: str
    count: int
    since: str
    last: str
    whole: bool  # whether nobody else ever touched the page
    place: Place


def unreviewed(atlas: Atlas) -> list[Unreviewed]:
    """Pages whose newest changes were followed by no other user's, the newest first."""
    found = [row for ref in atlas.pages.values() if not ref.redirect and (row := _of_page(ref, atlas))]
    return sorted(sorted(found, key=lambda row: row.page.text), key=lambda row: row.last, reverse=True)


def _of_page(ref: PageRef, atlas: Atlas) -> Unreviewed | None:
    before, first, last, count = _last_run(atlas.kb.history(ref.id))
    if first is None or last is None or not last.user:
        return None
    path = f"{paths.any_path(ref.id)}?{before.id}..{last.id}" if before else ref.path
    return Unreviewed(
        page=Chip(text=ref.title, path=path), user=last.user, count=count, since=first.timestamp or "", last=last.timestamp or "",
        whole=before is None, place=last.place,
    )  # fmt: skip


def _last_run(revisions: Iterator[Revision]) -> tuple[Revision | None, Revision | None, Revision | None, int]:
    """The revision before the last user's run of them, its first, its last, its length."""
    before = first = last = None
    count = 0
    for revision in revisions:
        if last is None or revision.user != last.user:
            before, first, count = last, revision, 0
        last, count = revision, count + 1
    return before, first, last, count
