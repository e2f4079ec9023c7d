"""A document tree as lines for a terminal: paragraphs wrapped, lists with their marks, tables in columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ingest.glossary.records import described, profile_of
from ingest.tree import (
    Box,
    Call,
    Element,
    Errata,
    Gallery,
    Heading,
    Image,
    Item,
    Link,
    List,
    Marked,
    Navigation,
    Node,
    Note,
    Paragraph,
    Pre,
    RecordTable,
    Ruling,
    Table,
    Text,
    Toc,
)  # fmt: skip
from ingest.visible import BREAKS, inline_text, text_of
from ludex.console import styled

NARROWEST = 8  # columns of a table's cell, and of a text that is far indented
_INLINE = (Text, Link, Note)
_UNSEEN = (Navigation, Toc)


def typeset(nodes: Iterable[Node], columns: int) -> Iterator[str]:
    """*nodes* as lines of at most *columns* signs, but for words that are longer."""
    for inline, run in groupby(nodes, _is_inline):
        if inline:
            yield from wrapped(inline_text(_told(run)), columns)
        else:
            for node in run:
                yield from _block(node, columns)


def wrapped(text: str, columns: int, *, first: str = "", then: str = "") -> list[str]:
    """*text* in lines of at most *columns* signs, words and addresses whole."""
    return textwrap.wrap(
        text, max(columns, NARROWEST + len(then)), initial_indent=first, subsequent_indent=then,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _is_inline(node: Node) -> bool:
    if isinstance(node, Element):
        return node.name not in BREAKS and all(map(_is_inline, node.children))
    if isinstance(node, Marked):
        return all(map(_is_inline, node.children))
    return isinstance(node, _INLINE) or (isinstance(node, Call) and not node.block)


def _told(run: Iterable[Node]) -> Iterator[Node]:
    """Inline nodes, a passage that holds for some editions only with their names before it."""
    for node in run:
        if isinstance(node, Marked) and node.editions:
            yield Text(f"{_only(node.editions)} ")
        yield node


def _only(editions: Sequence[str]) -> str:
    return f"[{', '.join(editions)} only]"


def _block(node: Node, columns: int) -> Iterator[str]:
    match node:
        case _ if isinstance(node, _UNSEEN):
            return
        case Paragraph(children=children) | Errata(children=children, role="update"):
            yield from typeset(children, columns)
        case Errata():
            return
        case Heading():
            yield styled(inline_text(node.children), bold=True)
        case List():
            yield from _list(node, columns)
        case Table():
            yield from _table([[inline_text(cell.children) for cell in row.cells] for row in node.rows], columns)
        case Pre(children=children):
            yield from ("  " + line for line in "".join(map(_verbatim, children)).split("\n"))
        case Box(title=title, children=children):
            yield from _titled(inline_text(title) or node.kind.capitalize(), typeset(children, columns - 2))
        case Ruling(question=question, answer=answer):
            yield from wrapped("Q: " + inline_text(question), columns, then="   ")
            yield from wrapped("A: " + inline_text(answer), columns, then="   ")
        case RecordTable(records=records):
            for record in records:
                yield from wrapped(described(profile_of(record)), columns, then="  ")
        case Image(caption=caption, name=name):
            yield from wrapped(f"[{inline_text(caption) or name}]", columns)
        case Gallery(images=images):
            yield from typeset(images, columns)
        case Element(name="hr"):
            yield "-" * min(columns, 20)
        case Marked(editions=editions, children=children) if editions:
            yield from _titled(_only(editions), typeset(children, columns - 2))
        case Element(children=children) | Marked(children=children):
            yield from typeset(children, columns)
        case _:
            yield from (line for block in text_of((node,)).split("\n") for line in wrapped(block, columns))


def _verbatim(node: Node) -> str:
    return node.text if isinstance(node, Text) else inline_text((node,))


def _titled(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield styled(title, bold=True)
    yield from ("  " + line for line in lines)


def _list(node: List, columns: int) -> Iterator[str]:
    for number, item in enumerate(node.items, start=1):
        mark = _mark(node, item, number)
        for index, line in enumerate(typeset(item.children, columns - len(mark))):
            yield (mark if index == 0 else " " * len(mark)) + line


def _mark(node: List, item: Item, number: int) -> str:
    if node.kind == "dl":
        return "" if item.role == "dt" else "  "
    return f"{item.mark or f'{number}.'} " if node.kind == "ol" or item.mark else "- "


def _table(rows: Sequence[Sequence[str]], columns: int) -> Iterator[str]:
    """Cells under each other, each wrapped to its column; the widest columns give way first."""
    widths = _widths(rows, columns)
    for row in rows:
        cells = [wrapped(cell, width) or [""] for cell, width in zip(row, widths, strict=False)]
        for line in range(max(map(len, cells), default=0)):
            parts = (
                (cell[line] if line < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=False)
            )
            yield "  ".join(parts).rstrip()


def _widths(rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    count = max(map(len, rows), default=0)
    widths = [max((len(row[column]) for row in rows if column < len(row)), default=0) for column in range(count)]
    while sum(widths) + 2 * (count - 1) > columns and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths
