"""A project with a ludex.toml: what it keeps, what it forgets, and how wrong keys are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.config import ConfigError, read_project
from tests.ludex.conftest import Run


def test_init_writes_a_configuration_that_builds(run: Run, here: Path, sources: Path) -> None:
    assert run("init").exit_code == 0

    result = run("build")

    assert result.exit_code == 0, result.output
    assert (here / "build" / "site" / "index.html").is_file()


def test_init_never_overwrites(run: Run, here: Path) -> None:
    (here / "ludex.toml").write_text("# mine\n", "utf-8")

    assert run("init").exit_code == 1

    assert (here / "ludex.toml").read_text("utf-8") == "# mine\n"


def test_a_profile_can_be_started_beside_a_configuration(run: Run, here: Path) -> None:
    assert run("init").exit_code == 0
    config = (here / "ludex.toml").read_text("utf-8")

    result = run("init", "--profile")

    assert result.exit_code == 0
    assert 'profile = "profile.toml"' in result.stdout
    assert (here / "ludex.toml").read_text("utf-8") == config
    assert (here / "profile.toml").is_file()


def test_init_starts_a_profile_that_reads(run: Run, here: Path, sources: Path) -> None:
    assert run("init", "--profile").exit_code == 0

    result = run("build")

    assert result.exit_code == 0, result.output
    assert "My Game" in result.stdout


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("outptu = 'x'\n", "outptu", "output"),
        ("[[source]]\npath = 'x'\nlicense = 'MIT'\n", "license", "licence"),
        ("[site]\ntitel = 'x'\n", "titel", "title"),
    ],
)
def test_a_wrong_key_is_named_with_the_near_one(here: Path, text: str, wrong: str, right: str) -> None:
    file = here / "ludex.toml"
    file.write_text(text, "utf-8")

    with pytest.raises(ConfigError) as caught:
        read_project(file)

    assert wrong in str(caught.value)
    assert repr(right) in str(caught.value)


def test_reading_the_same_again_adds_nothing(run: Run, here: Path, sources: Path) -> None:
    run("init")
    first = run("ingest", sources)

    second = run("ingest", sources)

    assert "new" in first.stdout
    assert second.stdout.count("nothing new") == 2


def test_what_was_brought_is_shown_where_the_folder_of_init_is_not_there(
    run: Run, here: Path, sources: Path, tmp_path: Path
) -> None:
    moved = sources.rename(tmp_path / "elsewhere")
    run("init")

    refused = run("build")
    named = run("build", moved, "--no-keep")
    run("ingest", moved)
    kept = run("build")

    assert (refused.exit_code, named.exit_code, kept.exit_code) == (1, 0, 0)
    assert "no file matches the source path 'sources'. What is named is shown without it." in named.stderr
    assert "What the archive holds is shown without it." in kept.stderr


def test_ingest_without_a_configuration_says_what_to_do(run: Run, sources: Path) -> None:
    result = run("ingest", sources)

    assert result.exit_code == 1
    assert "ludex init" in result.stderr


@pytest.mark.parametrize("words", [("ingest", "sources"), ("build",)], ids=" ".join)
def test_an_archive_that_was_emptied_is_said_to_be_empty(
    run: Run, here: Path, sources: Path, words: tuple[str, ...]
) -> None:
    run("init")
    assert "empty" not in run("ingest", "sources").stderr
    (here / ".ludex" / "archive.sqlite").write_bytes(b"")

    result = run(*words)

    assert result.exit_code == 0
    assert ".ludex/archive.sqlite was empty" in result.stderr


def test_what_is_forgotten_stays_out(run: Run, here: Path, sources: Path) -> None:
    run("init")
    run("build")

    assert run("forget", "Oil.wiki").exit_code == 0
    result = run("build")

    assert "Oil.wiki" not in result.stdout
    assert "1 page" in result.stdout


def test_forgetting_what_is_not_there_names_the_nearest(run: Run, sources: Path) -> None:
    run("init")
    run("build")

    result = run("forget", "Oli.wiki")

    assert result.exit_code == 1
    assert "Oil.wiki" in result.stderr


def test_check_proposes_how_a_renamed_entry_keeps_its_id_and_the_file_keeps_it(
    run: Run, here: Path, sources: Path
) -> None:
    rule = "The part of a lantern that burns, is trimmed each evening, and is never wet while a keeper carries it."
    (sources / "Lantern.wiki").write_text(f"A '''Lantern''' burns.\n\n== Wick ==\n{rule}\n", "utf-8")
    run("init")
    run("build")
    run("forget", "Lantern.wiki")
    (sources / "Lantern.wiki").write_text(f"A '''Lantern''' burns.\n\n== Taper ==\n{rule}\n", "utf-8")

    proposed = run("check").stdout
    (here / "ludex.ids.toml").write_text(proposed[proposed.index("[kept.") :].split("\n\n")[0] + "\n", "utf-8")
    shown = (run("build"), run("show", "Taper", "--json"))[1]

    assert '"rule/wick"' in proposed
    assert '"concept":"rule/wick"' in shown.stdout.replace(" ", "")


def test_what_was_forgotten_is_read_again_where_that_is_wished(run: Run, here: Path) -> None:
    (here / "ludex.toml").write_text("", "utf-8")
    (here / "Oil.wiki").write_text("== Oil ==\nBurns in a [[Lantern]].\n", "utf-8")
    run("ingest", "Oil.wiki")
    run("forget", "Oil.wiki")

    nothing = run("build", "Oil.wiki")
    refused = run("ingest", "Oil.wiki")
    again = run("ingest", "Oil.wiki", "--again")

    assert nothing.exit_code == 1
    assert "Oil.wiki was forgotten" in nothing.stderr
    assert "ingest --again" in nothing.stderr
    assert "--again" in refused.stdout
    assert "1 revision read" in again.stdout
    assert run("build").exit_code == 0
