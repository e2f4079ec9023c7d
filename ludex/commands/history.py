"""``ludex log`` and ``ludex diff``: what happened to the rules, in a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from operator import itemgetter
from pathlib import Path

import msgspec

from ingest.align import DiffRow, blocks_of, changes, diff_rows, raw_diff
from ingest.errors import LudexError, NotFound
from ingest.knowledge import KnowledgeBase
from ingest.model import Page, Revision
from ludex.commands.since import moment_of
from ludex.config import Project
from ludex.console import colour_wanted, ink, plural, say, say_json, styled, width
from ludex.workbench import find_page, open_knowledge

SHORTEST = 4  # hex digits or so by which a revision may be named


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """One revision, as the log tells it."""

    revision: str
    page: str
    timestamp: str | None
    user: str | None
    section: str | None
    comment: str | None
    severity: str | None
    changes: tuple[str, ...]
    same_as: str | None
    known: str


def log(project: Project, site: Path | None, page: str | None, *, since: str | None, as_json: bool) -> None:
    """Print the revisions of one page or of all, newest first."""
    knowledge = open_knowledge(project, site)
    moment = moment_of(knowledge, since)
    pages = [find_page(knowledge, page)] if page else list(knowledge.pages)
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
    for row in rows:
        say("\n".join(_log_lines(row, with_page=page is None)))


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
            revision=revision.id, page=page.title, timestamp=revision.timestamp, user=revision.user, section=revision.section,
            comment=revision.comment, severity=change.severity if change else None,
            changes=tuple(f"{item.type}: {item.detail}" for item in change.changes) if change else (),
            same_as=change.same_as if change else None, known=revision.known,
        )  # fmt: skip


def _log_lines(row: LogRow, *, with_page: bool) -> Iterator[str]:
    time = (row.timestamp or "no date").replace("T", " ").removesuffix("Z")
    head = [
        styled(time, fg="yellow"),
        *([row.user] if row.user else []),
        *([styled(row.page, bold=True)] if with_page else []),
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
    for detail in row.changes[:3]:
        yield from textwrap.wrap(f"· {detail}", width() - 4, initial_indent="    ", subsequent_indent="      ")
    if len(row.changes) > 3:
        yield f"    · and {plural(len(row.changes) - 3, 'more change')}"


def diff(project: Project, site: Path | None, page: str, old: str | None, new: str | None, *, word_diff: bool, as_json: bool) -> None:  # fmt: skip
    """Print what changed between two revisions, by default the last two whose texts are known."""
    knowledge = open_knowledge(project, site)
    found = find_page(knowledge, page)
    one, two = _two(knowledge, found, old, new)
    left, right = knowledge.document(one.id), knowledge.document(two.id)
    if left is None or right is None:
        unknown = one if left is None else two
        raise LudexError(
            f"The text of revision {unknown.id} of {found.title!r} is not known.",
            hint=f"`ludex log {found.title!r}` lists them.",
        )
    if as_json:
        told = changes(left, right)
        steps = raw_diff(*(knowledge.text(item.text or "") or "" for item in (one, two)))
        say_json({"page": found.title, "old": one.id, "new": two.id, "changes": told, "steps": steps})
        return
    say(f"{styled(found.title, bold=True)}  {_about(one)} → {_about(two)}")
    marks = _WORDS if word_diff or not colour_wanted() else _colours()
    lines = list(_diff_lines(diff_rows(blocks_of(left), blocks_of(right)), marks))
    say("\n".join(lines) if lines else "Readers see no difference.")


def _about(revision: Revision) -> str:
    return f"{revision.id} ({', '.join(filter(None, ((revision.timestamp or 'no date')[:10], revision.user)))})"


def _two(knowledge: KnowledgeBase, page: Page, old: str | None, new: str | None) -> tuple[Revision, Revision]:
    history = list(knowledge.history(page.id))
    if old and new:
        return _revision(history, old, page), _revision(history, new, page)
    if old:
        one = _revision(history, old, page)
        return one, next((item for item in reversed(history) if item.known == "whole"), history[-1])
    known = [item for item in history if item.known == "whole"]
    if len(known) < 2:
        raise LudexError(f"{page.title!r} has {plural(len(known), 'revision')} with a known text; two are needed.")
    return known[-2], known[-1]


def _revision(history: list[Revision], name: str, page: Page) -> Revision:
    """By id, by the beginning of an id, or the one that held on a date. Raises NotFound."""
    exact = [item for item in history if item.id == name]
    begins = [item for item in history if len(name) >= SHORTEST and item.id.rpartition("-")[2].startswith(name)]
    dated = [item for item in history if "-" in name and (item.timestamp or "9")[: len(name)] <= name]
    chosen = exact or (begins if len(begins) == 1 else []) or dated[-1:]
    if not chosen and _DATE.fullmatch(name) and history and history[0].timestamp:
        began = history[0].timestamp[:10]
        raise LudexError(f"{page.title!r} was not there on {name}.", hint=f"Its first revision is of {began}.")
    if not chosen:
        raise NotFound(
            f"revision of {page.title!r}",
            name,
            known=[item.id for item in history],
            hint=f"`ludex log {page.title!r}` lists them.",
        )
    return chosen[0]


_DATE = re.compile(r"\d{4}-\d\d(-\d\d(T[\d:]*Z?)?)?")
_WORDS = {"=": ("", ""), "-": ("[-", "-]"), "+": ("{+", "+}")}


def _colours() -> dict[str, tuple[str, str]]:
    return {"=": ("", ""), "-": (ink(fg="red", strikethrough=True), ink()), "+": (ink(fg="green", bold=True), ink())}


def _diff_lines(rows: Iterator[DiffRow], marks: dict[str, tuple[str, str]]) -> Iterator[str]:
    section = ""
    for row in rows:
        if row.kind == "same":
            continue
        if row.section != section:
            section = row.section
            yield f"\n{styled('@@ ' + section, fg='cyan')}"
        if row.notes and row.kind == "noise":
            yield f"  ({'; '.join(row.notes)})"
        yield from (f"{sign} {text}" for sign, text in _row_texts(row, marks))


def _row_texts(row: DiffRow, marks: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    if row.inline:
        sign = {"moved": ">", "noise": " "}.get(row.kind, "~")
        yield sign, "".join(f"{marks[how][0]}{text}{marks[how][1]}" for how, text in row.inline)
        return
    for how, cells in (("-", row.left), ("+", row.right)):
        for cell in cells:
            text = " | ".join("".join(piece.parts) for piece in cell.pieces)
            yield how, f"{marks[how][0]}{text}{marks[how][1]}"
