"""What ``[[source]]`` says holds for ``ludex build`` and for ``ludex ingest`` alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ingest.archive import Archive
from ingest.model import Source
from ludex.cli import main

CONFIG = """[[source]]
path = "texts"
language = "es"
licence = "CC0"

[[source]]
path = "texts/Lamp.wiki"
edition = "2nd"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "Lamp.wiki").write_text("A [[wick]] burns.", "utf-8")
    (tmp_path / "texts" / "Wick.wiki").write_text("It is in a [[lamp]].", "utf-8")
    (tmp_path / "ludex.toml").write_text(CONFIG, "utf-8")
    return tmp_path


def _run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def _sources(project: Path) -> dict[str, Source]:
    archive = Archive(project / ".ludex" / "archive.sqlite")
    found = {source.id: source for source in archive.sources()}
    archive.close()
    return found


@pytest.mark.parametrize("named", ["texts", "./texts", "texts/../texts"])
def test_ingest_reads_a_folder_as_the_configuration_describes_it(project: Path, named: str) -> None:
    result = _run("ingest", named)
    sources = _sources(project)

    assert result.exit_code == 0, result.output
    assert (sources["Wick.wiki"].language, sources["Wick.wiki"].rights.licence) == ("es", "CC0")
    assert sources["Lamp.wiki"].edition == "2nd"


def test_ingest_of_a_file_takes_what_is_said_of_its_folder(project: Path) -> None:
    _run("ingest", "texts/Wick.wiki")

    assert _sources(project)["Wick.wiki"].language == "es"


def test_build_after_ingest_reads_nothing_again(project: Path) -> None:
    _run("ingest", "texts")

    assert "nothing new" in _run("ingest", "texts").output
    assert _run("build").exit_code == 0
    assert set(_sources(project)) == {"Lamp.wiki", "Wick.wiki"}


@pytest.mark.parametrize("named", ["texts", "texts/Lamp.wiki"])
def test_a_format_that_is_none_is_said_for_a_file_and_for_a_folder(project: Path, named: str) -> None:
    result = _run("ingest", named, "--format", "wikitxt")

    assert result.exit_code == 1
    assert "There is no format 'wikitxt'. Did you mean 'wikitext'? Formats: atom," in result.output
