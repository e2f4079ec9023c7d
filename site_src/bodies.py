"""Texts of sources as HTML for one page: where its links lead, and what opens on hover."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape
from msgspec import Struct

from ingest.glossary.model import EntryId
from ingest.links.model import Resolution
from ingest.model import PageId, RevisionId
from ingest.tree import Node
from ingest.visible import inline_text, text_of
from site_src import paths
from site_src.atlas import Atlas


class Goal(Struct, frozen=True, kw_only=True):
    """Where a link leads: an ``href`` or, where nothing is known, none; ``card`` is the path of the entry it speaks of."""

    href: str | None = None
    card: str = ""
    missing: bool = False
    title: str = ""


class Guide:
    """Decides the address of every link of one text as it stands on one page of the site."""

    def __init__(self, atlas: Atlas, *, path: str, revision: RevisionId | None, here: PageId | None, entries_first: bool = False) -> None:
        self.atlas = atlas
        self.root = paths.root_of(path)
        self.here = here
        self.path = path
        self._entries_first = entries_first
        links = atlas.kb.links.get(revision) if revision else None
        self._resolutions: dict[tuple[str, str | None], Resolution] = {
            (found.target, found.anchor): found for found, _ in (links.links if links else ())
        }

    def entry(self, entry: EntryId) -> Goal:
        """Where an entry stands."""
        ref = self.atlas.entries.get(entry)
        if ref is None:
            return Goal()
        return Goal(href=paths.href(ref.path, root=self.root), card=ref.path) if ref.path != self.path else Goal()

    def page(self, target: str, anchor: str | None) -> Goal:
        """Where a link leads that an author wrote."""
        found = self._resolutions.get((target, anchor))
        if found is None or found.status in ("missing", "ambiguous"):
            return Goal(missing=True, title=", ".join(found.candidates) if found else "")
        if self._entries_first and found.entry in self.atlas.entries:
            return self.entry(found.entry)
        page = self.atlas.pages.get(found.page or "")
        if page is None:
            return Goal(missing=True)
        card = self.atlas.entries[found.entry].path if found.entry in self.atlas.entries else ""
        mark = f"#{found.fragment}" if found.fragment else ""
        if page.path == self.path and mark:
            return Goal(href=paths.href(mark), card=card)
        return Goal(href=paths.href(page.path + mark, root=self.root), card=card)


def paragraphs(text: str) -> Markup:
    """Plain *text* as paragraphs, a line each."""
    return Markup("\n").join(Markup("<p>{}</p>").format(line) for line in text.split("\n") if line.strip())


def body(nodes: Iterable[Node], guide: Guide) -> Markup:
    """*nodes* as HTML."""
    held = tuple(nodes)
    try:
        from site_src import html
    except ImportError:
        return paragraphs(text_of(held))
    return html.render(held, guide)


def inline(nodes: Iterable[Node], guide: Guide) -> Markup:
    """*nodes* on one line, without links."""
    return escape(inline_text(nodes))
