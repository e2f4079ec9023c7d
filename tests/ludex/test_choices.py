"""What a person chose, and what the newest texts say: each is followed where several answers are possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.model import Facts, Place, Sighting, Source
from ludex.pipeline import newest_texts
from tests.ludex.conftest import Run

DOUBTS = "{{never-heard-of|x}} and [[Nowhere]] in a page about lamps.\n\n== Wick ==\nIt burns.\n"


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("", 0),
        ('severities = ["warning"]', 1),
        ('severities = ["warning"]\nignore = ["unknown-template"]', 0),
        ('severities = []\ncodes = ["unknown-template"]', 1),
        ('codes = ["unknown-template"]\nignore = ["unknown-template"]', 0),
    ],
)
@pytest.mark.parametrize("words", [("check",), ("build", "--strict")], ids=" ".join)
def test_what_is_ignored_is_no_failure_and_is_not_told(
    run: Run, here: Path, rule: str, status: int, words: tuple[str, ...]
) -> None:
    (here / "Lamp.wiki").write_text(DOUBTS, "utf-8")
    (here / "ludex.toml").write_text(f'[[source]]\npath = "Lamp.wiki"\n[check]\n{rule}\n', "utf-8")

    result = run(*words)

    assert result.exit_code == status, result.output
    if words == ("check",):
        assert ("unknown-template" in result.stdout) == ("ignore" not in rule)


def test_a_game_is_recognised_by_the_newest_known_text_of_each_page() -> None:
    archive = Archive(None)
    source = Source(id="log", sha256="0" * 64, format="atom", wiki="w")
    archive.add(source, [_sighting(1, "old words"), _sighting(2, "new words"), _sighting(3, None)])

    assert list(newest_texts(archive)) == ["new words"]


def _sighting(number: int, text: str | None) -> Sighting:
    facts = Facts(
        title="Lamp", revision_id=number, timestamp=f"2024-03-0{number}T10:00:00Z", known="whole" if text else "deleted"
    )
    return Sighting(place=Place(source="log", line=1), wiki="w", facts=facts, text=text)
