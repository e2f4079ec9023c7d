"""What a stranger is told: help that says what to write, and answers that say what would have been right."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import OutputError
from ingest.readers import formats
from ludex.cli import FORMATS, STOPPED
from tests.ludex.conftest import Run


def test_help_names_every_format(run: Run) -> None:
    shown = " ".join(run("build", "--help").stdout.split())

    assert formats() == FORMATS
    assert all(name in shown for name in FORMATS)


def test_help_says_how_to_begin(run: Run) -> None:
    assert "ludex build FILE… -o site" in run("--help").stdout


def test_a_build_that_is_interrupted_leaves_the_site_that_was_there(
    run: Run, here: Path, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build", sources, "-o", "out")
    before = {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludex.commands.build.build_site", interrupted)
    result = run("build", sources, "-o", "out", "--pocket")

    assert result.exit_code == STOPPED
    assert "Stopped." in result.stderr
    assert {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()} == before
    assert sorted(item.name for item in here.iterdir()) == ["out", "out.index", "sources"]


def test_a_build_for_which_the_disk_has_no_room_leaves_nothing(
    run: Run, here: Path, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object, *_: object) -> None:
        raise OutputError("The disk is full.")

    monkeypatch.setattr("site_src.commit.Stage.write", full)
    result = run("build", sources, "-o", "out")

    assert result.exit_code == 1
    assert [item.name for item in here.iterdir()] == ["sources"]


def test_a_folder_of_somebody_else_is_refused_before_anything_is_read(run: Run, here: Path, sources: Path) -> None:
    result = run("build", "nowhere.txt", "-o", "sources")

    assert result.exit_code == 1
    assert "sources holds something that this program did not write" in result.stderr
    assert sorted(item.name for item in here.iterdir()) == ["sources"]


def test_what_is_an_entry_and_no_page_is_said_to_be_one(run: Run, here: Path, sources: Path) -> None:
    run("build", sources, "-o", "out")

    result = run("log", "Lamp Oil", "--site", "out")

    assert result.exit_code == 1
    assert "an entry of the page 'Oil'" in result.stderr
    assert "`ludex log 'Oil'`" in result.stderr


@pytest.mark.parametrize(
    ("words", "there_is"),
    [
        (("search", "burns", "--kind", "wepon"), "rule"),
        (("search", "burns", "--language", "xx"), "en"),
        (("log", "--since", "2024", "--kind", "wepon"), "rule"),
    ],
    ids=" ".join,
)
def test_a_kind_or_language_that_is_nowhere_is_said_and_those_that_are(
    run: Run, here: Path, words: tuple[str, ...], there_is: str
) -> None:
    revisions = "".join(
        f"<revision><id>{number}</id><timestamp>2024-0{number}-01T00:00:00Z</timestamp><text>== Wick ==\nIt burns {number} turns.</text></revision>"
        for number in (1, 2)
    )
    page = f"<page><title>Lamp</title><ns>0</ns><id>1</id>{revisions}</page>"
    (here / "wiki.xml").write_text(f"<mediawiki><siteinfo><sitename>W</sitename></siteinfo>{page}</mediawiki>", "utf-8")
    run("build", "wiki.xml", "-o", "out")

    result = run(*words, "--site", "out")

    assert result.exit_code == 0
    assert f"{words[-1]!r}" in result.stderr
    assert there_is in result.stderr.partition("but: ")[2]
