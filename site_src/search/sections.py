"""A document cut at its headings: each section is a heading and what follows, down to the next heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ingest.tree import Box, Document, Element, Errata, Heading, Marked, Navigation, Node, children_of, walk
from ingest.visible import inline_text, text_of


class Section(Struct, frozen=True, kw_only=True):
    """One section; the lead of a document has no heading."""

    heading: str = ""
    anchor: str = ""
    above: tuple[str, ...] = ()  # headings it stands under, outermost first
    text: str = ""
    line: int = 0


def sections(document: Document) -> Iterator[Section]:
    """Yield the lead and then every section, in reading order."""
    above: list[tuple[int, str]] = []
    head: Heading | None = None
    name, body = "", list[Node]()
    for node in _flow(document.blocks):
        if not isinstance(node, Heading):
            body.append(node)
            continue
        yield _section(head, name, above, body)
        level = 7 if node.run_in else node.level
        if head:
            above = [item for item in [*above, (7 if head.run_in else head.level, name)] if item[0] < level]
        head, name, body = node, inline_text(node.children).rstrip(" .:"), []
    yield _section(head, name, above, body)


def _section(head: Heading | None, name: str, above: list[tuple[int, str]], body: list[Node]) -> Section:
    return Section(
        heading=name, anchor=head.anchor if head else "", above=tuple(text for _, text in above),
        text=text_of(body), line=head.line if head else next((_line(node) for node in body if _line(node)), 0),
    )  # fmt: skip


def _line(node: Node) -> int:
    return int(getattr(node, "line", 0) or 0)


def _flow(nodes: Iterable[Node]) -> Iterator[Node]:
    """The blocks in reading order; what holds a heading is opened, what is no rule today is left out."""
    for node in nodes:
        match node:
            case Navigation() | Errata(role="original"):
                continue
            case Box() | Marked() | Element() | Errata() if any(
                isinstance(inner, Heading) for inner in walk(children_of(node))
            ):
                if isinstance(node, Box):
                    yield from node.title
                yield from _flow(node.children)
            case _:
                yield node
