"""Where pages lead whose newest text is a redirect: dumps say it of a page, feeds and saved texts only in the text."""

from __future__ import annotations

from msgspec.structs import replace

from ingest.knowledge import KnowledgeBase


def read_redirects(knowledge: KnowledgeBase) -> None:
    """Say of each such page where it leads, unless a source has said so."""
    for key in tuple(knowledge.pages.keys()):
        page, newest = knowledge.pages.get(key), knowledge.newest(key)
        if page is None or page.redirect or newest is None or newest.model != "wikitext":
            continue
        # A look at its first sign spares the trees of all other texts.
        text = knowledge.text(newest.text) if newest.text else None
        document = knowledge.document(newest.id) if text and text.startswith("#") else None
        if document and document.redirect:
            knowledge.pages.change(key, replace(page, redirect=document.redirect))
