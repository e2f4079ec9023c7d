"""``ludex diff``: what changed in a page, or in one entry of it, between two revisions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ingest.align import DiffRow, blocks_of, changes, diff_rows, raw_diff
from ingest.align.blocks import LEAD
from ingest.errors import LudexError, NotFound
from ingest.glossary.model import Entry
from ingest.knowledge import KnowledgeBase
from ingest.model import Page, Revision
from ingest.stages.as_of import is_date
from ingest.tree import Document
from ludex.commands.show import entries_called, newest_first
from ludex.config import Project
from ludex.console import colour_wanted, ink, plural, say, say_json, styled
from ludex.workbench import find_pages, open_knowledge, several_pages
from site_src.apart import apart

SHORTEST = 4  # hex digits or so by which a revision may be named


def diff(project: Project, site: Path | None, name: str, old: str | None, new: str | None, *, word_diff: bool, as_json: bool) -> None:  # fmt: skip
    """Print what changed between two revisions, by default the last two whose texts are known."""
    knowledge = open_knowledge(project, site)
    page, entry = _meant(knowledge, name, old, new)
    one, two = _two(knowledge, page, old, new, entry)
    left, right = (_document(knowledge, page, revision, entry) for revision in (one, two))
    if as_json:
        steps = raw_diff(*(knowledge.text(item.text or "") or "" for item in (one, two)))
        say_json({
            "page": page.id, "title": page.title, "entry": entry.id if entry else None, "old": one.id, "new": two.id,
            "changes": changes(left, right), "steps": steps,
        })  # fmt: skip
        return
    say(f"{styled(entry.name if entry else page.title, bold=True)}  {_about(one)} → {_about(two)}")
    if entry:
        say(styled(f"in {page.title}", dim=True))
    marks = _WORDS if word_diff or not colour_wanted() else _colours()
    lines = list(_diff_lines(diff_rows(blocks_of(left), blocks_of(right)), marks, LEAD if entry else ""))
    say("\n".join(lines) if lines else "Readers see no difference.")


def _meant(knowledge: KnowledgeBase, name: str, old: str | None, new: str | None) -> tuple[Page, Entry | None]:
    """The page called *name*, or the entry and its page. Raises LudexError where it is neither, or several."""
    try:
        found = find_pages(knowledge, name)
    except LudexError:
        called = newest_first(entries_called(knowledge, name), knowledge)
        holder = knowledge.pages.get(called[0].page) if called else None
        if holder is None:
            known = {*(page.title for page in knowledge.pages), *(entry.name for entry in knowledge.entries)}
            raise NotFound("page or entry", name, known=sorted(known), hint="`ludex log` lists all pages.") from None
        newest = knowledge.document(holder.newest) if holder.newest else None
        shown = newest is not None and apart(newest, called[0]).blocks
        return holder, called[0] if shown else None
    named = [revision for revision in (old, new) if revision]
    fitting = [page for page in found if all(_has(knowledge, page, revision) for revision in named)]
    if len(found) > 1 and len(fitting) != 1:
        raise several_pages(name, found)
    return (fitting or found)[0], None


def _has(knowledge: KnowledgeBase, page: Page, revision: str) -> bool:
    return any(_is_called(item, revision) for item in knowledge.history(page.id))


def _is_called(revision: Revision, name: str) -> bool:
    """Whether *name* is the id, or the part of it that its wiki gave."""
    return name in (revision.id, revision.id.rpartition("-")[2])


def _document(knowledge: KnowledgeBase, page: Page, revision: Revision, entry: Entry | None) -> Document:
    """The tree of a revision, or what it says of *entry*. Raises LudexError where its text is unknown."""
    document = knowledge.document(revision.id)
    if document is None:
        raise LudexError(
            f"The text of revision {revision.id} of {page.title!r} is not known.",
            hint=f"`ludex log {page.title!r}` lists them.",
        )
    return apart(document, entry) if entry else document


def _about(revision: Revision) -> str:
    return f"{revision.id} ({', '.join(filter(None, ((revision.timestamp or 'no date')[:10], revision.user)))})"


def _two(knowledge: KnowledgeBase, page: Page, old: str | None, new: str | None, entry: Entry | None) -> tuple[Revision, Revision]:  # fmt: skip
    history = list(knowledge.history(page.id))
    if old and new:
        return _revision(history, old, page), _revision(history, new, page)
    if old:
        one = _revision(history, old, page)
        return one, next((item for item in reversed(history) if item.known == "whole"), history[-1])
    known = [item for item in history if item.known == "whole"]
    if len(known) < 2:
        raise LudexError(f"{page.id!r} has {plural(len(known), 'revision')} with a known text; two are needed.")
    return _last_change(knowledge, page, known, entry) if entry else (known[-2], known[-1])


def _last_change(
    knowledge: KnowledgeBase, page: Page, known: Sequence[Revision], entry: Entry
) -> tuple[Revision, Revision]:
    """The last two revisions between which the text of *entry* changed; the last two where it never did."""
    newer = known[-1]
    now = _texts(knowledge, page, newer, entry)
    for older in reversed(known[:-1]):
        was = _texts(knowledge, page, older, entry)
        if was != now:
            return older, newer
        newer = older
    return known[-2], known[-1]


def _texts(knowledge: KnowledgeBase, page: Page, revision: Revision, entry: Entry) -> list[str]:
    return [block.text for block in blocks_of(_document(knowledge, page, revision, entry))]


def _revision(history: list[Revision], name: str, page: Page) -> Revision:
    """By id, by the beginning of an id, or the one that held on a date. Raises LudexError."""
    exact = [item for item in history if _is_called(item, name)]
    begins = [item for item in history if len(name) >= SHORTEST and item.id.rpartition("-")[2].startswith(name)]
    # what is only a number is no year: revisions are called by numbers
    dated = [item for item in history if "-" in name and is_date(name) and (item.timestamp or "9")[: len(name)] <= name]
    chosen = exact or (begins if len(begins) == 1 else []) or dated[-1:]
    if chosen:
        return chosen[0]
    if "-" in name and is_date(name) and history and history[0].timestamp:
        began = history[0].timestamp[:10]
        raise LudexError(f"{page.title!r} was not there on {name}.", hint=f"Its first revision is of {began}.")
    if _LIKE_A_DATE.match(name):
        raise LudexError(f"{name!r} is no date.", hint="Write it as 2025-07 or 2025-07-12.")
    raise NotFound(
        f"revision of {page.id!r}", name, known=[item.id for item in history],
        hint=f"`ludex log {page.id!r}` lists them; a date is 2025-07 or 2025-07-12.",
    )  # fmt: skip


_LIKE_A_DATE = re.compile(r"\d{4}-\d")
_WORDS = {"=": ("", ""), "-": ("[-", "-]"), "+": ("{+", "+}")}


def _colours() -> dict[str, tuple[str, str]]:
    return {"=": ("", ""), "-": (ink(fg="red", strikethrough=True), ink()), "+": (ink(fg="green", bold=True), ink())}


def _diff_lines(rows: Iterator[DiffRow], marks: dict[str, tuple[str, str]], section: str) -> Iterator[str]:
    """The rows that changed, below the heading of each that is not *section*."""
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
    if [cell.text for cell in row.left] == [cell.text for cell in row.right]:
        yield from ((" ", cell.text) for cell in row.right)
        return
    for how, cells in (("-", row.left), ("+", row.right)):
        for cell in cells:
            text = " | ".join("".join(piece.parts) for piece in cell.pieces)
            yield how, f"{marks[how][0]}{text}{marks[how][1]}"
