"""Every known text's tree, and every pair of neighbours compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from ingest.archive import Archive
from ingest.archive.merge import page_id
from ingest.kept import NOTHING, Kept
from ingest.knowledge import KnowledgeBase
from ingest.leaves import CHUNK, LARGEST, Exists, Leaves, Task, World, all_leaves
from ingest.model import Diagnostic, Page, Revision, RevisionId
from ingest.stages.histories import keep_diagnostics
from ingest.stages.known import Readings
from ingest.stages.requests import Say
from ingest.titles import Namespace, Site, read_title

TEMPLATE = 10  # namespace
_SAID = re.compile(r"\{\{\s*+((?:[^\W\d_][^{}|\n#:<>\[\]]{0,60})?:[^{}|\n#<>\[\]]{1,255})")


def read_trees(archive: Archive, knowledge: KnowledgeBase, say: Say, kept: Kept = NOTHING) -> None:
    """Read all texts that no earlier build has read, in processes where it pays."""
    world = world_of(archive, knowledge)
    readings = Readings(kept, world)
    total = len(knowledge.revisions)
    done = 0
    pending: list[Diagnostic] = []  # what was doubted in older texts of the same page
    for task, leaves in all_leaves(tasks_of(archive, knowledge, readings), world):
        keep_leaves(knowledge, leaves)
        if task.texts:
            readings.keep(task, leaves)
        pending = [item for item in pending if (item.code, item.message) not in leaves.doubted] + [*leaves.diagnostics]
        if leaves.last:
            keep_diagnostics(knowledge, pending)
            pending = []
        done += len(leaves.documents)
        say("Reading texts", done, total)


def keep_leaves(knowledge: KnowledgeBase, leaves: Leaves) -> None:
    """Put one task's trees and changes on the shelves."""
    knowledge.documents.put_encoded((item.id, item.page, item.number, document) for item, document in leaves.documents)
    knowledge.changes.put(
        (f"{change.old}..{change.new}", change.page, _number(knowledge, change.new), change)
        for change in leaves.changes
    )


def _number(knowledge: KnowledgeBase, revision: RevisionId) -> int:
    found = knowledge.revisions.get(revision)
    return found.number if found else 0


def tasks_of(archive: Archive, knowledge: KnowledgeBase, readings: Readings) -> Iterator[tuple[Task, Leaves | None]]:
    """Each page's revisions in chunks, each with what its first is compared with; with their texts, unless their leaves are known."""
    for page in tuple(knowledge.pages.keys()):
        history = list(knowledge.history(page))
        restored = restorations(history)
        for start, end in chunks(history):
            older = before(history, start)
            chunk = (*older, *history[start:end])
            same_as = tuple(restored.get(item.id) for item in chunk)
            texts = tuple(item.text if is_whole(item) else None for item in chunk)
            bare = Task(revisions=chunk, texts=(), overlap=len(older), last=end == len(history), same_as=same_as)
            task = readings.with_key(bare, texts)
            leaves = readings.find(task)
            read = () if leaves else tuple(archive.text(text) if text else None for text in texts)
            yield replace(task, texts=read), leaves


def before(history: Sequence[Revision], start: int) -> tuple[Revision, ...]:
    """What the revision at *start* is compared with: the one before, and over texts that nobody knows the last that is known."""
    last = next((item for item in reversed(history[:start]) if is_whole(item)), None)
    neighbour = history[start - 1 : start]
    return (last, *neighbour) if last and last not in neighbour else tuple(neighbour)


def is_whole(revision: Revision) -> bool:
    """Whether the text of *revision* is known."""
    return bool(revision.text) and revision.known == "whole"


def chunks(history: Sequence[Revision]) -> Iterator[tuple[int, int]]:
    """Cut *history* where a task has revisions or characters enough."""
    start = size = 0
    for number, revision in enumerate(history):
        size += revision.size or 0
        if number + 1 - start == CHUNK or size >= LARGEST or number + 1 == len(history):
            yield start, number + 1
            start, size = number + 1, 0


def restorations(history: Iterable[Revision]) -> dict[str, str]:
    """Revision → the newest older one with the same text, neighbours excepted."""
    newest: dict[str, Revision] = {}
    found: dict[str, str] = {}
    for item in history:
        if item.text:
            older = newest.get(item.text)
            if older and older.number < item.number - 1:
                found[item.id] = older.id
            newest[item.text] = item
    return found


def world_of(archive: Archive, knowledge: KnowledgeBase) -> World:
    """The profile, what each wiki says of itself, and the newest text of each template and of each page that others say too."""
    templates: dict[str, dict[str, str]] = {}
    titles: dict[str, set[str]] = {}
    wanted: set[tuple[str, str]] = set()
    for page in knowledge.pages:
        titles.setdefault(page.wiki, set()).add(page.title)
        text = _newest_text(archive, knowledge, page)
        if text is not None and page.namespace == TEMPLATE:
            templates.setdefault(page.wiki, {})[page.title.partition(":")[2]] = text
        wanted |= {(page.wiki, name) for name in said_pages(text or "")}
    sites = {wiki: site_of(knowledge, wiki, frozenset(names)) for wiki, names in titles.items()}
    for wiki, name in sorted(wanted):
        title = read_title(name, site=sites[wiki])
        said = (
            knowledge.pages.get(page_id(wiki, title.full)) if title and title.namespace not in (-1, TEMPLATE) else None
        )
        text = _newest_text(archive, knowledge, said) if said else None
        if said and text is not None:
            templates.setdefault(wiki, {})[f":{said.title}"] = text
    return World(profile=knowledge.profile, sites=sites, templates=templates)


def said_pages(text: str) -> set[str]:
    """The names of pages outside the namespace of templates that *text* seems to say: ``{{:Page}}``, ``{{User:Ada/Box}}``."""
    return {match[1] for match in _SAID.finditer(text)} if "{{" in text and ":" in text else set()


def _newest_text(archive: Archive, knowledge: KnowledgeBase, page: Page) -> str | None:
    """The newest text of a wiki's page."""
    newest = knowledge.newest(page.id) if page.model == "wikitext" else None
    return archive.text(newest.text) if newest and newest.text else None


def site_of(knowledge: KnowledgeBase, wiki: str, titles: frozenset[str]) -> Site:
    """What the sources of *wiki* say of it: its name, its namespaces, the case of its titles."""
    sources = [source for source in knowledge.sources if source.wiki == wiki]
    spaces = {number: name for source in sources for name, number in source.namespaces}
    case = next((source.case for source in sources if source.case), "first-letter")
    return Site(
        name=next((source.site_name for source in sources if source.site_name), ""),
        namespaces=tuple(Namespace(id=number, name=name) for number, name in sorted(spaces.items()))
        or Site().namespaces,
        case="case-sensitive" if case == "case-sensitive" else "first-letter",
        exists=Exists(titles),
    )
