"""Printed updates: the names that errata bear, and when each was printed first."""

from __future__ import annotations

from ingest.tree import Errata, walk
from site_src.atlas import Atlas


def printed_updates(atlas: Atlas) -> dict[str, str]:
    """Each update's name with the time of the first revision that prints it, oldest first; undated ones are left out."""
    found: dict[str, str] = {}
    for page in sorted({item.page for item in atlas.kb.errata if item.page in atlas.pages}):
        for revision in atlas.kb.history(page):
            document = atlas.kb.document(revision.id) if revision.timestamp else None
            for node in walk(document.blocks) if document else ():
                if isinstance(node, Errata) and node.version:
                    found[node.version] = min(found.get(node.version, "9"), revision.timestamp or "9")
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))
