"""Link the terms that nobody linked: the first of each in a section, never inside links, headings or code.

Pure: a document and a vocabulary in, a document with ``Link(kind="entry")`` out. Nothing else of the tree changes, and
the visible text stays letter for letter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TypeVar, cast

from msgspec.structs import replace

from ingest.glossary.model import EntryId
from ingest.links.forms import bare
from ingest.links.meaning import home_of
from ingest.links.vocabulary import BESIDE, Vocabulary
from ingest.model import PageId
from ingest.tree import (
    Box,
    Call,
    Cell,
    Document,
    Element,
    Errata,
    Field,
    Heading,
    Image,
    Item,
    Link,
    List,
    Marked,
    Node,
    Note,
    Paragraph,
    Record,
    RecordTable,
    Row,
    Ruling,
    Table,
    Text,
)  # fmt: skip
from ingest.visible import fold, inline_text

N = TypeVar("N", bound=Node)
BOLD = {"b", "strong"}  # a term in bold on its own page is the head of what defines it
CODE = {
    "a",
    "code",
    "kbd",
    "math",
    "nowiki",
    "pre",
    "samp",
    "syntaxhighlight",
    "source",
    "tt",
    "var",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
}


def autolink(
    document: Document, vocabulary: Vocabulary, *, page: PageId, edition: str | None = None, language: str = "en"
) -> Document:
    """Insert links to entries into *document*, the text of *page* in *edition* and *language*."""
    nodes = autolink_nodes(document.blocks, vocabulary, page=page, edition=edition, language=language)
    return replace(document, blocks=nodes)


def autolink_nodes(
    nodes: Sequence[Node],
    vocabulary: Vocabulary,
    *,
    page: PageId,
    edition: str | None = None,
    language: str = "en",
    about: Collection[str] = (),
) -> tuple[Node, ...]:
    """The same for a part of a document, as an entry's own page prints it; *about* are the names of that entry."""
    walker = _Walker(vocabulary, page, edition, language)
    walker.about = {fold(bare(name)) for name in about}
    return walker.nodes(nodes)


def mentions(
    document: Document, vocabulary: Vocabulary, *, page: PageId, edition: str | None = None, language: str = "en"
) -> tuple[tuple[EntryId, int], ...]:
    """How often each entry stands in *document* without a link, most often first."""
    walker = _Walker(vocabulary, page, edition, language)
    walker.nodes(document.blocks)
    return tuple(sorted(walker.counts.items(), key=lambda item: (-item[1], item[0])))


class _Walker:
    """One pass over one document: what the text is about, what was linked in this section."""

    def __init__(self, vocabulary: Vocabulary, page: PageId, edition: str | None, language: str) -> None:
        self.vocabulary, self.edition, self.language = vocabulary, edition, language
        self.counts: Counter[EntryId] = Counter()
        self.about: set[str] = set()
        self._title = fold(bare(page.partition(":")[2]))
        self._path: list[tuple[int, str]] = []
        self._boxes: list[str] = []
        self._seen: set[str] = set()
        self._kind = ""
        self._page, self._home = page, home_of(page)
        self._bold = False

    def nodes(self, nodes: Sequence[Node], before: str = "", after: str = "") -> tuple[Node, ...]:
        """*nodes* with links; *before* and *after* are what stands beside them in their line."""
        out: list[Node] = []
        for index, node in enumerate(nodes):
            right = _raw(nodes[index + 1 : index + 2]) or after
            if isinstance(node, Text):
                out.extend(self._text(node, before, right))
            elif isinstance(node, Element) and node.name not in CODE:
                bold, self._bold = self._bold, self._bold or node.name in BOLD
                out.append(replace(node, children=self.nodes(node.children, before, right)))
                self._bold = bold
            else:
                out.append(self._node(node))
            before = (before + _raw((node,)))[-BESIDE:]
        return tuple(out)

    def _text(self, node: Text, before: str, after: str) -> list[Node]:
        about = {self._title, *self.about, *self._boxes, *(name for _, name in self._path)}
        found = self.vocabulary.find(
            node.text,
            edition=self.edition,
            language=self.language,
            about=about,
            kind=self._kind,
            home=self._home,
            before=before,
            after=after,
        )
        out: list[Node] = []
        end = 0
        for term in found:
            self.counts[term.entry] += 1
            is_head = (
                self._bold and term.page == self._page and node.text.strip(" .:") == node.text[term.start : term.end]
            )
            if term.name in self._seen or is_head:
                continue
            self._seen.add(term.name)
            if term.start > end:
                out.append(Text(node.text[end : term.start]))
            label = Text(node.text[term.start : term.end])
            out.append(Link(kind="entry", target=term.entry, children=(label,)))
            end = term.end
        return [*out, Text(node.text[end:])] if out and end < len(node.text) else out or [node]

    def _node(self, node: Node) -> Node:
        match node:
            case Heading():
                self._enter_section(node)
                return node
            case Link():
                self._note_link(node)
                return node
            case Box():
                return self._box(node)
            case Errata(role="original"):
                return node
            case Cell(header=True):
                return node
            case Paragraph() | Item() | Cell() | Errata() | Marked():
                return replace(node, children=self.nodes(node.children))
            case List():
                return replace(node, items=self._all(node.items))
            case Table():
                return replace(node, rows=self._all(node.rows))
            case Row():
                return replace(node, cells=self._all(node.cells))
            case RecordTable():
                return replace(node, records=self._all(node.records))
            case Record():
                return replace(node, fields=tuple(self._field(field) for field in node.fields))
            case Ruling():
                return replace(node, question=self.nodes(node.question), answer=self.nodes(node.answer))
            case Call():
                return replace(node, args=tuple((name, self.nodes(value)) for name, value in node.args))
            case _:
                return node

    def _all(self, nodes: tuple[N, ...]) -> tuple[N, ...]:
        return tuple(cast(N, self._node(node)) for node in nodes)

    def _note_link(self, link: Link) -> None:
        """What is linked by hand needs no second link in its section."""
        for text in {inline_text(link.children), link.target.replace("_", " ")}:
            for term in self.vocabulary.find(text, edition=self.edition, language=self.language, home=self._home):
                if term.start == 0 and term.end == len(text):
                    self._seen.add(term.name)

    def _field(self, field: Field) -> Field:
        """The traits of a record are traits first of all, whatever else bears their name."""
        self._kind = field.name.removesuffix("s")
        value = self.nodes(field.value)
        self._kind = ""
        return replace(field, value=value)

    def _enter_section(self, heading: Heading) -> None:
        self._path = [(level, name) for level, name in self._path if level < heading.level]
        name = heading.defines.name if heading.defines else inline_text(heading.children)
        self._path.append((heading.level, fold(bare(name))))
        self._seen = set()

    def _box(self, box: Box) -> Box:
        """A box that defines a term is a section of its own, and about that term."""
        if box.defines is None:
            return replace(box, children=self.nodes(box.children))
        seen, self._seen = self._seen, set()
        self._boxes.append(fold(bare(box.defines.name)))
        children = self.nodes(box.children)
        self._boxes.pop()
        self._seen = seen
        return replace(box, children=children)


def _raw(nodes: Sequence[Node]) -> str:
    """The text of inline *nodes* with its blanks; a block or a break is the end of the line."""
    pieces = []
    for node in nodes:
        match node:
            case Text(text):
                pieces.append(text)
            case Link(children=children) | Element(children=children) if (
                not isinstance(node, Element) or node.name != "br"
            ):
                pieces.append(_raw(children))
            case Image() | Note():
                pieces.append(" ")
            case _:
                pieces.append("\n")
    return "".join(pieces)
