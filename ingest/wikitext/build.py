"""The tidied tree as typed nodes of :mod:`ingest.tree`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from ingest.tree import (
    Box,
    Call,
    Element,
    Errata,
    Heading,
    Image,
    Item,
    Link,
    List,
    Marked,
    Node,
    Note,
    Paragraph,
    Pre,
    Text,
    Toc,
)  # fmt: skip
from ingest.visible import inline_text
from ingest.wikitext.anchors import encode_anchor
from ingest.wikitext.elements import INLINE_MARKS, El, Kid
from ingest.wikitext.entities import decode
from ingest.wikitext.tidy import Builder
from ingest.wikitext.work import ADDED, LOST, MARK, Mark, Work

_INLINE = frozenset(
    [
        "a",
        "b",
        "big",
        "code",
        "em",
        "font",
        "i",
        "s",
        "small",
        "strike",
        "strong",
        "tt",
        "u",
        "span",
        "sub",
        "sup",
        "abbr",
        "cite",
        "dfn",
        "kbd",
        "samp",
        "var",
        "q",
        "bdi",
        "bdo",
        "br",
        "wbr",
        "data",
        "time",
        "mark",
        "ruby",
        "rb",
        "rp",
        "rt",
        "rtc",
        "del",
        "ins",
    ]
)


def build(work: Work, root: El) -> tuple[Node, ...]:
    """The nodes inside *root*, in reading order."""
    return kids_of(work, root.kids)


def as_blocks(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """*nodes* with every run of inline ones as a paragraph and no blank text between blocks."""
    blocks: list[Node] = []
    run: list[Node] = []

    def finish() -> None:
        children = trimmed(tuple(run))
        if children:
            line = next((found for node in children if (found := getattr(node, "line", 0))), 0)
            blocks.append(Paragraph(children=children, line=line, end_line=line))
        run.clear()

    for node in nodes:
        if is_inline(node):
            run.append(node)
        else:
            finish()
            blocks.append(node)
    finish()
    return tuple(blocks)


def is_inline(node: Node) -> bool:
    """Whether *node* stands inside a line."""
    match node:
        case Text() | Link() | Note():
            return True
        case Element(name=name, children=children):
            return name in _INLINE and all(is_inline(child) for child in children)
        case Image(options=options):
            return not any((key == "frame" and value != "frameless") or key == "align" for key, value in options)
        case Call(block=block):
            return not block
        case Marked(children=children):
            return all(is_inline(child) for child in children)
    return False


def kids_of(work: Work, kids: Iterable[Kid]) -> tuple[Node, ...]:
    nodes: list[Node] = []
    words: list[str] = []
    for kid in kids:
        if isinstance(kid, str):
            words.append(kid)
        elif found := nodes_of(work, kid):
            if words:
                nodes.append(Text(words[0] if len(words) == 1 else "".join(words)))
                words.clear()
            nodes.extend(found)
    if words:
        nodes.append(Text("".join(words)))
    return tuple(nodes)


def nodes_of(work: Work, element: El) -> Sequence[Node]:
    if element.name == "*":
        return _mark(work, element)
    maker = MAKERS.get(element.name)
    if maker is not None:
        return maker(work, element)
    if element.name in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return _heading(work, element)
    return (_element(work, element),)


def _element(work: Work, element: El) -> Element:
    return Element(
        name=element.name, attrs=element.attrs, children=kids_of(work, element.kids), line=element.line, end_line=element.end
    )  # fmt: skip


def _mark(work: Work, element: El) -> Sequence[Node]:
    return _mark_nodes(work, element.data, element.line)


def _mark_nodes(work: Work, mark: Mark, line: int) -> Sequence[Node]:
    if mark.name == "link":
        return (_link(work, mark, line),)
    node = mark.node
    if node is None:
        return ()
    if line and hasattr(node, "line") and node.line != line:
        node = msgspec.structs.replace(node, line=line)
    return (node,)


def _link(work: Work, mark: Mark, line: int) -> Link:
    data = mark.data
    children = inline_nodes(work, data.label, line) or (Text(data.target),)
    return Link(kind=data.kind, target=data.target, anchor=data.anchor, children=children, line=line)


def inline_nodes(work: Work, text: str, line: int) -> tuple[Node, ...]:
    """The nodes of a text inside a line whose markup is marks already."""
    text = text.replace(LOST, "").replace(ADDED, "")
    if "\x01" not in text:
        return (Text(decode(text)),) if text else ()
    bits = MARK.split(text)
    marks = [work.marks[int(number)] for number in bits[1::2]]
    if all(mark.verb == "node" and mark.name in INLINE_MARKS for mark in marks):
        return tuple(_in_a_row(work, bits, marks, line))
    builder = Builder(work)
    builder.line = line
    builder.feed(text)
    return build(work, builder.finish())


def _in_a_row(work: Work, bits: list[str], marks: list[Mark], line: int) -> Iterator[Node]:
    """Words and finished nodes that need no tree."""
    if bits[0]:
        yield Text(decode(bits[0]))
    for mark, words in zip(marks, bits[2::2], strict=True):
        yield from _mark_nodes(work, mark, line)
        if words:
            yield Text(decode(words))


def _anchor(work: Work, element: El) -> Sequence[Node]:
    kind, target = element.data if isinstance(element.data, tuple) else ("external", "")
    children = kids_of(work, element.kids) or (Text(""),)
    return (Link(kind=kind, target=target, children=children, line=element.line),)


def _heading(work: Work, element: El) -> Sequence[Node]:
    children = trimmed(kids_of(work, element.kids))
    anchor = encode_anchor(inline_text(children))
    name = anchor.lower()
    work.anchors[name] = count = work.anchors.get(name, 0) + 1
    while count > 1 and f"{name}_{count}" in work.anchors:
        count += 1
    if count > 1:
        work.anchors[name] = count
        anchor = f"{anchor}_{count}"
        work.anchors[anchor.lower()] = 1
    heading = Heading(
        level=int(element.name[1]), children=children, anchor=anchor, line=element.line, end_line=element.end
    )
    return (heading,)


def trimmed(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """*nodes* without blanks at their edges."""
    if not nodes:
        return nodes
    first, last = nodes[0], nodes[-1]
    if isinstance(first, Text) and (text := first.text.lstrip()) != first.text:
        nodes = (Text(text), *nodes[1:]) if text else nodes[1:]
        last = nodes[-1] if nodes else first
    if nodes and isinstance(last, Text) and (text := last.text.rstrip()) != last.text:
        nodes = (*nodes[:-1], Text(text)) if text else nodes[:-1]
    return nodes


def _paragraph(work: Work, element: El) -> Sequence[Node]:
    children = trimmed(kids_of(work, element.kids))
    if not children and not element.attrs and element.data is None:
        return ()
    if element.attrs:
        return (Element(name="p", attrs=element.attrs, children=children, line=element.line, end_line=element.end),)
    return (Paragraph(children=children, line=element.line, end_line=max(element.line, element.end)),)


def _list(work: Work, element: El) -> Sequence[Node]:
    children = [node for node in kids_of(work, element.kids) if not (isinstance(node, Text) and not node.text.strip())]
    if all(isinstance(node, Item) for node in children):
        items = tuple(node for node in children if isinstance(node, Item))
        return (List(kind=element.name, items=items, attrs=element.attrs, line=element.line, end_line=element.end),)  # type: ignore[arg-type]
    return (
        Element(
            name=element.name, attrs=element.attrs, children=tuple(children), line=element.line, end_line=element.end
        ),
    )


def _item(work: Work, element: El) -> Sequence[Node]:
    children = trimmed(kids_of(work, element.kids))
    return (Item(children=children, role=element.name, attrs=element.attrs, line=element.line, end_line=element.end),)  # type: ignore[arg-type]


def _pre(work: Work, element: El) -> Sequence[Node]:
    return (Pre(children=kids_of(work, element.kids), attrs=element.attrs, line=element.line, end_line=element.end),)


def _box(work: Work, element: El) -> Sequence[Node]:
    data = element.data
    box = Box(
        kind=data.kind, title=data.title, children=as_blocks(kids_of(work, element.kids)), colour=data.colour, defines=data.defines,
        closed=element.closed, line=element.line, end_line=element.end,
    )  # fmt: skip
    return (box,)


def _errata(work: Work, element: El) -> Sequence[Node]:
    data = element.data
    children = as_blocks(kids_of(work, element.kids))
    if not children:
        return ()
    return (
        Errata(
            role=data.role, version=data.version, children=children, closed=element.closed, line=element.line, end_line=element.end
        ),
    )  # fmt: skip


def _marked(work: Work, element: El) -> Sequence[Node]:
    data = element.data
    children = kids_of(work, element.kids)
    if element.name != "marked":
        children = as_blocks(children)
    if not children:
        return ()
    return (
        Marked(
            editions=data.editions, why=data.why, children=children, closed=element.closed, line=element.line, end_line=element.end
        ),
    )  # fmt: skip


def _toc(work: Work, element: El) -> Sequence[Node]:
    return (Toc(),)


MAKERS: dict[str, Callable[[Work, El], Sequence[Node]]] = {
    "a": _anchor, "p": _paragraph, "ul": _list, "ol": _list, "dl": _list, "li": _item, "dd": _item, "dt": _item, "pre": _pre, "box": _box, "errata": _errata, "marked": _marked, "marked-block": _marked, "toc": _toc,
}  # fmt: skip
