"""Every revision's tree, and what changed between neighbours: one page after another, in processes where it pays."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice

import msgspec
from msgspec import Struct

from ingest.align.model import PageChange
from ingest.align.page import Read, differences, page_change, read
from ingest.leaf import leaf
from ingest.model import Diagnostic, Place, Revision
from ingest.profile import Profile
from ingest.titles import Site
from ingest.tree import Document, Doubt
from ingest.wikitext.engine import odd_calls

CHUNK = 40  # revisions of one page that one task reads, at the most
LARGEST = 400_000  # characters from which a task takes no more revisions
PAYS = 100_000  # characters that are read before processes begin

_encode = msgspec.msgpack.Encoder().encode


class Exists:
    """Whether a page is there; it remembers what it was asked."""

    def __init__(self, titles: frozenset[str]) -> None:
        self._titles = titles
        self.asked: dict[str, bool] = {}

    def __call__(self, title: str) -> bool:
        found = self.asked[title] = title in self._titles
        return found


class World(Struct, frozen=True, kw_only=True):
    """What every leaf depends on, besides its own text."""

    profile: Profile
    sites: dict[str, Site]
    templates: dict[str, dict[str, str]]  # wiki → title → wikitext

    def site_of(self, wiki: str) -> Site:
        """What *wiki* says of itself."""
        return self.sites.get(wiki) or Site()


class Task(Struct, frozen=True, kw_only=True):
    """Consecutive revisions of one page, oldest first; ``texts`` has None where a text is unknown."""

    revisions: tuple[Revision, ...]
    texts: tuple[str | None, ...]
    overlap: int = 0  # so many at the start were read by tasks before, and are here to be compared with
    same_as: tuple[str | None, ...] = ()  # an older revision with the same text
    last: bool = False  # nothing newer follows
    key: bytes = b""  # under which its leaves are kept for the next build


class Leaves(Struct, frozen=True, kw_only=True):
    """What one task gives; the trees are encoded, as they travel between processes and lie on the shelf."""

    documents: tuple[tuple[Revision, bytes], ...]
    changes: tuple[PageChange, ...]
    doubts: tuple[tuple[Revision, Doubt], ...] = ()
    doubted: frozenset[tuple[str, str]] = frozenset()  # code and message of each, so that older ones are not told again
    last: bool = True  # nothing newer of the page follows
    asked: tuple[tuple[str, bool], ...] = ()  # titles of pages, and whether they were there

    @property
    def diagnostics(self) -> Iterator[Diagnostic]:
        """What was doubted, each with its place in the source."""
        return (_placed(*item) for item in self.doubts)


def read_leaves(task: Task, world: World) -> Leaves:
    """Read each text and compare each with the one before."""
    documents: list[tuple[Revision, bytes]] = []
    doubted: set[tuple[str, str]] = set()
    found: list[PageChange] = []
    doubts: list[tuple[Revision, Doubt]] = []
    before: tuple[Revision, Read | None] | None = None
    known: tuple[Revision, Read] | None = None  # the last whose text is known
    exists = world.site_of(task.revisions[0].wiki).exists
    if isinstance(exists, Exists):
        exists.asked.clear()
    for number, (revision, text) in enumerate(zip(task.revisions, task.texts, strict=True)):
        document = _document(revision, text, world) if text is not None else None
        now = read(document) if document else None
        is_new = number >= task.overlap
        if before is not None and is_new:
            both = differences(before[1], now) if before[1] and now else None
            found.append(page_change(before[0], revision, both, task.same_as[number]))
            if now and known and known[0] is not before[0]:  # over texts that nobody knows
                found.append(page_change(known[0], revision, differences(known[1], now), task.same_as[number]))
        if document and is_new:
            documents.append((revision, _encode(document)))
            doubted.update((doubt.code, doubt.message) for doubt in document.doubts)
            doubts = [*_lasting(doubts, document), *((revision, doubt) for doubt in document.doubts)]
        before = (revision, now)
        known = (revision, now) if now else known
    if task.last and task.revisions[-1].model == "wikitext":
        doubts += [(task.revisions[-1], doubt) for doubt in _odd_braces(task.texts[-1] or "")]
    return Leaves(
        documents=tuple(documents), changes=tuple(found), doubts=tuple(doubts),
        doubted=frozenset(doubted), last=task.last,
        asked=tuple(sorted(exists.asked.items())) if isinstance(exists, Exists) else (),
    )  # fmt: skip


def _document(revision: Revision, text: str, world: World) -> Document:
    return leaf(
        text, model=revision.model, title=revision.title, profile=world.profile,
        site=world.site_of(revision.wiki), templates=world.templates.get(revision.wiki, {}),
    )  # fmt: skip


def _odd_braces(text: str) -> Iterator[Doubt]:
    """Where a second reader, mwparserfromhell, sees other template calls than we: told of the newest text only."""
    for name, theirs, ours in odd_calls(text):
        yield Doubt(
            severity="note",
            code="odd-braces",
            message=f"Braces are odd: {name!r} is called {ours} or {theirs} times, as one reads them.",
            line=1,
        )


def _lasting(doubts: Iterable[tuple[Revision, Doubt]], newer: Document) -> list[tuple[Revision, Doubt]]:
    """The doubts that *newer* does not repeat: each is told once, at the newest revision that gives rise to it."""
    repeated = {(doubt.code, doubt.message) for doubt in newer.doubts}
    return [item for item in doubts if (item[1].code, item[1].message) not in repeated]


def _placed(revision: Revision, doubt: Doubt) -> Diagnostic:
    first = revision.place.line
    line = first + doubt.line - 1 if first and doubt.line else first
    place = Place(source=revision.place.source, line=line, page=revision.page, revision=revision.id)
    return Diagnostic(severity=doubt.severity, code=doubt.code, message=doubt.message, place=place)


_world: World | None = None


def _begin(world: World) -> None:
    global _world
    _world = world
    # Trees hold no cycles: what the collector would look through again and again is freed by counting.
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def _work(task: Task) -> Leaves:
    assert _world is not None
    return read_leaves(task, _world)


def all_leaves(
    tasks: Iterable[tuple[Task, Leaves | None]], world: World, *, processes: int | None = None
) -> Iterator[tuple[Task, Leaves]]:
    """Yield each task with its leaves, in order; some were read before. Memory is that of a few tasks."""
    count = processes or _processors()
    waiting = iter(tasks)
    size = 0
    for task, leaves in waiting:
        size += _size(task) if leaves is None else 0
        if count > 1 and size > PAYS:
            waiting = chain([(task, leaves)], waiting)
            break
        yield task, leaves or read_leaves(task, world)
    else:
        return
    with ProcessPoolExecutor(count, initializer=_begin, initargs=(world,)) as pool:
        yield from _in_order(pool, waiting, ahead=count * 3)


def _processors() -> int:
    """How many processors this process may use, where the system tells; else how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _in_order(
    pool: ProcessPoolExecutor, tasks: Iterator[tuple[Task, Leaves | None]], *, ahead: int
) -> Iterator[tuple[Task, Leaves]]:
    def begun(task: Task, leaves: Leaves | None) -> tuple[Task, Leaves | Future[Leaves]]:
        return task, leaves or pool.submit(_work, task)

    running = [begun(*item) for item in islice(tasks, ahead)]
    while running:
        task, leaves = running.pop(0)
        result = leaves if isinstance(leaves, Leaves) else leaves.result()
        running += [begun(*item) for item in islice(tasks, 1)]
        yield task, result


def _size(task: Task) -> int:
    return sum(len(text or "") for text in task.texts)
