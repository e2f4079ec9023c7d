"""The first sync of a whole wiki: few questions, in the order of time, taken up where it was cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.archive import Archive
from ingest.live import Synced, WikiError
from tests.live.fake import FakeWiki, Reply, revision

Bring = Callable[..., Synced]


@pytest.fixture
def large(wiki: FakeWiki) -> FakeWiki:
    """A hundred and twenty more pages, of two revisions each."""
    for page in range(10, 130):
        first, second = page * 2, page * 2 + 1
        times = [f"2025-02-01T{number // 60:02}:{number % 60:02}:00Z" for number in (first, second)]
        wiki.add(
            page,
            f"Lamp {page}",
            revision(first, f"{page}", timestamp=times[0]),
            revision(second, f"{page}, lit", parent=first, timestamp=times[1]),
        )
    wiki.per_answer = 50
    return wiki


def test_a_first_sync_asks_for_fifty_revisions_at_once(bring: Bring, large: FakeWiki, archive: Archive) -> None:
    synced = bring()

    assert (synced.pages, synced.changed, synced.revisions) == (124, 124, 246)
    assert len([asked for asked in large.asked if asked.get("list") == "allrevisions"]) == 5
    assert len(large.asked) < 15
    assert archive.followed_since(next(archive.sources()).id) is not None
    assert {page.title: page.redirect for page in archive.pages() if page.redirect} == {"Thread": "Wick"}


def test_a_first_sync_that_was_cut_goes_on_at_the_time_that_it_had_reached(
    bring: Bring, large: FakeWiki, archive: Archive
) -> None:
    left = iter(range(2))
    large.mischief = [
        lambda path, asked: (410, {}, b"") if {"rvprop", "arvprop"} & set(asked) and next(left, None) is None else None
    ]
    with pytest.raises(WikiError):
        bring()
    large.mischief = []
    stored = archive.database.execute("SELECT count(*) FROM sightings").fetchone()[0]
    large.asked.clear()

    synced = bring()

    (first, *_) = [asked for asked in large.asked if asked.get("list") == "allrevisions"]
    assert 0 < stored < 246
    assert first["arvstart"] > "2025-01-01T00:00:06Z"
    assert stored + synced.revisions == 246
    assert not [asked for asked in large.asked if "rvprop" in asked]


def test_what_is_edited_meanwhile_comes_whole_the_next_time(bring: Bring, large: FakeWiki, archive: Archive) -> None:
    history = large.pages[10]["revisions"]

    def edit(path: str, asked: dict[str, str]) -> Reply | None:
        if asked.get("list") == "allrevisions" and len(history) == 2:
            history.append(revision(900, "#REDIRECT [[Wick]]", parent=21, timestamp="2025-03-01T00:00:00Z"))
            large.redirects[10] = "Wick"
        return None

    large.mischief = [edit]
    bring()
    bring()

    assert [item.id for item in archive.revisions("lanternwick:Lamp 10")] == ["20", "21", "900"]
    assert {page.title for page in archive.pages() if page.redirect} == {"Thread", "Lamp 10"}


def test_a_wiki_of_which_most_is_known_is_asked_page_by_page(bring: Bring, large: FakeWiki) -> None:
    bring(pages=tuple(f"Lamp {page}" for page in range(10, 130)))
    large.asked.clear()

    synced = bring()

    assert synced.revisions == 6
    assert not [asked for asked in large.asked if asked.get("list") == "allrevisions"]


ALL_LAMPS = tuple(f"Lamp {page}" for page in range(10, 130))


def test_named_pages_are_asked_for_together_where_that_takes_fewer_questions(
    bring: Bring, large: FakeWiki, archive: Archive
) -> None:
    whole = Archive(None)
    bring(into=whole)
    large.asked.clear()

    synced = bring(pages=(*ALL_LAMPS, "Thread"))

    assert (synced.pages, synced.changed, synced.revisions) == (122, 122, 242)
    assert len([asked for asked in large.asked if "revids" in asked]) == 5
    assert len(large.asked) < 30
    for page in (*ALL_LAMPS, "Thread", "Wick"):
        assert archive.revisions(f"lanternwick:{page}") == whole.revisions(f"lanternwick:{page}")
    assert {page.title: page.redirect for page in archive.pages() if page.redirect} == {"Thread": "Wick"}


def test_a_few_named_pages_of_a_large_wiki_are_asked_one_by_one(bring: Bring, large: FakeWiki) -> None:
    synced = bring(pages=("Lamp 10", "Lamp 11"))

    assert synced.revisions == 4
    assert not [asked for asked in large.asked if asked.get("list") == "allrevisions" or "revids" in asked]


def test_named_pages_that_were_cut_go_on_page_by_page_without_losing_or_repeating_anything(
    bring: Bring, large: FakeWiki, archive: Archive
) -> None:
    left = iter(range(3))
    large.mischief = [lambda path, asked: (410, {}, b"") if "revids" in asked and next(left, None) is None else None]
    with pytest.raises(WikiError):
        bring(pages=ALL_LAMPS)
    large.mischief = []
    stored = archive.database.execute("SELECT count(*) FROM sightings").fetchone()[0]

    synced = bring(pages=ALL_LAMPS)

    assert stored == 150
    assert stored + synced.revisions == 240
    assert bring(pages=ALL_LAMPS).revisions == 0


def test_what_is_edited_while_named_pages_come_is_brought_too(bring: Bring, large: FakeWiki, archive: Archive) -> None:
    history = large.pages[10]["revisions"]

    def edit(path: str, asked: dict[str, str]) -> Reply | None:
        if asked.get("list") == "allrevisions" and len(history) == 2:
            history.append(revision(900, "Gone out.", parent=21, timestamp="2025-03-01T00:00:00Z"))
        return None

    large.mischief = [edit]
    bring(pages=ALL_LAMPS)
    bring(pages=ALL_LAMPS)

    assert [item.id for item in archive.revisions("lanternwick:Lamp 10")] == ["20", "21", "900"]


def test_a_wiki_that_cannot_list_its_revisions_gives_named_pages_all_the_same(bring: Bring, large: FakeWiki) -> None:
    large.is_old = True

    synced = bring(pages=ALL_LAMPS)

    assert synced.revisions == 240
