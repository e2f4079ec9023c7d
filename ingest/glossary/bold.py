"""Terms that running text defines: ``'''Term:''' what it means``, ``'''Zone of Control''' (ZoC)``, ``MI – Medium Infantry``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ingest.glossary.kinds import compiled, singular_name
from ingest.glossary.names_of import is_acronym
from ingest.tree import Box, Element, Image, Item, Link, List, Marked, Node, Paragraph, Row, Table, Text, children_of
from ingest.visible import inline_text

_LEAD = re.compile(r"^[\s\d.()•*–-]*$")
_HEAD = re.compile(r"^(?P<name>.{2,60}?)\s*[:.]$", re.DOTALL)
_SIGN = re.compile(r"^(?P<name>.{2,40}?)\s*\[(?P<sign>[^\s\]]{1,4})\]$")
_SHORT = re.compile(r"^(?P<name>.{2,60}?)\s*\((?P<short>[^\s()]{1,10})\)$")
_BEHIND = re.compile(r"^\s*\((?P<short>[^\s()]{1,10})\)")
_PAIR = re.compile(r"^(?P<short>[^\W\d_]{1,6})\s*[–—:-]\s+(?P<name>[^\W\d_][^.:]{3,40})\.?$")
_SYMBOL = re.compile(r"^[–—:-]\s+(?P<name>[^\W\d_][^.:,]{2,40})\.?$")
_SUBJECT = re.compile(
    r"^(?:(?:The|An?|La|El|Los|Las|Una?)\s+)?(?!(?:The|An?|This|These|Those|That|If|When|Each|All|Any|No|It|There|La|El|Los|Las|Una?|Est\w+|Si)\s)(?P<name>[A-ZÁÉÍÓÚ][\w'’-]*(?:\s+(?:(?:of|the|and|de|la|del|y)\s+)*[A-ZÁÉÍÓÚ][\w'’-]*){1,4})"
    r"\s+(?:is|are|es|son)\s+(?:an?|the|any|every|those|una?|el|la|los|las|[a-z]+\s+(?:that|which|you|que))\s"
)
_CALLED = re.compile(r"\b(?:called|known as|named|denominad[oa]s?|llamad[oa]s?)$")
_PARTED = re.compile(r"\b(?:grouped|organi[sz]ed|divided|split) into$|\b(?:agrupad|dividid|organizad)[oa]s? en$")
_THERE = re.compile(r"\b(?:[Tt]here (?:is|are)|[Hh]ay|[Ee]xisten?) (?:an?|un|una)$")
_AND = re.compile(r"^\s*(?:,|and|y|or|o)\s*(?:an?|the|una?)?\s*$")
_TYPES = re.compile(
    r"\b(?:There are|[Ee]xisten|[Hh]ay) (?:\w+ )?(?:different )?(?:types|kinds|classes|tipos|clases) (?:of|de) "
    r"(?P<name>[A-ZÁÉÍÓÚÑ][\w'’-]*(?: [A-ZÁÉÍÓÚÑ][\w'’-]*){0,2})(?=\s*(?:[:.;(]|$))"
)
TYPES = "sentence that tells its types"  # the rule of a term that running text only counts
_WORDS = 7
_BARE = 4
_ROWS = 2


class Bold(Struct, frozen=True, kw_only=True):
    """One such term and the block that says what it means."""

    printed: str
    rule: str
    node: Node
    acronym: str | None = None
    said: str = ""  # what it says of the term, where that is not simply the text of the block


def bold_terms(nodes: Iterable[Node], *, callouts: Sequence[str] = ()) -> Iterator[Bold]:
    """Yield the terms that the blocks *nodes* define in their own text, in reading order."""
    nodes = tuple(nodes)
    for at, node in enumerate(nodes):
        if isinstance(node, Paragraph):
            after = nodes[at + 1] if at + 1 < len(nodes) else None
            yield from _of_block(node, node.children, after)
        elif isinstance(node, Item):
            inline = tuple(child for child in node.children if not isinstance(child, List | Paragraph))
            yield from _of_block(node, inline, None)
            yield from bold_terms(tuple(child for child in node.children if isinstance(child, List | Paragraph)))
        elif isinstance(node, List):
            yield from bold_terms(node.items)
        elif isinstance(node, Element | Marked) or (isinstance(node, Box) and node.kind in callouts):
            yield from bold_terms(node.children, callouts=callouts)


def table_terms(node: Node, columns: Iterable[str]) -> Iterator[Bold]:
    """The first cells of a table whose first head, one of the patterns *columns*, says that they are terms."""
    if not isinstance(node, Table) or len(node.rows) < _ROWS or not node.rows[0].cells:
        return
    head = node.rows[0].cells[0]
    if head.header and any(compiled(pattern).search(inline_text(head.children)) for pattern in columns):
        for row in node.rows[1:]:
            name = inline_text(row.cells[0].children) if row.cells else ""
            if name and len(name.split()) <= _WORDS:
                yield Bold(
                    printed=name,
                    rule="table whose first column names terms",
                    node=row,
                    said=_row_text(node.rows[0], row),
                )


def _row_text(head: Row, row: Row) -> str:
    cells = zip(head.cells[1:], row.cells[1:], strict=False)
    said = (f"{inline_text(name.children)}: {inline_text(value.children)}" for name, value in cells)
    return "; ".join(part for part in said if part.strip(": "))


def _of_block(block: Node, inline: Sequence[Node], after: Node | None) -> Iterator[Bold]:
    pieces = tuple(_unwrapped(inline))
    head = next((at for at, piece in enumerate(pieces) if not _is_lead(piece)), len(pieces))
    rest = pieces[head + 1 :]
    if head < len(pieces) and _is_bold(pieces[head]):
        found = _headed(inline_text((pieces[head],)), inline_text(rest), block)
        if found:
            yield found
            return
    pair = _PAIR.match(inline_text(inline))
    if isinstance(block, Item) and pair and is_acronym(pair["short"], pair["name"]):
        yield Bold(printed=pair["name"], rule="acronym and name", node=block, acronym=pair["short"])
    elif after is not None and isinstance(after, Paragraph) and not any(_is_bold(piece) for piece in pieces):
        yield from _bare(block, inline_text(inline))
    elif (
        isinstance(block, Item)
        and any(isinstance(piece, Image) for piece in pieces)
        and (hit := _SYMBOL.match(inline_text(inline)))
    ):
        yield Bold(printed=hit["name"], rule="symbol and name", node=block)
    elif isinstance(block, Paragraph) and (hit := _SUBJECT.match(inline_text(inline))):
        yield Bold(printed=hit["name"], rule="sentence that says what it is", node=block)
    if isinstance(block, Paragraph):
        yield from _introduced(block, pieces)
    for at, piece in enumerate(pieces):
        if _is_bold(piece):
            name = inline_text(pieces[at : at + 1])
            if at and _CALLED.search(inline_text(pieces[:at])) and len(name.split()) <= _BARE and name[:1].isupper():
                yield Bold(printed=name + _trail(pieces[at + 1 : at + 2]), rule="called so in bold", node=block)
            yield from _acronymed(inline_text((piece,)), inline_text(pieces[at + 1 : at + 2]), block)


def _introduced(block: Paragraph, pieces: Sequence[Node]) -> Iterator[Bold]:
    """Terms that a sentence introduces: ``there is an ''Attacker'' and a ''Defender''``, ``grouped into ''Units''``, types of them."""
    said = False
    for at, piece in enumerate(pieces):
        name = inline_text((piece,))
        if not _is_emphasis(piece) or not name[:1].isupper() or len(name.split()) > _BARE:
            continue
        before = inline_text(pieces[:at])
        between = inline_text(pieces[at - 1 : at]) if at else ""
        said = bool(_THERE.search(before)) or (said and bool(_AND.match(between)))
        if said or _PARTED.search(before):
            yield Bold(printed=singular_name(name), rule="sentence that introduces it", node=block)
    for hit in _TYPES.finditer(inline_text(pieces)):
        yield Bold(printed=singular_name(hit["name"]), rule=TYPES, node=block)


def _is_emphasis(node: Node) -> bool:
    return isinstance(node, Element) and node.name in {"b", "strong", "i", "em"}


def _trail(after: Sequence[Node]) -> str:
    """The letters glued behind a bold word: its plural."""
    text = after[0].text if after and isinstance(after[0], Text) else ""
    return text[: len(text) - len(text.lstrip("abcdefghijklmnopqrstuvwxyz"))][:3]


def _headed(bold: str, rest: str, block: Node) -> Bold | None:
    hit = _HEAD.match(bold)
    name = hit["name"] if hit else bold if rest.startswith((":", ".")) else ""
    if not name or len(name.split()) > _WORDS or (not rest.strip(" :.") and isinstance(block, Paragraph)):
        return None
    return Bold(printed=name, rule="bold head", node=block)


def _bare(block: Node, text: str) -> Iterator[Bold]:
    hit = _HEAD.match(text)
    if hit and text.endswith(":") and len(text.split()) <= _BARE and text[:1].isupper():
        yield Bold(printed=hit["name"], rule="line ending in a colon", node=block)


def _acronymed(bold: str, behind: str, block: Node) -> Iterator[Bold]:
    sign, short, after = _SIGN.match(bold), _SHORT.match(bold), _BEHIND.match(behind)
    if sign:
        yield Bold(printed=sign["name"], rule="bold with its sign", node=block)
    elif short and is_acronym(short["short"], short["name"]):
        yield Bold(printed=short["name"], rule="bold with its acronym", node=block, acronym=short["short"])
    elif after and len(bold.split()) <= _WORDS and is_acronym(after["short"], bold):
        yield Bold(printed=bold, rule="bold before its acronym", node=block, acronym=after["short"])


def _unwrapped(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Marked) or (
            isinstance(node, Element) and node.name in {"i", "span", "u"} and _has_bold(node)
        ):
            yield from _unwrapped(children_of(node))
        else:
            yield node


def _has_bold(node: Node) -> bool:
    return any(_is_bold(child) for child in children_of(node))


def _is_bold(node: Node) -> bool:
    return isinstance(node, Element) and node.name in {"b", "strong"}


def _is_lead(node: Node) -> bool:
    return (
        isinstance(node, Image)
        or (isinstance(node, Text) and bool(_LEAD.match(node.text)))
        or (isinstance(node, Link) and node.kind == "file")
    )
