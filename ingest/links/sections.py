"""A document cut at its headings, wherever they stand: the unit of "first occurrence" and of "defined elsewhere"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ingest.tree import (
    Box,
    Document,
    Element,
    Errata,
    Heading,
    Image,
    Link,
    Marked,
    Navigation,
    Node,
    Paragraph,
    children_of,
    walk,
)  # fmt: skip
from ingest.visible import inline_text, text_of

_HOLDERS = (Box, Element, Errata, Marked)


class Section(Struct, frozen=True, kw_only=True):
    """A heading (None for the lead) and the blocks up to the next heading."""

    heading: Heading | None
    blocks: tuple[Node, ...]


def sections(document: Document) -> Iterator[Section]:
    """Yield the lead, then every section in reading order; a superseded wording has none."""
    heading: Heading | None = None
    blocks: list[Node] = []
    for node in _flat(document.blocks):
        if isinstance(node, Heading):
            yield Section(heading=heading, blocks=tuple(blocks))
            heading, blocks = node, []
        else:
            blocks.append(node)
    yield Section(heading=heading, blocks=tuple(blocks))


def opening(section: Section) -> str:
    """The text of the first block that says something, or ``""``."""
    for block in section.blocks:
        if isinstance(block, (Navigation, Image)):
            continue
        text = text_of([block])
        if any(char.isalpha() for char in text):
            return text
    return ""


def first_paragraph(section: Section) -> Paragraph | None:
    """The first paragraph that says something."""
    for node in walk(section.blocks):
        if isinstance(node, Paragraph) and any(char.isalpha() for char in inline_text(node.children)):
            return node
    return None


def page_links(nodes: Iterable[Node]) -> Iterator[Link]:
    """The links to pages below *nodes*, navigation left out."""
    stack = [iter(nodes)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
        elif isinstance(node, Navigation):
            continue
        elif isinstance(node, Link) and node.kind == "page":
            yield node
        else:
            stack.append(iter(children_of(node)))


def navigation_lists(document: Document) -> tuple[tuple[str, ...], ...]:
    """The names that each navigation of *document* lists, in order."""
    found = []
    for node in walk(document.blocks):
        if isinstance(node, Navigation):
            linked = [inline_text(link.children) for link in walk(node.children) if isinstance(link, Link)]
            names = linked or [part.strip() for part in inline_text(node.children).split("|")]
            found.append(tuple(name for name in names if name))
    return tuple(dict.fromkeys(names for names in found if len(names) > 1))


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Errata) and node.role == "original":
            continue
        if isinstance(node, _HOLDERS) and any(isinstance(inner, Heading) for inner in walk(children_of(node))):
            yield from _flat(children_of(node))
        else:
            yield node
