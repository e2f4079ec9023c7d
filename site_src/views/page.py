"""The page of one wiki page or rulebook, as it reads now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from ingest.align import blocks_of
from ingest.archive.merge import page_id
from ingest.glossary.model import EntryId
from ingest.tree import (
    Box,
    Definition,
    Element,
    Errata,
    Heading,
    Image,
    Link,
    Marked,
    Node,
    Note,
    walk,
)  # fmt: skip
from ingest.visible import fold, inline_text, slug
from site_src import paths
from site_src.atlas import Atlas, EntryRef, PageRef, sheet_path
from site_src.bodies import Guide, body, sheets
from site_src.sheets import anchors, cut
from site_src.texts import Texts, texts
from site_src.views.base import View
from site_src.views.entry import Chip, Group, groups_by_kind
from site_src.views.provenance import Provenance, provenance

LONGEST_CONTENTS = 400


class ContentsItem(Struct, frozen=True, kw_only=True):
    """One line of the table of contents; ``depth`` counts from 1."""

    text: str
    anchor: str
    depth: int
    path: str = ""  # of the sheet it stands on, where that is another one


class PagePage(View, frozen=True, kw_only=True):
    """A page of a source."""

    edition: str
    edition_path: str
    contents: tuple[ContentsItem, ...]
    body: Markup
    text_language: str
    complete: bool
    known: bool
    defines: tuple[Group, ...]
    categories: tuple[str, ...]
    aliases: tuple[str, ...]
    twins: tuple[Chip, ...]
    provenance: Provenance | None
    sheets: tuple[Chip, ...] = ()
    sheet: int = 1
    guide: tuple[Chip, ...] = ()  # on the first sheet: what stands on each


class RedirectPage(View, frozen=True, kw_only=True):
    """An address that leads to another."""

    target: str  # path below the root
    target_title: str


def page_pages(atlas: Atlas) -> Iterator[View]:
    """One page for each page of the sources."""
    for ref in atlas.pages.values():
        if ref.redirect:
            yield redirect_page(ref, atlas)
        elif ref.id in atlas.sheets:
            yield from sheet_pages(ref, atlas)
        else:
            yield page_page(ref, atlas)


def redirect_page(ref: PageRef, atlas: Atlas) -> View:
    """A redirect, where its goal is known; else the page itself."""
    title, _, anchor = (ref.redirect or "").partition("#")
    target = atlas.pages.get(page_id(ref.wiki, title.replace("_", " ").strip()))
    if target is None or target.id == ref.id:
        return page_page(ref, atlas)
    language = target.language or atlas.language
    return RedirectPage(
        path=ref.path, title=ref.title, language=language, section="pages",
        target=atlas.place(target.id, anchor.strip().replace(" ", "_")), target_title=target.title,
    )  # fmt: skip


def page_page(ref: PageRef, atlas: Atlas, guide_to: type[Guide] = Guide) -> PagePage:
    """The page as its newest revision reads; *guide_to* decides where its links lead."""
    page = atlas.kb.pages.get(ref.id)
    assert page is not None
    revision = atlas.kb.newest(ref.id)
    document = atlas.kb.document(revision.id) if revision else None
    language = ref.language or atlas.language
    scope = (ref.edition, language)
    guide = guide_to(atlas, path=ref.path, revision=revision.id if revision else None, here=ref.id, scope=scope)
    here = [entry for entry in atlas.of_page.get(ref.id, ()) if not entry.superseded]
    blocks = document.blocks if document else ()
    blamed = document is not None and ref.revisions > 1 and bool(blocks_of(document))
    if ref.id in atlas.sheets and guide_to is Guide:
        blocks = ()  # each of its sheets gets its own
    blocks = anchored(blocks) if guide.has_contents else blocks
    return PagePage(
        path=ref.path, title=ref.title, language=language, section="pages", edition=atlas.edition_name(ref.edition),
        edition_path=paths.edition_path(ref.edition) if ref.edition else "",
        contents=contents(blocks), body=body(signposted(blocks, _defined(here)), guide),
        text_language=language, complete=document.complete if document else True, known=document is not None,
        defines=groups_by_kind(here, language, atlas, edition=ref.edition), categories=page.categories, aliases=page.aliases,
        twins=_twins(ref, atlas),
        provenance=replace(
            provenance(
                revision.place if revision else page.source, atlas, page=ref.id, revision=revision, words=texts(language)
            ),
            blame=paths.blame_path(ref.id) if blamed else "",
        ),
    )  # fmt: skip


def sheet_pages(ref: PageRef, atlas: Atlas) -> Iterator[PagePage]:
    """The sheets of a page that is too long for one file: contents of all, the text and the entries of each."""
    frame = page_page(ref, atlas)
    document = atlas.kb.document(ref.newest or "")
    here = [entry for entry in atlas.of_page.get(ref.id, ()) if not entry.superseded]
    guide = Guide(atlas, path=ref.path, revision=ref.newest, here=ref.id, scope=(ref.edition, frame.language))
    taken: dict[str, int] = {}
    groups = tuple(anchored(group, taken) for group in cut(document.blocks if document else ()))
    files = [sheet_path(ref, number) for number in range(1, len(groups) + 1)]
    bodies = sheets(
        [signposted(group, _defined(here)) for group in groups], guide, [file.rpartition("/")[2] for file in files]
    )
    items, places, defined = contents(tuple(chain(*groups))), anchors(groups), _by_sheet(here, atlas)
    words = texts(frame.language)
    for number, (path, html) in enumerate(zip(files, bodies, strict=True), start=1):
        yield replace(
            frame, path=path, title=f"{ref.title} · {words.number(number)}" if number > 1 else ref.title, body=html, sheet=number,
            contents=tuple(_from_sheet(items, places, number, files)),
            defines=groups_by_kind(defined.get(number, ()), frame.language, atlas, edition=ref.edition),
            sheets=tuple(Chip(text=words.number(other), path=file, current=file == path) for other, file in enumerate(files, start=1)),
            guide=_guide(groups, files, words) if number == 1 else (),
        )  # fmt: skip


def _guide(groups: Sequence[tuple[Node, ...]], files: Sequence[str], words: Texts) -> tuple[Chip, ...]:
    """Each sheet by what stands on it: an old address, read without scripts, ends on the first."""
    return tuple(
        Chip(text=span(group) or words.number(number), path=file, current=number == 1)
        for number, (group, file) in enumerate(zip(groups, files, strict=True), start=1)
    )


def span(group: tuple[Node, ...]) -> str:
    """What stands on a sheet, by its first and its last heading."""
    found = (inline_text(node.children) for node in walk(group) if isinstance(node, Heading) and not node.run_in)
    heads = [text for text in found if text]
    return " – ".join(dict.fromkeys((heads[0], heads[-1]))) if heads else ""


def _from_sheet(
    items: Iterable[ContentsItem], places: Mapping[str, int], here: int, files: Sequence[str]
) -> Iterator[ContentsItem]:
    """The contents as the sheet called *here* lists them: of later sheets' neighbours the chapters only."""
    for item in items:
        there = places.get(item.anchor, 1)
        if there == here or here == 1 or item.depth == 1:
            yield replace(item, path="" if there == here else f"{files[there - 1]}#{item.anchor}")


def _by_sheet(refs: Iterable[EntryRef], atlas: Atlas) -> dict[int, list[EntryRef]]:
    """Entries by the sheet that prints them; one without an anchor stands where the one before it does."""
    found: dict[int, list[EntryRef]] = defaultdict(list)
    last = 1
    for ref in refs:
        entry = atlas.kb.entries.get(ref.id)
        last = atlas.sheets[ref.page].get(entry.anchor, last) if entry else last
        found[last].append(ref)
    return found


def _defined(refs: Iterable[EntryRef]) -> dict[str, EntryId]:
    return {fold(ref.name): ref.id for ref in refs}


def signposted(nodes: tuple[Node, ...], entries: Mapping[str, EntryId]) -> tuple[Node, ...]:
    """*nodes* whose boxes and headings that define an entry lead to its page: rulings, history and mentions stand there."""
    return tuple(_signposted(node, entries) for node in nodes)


def _signposted(node: Node, entries: Mapping[str, EntryId]) -> Node:
    match node:
        case Heading(defines=Definition(name=name), children=title) if fold(name) in entries and _is_plain(title):
            return replace(node, children=(_sign(entries[fold(name)], title, node.line),))
        case Box(defines=Definition(name=name), title=title) if fold(name) in entries and title and _is_plain(title):
            link = _sign(entries[fold(name)], title, node.line)
            return replace(node, title=(link,), children=signposted(node.children, entries))
        case Box() | Element() | Errata() | Marked():
            return replace(node, children=signposted(node.children, entries))
        case _:
            return node


def _sign(entry: EntryId, title: tuple[Node, ...], line: int) -> Link:
    """A link that stands where the source says so, unlike an automatic one, which has no line."""
    return Link(kind="entry", target=entry, children=title, line=max(line, 1))


def _is_plain(nodes: tuple[Node, ...]) -> bool:
    return not any(isinstance(node, Link | Image | Note) for node in walk(nodes))


def anchored(nodes: tuple[Node, ...], taken: dict[str, int] | None = None) -> tuple[Node, ...]:
    """*nodes* with an anchor before each box that defines a term, so that the contents lead there."""
    taken = {} if taken is None else taken
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Box) and node.defines and node.title:
            out.append(Element(name="span", attrs=(("id", _box_anchor(node.defines.name, taken)),)))
        if isinstance(node, Box | Element | Errata | Marked):
            node = replace(node, children=anchored(node.children, taken))
        out.append(node)
    return tuple(out)


def _box_anchor(name: str, taken: dict[str, int]) -> str:
    anchor = f"box-{slug(name)}"
    taken[anchor] = taken.get(anchor, 0) + 1
    return anchor if taken[anchor] == 1 else f"{anchor}-{taken[anchor]}"


def contents(blocks: tuple[Node, ...]) -> tuple[ContentsItem, ...]:
    """The headings of a page and the boxes that define a term, shallowest first level 1; none for a short page."""
    heads = list(_heads(blocks))
    if len(heads) < 3:
        return ()
    if len(heads) > LONGEST_CONTENTS:
        deepest = max(2, min(head.level for head in heads) + 1)
        heads = [head for head in heads if head.level <= deepest][:LONGEST_CONTENTS]
    return tuple(_nested(heads))


def _heads(blocks: tuple[Node, ...]) -> Iterator[Heading]:
    """Headings, and anchored boxes one step below the heading before them, unless they say the same."""
    last, level, anchor = "", 1, ""
    for node in walk(blocks):
        if isinstance(node, Heading) and node.anchor and not node.run_in and inline_text(node.children):
            last, level = fold(inline_text(node.children)), node.level
            yield node
        elif isinstance(node, Element) and node.name == "span" and dict(node.attrs).get("id", "").startswith("box-"):
            anchor = dict(node.attrs)["id"]
        elif isinstance(node, Box) and anchor:
            if fold(inline_text(node.title)) not in ("", last):
                yield Heading(level=level + 1, children=node.title, anchor=anchor, line=node.line)
            anchor = ""


def _nested(heads: Iterable[Heading]) -> Iterator[ContentsItem]:
    """Depths without jumps: a level 4 under a level 2 is one step deeper."""
    stack: list[int] = []
    for head in heads:
        while stack and stack[-1] >= head.level:
            stack.pop()
        stack.append(head.level)
        yield ContentsItem(text=inline_text(head.children), anchor=head.anchor, depth=min(len(stack), 4))


def _twins(ref: PageRef, atlas: Atlas) -> tuple[Chip, ...]:
    """Pages of the same title in other wikis."""
    return tuple(
        Chip(text=other.title, path=other.path, note=atlas.edition_name(other.edition) or other.wiki)
        for other in atlas.titled(ref.title) if other.id != ref.id
    )  # fmt: skip
