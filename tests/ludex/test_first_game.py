"""What the page about a first game promises: its text, built as it is and with the starter of a profile."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tests.ludex.conftest import Run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "first-game.md").read_text("utf-8")
(TEXT,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def rules(here: Path) -> Path:
    path = here / "rustrunners.txt"
    path.write_text(TEXT, "utf-8")
    return path


def built(run: Run, rules: Path, *words: object) -> dict[str, str]:
    """Name → kind, of all entries."""
    result = run("build", rules, "-o", "site", *words)
    assert result.exit_code == 0, result.stderr
    entries = msgspec.json.decode(Path("site/api/entries.json").read_bytes())
    return {entry["name"]: entry["kind"] for entry in entries}


def test_without_a_profile_each_title_is_a_rule_and_no_part_is_an_entry(run: Run, rules: Path) -> None:
    assert built(run, rules) == {
        "The Round": "rule", "Ramming Speed": "rule", "Shoot": "rule", "Stalled": "rule", "Weapon Chart": "chart",
        "Labels": "rule", "Loud": "rule", "Pull": "rule", "Blast": "rule",
    }  # fmt: skip


def test_the_starter_types_skills_states_labels_and_the_rows_of_the_chart(run: Run, rules: Path) -> None:
    run("init", "--profile", "game")

    found = built(run, rules, "--profile", "game/profile.toml")

    assert found == {
        "The Round": "rule", "Ramming Speed": "skill", "Shoot": "skill", "Stalled": "state", "Weapon Chart": "chart",
        "Harpoon": "weapon", "Nail Gun": "weapon", "Boiler Bomb": "weapon", "Loud": "label", "Pull": "label", "Blast": "label",
    }  # fmt: skip


def test_terms_as_bullets_are_typed_as_terms_in_paragraphs_are(run: Run, rules: Path) -> None:
    rules.write_text(re.sub(r"^(?=(?:Loud|Pull|Blast)\. )", "- ", TEXT, flags=re.MULTILINE), "utf-8")
    run("init", "--profile", "game")

    found = built(run, rules, "--profile", "game/profile.toml")

    assert [found[name] for name in ("Loud", "Pull", "Blast")] == ["label"] * 3


@pytest.mark.parametrize(("query", "first"), [("damage>=4", "Boiler Bomb"), ("trait:pull", "Harpoon")])
def test_what_the_page_says_can_be_searched_is_found(run: Run, rules: Path, query: str, first: str) -> None:
    run("init", "--profile", "game")
    built(run, rules, "--profile", "game/profile.toml")

    result = run("search", "--site", "site", query, "--json")

    assert first in result.stdout
    assert "Nail Gun" not in result.stdout
