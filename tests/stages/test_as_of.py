"""The rules of a day: what came later is off the shelves, and nothing on them speaks of it."""

from __future__ import annotations

from ingest.archive import Archive
from ingest.kept import kept_in
from ingest.knowledge import KnowledgeBase
from ingest.model import Facts, Place, Sighting, Source
from ingest.profile import Profile
from ingest.refine import refine
from ingest.stages.requests import Requests

PLAIN = Profile(name="plain")


def _on(*times: str | None, as_of: str) -> KnowledgeBase:
    archive = Archive(None)
    for step, time in enumerate(times):
        facts = Facts(title="Lamp", revision_id=step + 1 if time else None, timestamp=time, known="whole")
        place = Place(source=f"log{step}", line=1)
        seen = Sighting(place=place, wiki="mothwiki", text=f"A lamp burns {step} turns.", facts=facts)
        archive.add(Source(id=f"log{step}", sha256=f"{step:064}", format="wikitext", wiki="mothwiki"), [seen])
    knowledge = KnowledgeBase(None, PLAIN, archive.text)
    with kept_in(None, PLAIN) as kept:
        refine(archive, knowledge, Requests(as_of=as_of), lambda *_: None, kept=kept)
    return knowledge


def test_a_text_without_a_time_is_of_the_time_of_the_text_that_it_follows() -> None:
    knowledge = _on("2024-05-01T10:00:00Z", "2025-05-01T10:00:00Z", None, as_of="2024-12-31")

    assert [item.timestamp for item in knowledge.history("mothwiki:Lamp")] == ["2024-05-01T10:00:00Z"]
    assert list(knowledge.changes) == []


def test_a_text_without_a_time_stays_where_nothing_before_it_is_later() -> None:
    knowledge = _on("2024-05-01T10:00:00Z", None, as_of="2024-12-31")

    assert len(tuple(knowledge.history("mothwiki:Lamp"))) == 2
    assert len(list(knowledge.changes)) == 1
