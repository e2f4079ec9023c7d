"""One text as a line of steps: what holds for one edition today, with boxes opened and closed in between.

A tree nests headings in boxes and boxes in edition marks; an entry does not care. ``project`` drops what does not
hold for an edition and what an update replaced; ``steps`` lays the rest out in reading order, so that a section is a
stretch of steps wherever its heading stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from ingest.tree import Box, Element, Errata, Heading, Marked, Navigation, Node, Paragraph, Ruling, walk
from ingest.visible import inline_text

CONTAINERS = {"div", "center", "blockquote", "section", "small", "big", "span", "p"}


class Step(Struct, frozen=True, kw_only=True):
    """A block to read, or the edge of a box."""

    node: Node
    edge: Literal["", "open", "close"] = ""


def project(nodes: Iterable[Node], edition: str | None) -> tuple[Node, ...]:
    """*nodes* without what does not hold for *edition* (None keeps every edition) and without replaced wordings."""
    return tuple(_projected(nodes, edition))


def is_marked(nodes: Iterable[Node]) -> bool:
    """Whether some passage of *nodes* holds for some editions only."""
    return any(isinstance(node, Marked) and node.editions for node in walk(nodes))


def _projected(nodes: Iterable[Node], edition: str | None) -> Iterator[Node]:
    for node in nodes:
        match node:
            case Errata(role="original") | Navigation():
                continue
            case Errata(children=children):
                yield from _projected(children, edition)
            case Marked(editions=editions, children=children):
                if not editions or edition is None or edition in editions:
                    yield from _projected(children, edition)
            case _:
                yield _with_children(node, edition)


def _with_children(node: Node, edition: str | None) -> Node:
    changed: dict[str, object] = {}
    for name in ("children", "title", "items", "rows", "cells", "records", "caption", "question", "answer"):
        value = getattr(node, name, None)
        if isinstance(value, tuple) and value:
            kept = tuple(_projected(value, edition))
            if len(kept) != len(value) or any(new is not old for new, old in zip(kept, value, strict=True)):
                changed[name] = kept
    return msgspec.structs.replace(node, **changed) if changed else node


def steps(nodes: Iterable[Node], whole: Collection[str] = ()) -> tuple[Step, ...]:
    """*nodes* in reading order; boxes that define a term or hold a heading are opened and closed, others stay whole.

    Boxes of the kinds *whole* stay whole whatever they hold, unless they define a term.
    """
    return tuple(_steps(nodes, whole))


def _steps(nodes: Iterable[Node], whole: Collection[str]) -> Iterator[Step]:
    for node in nodes:
        match node:
            case Ruling() | Navigation():
                continue
            case Paragraph(children=children) if not inline_text(children):
                continue
            case Box(children=children) if node.defines is not None or (
                node.kind not in whole and _holds_terms(children)
            ):
                yield Step(node=node, edge="open")
                yield from _steps(children, whole)
                yield Step(node=node, edge="close")
            case Element(name=name, children=children) if name in CONTAINERS and _holds_terms(children):
                yield from _steps(children, whole)
            case _:
                yield Step(node=node)


def _holds_terms(nodes: Iterable[Node]) -> bool:
    return any(
        isinstance(node, Heading) or (isinstance(node, Box) and node.defines is not None) for node in walk(nodes)
    )


def last_line(node: Node) -> int:
    """The last line of *node*, as far as it or what it holds is known."""
    return max(max(getattr(item, "line", 0), getattr(item, "end_line", 0)) for item in walk((node,)))
