"""Texts of sources as HTML for one page: where its links lead, and what opens on hover."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from markupsafe import Markup, escape
from msgspec.structs import replace

from ingest.glossary.model import EntryId
from ingest.links import autolink_nodes
from ingest.links.model import Resolution
from ingest.model import PageId, RevisionId
from ingest.tree import Box, Element, Errata, Heading, Image, Link, Marked, Navigation, Node, Paragraph, Text
from site_src import paths
from site_src.atlas import Atlas
from site_src.html import Context, Href, Picture, render
from site_src.pictures import size_of
from site_src.sheets import across
from site_src.texts import texts

_FACTS = ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves")
_NOTE = 'href="#cite_note-'
_NOTE_LINK = re.compile(r'<a href="#cite_note-[^"]*">(.*?)</a>')


def said_in(language: str, atlas: Atlas) -> dict[str, str]:
    """What pages in *language* call the fields and parts that a source names by keys; English says what the keys say."""
    profile, words = atlas.kb.profile, texts(language)
    parts = {f"part-{part.key}": part.names[language] for part in profile.parts if language in part.names}
    heads = {} if language == "en" else {key: words(f"fact-{key}") for key in _FACTS}
    if heads:
        heads |= {"name": words("name"), "traits": words("traits")}
    return heads | profile.glossary.field_names.get(language, {}) | parts


class Guide:
    """Decides the address of every link of one text as it stands on one page of the site."""

    has_contents = True  # whether the page lists what its boxes define

    def __init__(
        self, atlas: Atlas, *, path: str, revision: RevisionId | None, here: PageId, entries_first: bool = False,
        scope: tuple[str | None, str] = (None, "en"), about: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.atlas = atlas
        self.path = path
        self._here = here  # the page that prints the text, also where an entry's page shows it
        self._entries_first = entries_first  # a player goes from rule to rule, a reader of pages from page to page
        self.revision = revision
        self._scope = scope  # the edition and language that a term is looked up in
        self._about = about  # the names of what the text is about, which never link to it
        self._resolutions: Mapping[tuple[str, str | None], Resolution] = atlas.resolutions(revision) if revision else {}

    def href_of(self, link: Link) -> Href | None:
        """Where *link* leads from here; None where nothing is known."""
        match link.kind:
            case "external":
                return Href(link.target, "external")
            case "entry" if link.line:
                return self._entry(link.target)
            case "entry":
                return self.automatic(link.target)
            case "page" if not link.target and link.anchor:
                return self._heading(link.anchor)
            case "page":
                return self._page(link.target, link.anchor)
            case _:
                return None

    def linked(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        """*nodes* with links on the terms that nobody linked."""
        edition, language = self._scope
        words = self.atlas.vocabulary
        return autolink_nodes(nodes, words, page=self._here, edition=edition, language=language, about=self._about)

    def automatic(self, entry: EntryId) -> Href:
        """Where a link that nobody wrote leads; what the site does not show stays text."""
        found = self._entry(entry)
        return Href(found.url, "auto") if found and found.url else Href("", "plain")

    def address(self, path: str) -> str:
        """The address of *path*, which may have an anchor, from here."""
        file, mark, anchor = path.partition("#")
        return paths.href(mark + anchor) if file == self.path else paths.link(self.path, path)

    def context(self) -> Context:
        """What rendering asks of this guide."""
        return Context(
            href_of=self.href_of,
            picture_of=self.picture_of,
            styles=self.atlas.styles,
            strict=True,
            said=said_in(self._scope[1], self.atlas),
        )

    def picture_of(self, image: Image) -> Picture | None:
        """The file of *image* where it is at hand, with its size here; it leads to its page, or to itself in full."""
        file = self.atlas.pictures.find(image.name)
        if file is None:
            return None
        size = size_of(image, file)
        page = self.atlas.pages.get(f"{self._here.partition(':')[0]}:File:{image.name}")
        there = page.path if page is not None else file.path if size != file.size else ""
        width, height = size or (None, None)
        href = self.address(there) if there and there != self.path else None
        return Picture(src=self.address(file.path), width=width, height=height, href=href)

    def notes(self) -> str | None:
        """The page on which the notes of the text stand, where it shows the same revision."""
        page = self.atlas.pages.get(self._here)
        return self.address(page.path) if page is not None and self.revision == page.newest else None

    def _heading(self, anchor: str) -> Href | None:
        """A heading of the same page, where one is there."""
        found = self.atlas.heading_path(self._here, anchor) if self._here in self.atlas.pages else ""
        return Href(self.address(found)) if found else None

    def _entry(self, entry: EntryId) -> Href | None:
        ref = self.atlas.entries.get(entry)
        if ref is None or ref.path == self.path:
            return Href("", "self")
        return Href(self.address(ref.path), "entry")

    def _own_text(self, entry: EntryId) -> EntryId:
        """The text of the same concept in the edition that is read, where there is one."""
        edition, language = self._scope
        texts = self.atlas.concepts[self.atlas.entries[entry].concept]
        here = (ref.id for ref in texts if ref.edition == edition and ref.language == language and not ref.superseded)
        return entry if self.atlas.entries[entry].edition == edition else next(here, entry)

    def _page(self, target: str, anchor: str | None) -> Href | None:
        found = self._resolutions.get((target, anchor))
        if found is None or found.status in ("missing", "ambiguous"):
            return None
        if self._entries_first and found.entry in self.atlas.entries:
            return self._entry(self._own_text(found.entry))
        page = self.atlas.pages.get(found.page or "")
        if page is None:
            return None
        card = self.atlas.entries[found.entry].path if found.entry in self.atlas.entries else ""
        if page.path == self.path and not found.fragment:
            return Href("", "self")
        return Href(self.address(self.atlas.place(page.id, found.fragment or "")), card=card)


def body(nodes: Iterable[Node], guide: Guide, *, highest: int = 2) -> Markup:
    """*nodes* as HTML, with automatic links; their first headings have the level *highest*."""
    return noted(scrolling(render(stepped(guide.linked(tuple(nodes)), [], highest), guide.context())), guide)


def sheets(groups: Iterable[tuple[Node, ...]], guide: Guide, files: Sequence[str]) -> tuple[Markup, ...]:
    """Each of *groups* as :func:`body` draws it, all of them as one text whose addresses find their file."""
    wrapped = tuple(Element(name="section", children=group) for group in groups)
    whole, context = guide.linked(wrapped), guide.context()
    drawn = [
        str(scrolling(render(stepped(node.children, [], 2), context))) for node in whole if isinstance(node, Element)
    ]
    return tuple(Markup(html) for html in across(drawn, files))


def stepped(nodes: tuple[Node, ...], above: list[int], highest: int) -> tuple[Node, ...]:
    """*nodes* with headings that go down one step at a time, as readers by ear expect; *above* are the levels passed."""
    return tuple(_stepped(node, above, highest) for node in nodes)


def _stepped(node: Node, above: list[int], highest: int) -> Node:
    if isinstance(node, Heading):
        while above and above[-1] >= node.level:
            above.pop()
        above.append(node.level)
        return replace(node, level=min(6, highest + len(above) - 1))
    if isinstance(node, Box | Element | Errata | Marked | Navigation) and node.children:
        return replace(node, children=stepped(node.children, above, highest))
    return node


def noted(html: Markup, guide: Guide) -> Markup:
    """Let the marks of notes lead to the page that prints the notes, where *html* is a passage of it without them."""
    text = str(html)
    if _NOTE not in text or 'id="cite_note-' in text:
        return html
    page = guide.notes()
    if page is None:
        return Markup(_NOTE_LINK.sub(r"\1", text))
    return Markup(text.replace(_NOTE, f'href="{escape(page)}#cite_note-'))


def scrolling(html: Markup) -> Markup:
    """Let each table scroll inside itself. Every ``<`` of the text is escaped, so that tags are what they seem."""
    return Markup(str(html).replace("<table", '<div class="scroll"><table').replace("</table>", "</table></div>"))


def plain_body(text: str, guide: Guide) -> Markup:
    """Plain *text* as paragraphs with automatic links."""
    return body((Paragraph(children=(Text(line),)) for line in text.split("\n") if line.strip()), guide)


def paragraphs(text: str) -> Markup:
    """Plain *text* as paragraphs, a line each."""
    return Markup("\n").join(Markup("<p>{}</p>").format(line) for line in text.split("\n") if line.strip())
