"""Edits that a later one took back: vandalism, blanked pages, slips. Who asks what changed over all of it need not see them."""

from __future__ import annotations

from ingest.model import PageId, RevisionId
from site_src.atlas import Atlas

Stretch = tuple[str, str]  # times of the first edit that was undone and of the revert


def undone(page: PageId, atlas: Atlas) -> dict[RevisionId, Stretch]:
    """For each revision of *page* between a text and its return, the widest stretch of time that came to nothing."""
    history = list(atlas.kb.history(page))
    place = {revision.id: number for number, revision in enumerate(history)}
    found: dict[RevisionId, Stretch] = {}
    reverts = [change for change in atlas.kb.changes.of_page(page) if change.same_as in place and change.new in place]
    for change in sorted(reverts, key=lambda change: place[change.same_as or ""] - place[change.new]):
        inside = history[place[change.same_as or ""] + 1 : place[change.new] + 1]
        start, end = inside[0].timestamp, inside[-1].timestamp
        for revision in inside if start and end else ():
            found.setdefault(revision.id, (start or "", end or ""))
    return found
