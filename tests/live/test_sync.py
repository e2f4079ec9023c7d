"""Syncing with a wiki that changes, breaks off and comes back: nothing is lost, nothing is stored twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.archive import Archive
from ingest.live import Synced, WikiError
from ingest.live.sync import WasForgotten
from ingest.model import PageId, Revision
from tests.live.fake import FakeWiki, Reply, revision

Bring = Callable[..., Synced]


@pytest.fixture(autouse=True, params=[False, True], ids=["", "before 1.27"])
def age(request: pytest.FixtureRequest, wiki: FakeWiki) -> None:
    """Wikis that list all their revisions, and those that are too old for that."""
    wiki.is_old = request.param


EVERYTHING = {
    "lanternwick:Oil lamp": ["1", "3", "5"],
    "lanternwick:Wick": ["2"],
    "lanternwick:Thread": ["4"],
    "lanternwick:Template:Box": ["6"],
}


def histories(archive: Archive) -> dict[PageId, tuple[Revision, ...]]:
    return {page: archive.revisions(page) for page in archive.page_ids()}


def numbers(archive: Archive) -> dict[PageId, list[str]]:
    return {page: [item.id for item in history] for page, history in histories(archive).items()}


def sightings(archive: Archive) -> list[int]:
    return sorted(row[0] for row in archive.database.execute("SELECT revision FROM sightings"))


class Cut(Exception):
    """The process is killed here."""


def test_every_revision_of_every_page_is_stored_with_what_the_wiki_says_of_it(bring: Bring, archive: Archive) -> None:
    synced = bring()

    (first,) = archive.revisions("lanternwick:Wick")
    assert numbers(archive) == EVERYTHING
    assert (synced.pages, synced.changed, synced.revisions, synced.new_texts) == (4, 4, 6, 6)
    assert (first.user, first.section, first.comment, first.timestamp, first.known) == (
        "Oskar",
        "Thread",
        "begun",
        "2025-01-01T00:00:02Z",
        "whole",
    )
    assert archive.text(first.text or "") == "A thread."
    assert {page.title: page.redirect for page in archive.pages() if page.redirect} == {"Thread": "Wick"}
    assert {page.title: page.namespace for page in archive.pages()}["Template:Box"] == 10


def test_the_source_is_the_wiki_as_it_names_itself(bring: Bring, archive: Archive, wiki: FakeWiki) -> None:
    bring()

    (source,) = archive.sources()
    assert (source.format, source.wiki, source.site_name, source.language, source.case) == (
        "mediawiki-api",
        "lanternwick",
        "Lanternwick",
        "en",
        "first-letter",
    )
    assert source.namespaces == (("Special", -1), ("Template", 10), ("Category", 14))
    assert source.rights.base_url == wiki.address + "/wiki/"
    assert source.rights.licence == "CC BY 4.0"


def test_a_second_sync_asks_for_no_page_and_brings_nothing(bring: Bring, archive: Archive, wiki: FakeWiki) -> None:
    bring()
    wiki.asked.clear()
    before = histories(archive)

    synced = bring()

    assert (synced.pages, synced.changed, synced.revisions) == (4, 0, 0)
    assert not [asked for asked in wiki.asked if "rvprop" in asked]
    assert histories(archive) == before


def test_only_what_is_new_of_a_page_is_asked_for(bring: Bring, archive: Archive, wiki: FakeWiki) -> None:
    bring()
    wiki.pages[1]["revisions"].append(revision(7, "It burns oil well.", parent=5))
    wiki.asked.clear()

    synced = bring()

    (asked,) = [asked for asked in wiki.asked if "rvprop" in asked]
    assert (asked["pageids"], asked["rvstartid"], asked["rvdir"]) == ("1", "5", "newer")
    assert (synced.changed, synced.revisions) == (1, 1)
    assert numbers(archive) == EVERYTHING | {"lanternwick:Oil lamp": ["1", "3", "5", "7"]}


def test_one_question_brings_the_last_edit_of_many_pages(bring: Bring, archive: Archive, wiki: FakeWiki) -> None:
    bring()
    wiki.pages[1]["revisions"] += [revision(7, "It burned.", parent=5), revision(8, "It is out.", parent=7)]
    wiki.pages[2]["revisions"].append(revision(9, "A wet thread.", parent=2))
    wiki.pages[3]["revisions"].append(revision(10, "#REDIRECT [[Oil lamp]]", parent=4))
    wiki.redirects[3] = "Oil lamp"
    wiki.asked.clear()

    synced = bring()

    assert [asked["pageids"] for asked in wiki.asked if "rvprop" in asked] == ["1|2|3", "1", "1"]
    assert synced.revisions == 4
    assert numbers(archive) == EVERYTHING | {
        "lanternwick:Oil lamp": ["1", "3", "5", "7", "8"], "lanternwick:Wick": ["2", "9"], "lanternwick:Thread": ["4", "10"],
    }  # fmt: skip
    assert {page.title: page.redirect for page in archive.pages() if page.redirect} == {"Thread": "Oil lamp"}


def test_a_sync_that_is_killed_at_any_request_goes_on_where_it_was(bring: Bring, wiki: FakeWiki) -> None:
    whole = Archive(None)
    bring(into=whole)
    requests = len(wiki.asked)

    for number in range(requests):
        killed = Archive(None)
        left = iter(range(number))

        def cut(path: str, asked: dict[str, str], left: object = left) -> Reply | None:
            if next(left, None) is None:  # type: ignore[call-overload]
                return 410, {}, b""
            return None

        wiki.mischief = [cut]
        with pytest.raises(WikiError):
            bring(into=killed)
        wiki.mischief = []
        stored = sightings(killed)
        bring(into=killed)

        assert set(stored) <= set(sightings(killed))
        assert sightings(killed) == [1, 2, 3, 4, 5, 6]
        assert histories(killed) == histories(whole)
        assert list(killed.pages()) == list(whole.pages())
    assert requests > 8


def test_an_update_that_is_killed_at_any_request_goes_on_where_it_was(bring: Bring, wiki: FakeWiki) -> None:
    old = {number: list(page["revisions"]) for number, page in wiki.pages.items()}
    new = {
        1: [revision(7, "Out.", parent=5), revision(8, "Lit.", parent=7), revision(9, "Out.", parent=8)],
        2: [revision(10, "Wet.", parent=2)],
    }
    new |= {3: [revision(11, "#REDIRECT [[Oil lamp]]", parent=4)], 4: [revision(12, "{{{2}}}", parent=6)]}

    def after(number: int) -> Archive:
        """An archive whose update was killed at a request, and run again."""
        archive, left = Archive(None), iter(range(number))
        for page in wiki.pages:
            wiki.pages[page]["revisions"] = old[page]
        bring(into=archive)
        for page in wiki.pages:
            wiki.pages[page]["revisions"] = old[page] + new[page]
        wiki.asked.clear()
        wiki.mischief = [lambda path, asked: (410, {}, b"") if next(left, None) is None else None]
        try:
            bring(into=archive)
        except WikiError:
            wiki.mischief = []
            bring(into=archive)
        wiki.mischief = []
        return archive

    whole = after(1000)
    requests = len(wiki.asked)
    for number in range(requests):
        archive = after(number)
        assert histories(archive) == histories(whole)
        assert sightings(archive) == list(range(1, 13))
    assert requests > 6


def test_what_is_edited_while_a_sync_runs_is_there_now_or_the_next_time(bring: Bring, wiki: FakeWiki) -> None:
    bring(into=Archive(None))
    requests = len(wiki.asked)

    for number in range(requests):
        archive, seen = Archive(None), iter(range(number))
        history = wiki.pages[1]["revisions"]

        def edit(
            path: str, asked: dict[str, str], seen: object = seen, history: list[object] = history
        ) -> Reply | None:
            if next(seen, None) is None and len(history) == 3:  # type: ignore[call-overload]
                history.append(revision(8, "It is out.", parent=5))
            return None

        wiki.mischief = [edit]
        bring(into=archive)
        bring(into=archive)
        wiki.mischief = []

        assert numbers(archive)["lanternwick:Oil lamp"] == ["1", "3", "5", "8"]
        assert sightings(archive) == [1, 2, 3, 4, 5, 6, 8]
        del history[3:]


def test_a_page_that_moves_takes_its_history_along(bring: Bring, archive: Archive, wiki: FakeWiki) -> None:
    bring()
    wiki.pages[1]["title"] = "Lamp"
    wiki.pages[1]["revisions"].append(revision(7, "It burns oil. [[Category:Lamps]]", parent=5, comment="moved"))
    wiki.add(5, "Oil lamp", revision(8, "#REDIRECT [[Lamp]]"))
    wiki.redirects[5] = "Lamp"

    bring()

    assert numbers(archive) == {
        "lanternwick:Lamp": ["1", "3", "5", "7"], "lanternwick:Oil lamp": ["8"], "lanternwick:Template:Box": ["6"],
        "lanternwick:Thread": ["4"], "lanternwick:Wick": ["2"],
    }  # fmt: skip
    assert {page.title: page.redirect for page in archive.pages() if page.redirect} == {
        "Oil lamp": "Lamp",
        "Thread": "Wick",
    }


def test_a_page_whose_known_revision_is_gone_is_read_from_its_beginning(
    bring: Bring, archive: Archive, wiki: FakeWiki
) -> None:
    bring()
    history = wiki.pages[1]["revisions"]
    history[2:] = [revision(7, "Anew.", parent=3)]

    synced = bring()

    assert synced.revisions == 1
    assert numbers(archive)["lanternwick:Oil lamp"] == ["1", "3", "5", "7"]
    assert sightings(archive) == [1, 2, 3, 4, 5, 6, 7]


def test_hidden_texts_users_and_summaries_are_unknown_and_not_empty(
    bring: Bring, archive: Archive, wiki: FakeWiki
) -> None:
    hidden = {"userhidden": True, "commenthidden": True, "sha1hidden": True}
    wiki.add(6, "Soot", revision(7, "Black."), revision(8, None, parent=7, **hidden) | {"user": None, "comment": None})

    bring()

    _, second = archive.revisions("lanternwick:Soot")
    assert (second.known, second.text, second.user, second.comment) == ("deleted", None, None, None)


def test_a_text_with_another_hash_than_the_wiki_gives_is_kept_and_doubted_once(
    bring: Bring, archive: Archive, wiki: FakeWiki
) -> None:
    wiki.pages[2]["revisions"] = [revision(2, "A thread.", sha1="0" * 40)]

    bring()
    bring()

    assert [(item.code, "Wick" in item.message) for item in archive.diagnostics()] == [("sha1-mismatch", True)]
    assert numbers(archive) == EVERYTHING


def test_named_pages_bring_their_templates_and_what_redirects_lead_to(bring: Bring, archive: Archive) -> None:
    bring(pages=("Oil lamp",))
    assert set(numbers(archive)) == {"lanternwick:Oil lamp", "lanternwick:Template:Box"}

    bring(pages=("Thread",))

    assert numbers(archive) == EVERYTHING


def test_what_is_not_there_is_said_and_the_rest_is_read(bring: Bring, archive: Archive) -> None:
    synced = bring(pages=("Soot", "Wick"), users=("Nobody",), categories=("Ghosts",))

    assert synced.missing == ("Soot", "Category:Ghosts", "User:Nobody")
    assert set(numbers(archive)) == {"lanternwick:Wick"}


def test_a_category_and_a_user_choose_pages(bring: Bring, archive: Archive) -> None:
    bring(users=("Oskar",))
    assert set(numbers(archive)) == {"lanternwick:Wick"}

    bring(categories=("Lamps",))

    assert set(numbers(archive)) == {"lanternwick:Wick", "lanternwick:Oil lamp", "lanternwick:Template:Box"}


def test_recent_changes_bring_edited_and_moved_pages_since_the_last_whole_sync(
    bring: Bring, archive: Archive, wiki: FakeWiki
) -> None:
    bring()
    wiki.pages[2]["title"] = "Long wick"
    wiki.pages[2]["revisions"].append(revision(7, "A long thread.", parent=2))
    wiki.add(5, "Soot", revision(8, "Black."))
    wiki.recent = [
        {
            "type": "log",
            "timestamp": "2025-06-01T11:59:00Z",
            "title": "Wick",
            "logparams": {"target_title": "Long wick"},
        },
        {"type": "new", "timestamp": "2025-06-02T12:00:00Z", "title": "Soot"},
    ]
    wiki.asked.clear()

    synced = bring(recent=True)

    assert [asked["rcstart"] for asked in wiki.asked if "rcstart" in asked] == ["2025-06-01T11:50:00Z"]
    assert (synced.pages, synced.changed, synced.notes) == (2, 2, ())
    assert numbers(archive)["lanternwick:Long wick"] == ["2", "7"]
    assert numbers(archive)["lanternwick:Soot"] == ["8"]


def test_recent_changes_that_do_not_reach_back_far_enough_are_said_so(bring: Bring, wiki: FakeWiki) -> None:
    bring()
    wiki.recent = [{"type": "edit", "timestamp": "2025-07-01T00:00:00Z", "title": "Wick"}]

    (note,) = bring(recent=True).notes

    assert note == "Recent changes reach back to 2025-07-01 only; --all reads what came before."


def test_a_wiki_that_was_forgotten_is_read_only_when_asked_again(bring: Bring, archive: Archive) -> None:
    source = bring().source
    archive.forget(source)

    with pytest.raises(WasForgotten, match="--again"):
        bring()
    assert not list(archive.page_ids())
    assert bring(again=True).revisions == 6
    assert not list(archive.tombstones())


def test_what_was_imported_late_is_found_by_comparing_numbers(bring: Bring, archive: Archive, wiki: FakeWiki) -> None:
    bring()
    # An import puts older revisions before the newest one, which stays what it was.
    wiki.pages[1]["revisions"].insert(1, revision(9, "Smoke.", parent=1, timestamp="2025-01-01T00:00:02Z"))
    assert bring().revisions == 0
    wiki.is_old = False

    synced = bring(verify=True)

    assert synced.revisions == 1
    assert numbers(archive)["lanternwick:Oil lamp"] == ["1", "9", "3", "5"]
    assert bring(verify=True).revisions == 0


def test_a_batch_is_stored_whole_or_not_at_all(bring: Bring, archive: Archive) -> None:
    bring()
    (source,) = archive.sources()
    before = histories(archive), archive.marks(source.id)

    def broken() -> object:
        yield from ()
        raise Cut

    with pytest.raises(Cut):
        archive.extend(source, broken(), since="2030-01-01T00:00:00Z")  # type: ignore[arg-type]

    assert (histories(archive), archive.marks(source.id)) == before
    assert archive.followed_since(source.id) == "2025-06-01T12:00:00Z"
