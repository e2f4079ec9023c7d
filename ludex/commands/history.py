"""``ludex log``: the revisions of pages and what each changed, in a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from pathlib import Path

import msgspec

from ingest.align.model import Change
from ingest.knowledge import KnowledgeBase
from ingest.model import Page
from ludex.commands.since import moment_of
from ludex.config import Project
from ludex.console import plural, say, say_json, styled, width
from ludex.workbench import find_pages, open_knowledge


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """One revision, as the log tells it."""

    revision: str
    page: str  # its id
    title: str
    timestamp: str | None
    user: str | None
    section: str | None
    comment: str | None
    severity: str | None
    changes: tuple[Change, ...]
    same_as: str | None
    known: str


def log(project: Project, site: Path | None, page: str | None, *, since: str | None, as_json: bool) -> None:
    """Print the revisions of one page or of all, newest first."""
    knowledge = open_knowledge(project, site)
    moment = moment_of(knowledge, since)
    pages = find_pages(knowledge, page) if page else list(knowledge.pages)
    rows = [row for row in _newest_first(_rows(knowledge, found) for found in pages) if moment.counts(row.timestamp)]
    if as_json:
        say_json(rows)
        return
    if not rows:
        say(
            f"Nothing happened since {since}; revisions without a date are not counted."
            if since
            else "Nothing happened."
        )
    titles = Counter(found.title for found in pages)
    shared = {title for title, count in titles.items() if count > 1}
    for row in rows:
        say("\n".join(_log_lines(row, row.page if row.title in shared else row.title if page is None else "")))


def _newest_first(histories: Iterable[Iterable[LogRow]]) -> Iterator[LogRow]:
    """The rows of all *histories*, each from its oldest on; what has no date is as old as what it follows on its page."""
    timed: list[tuple[str, LogRow]] = []
    for history in histories:
        time, rows = "", []
        for row in history:
            time = max(time, row.timestamp or "")
            rows.append((time, row))
        timed += reversed(rows)
    return (row for _, row in sorted(timed, key=itemgetter(0), reverse=True))  # of one time: as they came


def _rows(knowledge: KnowledgeBase, page: Page) -> Iterator[LogRow]:
    changes = list(knowledge.changes.of_page(page.id))
    told = {change.new: change for change in sorted(changes, key=lambda change: change.comparable)}
    for revision in knowledge.history(page.id):
        change = told.get(revision.id)
        yield LogRow(
            revision=revision.id, page=page.id, title=page.title, timestamp=revision.timestamp, user=revision.user, section=revision.section,
            comment=revision.comment, severity=change.severity if change else None,
            changes=change.changes if change else (),
            same_as=change.same_as if change else None, known=revision.known,
        )  # fmt: skip


def _log_lines(row: LogRow, page: str) -> Iterator[str]:
    time = (row.timestamp or "no date").replace("T", " ").removesuffix("Z")
    head = [
        styled(time, fg="yellow"),
        *([row.user] if row.user else []),
        *([styled(page, bold=True)] if page else []),
        f"revision {row.revision}",
    ]
    yield "  ".join(head)
    said = " ".join(filter(None, (f"→ {row.section}" if row.section else "", row.comment or "")))
    if said:
        yield from textwrap.wrap(said, width() - 2, initial_indent="  ", subsequent_indent="  ")
    if row.same_as:
        yield f"    = same as revision {row.same_as}"
    if row.known in ("unknown", "deleted"):
        yield "    ? its text is not known"
    for item in row.changes[:3]:
        yield from textwrap.wrap(
            f"· {item.type}: {item.detail}", width() - 4, initial_indent="    ", subsequent_indent="      "
        )
    if len(row.changes) > 3:
        yield f"    · and {plural(len(row.changes) - 3, 'more change')}"
