"""An archive read as if some of its sources had never been added."""

from __future__ import annotations

from pathlib import Path

from ingest.archive import Archive
from ingest.model import Diagnostic, Facts, Place, Reading, Rights, Sighting, Source


def _source(name: str, *, publish: bool = True, file: str = "") -> Source:
    return Source(
        id=name, sha256=name.ljust(64, "0"), format="atom", wiki="lampwiki", file=file, rights=Rights(publish=publish)
    )


def _readings(source: str, *numbers: int, title: str = "Lamp", text: str = "wick") -> list[Reading]:
    place = Place(source=source, line=1, end_line=1)
    facts = (
        Facts(title=title, revision_id=number, timestamp=f"2024-03-01T10:00:{number:02}Z", user="Ada", known="whole")
        for number in numbers
    )
    doubt = Diagnostic(severity="note", code="odd", message=f"{source} is odd.", place=place)
    return [*(Sighting(place=place, wiki="lampwiki", facts=fact, text=text) for fact in facts), doubt]


def _is_private(source: Source) -> bool:
    return not source.rights.publish


def _all(archive: Archive) -> list[object]:
    pages = [(page, archive.revisions(page.id)) for page in archive.pages()]
    return [list(archive.sources()), pages, list(archive.diagnostics())]


def test_what_is_withheld_is_read_as_if_it_had_never_been_added() -> None:
    whole, without = Archive(None), Archive(None)
    for archive in (whole, without):
        archive.add(_source("a"), _readings("a", 2, 3))
    whole.add(_source("b", publish=False), _readings("b", 1, 2, text="other") + _readings("b", 7, title="Oil"))

    withheld = whole.withhold(_is_private)

    assert [source.id for source in withheld] == ["b"]
    assert _all(whole) == _all(without)


def test_nothing_is_taken_out_of_the_file(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    archive.add(_source("a"), _readings("a", 2))
    archive.add(_source("b", publish=False), _readings("b", 1))
    before = _all(archive)
    archive.withhold(_is_private)
    archive.close()

    assert _all(Archive(tmp_path / "archive.sqlite")) == before


def test_an_older_version_of_a_file_is_withheld_as_its_newest_is() -> None:
    archive = Archive(None)
    archive.add(_source("a", file="1"), _readings("a", 1))
    archive.add(_source("a-2", file="1", publish=False), _readings("a-2", 2))
    archive.add(_source("b", file="2", publish=False), _readings("b", 3))
    archive.add(_source("b-2", file="2"), _readings("b-2", 4))

    archive.withhold(_is_private)

    assert [source.id for source in archive.sources()] == ["b", "b-2"]


def test_where_nothing_is_withheld_more_can_be_added() -> None:
    archive = Archive(None)
    archive.add(_source("a"), _readings("a", 1))

    assert archive.withhold(_is_private) == ()

    archive.add(_source("b"), _readings("b", 2))
    assert len(archive.revisions("lampwiki:Lamp")) == 2
