"""``ludex diff`` and ``ludex log`` answer for what was named, and ask back where that is several things or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ludex.conftest import Run

SECOND = "One spark lights a wick.\n== Wick ==\nIt burns for two turns.\n== Snuffer ==\nIt ends a fire.\n"
TEXTS = (
    "One spark lights a wick.\n== Wick ==\nIt burns for one turn.\n== Snuffer ==\nIt ends a fire.\n",
    SECOND,
    SECOND + "== Bellows ==\nThey start it anew.\n",
)


@pytest.fixture
def wiki(run: Run, here: Path) -> Path:
    """A site of a wiki with a page Fire of three revisions, and of a text of the same name."""
    _dump(here / "wiki.xml", "Alpha", TEXTS)
    (here / "more").mkdir()
    _dump(here / "more" / "other.xml", "Beta", ("A fire is hot.",))
    result = run("build", "wiki.xml", "more", "-o", "out")
    assert result.exit_code == 0, result.output
    return here / "out"


def _dump(file: Path, site: str, texts: tuple[str, ...]) -> None:
    start = 10 if site == "Alpha" else 90
    revisions = "".join(
        f"<revision><id>{start + number}</id><timestamp>2024-0{number}-01T00:00:00Z</timestamp><text>{text}</text></revision>"
        for number, text in enumerate(texts, start=1)
    )
    page = f"<page><title>Fire</title><ns>0</ns><id>1</id>{revisions}</page>"
    info = f"<siteinfo><sitename>{site}</sitename></siteinfo>"
    file.write_text(f"<mediawiki>{info}{page}</mediawiki>", "utf-8")


@pytest.mark.parametrize("name", ["2025-99-99", "2025-02-30", "2024-1", "foo-bar", "alpha-d3264545e7f9", "yesterday"])
def test_what_is_no_revision_and_no_date_is_never_taken_for_one(run: Run, wiki: Path, name: str) -> None:
    result = run("diff", "alpha:Fire", name, "--site", wiki)

    assert result.exit_code == 1
    assert repr(name) in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("name", ["2024-01", "2024-01-15", "2024-01-15T10:00:00Z"])
def test_a_date_means_what_held_then(run: Run, wiki: Path, name: str) -> None:
    told = json.loads(run("diff", "alpha:Fire", name, "--json", "--site", wiki).stdout)

    assert (told["old"], told["new"]) == ("alpha-11", "alpha-13")


def test_of_two_pages_of_one_name_none_is_taken_unasked(run: Run, wiki: Path) -> None:
    result = run("diff", "Fire", "--site", wiki)

    assert result.exit_code == 1
    assert result.stderr == "Error: Several pages are called 'Fire'. Name one of them: 'alpha:Fire', 'beta:Fire'.\n"


def test_of_two_pages_of_one_name_the_one_that_has_the_revisions_is_meant(run: Run, wiki: Path) -> None:
    told = json.loads(run("diff", "fire", "11", "12", "--json", "--site", wiki).stdout)

    assert (told["page"], told["title"]) == ("alpha:Fire", "Fire")


def test_the_log_of_a_name_tells_every_page_that_bears_it(run: Run, wiki: Path) -> None:
    told = json.loads(run("log", "Fire", "--json", "--site", wiki).stdout)
    shown = run("log", "Fire", "--site", wiki).stdout

    assert {row["page"] for row in told} == {"alpha:Fire", "beta:Fire"}
    assert {row["title"] for row in told} == {"Fire"}
    assert shown.count("alpha:Fire") == 3
    assert shown.count("beta:Fire") == 1


def test_a_change_is_told_alike_by_log_and_diff(run: Run, wiki: Path) -> None:
    logged = json.loads(run("log", "alpha:Fire", "--json", "--site", wiki).stdout)
    told = json.loads(run("diff", "alpha:Fire", "11", "12", "--json", "--site", wiki).stdout)

    assert next(row["changes"] for row in logged if row["revision"] == "alpha-12") == told["changes"]["changes"] != []


def test_an_entry_is_compared_with_its_own_past_alone(run: Run, wiki: Path) -> None:
    shown = run("diff", "Wick", "--site", wiki, "--word-diff")
    told = json.loads(run("diff", "Wick", "11", "13", "--json", "--site", wiki).stdout)

    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[0] == "Wick  alpha-11 (2024-01-01) → alpha-12 (2024-02-01)"
    assert "[- one turn-]{+ two turns+}" in shown.stdout
    assert "Bellows" not in shown.stdout
    assert told["entry"].startswith("rule/wick")
    assert [change["type"] for change in told["changes"]["changes"]] == ["reworded"]


def test_a_row_of_data_is_compared_with_its_own_past_alone(run: Run, here: Path) -> None:
    example = Path(__file__).parents[2] / "examples"
    wiki = example / "wiki" / "lanternwick-history.xml"
    run("build", wiki, "--profile", example / "lanternwick.toml", "-o", "out")

    shown = run("diff", "Lamp Carbine", "--site", "out", "--word-diff").stdout

    assert "{++1+}" in shown
    assert "Harpoon" not in shown


def test_what_is_neither_page_nor_entry_gives_the_nearest_of_both(run: Run, wiki: Path) -> None:
    result = run("diff", "Snufer", "--site", wiki)

    assert result.exit_code == 1
    assert result.stderr == "Error: No page or entry is called 'Snufer'. Did you mean 'Snuffer'?\n"


def test_an_entry_is_printed_for_a_machine_as_the_site_publishes_it(run: Run, wiki: Path) -> None:
    told = json.loads(run("show", "Wick", "--json", "--site", wiki).stdout)

    published = json.loads((wiki / "api" / "entries.json").read_text("utf-8"))
    assert told == [entry for entry in published if entry["name"] == "Wick"] != []


def test_a_doubt_is_printed_for_a_machine_as_the_site_publishes_it(run: Run, here: Path) -> None:
    (here / "Lamp.wiki").write_text("{{never-heard-of}} burns.\n", "utf-8")
    run("build", "Lamp.wiki", "-o", "out")

    told = json.loads(run("check", "Lamp.wiki", "--json").stdout)

    assert told == json.loads((here / "out" / "api" / "diagnostics.json").read_text("utf-8")) != []
