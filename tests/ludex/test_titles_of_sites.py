"""What a site is called where no profile knows the game."""

from __future__ import annotations

from pathlib import Path

from tests.ludex.conftest import Run

TAP = "Drums of the Deep\nVersion 1.0, 1 March 2025\n\nTap\n\nOne hand beats a drum once, and one sleeper wakes up.\n\nRoll\n\n"
ROLL = "Two hands beat a drum for as long as they like to.\n\nRest\n\nNobody beats a drum for as long as somebody sleeps.\n"


def built(run: Run, folder: Path, *names: str) -> tuple[str, str]:
    result = run("build", *(folder / name for name in names), "-o", folder / "site")
    assert result.exit_code == 0, result.output
    return result.stdout, (folder / "site" / "index.html").read_text("utf-8")


def test_the_site_of_one_document_bears_its_title(run: Run, tmp_path: Path) -> None:
    (tmp_path / "drums.txt").write_text(TAP + ROLL, "utf-8")

    said, home = built(run, tmp_path, "drums.txt")

    assert "<title>Drums of the Deep" in home
    assert "Game: not known" in said


def test_the_site_of_two_documents_bears_the_title_of_neither(run: Run, tmp_path: Path) -> None:
    (tmp_path / "drums.txt").write_text(TAP + ROLL, "utf-8")
    (tmp_path / "harps.txt").write_text((TAP + ROLL).replace("Drums", "Harps").replace("drum", "harp"), "utf-8")

    _, home = built(run, tmp_path, "drums.txt", "harps.txt")

    assert "<title>Rules" in home
