"""The archive: append-only, each text once, overlapping sources, forgetting, locks, damage, full disks."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ingest import database as database_module
from ingest.archive import Added, Archive, Mark
from ingest.errors import ArchiveError, NotFound
from ingest.model import Diagnostic, Facts, Place, Reading, Revision, Sighting, Source
from ingest.readers import open_sources


def _source(name: str, **more: str) -> Source:
    return Source(id=name, sha256=name.ljust(64, "0"), format="atom", wiki="lampwiki", **more)


def _sighting(
    source: str, number: int, text: str | None = "wick", *, title: str = "Lamp", dump: bool = False, line: int = 1
) -> Sighting:
    facts = Facts(
        title=title, revision_id=number, timestamp=f"2024-03-01T10:00:{number:02}Z", user="Ada", page_id=4 if dump else None,
        known="whole" if text is not None else "partial",
    )  # fmt: skip
    return Sighting(place=Place(source=source, line=line, end_line=line), wiki="lampwiki", facts=facts, text=text)


def _history(archive: Archive) -> dict[str, tuple[Revision, ...]]:
    return {page: archive.revisions(page) for page in archive.page_ids()}


def _add(archive: Archive, path: Path) -> Added:
    (opened,) = open_sources([path], known=archive.sources()).opened
    return archive.add(opened.source, opened.read())


def test_the_seed_has_the_texts_sections_and_lines_of_the_gold(shared: Callable[[str], Path]) -> None:
    archive = Archive(None)
    _add(archive, shared("seeds/000_c6bfa0c4d0d224c2.txt"))
    wanted = msgspec.json.decode(shared("gold/revisions_gold.json").read_bytes())
    found = {(item.title, item.timestamp): item for history in _history(archive).values() for item in history}

    assert len(found) == len(wanted) == 47
    for gold in wanted:
        item = found[gold["title"], gold["timestamp"]]
        assert (item.text, item.size) == (gold["sha256"], gold["bytes"])
        assert (item.user, item.section, item.comment) == (gold["user"], gold["section"], gold["comment"])
        assert (item.place.line, item.place.end_line) == (gold["first_line"], gold["last_line"])


WIKI = (
    "suites/xml/dump_full_0.10.xml.xz",
    "suites/feeds/contribs_edge.atom",
    "suites/feeds/history_tiradas.atom",
    "suites/feeds/recentchanges.atom",
)


def test_dump_and_feeds_of_one_wiki_give_the_same_history_in_any_order(shared: Callable[[str], Path]) -> None:
    opened = open_sources([shared(name) for name in WIKI]).opened
    histories = []
    for order in itertools.permutations(opened):
        archive = Archive(None)
        for item in order:
            archive.add(item.source, item.read())
        histories.append(_history(archive))

    assert all(history == histories[0] for history in histories)
    revisions = [revision for history in histories[0].values() for revision in history]
    assert len(revisions) == 88
    assert all(revision.known == "whole" and revision.id.isdigit() for revision in revisions)


def test_interleaved_imports_give_the_history_that_mediawiki_makes_of_them(shared: Callable[[str], Path]) -> None:
    archive = Archive(None)
    for number in (3, 1, 6, 2, 7, 5, 4):
        _add(archive, shared(f"suites/xml/Interleaved.import-{number}.xml"))
    (page,) = archive.page_ids()

    revisions = archive.revisions(page)

    times = ["01:00", "01:30", "02:00", "02:30", "03:00", "04:00", "04:30"]
    assert [revision.timestamp for revision in revisions] == [f"2020-07-01T{time}:00Z" for time in times]
    assert "".join(archive.text(revision.text or "") or "" for revision in revisions) == "AKABBCB"
    assert "revision-conflict" in {item.code for item in archive.diagnostics()}


def test_overlapping_feeds_add_only_what_is_new(shared: Callable[[str], Path]) -> None:
    archive = Archive(None)
    first = _add(archive, shared(WIKI[1]))
    second = _add(archive, shared(WIKI[3]))

    assert (first.sightings, first.new_revisions, first.new_texts) == (21, 21, 21)
    assert (second.sightings, second.new_revisions) == (40, 19)
    assert second.new_texts < 22


def test_reading_the_same_bytes_again_adds_nothing() -> None:
    archive = Archive(None)
    archive.add(_source("a"), [_sighting("a", 1)])

    again = archive.add(_source("a"), _never())

    assert again == Added(source="a", already=True)
    assert len(archive.revisions("lampwiki:Lamp")) == 1


def _never() -> Iterator[Reading]:
    raise AssertionError("the source was read")
    yield


def test_a_source_is_read_again_where_the_configuration_says_something_else() -> None:
    archive = Archive(None)
    archive.add(_source("a"), [_sighting("a", 1)])
    archive.add(_source("b"), [_sighting("b", 2)])

    archive.add(_source("a", edition="Second"), [_sighting("a", 1, "oil")])

    assert [(source.id, source.edition) for source in archive.sources()] == [("a", "Second"), ("b", None)]
    assert [archive.text(item.text or "") for item in archive.revisions("lampwiki:Lamp")] == ["oil", "wick"]


def test_texts_that_a_source_read_again_does_not_give_any_more_go() -> None:
    archive = Archive(None)
    archive.add(_source("feed"), [_sighting("feed", 1, "misread"), _sighting("feed", 2, "wick")])
    misread, _ = (revision.text or "" for revision in archive.revisions("lampwiki:Lamp"))
    assert archive.text(misread) == "misread"

    archive.add(_source("feed", language="es"), [_sighting("feed", 1, "read"), _sighting("feed", 2, "wick")])

    assert [archive.text(revision.text or "") for revision in archive.revisions("lampwiki:Lamp")] == ["read", "wick"]
    assert archive.text(misread) is None


def test_each_text_is_kept_once_and_as_it_was() -> None:
    archive = Archive(None)
    added = archive.add(
        _source("a"), [_sighting("a", 1, "\n oil\n"), _sighting("a", 2, "\n oil\n"), _sighting("a", 3, " oil")]
    )
    one, two, three = archive.revisions("lampwiki:Lamp")

    assert added.new_texts == 2
    assert one.text == two.text == three.text
    assert archive.text(one.text or "") == " oil"
    assert (one.place.line, three.place.line) == (2, 1)
    assert archive.text("0" * 64) is None


def test_a_lone_surrogate_is_kept(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    archive.add(_source("a"), [_sighting("a", 1, "oil \ud800")])
    (revision,) = archive.revisions("lampwiki:Lamp")

    assert archive.text(revision.text or "") == "oil \ud800"


def test_a_page_tells_its_first_last_and_newest_known_revision() -> None:
    archive = Archive(None)
    archive.add(_source("a", language="de"), [_sighting("a", 1), _sighting("a", 2), _sighting("a", 3, None)])

    (page,) = archive.pages()

    assert (page.id, page.title, page.revisions, page.newest, page.language) == ("lampwiki:Lamp", "Lamp", 3, "2", "de")
    assert (page.first, page.last) == ("2024-03-01T10:00:01Z", "2024-03-01T10:00:03Z")


@pytest.mark.parametrize(("redirects", "expected"), [((None, "Lantern"), "Lantern"), (("Lantern", None), None)])
def test_a_page_redirects_where_its_newest_revision_does(
    redirects: tuple[str | None, str | None], expected: str | None
) -> None:
    archive = Archive(None)
    sightings = [_sighting("a", number) for number in (1, 2)]
    archive.add(_source("a"), [
        msgspec.structs.replace(item, facts=msgspec.structs.replace(item.facts, redirect=redirect))
        for item, redirect in zip(sightings, redirects, strict=True)
    ])  # fmt: skip

    (page,) = archive.pages()

    assert page.redirect == expected


def test_a_moved_page_keeps_one_history_under_its_newest_title() -> None:
    archive = Archive(None)
    archive.add(_source("feed"), [_sighting("feed", 1, title="Old lamp"), _sighting("feed", 3, title="Wick")])
    archive.add(_source("dump"), [_sighting("dump", number, dump=True) for number in (1, 2)])

    assert list(archive.page_ids()) == ["lampwiki:Lamp", "lampwiki:Wick"]
    assert [(item.id, item.title) for item in archive.revisions("lampwiki:Lamp")] == [("1", "Lamp"), ("2", "Lamp")]


def test_a_page_that_takes_the_title_of_one_that_moved_keeps_its_own_revisions() -> None:
    archive = Archive(None)
    lamp = _sighting("live", 1, dump=True)
    archive.extend(_source("live"), [lamp], [Mark(page=4, title="Lamp", revision=1)])
    newer = _sighting("live", 2, "oil", dump=True)
    newer = msgspec.structs.replace(newer, facts=msgspec.structs.replace(newer.facts, page_id=9))

    archive.extend(
        _source("live"), [newer], [Mark(page=4, title="Torch", revision=1), Mark(page=9, title="Lamp", revision=2)]
    )

    histories = {page: [item.id for item in history] for page, history in _history(archive).items()}
    assert histories == {"lampwiki:Lamp": ["2"], "lampwiki:Torch": ["1"]}


def test_two_pages_that_claim_one_number_for_different_times_keep_their_revisions() -> None:
    archive = Archive(None)
    archive.add(_source("a"), [_sighting("a", 1, "wick"), _sighting("a", 2, "oil")])
    other = _sighting("b", 1, "oar", title="Boat")
    facts = msgspec.structs.replace(other.facts, timestamp="2019-01-01T00:00:00Z")
    archive.add(_source("b"), [msgspec.structs.replace(other, facts=facts)])

    found = [
        (item.title, archive.text(item.text or ""), item.id.isdigit())
        for history in _history(archive).values()
        for item in history
    ]

    assert found == [("Boat", "oar", False), ("Lamp", "wick", False), ("Lamp", "oil", True)]


def test_numbers_of_two_wikis_never_meet() -> None:
    archive = Archive(None)
    archive.add(_source("a"), [_sighting("a", 1)])
    archive.add(_source("b"), [msgspec.structs.replace(_sighting("b", 1), wiki="oilwiki")])

    assert [item.id for history in _history(archive).values() for item in history] == ["lampwiki-1", "oilwiki-1"]


def test_the_english_names_of_namespaces_hold_where_a_wiki_prints_none() -> None:
    archive = Archive(None)
    archive.add(_source("a"), [_sighting("a", 1, title="Template:Box"), _sighting("a", 2, title="Vorlage:Box")])
    archive.add(
        Source(id="b", sha256="b", format="atom", wiki="oilwiki", namespaces=(("Vorlage", 10),)),
        [msgspec.structs.replace(_sighting("b", 3, title="Vorlage:Box"), wiki="oilwiki")],
    )

    assert [(page.wiki, page.title, page.namespace) for page in archive.pages()] == [
        ("lampwiki", "Template:Box", 10), ("lampwiki", "Vorlage:Box", 0), ("oilwiki", "Vorlage:Box", 10),
    ]  # fmt: skip


def test_doubts_are_kept_in_order() -> None:
    archive = Archive(None)
    doubts = [
        Diagnostic(severity="note", code=f"code-{number}", message="x", place=Place(source="a")) for number in range(12)
    ]

    added = archive.add(_source("a"), [*doubts, _sighting("a", 1)])

    assert added.diagnostics == 12
    assert list(archive.diagnostics()) == doubts


def test_forgetting_takes_the_texts_that_nobody_else_has_and_leaves_a_tombstone(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    archive.add(_source("a"), [_sighting("a", 1, "shared"), _sighting("a", 2, "secret")])
    archive.add(_source("b"), [_sighting("b", 1, "shared")])
    secret = archive.revisions("lampwiki:Lamp")[1].text or ""

    archive.forget("a")

    assert [item.id for item in archive.revisions("lampwiki:Lamp")] == ["1"]
    assert archive.text(secret) is None
    assert [source.id for source in archive.sources()] == ["b"]
    assert [source.id for source in archive.tombstones()] == ["a"]
    assert archive.add(_source("a"), _never()) == Added(source="a", forgotten=True)
    assert archive.add(_source("a"), [_sighting("a", 2, "secret")], again=True).new_texts == 1
    assert list(archive.tombstones()) == []


def test_forgetting_what_is_not_there_names_the_near_one() -> None:
    archive = Archive(None)
    archive.add(_source("feed.atom"), [])

    with pytest.raises(NotFound) as caught:
        archive.forget("feed.atm")

    assert "Did you mean 'feed.atom'?" in str(caught.value)


def test_a_source_that_fails_halfway_leaves_nothing_of_itself(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    archive.add(_source("a"), [_sighting("a", 1)])

    def failing() -> Iterator[Reading]:
        yield _sighting("b", 2, "half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.add(_source("b"), failing())

    archive.close()
    reopened = Archive(tmp_path / "archive")
    assert [source.id for source in reopened.sources()] == ["a"]
    assert len(reopened.revisions("lampwiki:Lamp")) == 1
    assert reopened.add(_source("b"), [_sighting("b", 2)]).sightings == 1


def test_a_newer_format_is_refused_with_a_hint(tmp_path: Path) -> None:
    Archive(tmp_path / "archive").close()
    with sqlite3.connect(tmp_path / "archive") as connection:
        connection.execute("UPDATE about SET version = 99")
    connection.close()

    with pytest.raises(ArchiveError) as caught:
        Archive(tmp_path / "archive")

    assert "has format 99" in caught.value.message
    assert "newer ludex" in caught.value.hint


@pytest.mark.parametrize("content", [b"no database at all, only words " * 60, bytes(5000)])
def test_a_foreign_or_damaged_file_is_said(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "archive"
    path.write_bytes(content)

    with pytest.raises(ArchiveError) as caught:
        Archive(path).add(_source("a"), [])

    assert str(path) in caught.value.message
    assert path.read_bytes() == content


def test_another_kind_of_our_files_is_refused(tmp_path: Path) -> None:
    database_module.Database(tmp_path / "file", kind="ludex knowledge base", version=1).close()

    with pytest.raises(ArchiveError) as caught:
        Archive(tmp_path / "file")

    assert "is a ludex knowledge base file, not a ludex archive" in caught.value.message


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError) as caught:
        Archive(tmp_path / "gone" / "archive")

    assert "cannot be used" in caught.value.message


def test_a_second_writer_waits_and_then_says_who_holds_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "WAIT_SECONDS", 0.05)
    first, second = Archive(tmp_path / "archive"), Archive(tmp_path / "archive")

    def readings() -> Iterator[Reading]:
        with pytest.raises(ArchiveError) as caught:
            second.add(_source("b"), [])
        assert "is in use by another command" in caught.value.message
        yield _sighting("a", 1)

    assert first.add(_source("a"), readings()).sightings == 1
    assert second.add(_source("b"), [_sighting("b", 2)]).sightings == 1
    assert [source.id for source in first.sources()] == ["a", "b"]


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    archive.add(_source("a"), [_sighting("a", 1)])
    pages = archive.database.execute("PRAGMA page_count").fetchone()[0]
    archive.database.execute(f"PRAGMA max_page_count = {pages + 2}")
    many = (_sighting("b", number % 50, str(number) * 400) for number in range(3000))

    with pytest.raises(ArchiveError) as caught:
        archive.add(_source("b"), many)

    assert "disk is full" in caught.value.message
    assert [source.id for source in archive.sources()] == ["a"]
    assert len(archive.revisions("lampwiki:Lamp")) == 1
    archive.database.execute(f"PRAGMA max_page_count = {pages + 5000}")
    assert archive.add(_source("c"), [_sighting("c", 2)]).sightings == 1
