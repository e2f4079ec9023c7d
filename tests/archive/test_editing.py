"""A local file that is edited and read again: a newer version of its text, never a twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.readers import open_sources

RULES = """LAMP RULES

Lighting
A keeper may light one lamp each turn. It burns until the wind blows it out or the oil is used up.

Snuffing
Roll a die for every lamp that stands in the wind. On a one it goes out, and its keeper is in the dark.

Hiding
A thief behind a barrel may hide while no lamp burns near it. Nobody may catch it until it moves again.
"""


@pytest.fixture
def archive() -> Archive:
    return Archive(None)


def _read(archive: Archive, folder: Path) -> None:
    for opened in open_sources([folder], known=archive.sources(), base=folder.parent).opened:
        archive.add(opened.source, opened.read())


def _texts(archive: Archive) -> dict[str, list[str]]:
    found = {}
    for page in archive.page_ids():
        found[page] = [archive.text(item.text) or "" for item in archive.revisions(page) if item.text]
    return found


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")


def test_an_edited_text_is_the_newest_version_of_its_document(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    for text in (RULES, RULES.replace("one lamp", "two lamps"), RULES.replace("one lamp", "three lamps")):
        _write(folder, "rules.txt", text)
        _read(archive, folder)

    ((page, texts),) = _texts(archive).items()

    assert page == "doc:LAMP RULES"
    assert [next(word for word in ("one", "two", "three") if f"{word} lamp" in text) for text in texts] == [
        "one", "two", "three",
    ]  # fmt: skip
    assert [source.id for source in archive.sources()] == ["rules.txt", "rules-2.txt", "rules-3.txt"]


def test_two_files_of_one_name_in_two_folders_are_edited_apart(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    for lamps in ("one lamp", "two lamps"):
        for city in ("north", "south"):
            _write(
                folder, f"{city}/rules.txt", RULES.replace("LAMP", f"LAMP {city.upper()}").replace("one lamp", lamps)
            )
        _read(archive, folder)

    assert {page: len(texts) for page, texts in _texts(archive).items()} == {
        "doc:LAMP NORTH RULES": 2, "doc:LAMP SOUTH RULES": 2,
    }  # fmt: skip
    assert [source.id for source in archive.sources()] == [
        "north-rules.txt", "south-rules.txt", "north-rules-2.txt", "south-rules-2.txt",
    ]  # fmt: skip


def test_a_document_whose_title_was_edited_takes_its_history_along(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    for text in (RULES, RULES.replace("LAMP RULES", "OF WICKS AND SOOT")):
        _write(folder, "rules.txt", text)
        _read(archive, folder)

    assert {page: len(texts) for page, texts in _texts(archive).items()} == {"doc:OF WICKS AND SOOT": 2}


def test_an_edit_that_is_taken_back_shows_the_first_text_again(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    for text in ("A [[wick]].", "A [[wick]] of cotton.", "A [[wick]]."):
        _write(folder, "Lamp.wiki", text)
        _read(archive, folder)

    assert _texts(archive)["sources:Lamp"][-1] == "A [[wick]]."
    assert {len(texts) for texts in _texts(archive).values()} == {2}


def test_two_versions_of_one_day_stand_as_they_were_read(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    words = ("one lamp", "two lamps", "three lamps", "four lamps", "five lamps")
    for said in words:
        _write(folder, "rules 2024-03-01.txt", RULES.replace("one lamp", said))
        _read(archive, folder)

    (texts,) = _texts(archive).values()

    assert [next(said for said in words if said in text) for text in texts] == list(words)


def test_files_of_one_name_in_two_folders_stay_two(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    _write(folder, "old/Lamp.wiki", "An [[oil]] lamp.")
    _write(folder, "new/Lamp.wiki", "A [[gas]] lamp.")
    _read(archive, folder)
    _write(folder, "new/Lamp.wiki", "A [[gas]] lamp, lit.")
    _read(archive, folder)

    assert _texts(archive) == {
        "sources:new/Lamp": ["A [[gas]] lamp.", "A [[gas]] lamp, lit."],
        "sources:old/Lamp": ["An [[oil]] lamp."],
    }


def test_no_path_can_be_read_from_what_is_stored(archive: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    _write(folder, "secret-drawer/Lamp.wiki", "A [[gas]] lamp.")
    _read(archive, folder)

    (source,) = archive.sources()

    assert len(source.file) == 16
    assert "drawer" not in source.file
