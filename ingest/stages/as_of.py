"""The rules as they stood on a day, or when a printed update had come: what came later is taken off the shelves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date as calendar_date

from msgspec.structs import replace

from ingest.errors import NotFound
from ingest.knowledge import KnowledgeBase
from ingest.model import Page, Revision
from ingest.tree import Errata, walk

_DATE = re.compile(r"(?:19|20)\d\d(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d(\.\d+)?)?)?Z?)?)?)?")


def as_it_stood(knowledge: KnowledgeBase, as_of: str) -> str:
    """Forget every revision after *as_of* (a date, or the name of a printed update); returns the date. Raises NotFound."""
    date = as_of if is_date(as_of) else date_of_update(knowledge, as_of)
    gone: set[str] = set()
    for key in tuple(knowledge.pages.keys()):
        page = knowledge.pages.get(key)
        if page:
            gone |= _without_later(knowledge, page, date)
    for place in list(knowledge.diagnostics.keys()):
        item = knowledge.diagnostics.get(place)
        if item and item.place.revision in gone:
            knowledge.diagnostics.remove(place)
    return date


def is_date(text: str) -> bool:
    """Whether *text* is a date, or the beginning of one, that a calendar knows."""
    if not _DATE.fullmatch(text):
        return False
    day = text[:10] + "-01-01"[len(text[:10]) - 4 :]
    try:
        return bool(calendar_date.fromisoformat(day))
    except ValueError:
        return False


def date_of_update(knowledge: KnowledgeBase, name: str) -> str:
    """The time of the first revision that prints the update called *name* ("1.2", or "1.2, Jul 2025")."""
    printed = {version: time for time, version in sorted(_updates(knowledge), reverse=True)}
    wanted = _bare(name)
    found = [time for version, time in printed.items() if wanted in (_bare(version), _bare(version.partition(",")[0]))]
    if not found:
        raise NotFound(
            "date or printed update",
            name,
            known=printed,
            hint=f"A date is 2025, 2025-07 or 2025-07-12. Updates that are printed: {', '.join(sorted(printed)) or 'none'}.",
        )
    return min(found)


def _bare(version: str) -> str:
    """A version as people say it: ``v1.1`` is 1.1."""
    return re.sub(r"^v(?:ersion)?\.?\s*(?=\d)", "", version.casefold().strip())


def _updates(knowledge: KnowledgeBase) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for page in tuple(knowledge.pages.keys()):
        for revision in knowledge.history(page):
            document = knowledge.document(revision.id)
            for node in walk(document.blocks) if document and revision.timestamp else ():
                if isinstance(node, Errata) and node.version:
                    found.add((revision.timestamp or "", node.version))
    return found


def _without_later(knowledge: KnowledgeBase, page: Page, date: str) -> set[str]:
    history = tuple(knowledge.history(page.id))
    kept = list(_until(history, date))
    gone = {item.id for item in history} - {item.id for item in kept}
    for key in sorted(gone):
        knowledge.revisions.remove(key)
        knowledge.documents.remove(key)
    for change in list(knowledge.changes.of_page(page.id)):
        if not gone.isdisjoint((change.old, change.new)):
            knowledge.changes.remove(f"{change.old}..{change.new}")
    if not kept:
        knowledge.pages.remove(page.id)
    elif gone:
        knowledge.pages.change(page.id, _as_of(page, kept))
    return gone


def _until(history: Sequence[Revision], date: str) -> Iterator[Revision]:
    """The revisions up to *date*; one without a time has that of the revision before it, which it follows."""
    time = ""
    for item in history:
        time = item.timestamp or time
        if time[: len(date)] <= date:
            yield item


def _as_of(page: Page, kept: Sequence[Revision]) -> Page:
    known = [item.id for item in kept if item.known == "whole" and item.text]
    return replace(
        page, revisions=len(kept), last=kept[-1].timestamp, newest=known[-1] if known else None, redirect=None
    )
