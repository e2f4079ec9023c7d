"""Small documents of an invented game, made by hand: the tests of links need no parser."""

from __future__ import annotations

from collections.abc import Iterable

from ingest.glossary.model import Entry
from ingest.links import NameTable, PageNames, Resolver, infer_aliases, page_names
from ingest.links.model import Alias
from ingest.model import Page, Place, Revision
from ingest.profile import Edition, Kind, Linking, Profile
from ingest.tree import Document, Heading, Link, Navigation, Node, Paragraph, Text

PROFILE = Profile(
    name="tidewatch",
    languages=("en", "es"),
    editions=(Edition(id="T1", order=1), Edition(id="T2", order=2)),
    kinds=(Kind(id="stance", names={"en": "Stance"}), Kind(id="deed", names={"en": "Deed"})),
    linking=Linking(verbs=("deed",)),
)


def link(target: str, label: str | None = None, anchor: str | None = None) -> Link:
    return Link(kind="page", target=target, anchor=anchor, children=(Text(label if label is not None else target),))


def paragraph(*parts: str | Node, line: int = 0) -> Paragraph:
    return Paragraph(
        children=tuple(Text(part) if isinstance(part, str) else part for part in parts), line=line, end_line=line
    )


def heading(text: str | Node, level: int = 2, line: int = 0) -> Heading:
    node = Text(text) if isinstance(text, str) else text
    label = text if isinstance(text, str) else text.children[0].text  # type: ignore[union-attr]
    return Heading(level=level, children=(node,), anchor=label.replace(" ", "_"), line=line, end_line=line)


def navigation(*names: str) -> Navigation:
    return Navigation(children=(paragraph(" | ".join(names)),), name="nav")


def document(*blocks: str | Node, categories: tuple[str, ...] = (), redirect: str | None = None) -> Document:
    nodes = tuple(paragraph(block) if isinstance(block, str) else block for block in blocks)
    return Document(blocks=nodes, categories=categories, redirect=redirect)


def page(title: str, *, wiki: str = "tide", edition: str | None = "T2", language: str = "en") -> Page:
    return Page(
        id=f"{wiki or 'doc'}:{title}", wiki=wiki, title=title, edition=edition, language=language,
        editions=(edition,) if edition else (), source=Place(source="tide.xml"),
    )  # fmt: skip


def revision(title: str, *, wiki: str = "tide", line: int = 1) -> Revision:
    return Revision(id="1", page=f"{wiki}:{title}", wiki=wiki, title=title, place=Place(source="tide.xml", line=line))


def entry(
    name: str,
    *,
    kind: str = "deed",
    edition: str = "T2",
    language: str = "en",
    title: str | None = None,
    **more: object,
) -> Entry:
    slug = name.casefold().replace(" ", "-")
    defaults: dict[str, object] = {
        "id": f"{kind}/{slug}@{edition}.{language}", "page": f"tide:{title or name}", "revision": "1", "source": Place(source="tide.xml"),
    }  # fmt: skip
    return Entry(
        concept=f"{kind}/{slug}", name=name, kind=kind, edition=edition, language=language, **{**defaults, **more},  # type: ignore[arg-type]
    )  # fmt: skip


def names(texts: dict[str, Document], profile: Profile = PROFILE, **scope: str) -> list[PageNames]:
    return [page_names(page(title, **scope), text, profile) for title, text in texts.items()]  # type: ignore[arg-type]


def resolver(
    pages: Iterable[PageNames],
    profile: Profile = PROFILE,
    *,
    entries: Iterable[Entry] = (),
    aliases: Iterable[Alias] = (),
) -> Resolver:
    return Resolver(NameTable(pages, profile, entries=entries, aliases=aliases))


def inferred(pages: list[PageNames], profile: Profile = PROFILE) -> dict[str, str]:
    """Title → page of every alias that links would follow."""
    return {alias.title: alias.page for alias in infer_aliases(pages, profile) if alias.confirmed is not False}
