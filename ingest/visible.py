"""What a reader sees of a tree: its words, its text, its sentences.

A word is a run of letters and digits, inner apostrophes allowed, case kept. Images, categories, navigation and the
words that boxes print by themselves (IMPORTANT) are not text; box titles and table cells are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from ingest.tree import (
    Box,
    Call,
    Cell,
    Element,
    Gallery,
    Heading,
    Image,
    Item,
    Labels,
    Link,
    List,
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

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?…])[)\]”\"'’]*\s+(?=[^\s])")
_CODE = re.compile(r"[a-z][a-z0-9_-]{0,11}|\d+px")  # what only a template reads: "rs", "no", "left", "120px"
_BLOCKS = (
    Paragraph,
    Heading,
    List,
    Item,
    Table,
    Row,
    Cell,
    Pre,
    Gallery,
    Toc,
    Box,
    Part,
    Labels,
    Record,
    RecordTable,
    Ruling,
)
BREAKS = {
    "br",
    "hr",
    "div",
    "p",
    "blockquote",
    "center",
    "li",
    "tr",
    "td",
    "th",
    "dd",
    "dt",
    "ul",
    "ol",
    "dl",
    "table",
}


def text_of(nodes: Iterable[Node]) -> str:
    """The visible text of *nodes*: blanks collapsed, one line a block."""
    lines = (" ".join(line.split()) for line in "".join(_pieces(nodes)).split("\n"))
    return "\n".join(line for line in lines if line)


def inline_text(nodes: Iterable[Node]) -> str:
    """The visible text of *nodes* on one line."""
    return " ".join("".join(_pieces(nodes)).split())


def words(text: str) -> list[str]:
    """The words of *text* in order; ``player’s`` and ``player's`` are one word each."""
    return _WORD.findall(text)


def said_arguments(call: Call) -> tuple[tuple[str, tuple[Node, ...]], ...]:
    """The arguments of a template that nobody knows, without bare ones that are no words of a text: ``{{Elsewhere|rs|no}}``."""
    return tuple(
        (name, value) for name, value in call.args if not (name.isdecimal() and _CODE.fullmatch(inline_text(value)))
    )


def sentences(text: str) -> list[str]:
    """Split one paragraph's *text* into sentences; numbers and abbreviations with a following digit stay whole."""
    return [part for line in text.split("\n") for part in _SENTENCE.split(line) if part.strip()]


def fold(text: str) -> str:
    """*text* for comparing names: compatibility forms, case, accents, quotes, dashes and blanks folded."""
    if text.isascii():  # most names are, and this is asked a million times
        return " ".join(text.replace("_", " ").lower().split())
    plain = unicodedata.normalize("NFKD", text.replace("_", " "))
    plain = "".join(char for char in plain if not unicodedata.combining(char)).casefold()
    for old, new in (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("–", "-"), ("—", "-"), ("−", "-"), ("‑", "-")):
        plain = plain.replace(old, new)
    return " ".join(plain.split())


def slug(text: str) -> str:
    """*text* as an identifier for addresses: ``"Órdenes (CC)"`` is ``"ordenes-cc"``; never empty."""
    return "-".join(re.findall(r"[^\W_]+", fold(text))) or "x"


def _pieces(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        match node:
            case Text(text):
                yield text
            case Link(children=children):
                yield from _pieces(children)
            case Paragraph(children=children) | Heading(children=children) | Item(children=children):
                yield "\n"
                yield from _pieces(children)
                yield "\n"
            case Image() | Navigation() | Note() | Toc() | Part() | Labels() | Gallery():
                if isinstance(node, Part):
                    yield f"\n{node.name}\n"
                elif isinstance(node, Labels):
                    yield f"\n{', '.join(node.values)}\n"
            case Call(block=False, args=args):
                yield " ".join(inline_text(value) for _, value in args)
            case Call():  # shown as a list of its arguments
                for _, value in said_arguments(node):
                    yield "\n"
                    yield from _pieces(value)
                yield "\n"
            case Box(title=title, children=children):
                yield "\n"
                yield from _pieces(title)
                yield "\n"
                yield from _pieces(children)
                yield "\n"
            case Element(name=name):
                edge = "\n" if name in BREAKS else ""
                yield edge
                yield from _pieces(children_of(node))
                yield edge
            case _ if isinstance(node, _BLOCKS):
                yield "\n"
                if isinstance(node, Record):
                    yield " ".join(filter(None, (node.name, node.mode))) + "\n"
                    yield from _record(node)
                    continue
                yield from _pieces(children_of(node))
                yield "\n"
            case _:
                yield from _pieces(children_of(node))


def _record(record: Record) -> Iterator[str]:
    """A record in words: its values with their names, and its range bands."""
    for field in record.fields:
        yield f"{field.printed or field.name}: " + "".join(_pieces(field.value)) + "\n"
    if record.bands and record.bands_printed:
        yield f"{record.bands_printed}:\n"
    for band in record.bands:
        span = "-".join(str(inch) for inch in (band.start, band.end) if inch is not None)
        yield " ".join(filter(None, (band.name, span, band.mod))) + "\n"
    if record.no_fire_beyond is not None:
        yield f"no fire beyond {record.no_fire_beyond}\n"
