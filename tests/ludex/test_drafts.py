"""What is read stays in the archive of a project, but for what is only checked, or built not to be kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ludex.conftest import Run

DRAFT = (
    "# Lamps\n\n## Wick\n\nA wick burns for {} turns before it has to be cut again.\n\n## Oil\n\nIt feeds the wick.\n"
)


@pytest.fixture
def project(here: Path, sources: Path) -> Path:
    """A project of two pages, and a draft outside of its sources."""
    (here / "ludex.toml").write_text('[[source]]\npath = "sources"\n', "utf-8")
    _write(here, 1)
    return here


def _write(here: Path, turns: int) -> None:
    (here / "draft.md").write_text(DRAFT.format(turns), "utf-8")


def _pages(run: Run) -> set[str]:
    return {row["title"] for row in json.loads(run("log", "--json").stdout)}


@pytest.mark.parametrize(
    "words", [("check", "draft.md"), ("build", "draft.md", "--no-keep", "-o", "other")], ids=" ".join
)
def test_a_draft_that_is_checked_or_not_to_be_kept_leaves_the_archive_as_it_was(
    run: Run, project: Path, words: tuple[str, ...]
) -> None:
    run("build")

    result = run(*words)
    run("build")

    assert result.exit_code == 0, result.output
    assert _pages(run) == {"Lantern", "Oil"}


def test_a_draft_is_built_with_what_the_archive_holds(run: Run, project: Path) -> None:
    run("build")
    (project / "ludex.toml").write_text("", "utf-8")

    result = run("build", "draft.md", "--no-keep")

    assert result.exit_code == 0, result.output
    assert _pages(run) == {"Lantern", "Oil", "Lamps"}


def test_no_save_of_a_draft_becomes_a_version(run: Run, project: Path) -> None:
    for turns in (1, 2, 3):
        _write(project, turns)
        result = run("build", "draft.md", "--no-keep")

    assert result.stdout.count("draft.md") == 1
    assert "draft-2" not in result.stdout
    assert len(json.loads(run("log", "Lamps", "--json").stdout)) == 1


def test_what_is_built_without_the_option_is_kept_wherever_the_site_goes(run: Run, project: Path) -> None:
    run("build", "draft.md", "-o", "other")

    run("build")

    assert _pages(run) == {"Lantern", "Oil", "Lamps"}


def test_no_copy_of_the_archive_is_left_over(run: Run, project: Path) -> None:
    run("build", "--no-keep")
    copied = (project / "build" / "site.index" / "archive.sqlite").is_file()

    run("check")
    run("build")

    assert copied
    assert sorted(item.name for item in (project / "build" / "site.index").iterdir() if "archive" in item.name) == []
    assert sorted(item.name for item in (project / ".ludex").iterdir()) == ["archive.sqlite", "kept.sqlite"]
