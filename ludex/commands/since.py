"""``ludex log --since``: what changed since a date, a revision or a printed update, rule by rule, as the site's own list has it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from ingest.errors import LudexError, NotFound
from ingest.knowledge import KnowledgeBase
from ingest.stages.as_of import date_of_update, is_date
from ingest.visible import fold, slug
from ludex.config import Project
from ludex.console import plural, say, say_json, styled, width
from ludex.places import site_of
from ludex.workbench import open_knowledge
from site_src.changes.log import Group, LogRow, Reach, read_log, read_reach

NAMED = 6  # names of what a change touches


class Moment(Struct, frozen=True, kw_only=True):
    """From when on changes count: from *time* on, or, after a revision, from what came after it."""

    time: str = ""
    after: bool = False

    def counts(self, timestamp: str | None) -> bool:
        """Whether a change at *timestamp* counts; one without a date never does, unless everything does."""
        if not self.time:
            return True
        if not timestamp:
            return False
        return timestamp > self.time if self.after else timestamp[: len(self.time)] >= self.time


def moment_of(knowledge: KnowledgeBase, since: str | None) -> Moment:
    """What *since* means: a date, a revision's id, or a printed update, which counts with what it brought. Raises LudexError."""
    if not since:
        return Moment()
    if is_date(since):
        return Moment(time=since)
    revision = knowledge.revisions.get(since)
    if revision and not revision.timestamp:
        raise LudexError(f"Revision {since} has no date.", hint="Name a date: 2025, 2025-07 or 2025-07-12.")
    if revision:
        return Moment(time=revision.timestamp or "", after=True)
    try:
        return Moment(time=date_of_update(knowledge, since))
    except NotFound as error:
        raise LudexError(f"{since!r} is no date, no revision and no printed update.", hint=error.hint) from error


class Wish(Struct, frozen=True, kw_only=True):
    """Which changes are asked for."""

    until: str | None = None
    kind: str | None = None
    label: str | None = None
    severity: str | None = None


class Told(Struct, frozen=True, kw_only=True):
    """One rule or page, and what changed of it, newest first."""

    group: Group
    rows: list[LogRow]

    @property
    def severity(self) -> str:
        """The gravest of its changes."""
        return "value" if any(row.severity == "value" for row in self.rows) else "wording"


def log_since(project: Project, site: Path | None, since: str | None, wish: Wish, *, as_json: bool) -> None:
    """Print what changed, by severity and rule, with what it touches."""
    folder = site_of(project, site)
    if wish.until and not is_date(wish.until):
        raise LudexError(f"{wish.until!r} is no date.", hint="Write it as 2025, 2025-07 or 2025-07-12.")
    moment = moment_of(open_knowledge(project, site), since)
    told = _told(folder, moment, wish)
    if as_json:
        say_json([_as_json(item, read_reach(folder, item.group)) for item in told])
        return
    if not told:
        say("Nothing of that kind changed; revisions without a date are not counted.")
        kinds = sorted({group.kind for group, _ in read_log(folder) if group.kind})
        if wish.kind and wish.kind.casefold() not in kinds:
            say(f"There is no kind {wish.kind!r} that ever changed, but: {', '.join(kinds) or 'none'}.", err=True)
    for severity in dict.fromkeys(item.severity for item in told):
        mine = [item for item in told if item.severity == severity]
        say(styled(f"\n{severity}: {plural(len(mine), 'rule or page', 'rules and pages')}", bold=True))
        for item in mine:
            say("\n".join(_lines(item, read_reach(folder, item.group))))


def _told(folder: Path, moment: Moment, wish: Wish) -> list[Told]:
    found: dict[str, Told] = {}
    for group, row in read_log(folder):
        if moment.time and row.time < moment.time[: len(row.time)]:
            break
        if (
            moment.counts(row.time)
            and _is_wanted(group, row, wish)
            and not row.is_within(moment.time, wish.until or "")
        ):
            found.setdefault(group.path, Told(group=group, rows=[])).rows.append(row)
    return sorted(found.values(), key=lambda item: (item.severity, not item.group.kind, item.group.name.casefold()))


def _is_wanted(group: Group, row: LogRow, wish: Wish) -> bool:
    if wish.kind and group.kind != wish.kind.casefold():
        return False
    if wish.until and row.time[: len(wish.until)] > wish.until:
        return False
    if wish.severity and row.severity != wish.severity:
        return False
    key = slug(fold(wish.label)) if wish.label else ""
    return not key or any(f"-{key}" in f"-{name}" for name in (slug(fold(group.name)), *group.labels.split()))


def _lines(item: Told, reach: Reach) -> Iterator[str]:
    yield f"\n{styled(item.group.name, bold=True)}  {item.group.note}"
    for row in item.rows:
        first = f"  {row.time[:10]}  "
        for kind, _, detail, section in row.lines:
            text = ": ".join(filter(None, (kind, section, detail)))
            yield from textwrap.wrap(text, width() - 2, initial_indent=first, subsequent_indent=" " * 14)
            first = " " * 14
    for what, names in (("borne by", reach.bearers), ("mentioned by", reach.mentions), ("linked from", reach.pages)):
        if names:
            shown = ", ".join(name for name, _ in names[:NAMED])
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield from textwrap.wrap(
                f"{what} {shown}{more}", width() - 2, initial_indent="  ", subsequent_indent="    "
            )


def _as_json(item: Told, reach: Reach) -> dict[str, object]:
    group = item.group
    return {
        "name": group.name, "kind": group.kind or None, "url": group.path, "severity": item.severity,
        "labels": group.labels.split(),
        "changes": [
            {
                "timestamp": row.time, "old": row.old or None, "new": row.new or None, "severity": row.severity,
                "url": row.path or None,
                "lines": [
                    {"type": kind, "severity": severity, "detail": detail, "section": section or None}
                    for kind, severity, detail, section in row.lines
                ],
            }
            for row in item.rows
        ],
        "touches": {
            name: [{"name": said, "url": path} for said, path in names]
            for name, names in (("bearers", reach.bearers), ("mentions", reach.mentions), ("pages", reach.pages))
        },
    }  # fmt: skip
