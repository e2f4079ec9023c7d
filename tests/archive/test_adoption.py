"""Feeds that know their host alone join the wiki of that host, and pages that were moved keep one history: in any order."""

from __future__ import annotations

import itertools

import pytest

from ingest.archive import Archive
from ingest.model import Facts, Place, Reading, Rights, Sighting, Source

FEED = Source(id="history.atom", sha256="1" * 64, format="atom", wiki="wiki-example")
DUMP = Source(
    id="dump.xml",
    sha256="2" * 64,
    format="mediawiki-dump",
    wiki="lampwiki",
    site_name="Lampwiki",
    rights=Rights(base_url="https://www.wiki.example/w/"),
)
OTHER = Source(id="other.atom", sha256="3" * 64, format="atom", wiki="boat-example")


def _sighting(
    source: Source, number: int, *, title: str = "Lamp", page: int | None = None, text: str | None = None
) -> Sighting:
    facts = Facts(
        title=title,
        revision_id=number,
        page_id=page,
        timestamp=f"2024-01-01T00:00:0{number}Z",
        known="whole" if text else "partial",
    )
    return Sighting(place=Place(source=source.id), wiki=source.wiki, facts=facts, text=text)


READINGS: dict[str, list[Reading]] = {
    FEED.id: [_sighting(FEED, 1), _sighting(FEED, 2)],
    DUMP.id: [_sighting(DUMP, 1, page=7, text="oil")],
    OTHER.id: [_sighting(OTHER, 1)],
}


@pytest.mark.parametrize("order", [(FEED, DUMP, OTHER), (FEED, OTHER, DUMP), (OTHER, FEED, DUMP)])
def test_a_feed_without_a_name_joins_the_wiki_of_its_host(order: tuple[Source, ...]) -> None:
    archive = Archive(None)

    for source in order:
        archive.add(source, READINGS[source.id])

    assert {page: [item.id for item in archive.revisions(page)] for page in archive.page_ids()} == {
        "boat-example:Lamp": ["boat-example-1"], "lampwiki:Lamp": ["lampwiki-1", "lampwiki-2"],
    }  # fmt: skip


@pytest.mark.parametrize("order", list(itertools.permutations(("old", "new", "feed"))))
def test_a_page_that_was_moved_has_its_history_under_its_newest_title_in_any_order(order: tuple[str, ...]) -> None:
    sources = {
        name: Source(id=name, sha256=name * 8, format="mediawiki-dump", wiki="lampwiki", site_name="Lampwiki")
        for name in order
    }
    said: dict[str, list[Reading]] = {
        "old": [_sighting(sources["old"], number, title="Lamp", page=7, text=f"oil {number}") for number in (1, 2)],
        # The move made revision 3, and the redirect that it left behind is another page.
        "new": [
            *(_sighting(sources["new"], number, title="Ash", page=7, text=f"oil {number}") for number in (1, 2, 3)),
            _sighting(sources["new"], 4, title="Lamp", page=8, text="#REDIRECT [[Ash]]"),
        ],
        "feed": [_sighting(sources["feed"], 2, title="Zinc")],
    }
    archive = Archive(None)

    for name in order:
        archive.add(sources[name], said[name])

    assert {page: [item.id for item in archive.revisions(page)] for page in archive.page_ids()} == {
        "lampwiki:Ash": ["1", "2", "3"], "lampwiki:Lamp": ["4"],
    }  # fmt: skip


def test_what_joined_a_wiki_is_known_when_it_is_read_again() -> None:
    archive = Archive(None)
    archive.add(FEED, READINGS[FEED.id])
    archive.add(DUMP, READINGS[DUMP.id])

    feed = next(source for source in archive.sources() if source.id == FEED.id)

    assert (feed.wiki, feed.site_name) == ("lampwiki", "Lampwiki")
    assert archive.add(feed, READINGS[FEED.id]).already
