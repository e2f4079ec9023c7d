"""Sources are named as the files are on disk."""

from __future__ import annotations

from pathlib import Path

from ingest.model import Source
from ludex.sources import shown_names
from tests.ludex.conftest import Run

RULES = """Harbour Rules

1. Lamps

Each keeper has {count} lamps. A keeper lights one lamp each evening.

2. Boats

Nobody rows out before dawn. Whoever does {{{{so}}}} loses a lamp.
"""


def source(id: str, file: str = "") -> Source:
    return Source(id=id, sha256="0" * 64, format="rulebook", file=file)


def test_the_texts_that_a_file_held_are_its_versions_and_other_files_bear_their_own_names() -> None:
    found = shown_names(
        (source("a.txt", "f"), source("a-2.txt", "f"), source("b.txt", "g"), source("wiki"), source("a-3.txt", "f"))
    )

    assert found == {
        "a.txt": "1st version of a.txt", "a-2.txt": "2nd version of a.txt", "a-3.txt": "3rd version of a.txt",
        "b.txt": "b.txt", "wiki": "wiki",
    }  # fmt: skip


def test_an_edited_file_of_a_project_keeps_its_name_in_what_is_told(run: Run, here: Path) -> None:
    (here / "ludex.toml").write_text('output = "site"\n[[source]]\npath = "rules.txt"\n', "utf-8")
    for count in (8, 7):
        (here / "rules.txt").write_text(RULES.format(count=count), "utf-8")
        result = run("build")

    assert result.exit_code == 0, result.output
    assert "2nd version of rules.txt" in result.stdout
    assert "rules-2.txt" not in result.stdout
