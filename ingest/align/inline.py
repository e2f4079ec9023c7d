"""The inline side of blocks: their text on one line, and what is marked in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ingest.tree import (
    Box,
    Call,
    Cell,
    Element,
    Errata,
    Gallery,
    Heading,
    Image,
    Item,
    Labels,
    Link,
    List,
    Marked,
    Navigation,
    Node,
    Note,
    Paragraph,
    Part,
    Pre,
    Record,
    RecordTable,
    Row,
    Ruling,
    Table,
    Text,
    Toc,
    children_of,
)  # fmt: skip

# What ("link page", "b", "image" …), its target, the text it covers, and how often that text stands before it.
Mark: TypeAlias = tuple[str, str, str, int]
MANY_MARKS = 2_000  # in one block; beyond it the last number is not counted

_SOLID = (
    Paragraph, Heading, List, Item, Table, Row, Cell, Pre, Gallery, Toc, Box, Part, Labels, Record, RecordTable,
    Ruling, Errata, Navigation,
)  # fmt: skip
_BLOCK_ELEMENTS = frozenset({"div", "p", "blockquote", "center", "hr", "ul", "ol", "dl", "li", "dt", "dd", "table"})


def is_solid(node: Node) -> bool:
    """Whether *node* begins a block of its own."""
    if isinstance(node, _SOLID):
        return True
    match node:
        case Element(name=name, children=children):
            return name in _BLOCK_ELEMENTS or any(is_solid(child) for child in children)
        case Marked(children=children):
            return any(is_solid(child) for child in children)
        case Call(block=block, args=args):
            return block or any(is_solid(child) for _, value in args for child in value)
        case _:
            return False


def inline(nodes: Iterable[Node]) -> tuple[str, tuple[Mark, ...]]:
    """The text of inline *nodes* on one line, and what is marked in it."""
    pieces: list[str] = []
    marks: list[Mark] = []
    _collect(nodes, pieces, marks)
    whole = "".join(pieces)
    return " ".join(whole.split()), tuple(_counted(marks, pieces, whole)) if marks else ()


def seen(marks: Iterable[Mark]) -> tuple[str, ...]:
    """What stands for a passage without words: its pictures by name, else whatever is marked in it."""
    marks = tuple(marks)
    return tuple(name for kind, name, _, _ in marks if kind == "image" and name) or tuple(
        name or kind for kind, name, _, _ in marks
    )


def _counted(marks: list[Mark], pieces: list[str], whole: str) -> Iterator[Mark]:
    """*marks* whose number of pieces before them becomes the number of times that their text stands before them."""
    if len(marks) > MANY_MARKS:
        yield from ((what, target, text, 0) for what, target, text, _ in marks)
        return
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece))
    for what, target, text, place in marks:
        yield what, target, text, whole.count(text, 0, starts[place]) if text else 0


def _collect(nodes: Iterable[Node], pieces: list[str], marks: list[Mark]) -> None:
    for node in nodes:
        if type(node) is Text:
            pieces.append(node.text)
            continue
        start = len(pieces)
        match node:
            case Link(kind=kind, target=target, anchor=anchor, children=children):
                _collect(children, pieces, marks)
                where = f"{target}#{anchor}" if anchor else target
                marks.append((f"link {kind}", where, _joined(pieces, start), start))
            case Image(name=name):
                marks.append(("image", name, "", start))
            case Element(name="br"):
                pieces.append(" ")
            case Element(name=name, children=children):
                _collect(children, pieces, marks)
                marks.append((name, "", _joined(pieces, start), start))
            case Note(name=name):
                marks.append(("note", name, "", start))
            case Navigation() | Toc() | Gallery():
                pass
            case Part(name=name):
                pieces.append(f" {name} ")
            case Labels(values=values):
                pieces.append(f" {', '.join(values)} ")
            case Record():
                pieces.append(f" {node.name} {node.mode or ''} ")
                _collect(children_of(node), pieces, marks)
            case Marked(why=why, editions=editions, children=children):
                _collect(children, pieces, marks)
                marks.append((f"marked {why}", " ".join(editions), _joined(pieces, start), start))
            case Call(name=name):
                pieces.append(" ")
                _collect(children_of(node), pieces, marks)
                marks.append(("template", name, _joined(pieces, start), start))
                pieces.append(" ")
            case _:
                if isinstance(node, _SOLID):
                    pieces.append(" ")
                _collect(children_of(node), pieces, marks)
                if isinstance(node, _SOLID):
                    pieces.append(" ")


def _joined(pieces: list[str], start: int) -> str:
    return " ".join("".join(pieces[start:]).split())
