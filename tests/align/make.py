"""Blocks and trees for the tests, in words of our own."""

from __future__ import annotations

from hypothesis import strategies as st

from ingest.align import Block
from ingest.tree import (
    Box,
    Cell,
    Document,
    Element,
    Field,
    Heading,
    Item,
    Labels,
    Link,
    List,
    Node,
    Paragraph,
    Record,
    RecordTable,
    Row,
    Table,
    Text,
)  # fmt: skip

WORDS = "lantern keeper lights the lamp when a ship nears harbour and nobody else may row out until dawn 3 +2 page 12 Fog.".split()  # noqa: SIM905


def blocks(*texts: str, kind: str = "paragraph") -> list[Block]:
    """One block for each text."""
    return [Block(kind=kind, text=text, body=text) for text in texts]


def paragraph(*parts: str | Node) -> Paragraph:
    """A paragraph of texts and inline nodes."""
    return Paragraph(children=tuple(Text(part) if isinstance(part, str) else part for part in parts))


def heading(text: str, level: int = 2) -> Heading:
    return Heading(level=level, children=(Text(text),))


def link(target: str, label: str = "") -> Link:
    return Link(kind="page", target=target, children=(Text(label or target),))


def bold(text: str) -> Element:
    return Element(name="b", children=(Text(text),))


def bullets(*texts: str) -> List:
    return List(kind="ul", items=tuple(Item(children=(Text(text),)) for text in texts))


def table(*rows: tuple[str, ...], head: bool = True) -> Table:
    return Table(
        rows=tuple(
            Row(cells=tuple(Cell(children=(Text(text),), header=head and not number) for text in row))
            for number, row in enumerate(rows)
        )
    )


def box(kind: str, *children: Node, title: str = "") -> Box:
    return Box(kind=kind, title=(Text(title),) if title else (), children=children)


def weapon(name: str, **fields: str) -> RecordTable:
    record = Record(
        kind="weapon", name=name, fields=tuple(Field(name=key, value=(Text(value),)) for key, value in fields.items())
    )
    return RecordTable(kind="weapon", records=(record,))


def document(*nodes: Node, **more: tuple[str, ...]) -> Document:
    return Document(blocks=nodes, **more)  # type: ignore[arg-type]


texts = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


def _nodes() -> st.SearchStrategy[Node]:
    inline = st.one_of(texts.map(Text), texts.filter(bool).map(bold), texts.filter(bool).map(link))
    plain: st.SearchStrategy[Node] = st.one_of(
        st.lists(inline, max_size=3).map(lambda children: Paragraph(children=tuple(children))),
        st.builds(heading, texts, st.integers(1, 6)),
        st.lists(texts, max_size=3).map(lambda items: bullets(*items)),
        st.lists(st.tuples(texts, texts), max_size=3).map(lambda rows: table(*rows)),
        st.lists(texts, max_size=3).map(lambda values: Labels(values=tuple(values))),
        st.builds(weapon, texts, damage=texts, traits=texts),
    )
    boxes = st.builds(
        lambda kind, inside, title: box(kind, *inside, title=title),
        st.sampled_from(["note", "grey"]),
        st.lists(plain, max_size=3),
        texts,
    )
    return st.one_of(plain, boxes)


documents = st.lists(_nodes(), max_size=8).map(lambda nodes: document(*nodes))
