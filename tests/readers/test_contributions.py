"""Contributions saved as text: revisions begin where title, time and summary stand between blanks, nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import SourceError
from ingest.model import Diagnostic, Sighting
from ingest.readers import open_sources
from ingest.readers.contributions import recognise
from ingest.readers.protocol import Head

FEED_TITLE = "Lampwiki - Beiträge von Ada [de]\n\n"


def _revision(title: str, summary: str, text: str, time: str = "2024-03-01T10:00:00Z") -> str:
    return f"{title}\n\n{time}\n\n{summary}\n\n{text}\n\n"


def _read(folder: Path, text: str) -> list[Sighting]:
    path = folder / "saved.txt"
    path.write_text(text, "utf-8")
    return [item for item in open_sources([path]).opened[0].read() if isinstance(item, Sighting)]


def test_the_seed_gives_every_revision_of_the_gold(shared: Callable[[str], Path]) -> None:
    wanted = json.loads(shared("gold/revisions_gold.json").read_text("utf-8"))
    (opened,) = open_sources([shared("seeds/000_c6bfa0c4d0d224c2.txt")]).opened
    found = {(item.facts.title, item.facts.timestamp): item for item in opened.read() if isinstance(item, Sighting)}

    assert opened.source.wiki == "infinity"
    assert opened.source.site_name == "Infinity"
    assert set(found) == {(item["title"], item["timestamp"]) for item in wanted}
    for item in wanted:
        sighting = found[item["title"], item["timestamp"]]
        assert (sighting.place.line, sighting.place.end_line) == (item["first_line"], item["last_line"])
        assert sighting.facts.user == item["user"]


def test_text_that_quotes_a_time_does_not_split(tmp_path: Path) -> None:
    quoting = "Wick\n\n2024-03-01T10:00:00Z\n\nno summary here\n\nWick\n2024-03-01T10:00:00Z\nAda: x"

    sightings = _read(tmp_path, FEED_TITLE + _revision("Oil lamp", "Ada: first", quoting))

    assert [item.text for item in sightings] == [quoting]


def test_blank_lines_and_blanks_inside_a_text_stay(tmp_path: Path) -> None:
    text = " indented\n\n\n\ttab  \n* list"

    (sighting,) = _read(tmp_path, FEED_TITLE + _revision("Oil lamp", "Ada:", "\n" + text + "\n\n"))

    assert (sighting.text, sighting.place.line, sighting.place.end_line) == (text, 10, 14)


@pytest.mark.parametrize(
    ("line", "user", "summary"),
    [
        ("Ada:", "Ada", ""),
        ("Ada: /* Oil: hot */ more", "Ada", "/* Oil: hot */ more"),
        ("Ada: Added: The Wick:", "Ada", "Added: The Wick:"),
        ("Bo: B: trim", "Bo: B", "trim"),
        ("10.0.0.7: trim", "10.0.0.7", "trim"),
        ("Eve\xa0: mèche", "Eve", "mèche"),
        ("Lin：灯", "Lin", "灯"),
    ],
)
def test_user_and_summary_are_told_apart(line: str, user: str, summary: str, tmp_path: Path) -> None:
    feed = (
        FEED_TITLE
        + _revision("Oil lamp", line, "x")
        + _revision("Wick", "Ada:", "y")
        + _revision("Wick", "Bo: B: /* S */", "z")
    )

    first = _read(tmp_path, feed)[0]

    assert (first.facts.user, first.facts.summary) == (user, summary)


def test_a_feed_without_its_title_line_is_read_too(tmp_path: Path) -> None:
    sightings = _read(tmp_path, _revision("Oil lamp", "Ada:", "x") + _revision("Wick", "Ada:", "y"))

    assert [item.facts.title for item in sightings] == ["Oil lamp", "Wick"]


def test_blank_lines_before_the_feed_title_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    path.write_text("\n\n\n" + FEED_TITLE + _revision("Oil lamp", "Ada:", "x"), "utf-8")

    (opened,) = open_sources([path]).opened

    assert (opened.source.site_name, opened.source.wiki, len(list(opened.read()))) == ("Lampwiki", "lampwiki", 1)


def test_windows_newlines_change_nothing(tmp_path: Path) -> None:
    feed = FEED_TITLE + _revision("Oil lamp", "Ada:", "one\ntwo")
    expected = _read(tmp_path, feed)

    (tmp_path / "crlf.txt").write_bytes(feed.replace("\n", "\r\n").encode())
    (opened,) = open_sources([tmp_path / "crlf.txt"]).opened
    (found,) = opened.read()

    assert isinstance(found, Sighting)
    assert (found.text, found.facts) == (expected[0].text, expected[0].facts)


def test_a_revision_without_text_is_unknown_and_said(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    path.write_text(FEED_TITLE + "Oil lamp\n\n2024-03-01T10:00:00Z\n\nAda: hid it\n", "utf-8")

    sighting, note = open_sources([path]).opened[0].read()

    assert isinstance(sighting, Sighting)
    assert isinstance(note, Diagnostic)
    assert (sighting.facts.known, sighting.text, note.code, note.place.line) == ("unknown", None, "empty-text", 3)


def test_a_feed_whose_beginning_is_cut_off_keeps_its_whole_revisions(tmp_path: Path) -> None:
    lost = "of the lamp.\n\nIt burns oil.\n\nAnd light it gives.\n\n"
    path = tmp_path / "saved.txt"
    path.write_text(
        lost + "".join(_revision(f"Lamp {n}", "Ada: lit", f"Lamp {n} [[burns]].") for n in range(3)), "utf-8"
    )

    found = list(open_sources([path]).opened[0].read())

    assert [item.facts.title for item in found if isinstance(item, Sighting)] == ["Lamp 0", "Lamp 1", "Lamp 2"]
    assert [(item.code, item.place.line) for item in found if isinstance(item, Diagnostic)] == [("cut-off", 1)]


def test_a_text_that_only_quotes_a_revision_is_no_feed(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\nyou wrote this:\nlook below.\n\n" + _revision("Oil lamp", "Ada: x", "y"), "utf-8")

    with pytest.raises(SourceError) as caught:
        open_sources([path])

    assert "nothing that is read here" in str(caught.value)


LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30)


@settings(deadline=None)
@given(st.lists(LINE, max_size=12))
def test_every_line_belongs_to_the_one_text(lines: list[str]) -> None:
    text = "\n".join(["first", *lines, "last"])
    found = recognise(Head(name="x", text=FEED_TITLE + _revision("Oil lamp", "Ada:", text)))

    assert found is not None
    assert found.confidence > 90


def test_two_parts_of_a_feed_in_one_file_are_one_feed(tmp_path: Path) -> None:
    first = _revision("Oil lamp", "Ada: more oil", "Burns oil.") + _revision(
        "Wick", "Ada: begun", "A thread.\n\nOf cotton."
    )
    second = _revision("Wick", "Ada: older", "A thread.", "2024-02-01T10:00:00Z")

    sightings = _read(tmp_path, FEED_TITLE + first + "\n" + FEED_TITLE + second)

    assert [item.text for item in sightings] == ["Burns oil.", "A thread.\n\nOf cotton.", "A thread."]
    assert [item.place.line for item in sightings] == [9, 17, 30]
