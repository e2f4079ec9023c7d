"""A document as a list of visible blocks: paragraphs, headings, list items, table rows, records, box titles.

Nothing nests: a block keeps the frames it stands in (boxes, quotations, marked passages) and the headings above it.
A frame or a picture has no words of its own; what it is shows as layout, never as text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from ingest.align.inline import Mark, inline, is_solid
from ingest.tree import (
    Band,
    Box,
    Call,
    Cell,
    Definition,
    Document,
    Element,
    Errata,
    Gallery,
    Heading,
    Image,
    Item,
    Labels,
    List,
    Marked,
    Navigation,
    Node,
    Paragraph,
    Part,
    Pre,
    Record,
    RecordTable,
    Row,
    Ruling,
    Table,
    walk,
)  # fmt: skip

_NUMBER = re.compile(r"\(?(\d+(?:\.\d+)+[a-z]?[.)]?|\d+[a-z]?[.)])\s+(?=\S)")
_NUMBER_ALONE = re.compile(r"\(?\d+(?:\.\d+)*[a-z]?[.)]?\Z")
_DIGIT = re.compile(r"\d")
LEAD = "(lead)"


class Block(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One visible block. Two blocks with the same ``body`` say the same to a reader."""

    kind: str  # paragraph heading item row record title caption labels part pre question call image navigation rule redirect
    text: str  # blanks collapsed; cells joined by " | "
    body: str  # text without the number typed or printed before it
    number: str = ""
    marks: tuple[Mark, ...] = ()
    frames: tuple[str, ...] = ()  # outermost first: "box important", "list ul", "element blockquote"
    path: tuple[str, ...] = ()  # headings above it, itself included where it is one
    cells: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()  # (canonical name or column, value as printed)
    level: int = 0  # of a heading; depth of an item
    line: int = 0
    end_line: int = 0

    @property
    def section(self) -> str:
        """The deepest heading it stands under, or is."""
        return self.path[-1] if self.path else LEAD

    @property
    def look(self) -> tuple[object, ...]:
        """Everything about it but its words."""
        return (self.kind, self.level, self.number, self.marks, self.frames)


def digest(block: Block) -> str:
    """Twelve hex digits: blocks that are printed alike have the same."""
    parts = (
        block.kind,
        str(block.level),
        block.text,
        *block.frames,
        *("\x1f".join(map(str, mark)) for mark in block.marks),
    )
    return hashlib.sha256("\x1e".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def blocks_of(document: Document) -> tuple[Block, ...]:
    """The visible blocks of *document*, in reading order."""
    reader = _Reader()
    reader.flow(_without_redirect(document, reader), ())
    reader.waiting_heading()
    return tuple(reader.blocks)


def _without_redirect(document: Document, reader: _Reader) -> Iterator[Node]:
    """The blocks of *document*; its redirect, which the tree has as the numbered item that it is written as, is put first."""
    first = document.blocks[0] if document.blocks else None
    if not document.redirect or not isinstance(first, List) or first.kind != "ol":
        yield from document.blocks
        return
    reader.put("redirect", f"→ {document.redirect}", (), node=first.items[0] if first.items else first)
    if first.items[1:]:
        yield structs.replace(first, items=first.items[1:])
    yield from document.blocks[1:]


class _Reader:
    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.headings: list[tuple[int, str]] = []
        self.path: tuple[str, ...] = ()
        self.line = 0
        self.waiting: tuple[Heading, str, tuple[Mark, ...], tuple[str, ...]] | None = None

    def flow(self, nodes: Iterable[Node], frames: tuple[str, ...], kind: str = "paragraph", level: int = 0) -> None:
        """Read blocks; loose inline nodes between them become a block of *kind*."""
        loose: list[Node] = []
        for node in nodes:
            if is_solid(node):
                self.loose(loose, frames, kind, level)
                loose = []
                self.solid(node, frames, kind, level)
            else:
                loose.append(node)
        self.loose(loose, frames, kind, level)

    def loose(self, nodes: list[Node], frames: tuple[str, ...], kind: str, level: int, number: str = "") -> None:
        if nodes:
            self.add(kind, nodes, frames, level=level, number=number)

    def solid(self, node: Node, frames: tuple[str, ...], kind: str, level: int) -> None:
        self.line = getattr(node, "line", 0) or self.line
        match node:
            case Paragraph(children=children):
                if any(is_solid(child) for child in children):
                    self.flow(children, frames, kind, level)
                else:
                    self.add(kind, children, frames, level=level, node=node)
            case Heading():
                self.heading(node, frames)
            case List(kind=name, items=items):
                for item in items:
                    self.item(item, (*frames, f"list {name}"), level + 1)
            case Item():
                self.item(node, frames, level + 1)
            case Table(rows=rows, caption=caption):
                if caption:
                    self.add("caption", caption, frames)
                columns = _columns(rows)
                for row in rows:
                    self.row(row, (*frames, "table"), columns)
            case Box(kind=name, title=title, children=children):
                inside, above = (*frames, f"box {name}"), self.path
                if name == "chart" and node.defines is not None:
                    self.path = (*above, node.defines.name)  # its title is the heading of its rows
                if title:
                    self.add("title", title, inside, node=node)
                self.flow(children, inside)
                self.path = above
            case Record():
                self.record(node, frames)
            case RecordTable(title=title, records=records):
                if title:
                    self.add("title", title, frames, node=node)
                for record in records:
                    self.record(record, (*frames, f"records {node.kind}"))
            case Ruling(question=question, answer=answer):
                self.flow(question, (*frames, "ruling"), "question")
                self.flow(answer, (*frames, "ruling"), "answer")
            case Part(name=name):
                self.put("part", name, frames, node=node)
            case Labels(values=values):
                self.put("labels", ", ".join(values), frames, cells=values, node=node)
            case _:
                self.other(node, frames, kind, level)

    def other(self, node: Node, frames: tuple[str, ...], kind: str, level: int) -> None:
        match node:
            case Errata(role=role, children=children):
                self.flow(children, (*frames, f"errata {role}"), kind, level)
            case Marked(why=why, editions=editions, children=children):
                self.flow(children, (*frames, " ".join(("marked", why, *editions))), kind, level)
            case Call(name=name, args=args):
                for _, value in args:
                    self.flow(value, (*frames, f"template {name}"), "call", level)
            case Pre(children=children):
                self.add("pre", children, frames, node=node)
            case Image(name=name):
                self.put("image", "", frames, marks=(("image", name, "", 0),), node=node)
            case Gallery(images=images):
                self.put("image", "", frames, marks=tuple(("image", image.name, "", 0) for image in images), node=node)
            case Navigation(name=name):
                self.put("navigation", "", frames, marks=(("navigation", name, "", 0),), node=node)
            case Element(name="hr"):
                self.put("rule", "", frames, marks=(("hr", "", "", 0),), node=node)
            case Element(name=name, children=children):
                self.flow(children, (*frames, f"element {name}"), kind, level)
            case Row():
                self.row(node, frames)
            case Cell(children=children):
                self.flow(children, frames, kind, level)
            case _:
                pass

    def heading(self, node: Heading, frames: tuple[str, ...]) -> None:
        self.waiting_heading()
        text, marks = inline(node.children)
        level = 7 if node.run_in else node.level
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, text))
        self.path = tuple(name for _, name in self.headings)
        if node.defines is not None:
            marks = (*marks, *_definition(node.defines))
        if _NUMBER_ALONE.match(text):
            self.waiting = node, text, marks, frames  # it is the number of the paragraph that follows
        else:
            self.put("heading", text, frames, marks=marks, level=node.level, node=node)

    def waiting_heading(self) -> None:
        """A number that no paragraph followed is a heading after all."""
        if self.waiting:
            (node, text, marks, frames), self.waiting = self.waiting, None
            self.put("heading", text, frames, marks=marks, level=node.level, node=node)

    def item(self, item: Item, frames: tuple[str, ...], level: int) -> None:
        own = [child for child in item.children if not is_solid(child)]
        number = item.mark or ""
        if own and not is_solid(item.children[0]):
            head = next((i for i, child in enumerate(item.children) if is_solid(child)), len(item.children))
            self.line = item.line or self.line
            self.loose(list(item.children[:head]), frames, "item", level, number)
            self.flow(item.children[head:], frames, "item", level)
        else:
            self.flow(item.children, frames, "item", level)

    def row(self, row: Row, frames: tuple[str, ...], columns: tuple[str, ...] = ()) -> None:
        if any(_deep(cell) for cell in row.cells):
            for cell in row.cells:
                self.flow(cell.children, frames)
            return
        cells: list[str] = []
        marks: list[Mark] = []
        for cell in row.cells:
            text, inside = inline(cell.children)
            cells.append(text)
            marks += inside
        fields = tuple(zip(columns, cells, strict=True)) if len(columns) == len(cells) else ()
        self.put("row", " | ".join(cells), frames, marks=tuple(marks), cells=tuple(cells), fields=fields, node=row)

    def record(self, record: Record, frames: tuple[str, ...]) -> None:
        name = " ".join(filter(None, (record.name, record.mode)))
        fields = [(field.name, inline(field.value)[0]) for field in record.fields]
        fields += [(f"range {_reach(band)}", band.mod) for band in record.bands]
        if record.no_fire_beyond is not None:
            fields.append(("no fire beyond", str(record.no_fire_beyond)))
        cells = (name, *(value for _, value in fields))
        marks = tuple(mark for field in record.fields for mark in inline(field.value)[1])
        self.put("record", " | ".join(cells), frames, marks=marks, cells=cells, fields=tuple(fields), node=record)

    def add(self, kind: str, nodes: Iterable[Node], frames: tuple[str, ...], *, level: int = 0, number: str = "",
            node: Node | None = None) -> None:  # fmt: skip
        text, marks = inline(nodes)
        if text or not all(mark[0].startswith("marked ") for mark in marks):  # a highlight of nothing is not seen
            kind = kind if text else "image"
            self.put(kind, text, frames, marks=marks, level=level, number=number, node=node)

    def put(self, kind: str, text: str, frames: tuple[str, ...], *, marks: tuple[Mark, ...] = (), level: int = 0,
            number: str = "", cells: tuple[str, ...] = (), fields: tuple[tuple[str, str], ...] = (),
            node: Node | None = None) -> None:  # fmt: skip
        if self.waiting and kind == "paragraph":
            heading, number, more, _ = self.waiting
            self.waiting, marks, node = None, (*more, *marks), heading
        elif self.waiting:
            self.waiting_heading()
        body = text
        if not number and text[:1] in "(0123456789" and not cells:
            found = _NUMBER.match(text)
            if found:
                number, body = found.group(1).rstrip(".)"), text[found.end() :]
        elif number:
            text = f"{number} {text}"
        line = getattr(node, "line", 0) or self.line
        self.line = line
        self.blocks.append(
            Block(
                kind=kind, text=text, body=body, number=number, marks=marks, frames=frames, path=self.path, cells=cells,
                fields=fields, level=level, line=line, end_line=getattr(node, "end_line", 0) or line,
            )
        )  # fmt: skip


def _columns(rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The names of a table's columns, where its first row alone is a head with different names."""
    if len(rows) < 2 or not rows[0].cells:
        return ()
    names = tuple(inline(cell.children)[0] for cell in rows[0].cells)
    headed = all(cell.header for cell in rows[0].cells) or _reads_as_head(names, rows[1:])
    return names if headed and len(set(names)) == len(names) else ()


def _reads_as_head(names: tuple[str, ...], body: tuple[Row, ...]) -> bool:
    """Whether names without a number stand over rows that each have one: a text marks no cell as a head."""
    if not all(names) or any(_DIGIT.search(name) for name in names):
        return False
    return all(any(_DIGIT.search(inline(cell.children)[0]) for cell in row.cells[1:]) for row in body)


def _deep(cell: Cell) -> bool:
    """Whether a cell lays out whole passages, so that its table is no table of values."""
    return any(isinstance(node, Heading | Box | Table | RecordTable | List | Ruling) for node in walk(cell.children))


def _definition(defines: Definition) -> Iterator[Mark]:
    if defines.cls:
        yield ("class", defines.cls, "", 0)
    for label in defines.labels:
        yield ("label", label, "", 0)


def _reach(band: Band) -> str:
    if band.start is None and band.end is None:
        return band.name or "?"
    return f"{band.start or 0}–{band.end}"
