"""The part of a document that one entry is: what stands under its heading or in its box, cut into its parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from msgspec import Struct

from ingest.glossary.model import Entry
from ingest.glossary.records import described
from ingest.tree import (
    Box,
    Document,
    Element,
    Errata,
    Heading,
    Labels,
    Marked,
    Navigation,
    Node,
    Part,
    Record,
    RecordTable,
    Ruling,
    Toc,
)
from ingest.visible import fold

_HOLDERS = (Box, Element, Errata, Marked)
_ELSEWHERE = (
    Labels,
    Ruling,
    Navigation,
    Toc,
)  # an entry's page shows these in places of their own

_INSIDE = ("chart", "term")  # boxes of a rulebook's entry that goes on behind them: they are part of what it says


class Section(Struct, frozen=True, kw_only=True):
    """One part of an entry; the lead has no key."""

    key: str = ""
    title: str = ""
    nodes: tuple[Node, ...] = ()


def untold(entry: Entry) -> str:
    """The text of *entry* without the lines that only say what its profiles show."""
    told = {described(profile) for profile in entry.profiles}
    return "\n".join(line for line in entry.text.split("\n") if line.strip() not in told)


class Heads:
    """Where the entries of one document begin, by line, name and anchor: thousands may stand in one document."""

    def __init__(self, document: Document, profiled: Container[str] | None = None) -> None:
        """*profiled* are the kinds of records that are profiles of entries, None for all; tables of others are text."""
        self._blocks = document.blocks
        self._profiled = profiled
        self._all = tuple(_definitions(document.blocks))
        self._on: dict[int, list[int]] = defaultdict(list)
        self._named: dict[str, list[int]] = defaultdict(list)
        for number, (siblings, index) in enumerate(self._all):
            node = siblings[index]
            for line in _lines(node):
                self._on[line].append(number)
            for name in _names(node):
                self._named[name].append(number)

    def sections_of(self, entry: Entry, line: int | None) -> tuple[Section, ...]:
        """The parts of *entry*; none where the document does not show where it stands. *line* is that of the parsed text."""
        nodes = self.nodes_of(entry, line) or self._lead(entry, line)
        return tuple(_cut(nodes, self._profiled)) if nodes is not None else ()

    def nodes_of(self, entry: Entry, line: int | None) -> tuple[Node, ...] | None:
        """What the likeliest head of *entry* holds: one on its line, if any, since no other is ever likelier."""
        near = self._on.get(line, []) if line is not None else []
        named = (*self._named.get(fold(entry.name), ()), *self._named.get(f"#{entry.anchor}", ()))
        heads = (self._all[number] for number in sorted({*near, *named}))
        return _likeliest((self._all[number] for number in near), entry, line) or _likeliest(heads, entry, line)

    def _lead(self, entry: Entry, line: int | None) -> tuple[Node, ...] | None:
        """The lines of an entry that begins its page without a head: the page's own title is its name."""
        if line is None or entry.anchor or not entry.source.line or not entry.source.end_line:
            return None
        last = line + entry.source.end_line - entry.source.line
        lines = [getattr(node, "line", 0) for node in self._blocks]
        held = [index for index, here in enumerate(lines) if line <= here <= last]
        before = self._blocks[: held[0]] if held else ()
        if not held or any(isinstance(node, Heading) or (isinstance(node, Box) and node.defines) for node in before):
            return None
        return self._blocks[held[0] : held[-1] + 1]


def _likeliest(
    heads: Iterable[tuple[tuple[Node, ...], int]], entry: Entry, line: int | None
) -> tuple[Node, ...] | None:
    best: tuple[int, tuple[Node, ...]] | None = None
    for siblings, index in heads:
        score = _likeness(siblings[index], entry, line)
        if score and (best is None or score > best[0]):
            node = siblings[index]
            best = score, _below(siblings, index) if isinstance(node, Heading) else node.children  # type: ignore[union-attr]
    return best[1] if best else None


def _lines(node: Node) -> range:
    """The lines of a head itself."""
    assert isinstance(node, Heading | Box)
    last = node.end_line if isinstance(node, Heading) else node.line
    return range(node.line, max(last, node.line) + 1)


def _names(node: Node) -> Iterator[str]:
    """What a head is found by: the folded name that it defines, and its anchor with a mark before it."""
    assert isinstance(node, Heading | Box)
    if node.defines is not None:
        yield fold(node.defines.name)
    if isinstance(node, Heading) and node.anchor:
        yield f"#{node.anchor}"


def _definitions(blocks: tuple[Node, ...]) -> Iterator[tuple[tuple[Node, ...], int]]:
    """Every heading and every defining box, with the blocks it stands among."""
    stack = [blocks]
    while stack:
        siblings = stack.pop()
        for index, node in enumerate(siblings):
            if isinstance(node, Heading) or (isinstance(node, Box) and node.defines):
                yield siblings, index
            if isinstance(node, _HOLDERS):
                stack.append(node.children)


def _likeness(node: Node, entry: Entry, line: int | None) -> int:
    """How surely *node* is the head of *entry*; 0 is not at all."""
    assert isinstance(node, Heading | Box)
    here = line is not None and line in _lines(node)
    named = node.defines is not None and fold(node.defines.name) == fold(entry.name)
    anchored = isinstance(node, Heading) and bool(entry.anchor) and node.anchor == entry.anchor
    if not (named or anchored or (here and node.defines)):
        return 0
    return 4 * here + 2 * named + anchored


def _below(siblings: tuple[Node, ...], index: int) -> tuple[Node, ...]:
    """What stands under a heading, up to the next of its depth or higher."""
    head = siblings[index]
    assert isinstance(head, Heading)
    end = index + 1
    while end < len(siblings):
        node = siblings[end]
        if isinstance(node, Heading) and (node.level <= head.level or (head.run_in and node.run_in)):
            break
        end += 1
    return siblings[index + 1 : end]


def _is_elsewhere(node: Node, profiled: Container[str] | None) -> bool:
    if isinstance(node, Record | RecordTable):
        return profiled is None or node.kind in profiled
    return isinstance(node, _ELSEWHERE)


def _cut(nodes: tuple[Node, ...], profiled: Container[str] | None) -> Iterator[Section]:
    held: list[Node] = []
    key = title = ""
    for node in _flat(nodes, profiled):
        if isinstance(node, Part):
            if held or key:
                yield Section(key=key, title=title, nodes=tuple(held))
            key, title, held = node.key, node.name, []
        else:
            held.append(node)
    if held or key:
        yield Section(key=key, title=title, nodes=tuple(held))


def _flat(nodes: tuple[Node, ...], profiled: Container[str] | None) -> Iterator[Node]:
    """The nodes of the entry itself: without its children's, and without superseded wordings."""
    depth = 7
    for node in nodes:
        if isinstance(node, Heading):
            depth = 7 if node.level <= depth and not node.defines else depth
            if node.defines and depth == 7:
                depth = node.level
        if (
            depth < 7
            or _is_elsewhere(node, profiled)
            or (isinstance(node, Box) and node.defines and node.kind not in _INSIDE)
        ):
            continue
        if isinstance(node, Errata):
            if node.role == "update":
                yield from _flat(node.children, profiled)
        elif isinstance(node, Marked) and any(isinstance(child, Part) for child in node.children):
            yield from _flat(node.children, profiled)
        else:
            yield node
