"""Same-named texts of two editions or sources, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ingest.align import Headed, comparisons, headed
from ingest.align.model import Side
from ingest.glossary.flow import project
from ingest.kept import NOTHING, Kept
from ingest.knowledge import KnowledgeBase
from ingest.stages.glossary import texts_of
from ingest.stages.requests import Say
from ingest.tree import Document

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Headed]).decode


def compare_editions(knowledge: KnowledgeBase, say: Say, kept: Kept = NOTHING) -> None:
    """Compare what has a twin."""
    text_of = texts_of(knowledge)

    def mark(side: Side) -> bytes:
        return text_of(side.revision) if side.revision else b""

    sides = dict(_sides(knowledge))
    texts = [text for side, title in sides.items() for text in _named(knowledge, side, title, mark(side), kept)]
    order = [edition.id for edition in sorted(knowledge.profile.editions, key=lambda edition: edition.order)]
    found = comparisons(
        texts, lambda side: _side_document(knowledge, side), editions=order, pages=list(sides), kept=kept, mark=mark
    )
    for number, item in enumerate(found):
        say("Comparing editions", number, None)
        knowledge.comparisons.put([(item.id, None, number, item)])


def _sides(knowledge: KnowledgeBase) -> Iterator[tuple[Side, str]]:
    """Each page's newest text, and for each other edition the text that carries its entries."""
    for page in knowledge.pages:
        spoken = {
            (item.revision, item.edition, item.language)
            for item in knowledge.entries.of_page(page.id)
            if not item.superseded
        }
        if page.newest and not page.redirect:
            spoken.add((page.newest, page.edition, page.language or "en"))
        for revision, edition, language in sorted(spoken, key=lambda item: (item[1] or "", item[2], item[0])):
            found = knowledge.revisions.get(revision)
            if found:
                yield (
                    Side(file=found.place.source, page=page.id, edition=edition, language=language, revision=revision),
                    page.title,
                )


def _named(knowledge: KnowledgeBase, side: Side, title: str, mark: bytes, kept: Kept) -> list[Headed]:
    """The named texts of one side."""

    def make() -> list[Headed]:
        document = _side_document(knowledge, side)
        return list(headed(document, side, title=title)) if document else []

    return kept.again("named texts", kept.key(_encode((side, title, mark))), _decode, make) if kept.stays else make()


def _side_document(knowledge: KnowledgeBase, side: Side) -> Document | None:
    document = knowledge.document(side.revision) if side.revision else None
    return replace(document, blocks=project(document.blocks, side.edition)) if document else None
