"""The preview: served on this machine alone, and built again when something changes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from ludex.commands.serve import _state
from ludex.config import Config, Project, SourceEntry
from ludex.wishes import Wishes
from tests.conftest import ROOT

PATIENCE = 120.0  # seconds; a busy machine is no failure


@pytest.fixture
def address(here: Path, sources: Path) -> Iterator[str]:
    """Where a preview of *sources* is served; it ends with Ctrl-C, as a person ends it."""
    command = [sys.executable, "-m", "ludex", "serve", "sources", "-o", "out", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as served:
        assert served.stdout is not None
        try:
            yield _address(served.stdout)
        finally:
            served.send_signal(signal.SIGINT)
            ended = served.wait(PATIENCE)
    assert ended == 0


def _address(said: IO[str]) -> str:
    for line in said:
        if found := re.match(r"http://127\.0\.0\.1:\d+/", line):
            return found[0]
    raise AssertionError("the preview ended before it said where it is")


def _eventually(address: str, wanted: str) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address) as answer:
                assert answer.headers["Cache-Control"] == "no-store"
                if wanted in answer.read().decode("utf-8"):
                    return True
        except urllib.error.HTTPError:
            pass  # not built yet
        time.sleep(0.2)
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C of another process")
def test_a_preview_follows_its_sources_and_outlives_what_is_wrong_with_them(address: str, sources: Path) -> None:
    assert _eventually(f"{address}page/sources/lantern.html", "burns for one turn")

    (sources / "Wick.wiki").write_bytes(b"\x00\x01\x02" * 50)  # nothing that is read: passed over
    (sources / "Lantern.wiki").write_text("A '''Lantern''' burns for two turns. See [[Oil]].\n", "utf-8")

    assert _eventually(f"{address}page/sources/lantern.html", "burns for two turns")


def test_every_file_that_a_build_reads_is_watched(here: Path, sources: Path) -> None:
    (here / "ludex.toml").write_text('profile = "game.toml"\n', "utf-8")
    (here / "game.toml").write_text('name = "game"\n', "utf-8")
    (here / "other.toml").write_text('name = "other"\n', "utf-8")
    project = Project(
        config=Config(profile="game.toml", source=(SourceEntry(path="sources"),)), folder=here, file=here / "ludex.toml"
    )
    before = _state(project, (), Wishes(profile="other.toml"))
    assert before == _state(project, (), Wishes(profile="other.toml"))

    for name in ("ludex.toml", "game.toml", "other.toml", "sources/Oil.wiki", "sources/New.wiki"):
        with (here / name).open("a", encoding="utf-8") as file:
            file.write("# more\n")
        after = _state(project, (), Wishes(profile="other.toml"))
        assert after != before, name
        before = after


def test_a_source_that_goes_is_noticed_and_ends_nothing(here: Path, sources: Path) -> None:
    before = _state(Project(config=Config(), folder=here), (sources, here / "gone.wiki"), Wishes())
    (sources / "Oil.wiki").unlink()

    after = _state(Project(config=Config(), folder=here), (sources, here / "gone.wiki"), Wishes())

    assert {file.name for file in before} - {file.name for file in after} == {"Oil.wiki"}
