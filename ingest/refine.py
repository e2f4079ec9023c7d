"""From the archive to the knowledge base: the stages, recited. Everything here can be thrown away and made again."""

from __future__ import annotations

from ingest.archive import Archive
from ingest.kept import NOTHING, Kept
from ingest.knowledge import KnowledgeBase
from ingest.stages.as_of import as_it_stood
from ingest.stages.editions import compare_editions
from ingest.stages.glossary import read_glossary
from ingest.stages.histories import read_histories
from ingest.stages.links import link_everything
from ingest.stages.redirects import read_redirects
from ingest.stages.requests import Requests, Say
from ingest.stages.trees import read_trees

__all__ = ["Requests", "refine"]


def refine(
    archive: Archive, knowledge: KnowledgeBase, requests: Requests, say: Say, *, kept: Kept = NOTHING
) -> None:  # fmt: skip
    """Fill *knowledge* from *archive*: all of it, or nothing. What *kept* has is not worked out again."""
    with knowledge.database:
        read_histories(archive, knowledge, requests, say)
        read_trees(archive, knowledge, say, kept)
        if requests.as_of:
            as_it_stood(knowledge, requests.as_of)
        read_redirects(knowledge)
        read_glossary(knowledge, requests, say, kept)
        link_everything(knowledge, requests, say, kept)
        compare_editions(knowledge, say, kept)
