"""A small wiki of our own with a history, as a knowledge base."""

from __future__ import annotations

import hashlib

from ingest.align import comparisons, headed, page_changes
from ingest.align.model import Side
from ingest.glossary.model import Entry
from ingest.knowledge import KnowledgeBase
from ingest.leaf import leaf
from ingest.model import Page, Place, Revision, Source
from ingest.profile import Edition, Kind, Profile
from ingest.titles import Site

PROFILE = Profile(
    name="harbour", title="Harbour Lights", editions=(Edition(id="L1", order=1), Edition(id="L2", order=2)),
    kinds=(Kind(id="task", names={"en": "Task"}, plurals={"en": "Tasks"}),),
)  # fmt: skip

HISTORY = (
    ("2024-03-01T08:00:00Z", "Ann", "== Trim ==\nThe keeper trims each lamp at dusk. Nobody else may row out.\n\n* Roll 3 dice.\n* Mind the <fog> & tide."),
    ("2024-03-02T08:00:00Z", "Ben", "== Trim ==\nThe '''keeper''' trims each [[Lamp|lamp]] at dusk. Nobody else may row out.\n\n* Roll 3 dice.\n* Mind the <fog> & tide."),
    ("2024-03-03T08:00:00Z", "Ann", "== Trim ==\nThe keeper trims each lamp at dusk.\n\nNobody else may row out before dawn.\n\n* Roll 2 dice.\n* Mind the <fog> & tide."),
    ("2024-03-04T08:00:00Z", "Vandal", ""),
    ("2024-03-05T08:00:00Z", "Ben", "== Trim ==\nThe keeper trims each lamp at dusk.\n\nNobody else may row out before dawn.\n\n* Roll 2 dice.\n* Mind the <fog> & tide."),
    ("2024-03-06T08:00:00Z", "Ben", None),
    ("2024-03-06T08:00:00Z", "Ben", "{|\n! Lamp !! Oil\n|-\n| Brass || 3\n|}\n== Trim ==\nThe keeper trims each lamp at dusk.\n\nNobody else may row out before dawn.\n\n* Roll 2 dice."),
)  # fmt: skip


def wiki(history: tuple[tuple[str, str, str | None], ...] = HISTORY, title: str = "Trim") -> KnowledgeBase:
    """One page with *history*, and one entry on it."""
    kb = KnowledgeBase(None, PROFILE, lambda sha256: None)
    page, place = f"log:{title}", Place(source="log.xml", line=1, end_line=9)
    kb.sources.put([("log.xml", None, 0, Source(id="log.xml", sha256="0" * 64, format="mediawiki-dump", wiki="log"))])
    revisions = []
    for number, (timestamp, user, text) in enumerate(history):
        sha256 = hashlib.sha256(text.encode()).hexdigest() if text is not None else None
        revisions.append(
            Revision(
                id=str(number + 1), page=page, wiki="log", title=title, timestamp=timestamp, user=user, text=sha256,
                section="Trim" if number else None, comment="better <words>", known="whole" if text is not None else "unknown",
                size=len(text or ""), place=place, number=number,
            )
        )  # fmt: skip
        if text is not None:
            tree = leaf(text, model="wikitext", title=title, profile=PROFILE, site=Site(), templates={})
            kb.documents.put([(str(number + 1), page, number, tree)])
    kb.revisions.put((item.id, page, item.number, item) for item in revisions)
    kb.pages.put(
        [
            (
                page,
                page,
                0,
                Page(id=page, wiki="log", title=title, revisions=len(revisions), newest=revisions[-1].id, source=place),
            )
        ]
    )
    kb.changes.put((f"{c.old}..{c.new}", page, n, c) for n, c in enumerate(page_changes(revisions, kb.document)))
    entry = Entry(id="task/trim@L1.en", concept="task/trim", name="Trim", kind="task", edition="L1", page=page,
                  revision=revisions[-1].id, source=place, text="The keeper trims each lamp at dusk.", heading="Trim")  # fmt: skip
    kb.entries.put([(entry.id, page, 0, entry)])
    _compare(kb, page)
    return kb


def _compare(kb: KnowledgeBase, page: str) -> None:
    trees = {
        Side(file="log.xml", page=page, edition="L1", revision="1"): kb.document("1"),
        Side(file="book.txt", page=page, edition="L2", revision="3"): kb.document("3"),
    }
    names = [text for side, tree in trees.items() if tree for text in headed(tree, side, title="Trim")]
    kb.comparisons.put(
        (item.id, None, n, item) for n, item in enumerate(comparisons(names, trees.get, editions=("L1", "L2")))
    )
