"""Sources, what was doubted while reading them, pages and their merged revisions."""

from __future__ import annotations

from collections.abc import Iterable

from ingest.archive import Archive
from ingest.knowledge import KnowledgeBase
from ingest.model import Diagnostic
from ingest.stages.requests import Requests, Say


def read_histories(archive: Archive, knowledge: KnowledgeBase, requests: Requests, say: Say) -> None:
    """Put the archive's sources, pages and revisions on the shelves."""
    knowledge.sources.put((source.id, None, number, source) for number, source in enumerate(archive.sources()))
    keep_diagnostics(knowledge, (*requests.skipped, *archive.diagnostics()))
    for number, page in enumerate(archive.pages()):
        say("Merging histories", number, None)
        knowledge.pages.put([(page.id, page.id, number, page)])
        knowledge.revisions.put((item.id, page.id, item.number, item) for item in archive.revisions(page.id))


def keep_diagnostics(knowledge: KnowledgeBase, found: Iterable[Diagnostic]) -> None:
    """Number diagnostics in the order in which they are found."""
    last = knowledge.diagnostics.last_key()
    start = int(last) + 1 if last else 0
    knowledge.diagnostics.put(
        (f"{start + number:09}", item.place.page, start + number, item) for number, item in enumerate(found)
    )
