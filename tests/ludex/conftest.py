"""A small project of our own and a way to call the command in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludex.cli import main

Run = Callable[..., Result]

PAGE = """A '''Lantern''' burns for one turn.

== Wick (WK) ==
The part that burns. See [[Oil]] and [[Wick (WK)]].
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run() -> Run:
    """Call ``ludex`` with words; standard output and error are kept apart."""

    def call(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words])

    return call


@pytest.fixture
def sources(here: Path) -> Path:
    """A folder of two wikitext pages."""
    folder = here / "sources"
    folder.mkdir()
    (folder / "Lantern.wiki").write_text(PAGE, "utf-8")
    (folder / "Oil.wiki").write_text("== Lamp Oil ==\nWhat burns in a [[Lantern]].\n", "utf-8")
    return folder
