"""The document tree: what every text becomes, wikitext and rulebook alike.

Glossary, links, index, diffs and pages all read this tree and nothing else. Nodes are frozen and tagged, so that a
tree goes to disk and between processes as JSON or MessagePack. Three families:

- inline: ``Text Element Link Image Note``;
- blocks that any text has: ``Paragraph Heading List Item Table Row Cell Pre Gallery Toc`` and ``Element`` again;
- blocks that rules have: ``Box Part Labels Record RecordTable Ruling Errata Marked Navigation Call``.

``line`` and ``end_line`` are 1-based lines of the text that was parsed (not of the file); 0 means unknown. A
``Heading`` or ``Box`` that defines a game term carries a ``Definition``; what the term says are the blocks after the
heading up to the next heading of its depth or higher, or the children of the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

TRANSCRIPTION = "transcription"  # the kind of a box that says something of the copy, not of the rules


class Definition(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a heading or a box says of the term it defines, as printed."""

    name: str  # without class, acronym and level: "Chain of Command"
    cls: str | None = None  # "Short Skill/ARO"
    labels: tuple[str, ...] = ()
    acronym: str | None = None
    aliases: tuple[str, ...] = ()
    level: str | None = None  # "1", "X"
    kind: str | None = None  # where the text itself tells; else the profile decides later
    category: str | None = None  # printed group: an ammunition's category, a program's deck
    rule: str = ""  # which rule of the profile saw it, for --explain


class Text(Struct, frozen=True, omit_defaults=True, tag="text", tag_field="node"):
    text: str


class Element(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="element", tag_field="node"):
    """An HTML element of the allow-list, inline or block: ``b i span code br hr div blockquote center …``."""

    name: str
    attrs: tuple[tuple[str, str], ...] = ()
    children: tuple[Node, ...] = ()
    line: int = 0
    end_line: int = 0


class Link(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="link", tag_field="node"):
    """A link as written. ``entry`` links are made by us: their target is an entry id."""

    kind: Literal["page", "external", "interwiki", "file", "category", "entry"]
    target: str  # title part as written (kind page), URL (external), "prefix:Title" (interwiki)
    anchor: str | None = None  # what stands after "#", as written
    children: tuple[Node, ...] = ()  # label, trail included; never empty
    line: int = 0


class Image(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="image", tag_field="node"):
    name: str  # file name without namespace
    caption: tuple[Node, ...] = ()
    options: tuple[
        tuple[str, str], ...
    ] = ()  # ("width", "200"), ("frame", "thumb"), ("align", "left"), ("alt", …), ("link", …)
    line: int = 0


class Note(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="note", tag_field="node"):
    """A footnote mark; the text stands in the ``References`` element that closes its group."""

    number: int
    group: str = ""
    name: str = ""
    children: tuple[Node, ...] = ()


class Paragraph(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="paragraph", tag_field="node"):
    children: tuple[Node, ...] = ()
    line: int = 0
    end_line: int = 0


class Heading(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="heading", tag_field="node"):
    level: int  # 1 to 6
    children: tuple[Node, ...] = ()
    anchor: str = ""  # unique in its document, by MediaWiki's rule; repeats are numbered
    run_in: bool = False  # "Name. text": printed at the head of the paragraph that follows
    defines: Definition | None = None
    line: int = 0
    end_line: int = 0  # more than line where class or labels are printed on lines of their own


class Item(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="item", tag_field="node"):
    """One item of a list; ``role`` tells ``dt`` from ``dd``; ``mark`` is a number as typed ("1.2")."""

    children: tuple[Node, ...] = ()
    role: Literal["li", "dt", "dd"] = "li"
    mark: str | None = None
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0
    end_line: int = 0


class List(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="list", tag_field="node"):
    kind: Literal["ul", "ol", "dl"]
    items: tuple[Item, ...] = ()
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0
    end_line: int = 0


class Cell(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="cell", tag_field="node"):
    children: tuple[Node, ...] = ()
    header: bool = False
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0


class Row(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="row", tag_field="node"):
    cells: tuple[Cell, ...] = ()
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0
    end_line: int = 0


class Table(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="table", tag_field="node"):
    rows: tuple[Row, ...] = ()
    caption: tuple[Node, ...] | None = None
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0
    end_line: int = 0


class Pre(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="pre", tag_field="node"):
    children: tuple[Node, ...] = ()
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0
    end_line: int = 0


class Gallery(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="gallery", tag_field="node"):
    images: tuple[Image, ...] = ()
    caption: tuple[Node, ...] = ()
    attrs: tuple[tuple[str, str], ...] = ()
    line: int = 0
    end_line: int = 0


class Toc(Struct, frozen=True, omit_defaults=True, tag="toc", tag_field="node"):
    """Where a table of contents belongs."""


class Box(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="box", tag_field="node"):
    """A framed passage: ``kind`` is the profile's word (``entry example important remember advice note …``)."""

    kind: str
    title: tuple[Node, ...] = ()  # as printed by the source; words that the box itself prints are not here
    children: tuple[Node, ...] = ()
    colour: str | None = None
    defines: Definition | None = None
    closed: bool = True  # False where the end was missing and we guessed it
    line: int = 0
    end_line: int = 0


class Part(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="part", tag_field="node"):
    """The head of a part of an entry; the part is what follows, up to the next Part or the entry's end."""

    name: str  # as printed: "Requirements"
    key: str  # canonical, from the profile: "requirements"
    run_in: bool = False
    line: int = 0
    end_line: int = 0


class Labels(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="labels", tag_field="node"):
    """The labels of the entry it stands in, or of the weapon above."""

    values: tuple[str, ...]
    of: str = ""  # "skill", "weapon": the template's or profile's word
    line: int = 0


class Band(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A range band; ``start`` and ``end`` in inches (whatever unit the profile's game uses), None where not printed."""

    name: str | None = None  # "Short"
    start: int | None = None
    end: int | None = None
    mod: str = ""  # "+3", as printed, with a plain minus


class Field(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One value of a record; ``name`` is canonical (``damage ps burst ammunition saving_attribute saves traits …``)."""

    name: str
    value: tuple[Node, ...]
    printed: str = ""  # the name as printed, where it is another: "B" of burst
    line: int = 0


class Record(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="record", tag_field="node"):
    """One row of data about a thing: a weapon's profile in one mode."""

    kind: str  # "weapon"
    name: str  # as printed, without its mode
    mode: str | None = None
    fields: tuple[Field, ...] = ()
    bands: tuple[Band, ...] = ()
    bands_printed: str = ""  # what is printed before them: "Range MOD"
    no_fire_beyond: int | None = None
    line: int = 0
    end_line: int = 0


class RecordTable(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="records", tag_field="node"):
    kind: str
    records: tuple[Record, ...] = ()
    columns: tuple[str, ...] = ()
    title: tuple[Node, ...] = ()
    line: int = 0
    end_line: int = 0


class Ruling(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="ruling", tag_field="node"):
    """A printed question and its answer."""

    question: tuple[Node, ...] = ()
    answer: tuple[Node, ...] = ()
    type: str | None = None
    title: str | None = None
    version: str | None = None
    related: tuple[str, ...] = ()  # titles as written
    line: int = 0
    end_line: int = 0


class Errata(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="errata", tag_field="node"):
    """A passage as an update words it, or as it read before. What is ``original`` is no rule today."""

    role: Literal["update", "original"]
    version: str | None = None
    children: tuple[Node, ...] = ()
    closed: bool = True
    line: int = 0
    end_line: int = 0


class Marked(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="marked", tag_field="node"):
    """A passage, inline or block, that holds for some editions only, or that an update highlights."""

    editions: tuple[str, ...] = ()
    why: str = "edition"  # or "highlight", "minor"
    children: tuple[Node, ...] = ()
    closed: bool = True
    line: int = 0
    end_line: int = 0


class Navigation(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="navigation", tag_field="node"):
    """Lists of links to other pages, repeated on many; never content."""

    children: tuple[Node, ...] = ()
    name: str = ""  # the template that printed it
    line: int = 0
    end_line: int = 0


class Call(Struct, frozen=True, omit_defaults=True, kw_only=True, tag="call", tag_field="node"):
    """A template whose definition and meaning are unknown: its arguments are shown in a neutral box."""

    name: str
    args: tuple[tuple[str, tuple[Node, ...]], ...] = ()
    block: bool = False
    line: int = 0
    end_line: int = 0


Node: TypeAlias = (
    Text | Element | Link | Image | Note
    | Paragraph | Heading | List | Item | Table | Row | Cell | Pre | Gallery | Toc
    | Box | Part | Labels | Record | RecordTable | Ruling | Errata | Marked | Navigation | Call
)  # fmt: skip


class Doubt(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A diagnostic of a text that does not know yet which revision of which file it is."""

    severity: Literal["note", "warning", "error"] = "warning"
    code: str
    message: str
    line: int = 0


class Document(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One text, read. Equal texts under equal profiles give equal documents."""

    title: str = ""  # as the text itself gives it, where it does
    blocks: tuple[Node, ...] = ()
    categories: tuple[str, ...] = ()
    redirect: str | None = None
    languages: tuple[tuple[str, str], ...] = ()  # interlanguage links: ("es", "Tiradas")
    switches: tuple[str, ...] = ()  # behaviour switches: "notoc"
    transcluded: tuple[tuple[str, bool], ...] = ()  # templates asked for, and whether they were found
    complete: bool = True  # False where the text is cut off at its end
    doubts: tuple[Doubt, ...] = ()


def children_of(node: Node) -> tuple[Node, ...]:
    """Everything directly inside *node*, in reading order; what texts hold most of is asked for first."""
    match node:
        case Text():
            return ()
        case Paragraph() | Element() | Link() | Item() | Cell() | Heading():
            return node.children
        case Toc() | Part() | Labels():
            return ()
        case Image(caption=caption):
            return caption
        case List(items=items):
            return items
        case Table(rows=rows, caption=caption):
            return (*(caption or ()), *rows)
        case Row(cells=cells):
            return cells
        case Gallery(images=images, caption=caption):
            return (*caption, *images)
        case Box(title=title, children=children):
            return (*title, *children)
        case Record(fields=fields):
            return tuple(child for field in fields for child in field.value)
        case RecordTable(title=title, records=records):
            return (*title, *records)
        case Ruling(question=question, answer=answer):
            return (*question, *answer)
        case Call(args=args):
            return tuple(child for _, value in args for child in value)
        case _:
            return node.children


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield every node below and including *nodes*, parents first, in reading order."""
    stack = [iter(nodes)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        yield node
        stack.append(iter(children_of(node)))


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Document)


def encode(document: Document) -> bytes:
    """The bytes of *document*: the same document gives the same bytes."""
    return _encoder.encode(document)


def decode(data: bytes) -> Document:
    """The document of :func:`encode`'s bytes; raises ``msgspec.DecodeError`` on foreign ones."""
    return _decoder.decode(data)
