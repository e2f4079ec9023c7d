"""Plain documents: what each shared text is, under which name, of which date; versions of one document meet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.model import Sighting, Source
from ingest.readers import Given, open_sources
from ingest.readers.versions import document_names, stem_of

RULES = "1. Lamps\n" + "".join(
    f"{100 + number}. Part {number}\n{100 + number}.1. A lamp of part {number} burns oil for {number} hours.\n"
    for number in range(1, 20)
)


@pytest.mark.parametrize(
    ("seed", "format", "lines"),
    [
        ("001_5eb1f03b97ae53f3.txt", "rendered", 140),
        ("002_3742f851e72d3816.txt", "rendered", 37),
        ("003_63f1117d2470abcb.txt", "rulebook", 1890),
        ("004_7eaf2d0de435106d.txt", "rendered", 53),
    ],
)
def test_a_seed_is_one_page_of_its_kind(seed: str, format: str, lines: int, shared: Callable[[str], Path]) -> None:
    path = shared("seeds/" + seed)

    (opened,) = open_sources([path]).opened
    (sighting,) = opened.read()

    assert isinstance(sighting, Sighting)
    assert (opened.source.format, opened.source.wiki, sighting.facts.model) == (format, "", format)
    assert sighting.text == path.read_text("utf-8")
    assert (sighting.place.line, sighting.place.end_line) == (1, lines)
    assert sighting.facts.timestamp is None


def test_five_files_are_one_document_of_five_dated_revisions(shared: Callable[[str], Path]) -> None:
    folder = shared("corpora/mtg-cr")
    archive = Archive(None)
    for opened in open_sources(sorted(folder.glob("*.txt.xz"), reverse=True)).opened:
        archive.add(opened.source, opened.read())
    (page,) = archive.page_ids()
    revisions = archive.revisions(page)

    assert [revision.timestamp for revision in revisions] == [
        "1999-04-21",
        "2020-01-24",
        "2020-04-17",
        "2022-10-07",
        "2022-11-18",
    ]
    assert {source.encoding for source in archive.sources()} == {"utf-8", "cp1252", "utf-16-be"}
    # counted with Python's universal newlines; blank edge lines are not part of a published text
    assert all("\r" not in (archive.text(revision.text or "") or "\r") for revision in revisions)
    assert all("\ufffd" not in (archive.text(revision.text or "") or "\ufffd") for revision in revisions)


def test_a_date_in_the_text_goes_before_one_in_the_name(tmp_path: Path) -> None:
    named = tmp_path / "lamps-2021-05.txt"
    named.write_text("Lamp Rules\n\n" + RULES, "utf-8")
    printed = tmp_path / "lamps-2021-06.txt"
    printed.write_text("Lamp Rules\n\nEffective as of July 3, 2021.\n\n" + RULES, "utf-8")
    given = {printed: Given()}

    dates = [item.source.date for item in open_sources([named, printed], given=given).opened]
    overridden = open_sources([printed], given={printed: Given(date="2020-01-01")}).opened[0].source.date

    assert dates == ["2021-05", "2021-07-03"]
    assert overridden == "2020-01-01"


def _version(name: str, title: str, date: str | None = None) -> Source:
    return Source(id=name, sha256=name, format="numbered", document=title, date=date)


def test_versions_bear_the_title_of_the_newest() -> None:
    found = document_names([
        _version("lamps-2020-01-02.txt", "Official Lamp Rules Summary", "2020-01-02"),
        _version("lamps-2021-01-02.txt.xz", "Lamp Rules", "2021-01-02"),
        _version("lamps-2021-03-02.txt", "Songs of the Sea", "2019-01-02"),
        _version("oil-2020-01-02.txt", "Lamp Rules"),
    ])  # fmt: skip

    assert found == {
        "lamps-2020-01-02.txt": "Lamp Rules",
        "lamps-2021-01-02.txt.xz": "Lamp Rules",
        "oil-2020-01-02.txt": "Lamp Rules",
    }


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("rules-2021-05-04.txt.xz", "rules-.txt"),
        ("rules v1.2.txt", "rules.txt"),
        ("rules_3.txt", "rules.txt"),
        ("rules.txt", "rules.txt"),
    ],
)
def test_date_and_version_are_no_part_of_a_stem(name: str, stem: str) -> None:
    assert stem_of(name) == stem
