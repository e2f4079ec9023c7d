"""The invented game of ``moles.py`` as sites, indexed once."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from site_src.search.engine import Index
from site_src.search.searching import open_index
from tests.search.moles import DOCUMENTS, SCRIPT, random_documents, write_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invented game as a site: one that is small enough for a single file."""
    return write_site(tmp_path_factory.mktemp("moles") / "site", DOCUMENTS)


@pytest.fixture(scope="session")
def index(site: Path) -> Iterator[Index]:
    """Its index, open."""
    opened, _ = open_index(site)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that is too large for a single file."""
    return write_site(tmp_path_factory.mktemp("many") / "site", random_documents(700, seed=3))


Asker = Callable[[Path, Iterable[dict[str, Any]]], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def browser_reader() -> Asker:
    """Ask ``search.js`` itself, run by Node with files instead of script elements."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("NODE IS ABSENT: the browser's reader was not compared")

    def ask(folder: Path, questions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        lines = "\n".join(json.dumps(question) for question in questions)
        reader = Path(__file__).with_name("node_reader.js")
        done = subprocess.run(
            [node, str(reader), str(folder), str(SCRIPT)],
            input=lines,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask
