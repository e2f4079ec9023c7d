"""Entries, rulings and updates of every edition and language, and what each page's newest text holds for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ingest.glossary import PageScope, build_glossary
from ingest.glossary.model import Entry, ErratumEntry, RulingEntry
from ingest.glossary.readings import Readings
from ingest.kept import NOTHING, Kept, digest
from ingest.knowledge import KnowledgeBase
from ingest.model import Diagnostic, Page, Revision, RevisionId
from ingest.stages.histories import keep_diagnostics
from ingest.stages.requests import Requests, Say


def read_glossary(knowledge: KnowledgeBase, requests: Requests, say: Say, kept: Kept = NOTHING) -> None:
    """Put what the texts define on the shelves."""
    knowledge.renames.put((name, None, 0, kept) for name, kept in sorted(requests.renames.kept.items()))
    found = build_glossary(
        lambda: histories_of(knowledge), document_of=knowledge.document, profile=knowledge.profile, renames=requests.renames,
        sources={source.id: source for source in knowledge.sources}, readings=Readings(kept, texts_of(knowledge)),
    )  # fmt: skip
    for number, item in enumerate(found):
        say("Reading the glossary", number, None)
        match item:
            case Entry():
                knowledge.entries.put([(item.id, item.page, number, item)])
            case RulingEntry():
                knowledge.rulings.put([(item.id, item.page, number, item)])
            case ErratumEntry():
                knowledge.errata.put([(item.id, item.page, number, item)])
            case Diagnostic():
                keep_diagnostics(knowledge, [item])
            case PageScope():
                _scope_page(knowledge, item)


def texts_of(knowledge: KnowledgeBase) -> Callable[[RevisionId], bytes]:
    """What gives the digest of a revision's tree; each is asked for once or twice, so a few are remembered."""

    @lru_cache(maxsize=1_000)
    def text_of(revision: RevisionId) -> bytes:
        data = knowledge.documents.encoded(revision)
        return digest(data) if data else b""

    return text_of


def histories_of(knowledge: KnowledgeBase) -> Iterator[tuple[Page, Sequence[Revision]]]:
    for key in tuple(knowledge.pages.keys()):  # the pages change while they are read
        page = knowledge.pages.get(key)
        if page:
            yield page, tuple(knowledge.history(key))


def _scope_page(knowledge: KnowledgeBase, scope: PageScope) -> None:
    page = knowledge.pages.get(scope.page)
    document = knowledge.document(page.newest) if page and page.newest else None
    if page:
        told = replace(
            page, edition=scope.edition, editions=scope.editions, language=scope.language,
            categories=document.categories if document else (), redirect=page.redirect or (document.redirect if document else None),
        )  # fmt: skip
        knowledge.pages.change(page.id, told)
