"""What the commands tell of a built site: search, show, log, diff, check."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import Result

from ingest.align.rebuild import Drop, Keep, Put
from tests.conftest import ROOT
from tests.ludex.conftest import Run

EXAMPLE = ROOT / "examples"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's wiki, built once."""
    from click.testing import CliRunner

    from ludex.cli import main

    folder = tmp_path_factory.mktemp("built")
    out = folder / "site"
    words = [
        "build",
        str(EXAMPLE / "wiki"),
        str(EXAMPLE / "book"),
        "--profile",
        str(EXAMPLE / "lanternwick.toml"),
        "-o",
        str(out),
    ]
    built: Result = CliRunner().invoke(main, words)
    assert built.exit_code == 0, built.output
    return out


def test_search_prints_the_named_entry_first(run: Run, site: Path) -> None:
    result = run("search", "rattled", "--site", site, "--json")

    hits = json.loads(result.stdout)
    assert hits[0]["name"] == "Rattled"
    assert hits[0]["rank"] == 1


def test_search_that_finds_nothing_names_what_is_near(run: Run, site: Path) -> None:
    result = run("search", "zzzzqqqq", "--site", site)

    assert result.exit_code == 0
    assert "zzzzqqqq" in result.stdout


def test_show_fits_eighty_columns_and_says_where_it_is_printed(run: Run, site: Path) -> None:
    result = run("show", "Harpoon", "Rifle", "--edition", "Second Light", "--site", site)

    assert result.exit_code == 0, result.output
    assert "Heavy" in result.stdout
    assert "lanternwick-history.xml" in result.stdout
    assert max(len(line) for line in result.stdout.splitlines() if not line.startswith("Printed")) <= 80


def test_show_of_an_unknown_name_gives_the_nearest(run: Run, site: Path) -> None:
    result = run("show", "Harpon Rifle", "--site", site)

    assert result.exit_code == 1
    assert "Harpoon Rifle" in result.stderr


def test_show_of_no_name_and_check_against_no_file_are_refused(run: Run, site: Path) -> None:
    shown = run("show", "", "--site", site)
    checked = run("check", "-c", EXAMPLE / "ludex.toml", "--against", "nowhere.csv")

    assert shown.exit_code == checked.exit_code == 1
    assert "No entry" in shown.stderr
    assert "nowhere.csv cannot be read: no such file" in checked.stderr
    assert "Errno" not in checked.stderr


def test_check_against_what_is_no_table_is_refused(run: Run, here: Path, sources: Path) -> None:
    (here / "none.csv").write_text("", "utf-8")
    (here / "other.csv").write_text("name;edition\nLamp;First Light\n", "utf-8")
    (here / "right.csv").write_text("edition,name\n", "utf-8")

    (here / "long.csv").write_text(f"edition,name\nL1,{'x' * 200_000}\n", "utf-8")

    none, other, right, long = (
        run("check", "sources", "--json", "--against", f"{name}.csv") for name in ("none", "other", "right", "long")
    )

    assert (none.exit_code, other.exit_code, right.exit_code) == (1, 1, 0)
    for result in (none, other):
        assert "no column edition" in result.stderr
        assert "range_bands_inches" in result.stderr
    assert long.exit_code == 1
    assert "long.csv is no CSV" in long.stderr
    assert isinstance(json.loads(right.stdout), list)
    assert "right.csv: 0 rows matched" in right.stderr


def test_a_format_without_a_source_to_read_so_is_refused(run: Run, here: Path, sources: Path) -> None:
    (here / "ludex.toml").write_text("[[source]]\npath = 'sources'\n", "utf-8")

    for command in ("build", "check"):
        result = run(command, "--format", "nope")

        assert result.exit_code == 1
        assert "none is named" in result.stderr
    assert not (here / "build").exists()


def test_show_explains_itself(run: Run, site: Path) -> None:
    result = run("show", "Rattled", "--explain", "--site", site)

    assert "An entry because of" in result.stdout


def test_log_lists_the_newest_first(run: Run, site: Path) -> None:
    rows = json.loads(run("log", "Weapons", "--json", "--site", site).stdout)

    times = [row["timestamp"] for row in rows]
    assert len(rows) == 6
    assert times == sorted(times, reverse=True)


def test_log_lists_revisions_without_a_date_where_they_came(run: Run, here: Path) -> None:
    revisions = "".join(
        f"<revision><id>{number}</id>{f'<timestamp>{time}T10:00:00Z</timestamp>' if time else ''}"
        f"<text>== Wick ==\nBurns {number} times.</text></revision>"
        for number, time in ((9, "2024-01-01"), (10, ""), (11, "2024-02-01"), (12, ""))
    )
    page = "<page><title>{}</title><ns>0</ns><id>{}</id>{}</page>"
    other = "<revision><id>20</id><timestamp>2024-01-15T10:00:00Z</timestamp><text>Oil.</text></revision>"
    pages = page.format("Wick", 1, revisions) + page.format("Oil", 2, other)
    (here / "dump.xml").write_text(
        f"<mediawiki><siteinfo><sitename>W</sitename></siteinfo>{pages}</mediawiki>", "utf-8"
    )
    run("build", "dump.xml", "-o", "out")

    one = json.loads(run("log", "Wick", "--site", "out", "--json").stdout)
    all_pages = json.loads(run("log", "--site", "out", "--json").stdout)

    assert [row["revision"] for row in one] == ["12", "11", "10", "9"]
    assert [row["revision"] for row in all_pages] == ["12", "11", "20", "10", "9"]


def test_log_since_leaves_out_what_is_older(run: Run, site: Path) -> None:
    rows = json.loads(run("log", "--since", "2025-11-01", "--by-revision", "--json", "--site", site).stdout)

    assert rows
    assert all(row["timestamp"] >= "2025-11-01" for row in rows)


def test_log_since_tells_rule_by_rule_what_changed_and_what_it_touches(run: Run, site: Path) -> None:
    rules = json.loads(run("log", "--since", "2025-03-01", "--json", "--site", site).stdout)
    few = json.loads(
        run("log", "--since", "2025-03-01", "--kind", "weapon", "--severity", "value", "--json", "--site", site).stdout
    )

    severities = [rule["severity"] for rule in rules]
    assert severities == sorted(severities)
    assert all(change["timestamp"] >= "2025-03-01" for rule in rules for change in rule["changes"])
    assert any(rule["touches"]["mentions"] and rule["touches"]["pages"] for rule in rules)
    assert {rule["kind"] for rule in few} == {"weapon"}
    assert len(few) < len(rules)


def test_log_since_takes_a_revision_and_a_printed_update(run: Run, site: Path) -> None:
    revisions = json.loads(run("log", "Weapons", "--json", "--site", site).stdout)
    newest, oldest = revisions[0], revisions[-1]

    after = json.loads(run("log", "--since", oldest["revision"], "--json", "--site", site).stdout)
    updates = run("log", "--since", "no such update", "--site", site)

    assert newest["revision"] in {change["new"] for rule in after for change in rule["changes"]}
    assert all(change["timestamp"] > oldest["timestamp"] for rule in after for change in rule["changes"])
    assert updates.exit_code == 1
    assert "no date, no revision and no printed update" in updates.stderr


def test_diff_marks_words_in_a_pipe(run: Run, site: Path) -> None:
    result = run("diff", "Candle Street", "2025-03-01", "2025-12-07", "--site", site)

    assert result.exit_code == 0, result.output
    assert "{+" in result.stdout


def test_diff_of_a_typed_value_names_it(run: Run, site: Path) -> None:
    told = json.loads(run("diff", "Weapons", "2025-11-08", "2025-11-09", "--json", "--site", site).stdout)

    details = " ".join(change["detail"] for change in told["changes"]["changes"])
    assert "1 → 2" in details


def test_diff_tells_how_to_write_the_new_text_from_the_old(run: Run, site: Path) -> None:
    told = json.loads(run("diff", "Weapons", "2025-11-08", "2025-11-09", "--json", "--site", site).stdout)
    steps = msgspec.convert(told["steps"], tuple[Keep | Drop | Put, ...])

    dropped = [step.text for step in steps if isinstance(step, Drop)]
    put = [step.text for step in steps if isinstance(step, Put)]
    assert ("1", "2") in list(zip(dropped, put, strict=False))
    assert sum(step.length for step in steps if isinstance(step, Keep)) > 100


def test_diff_by_dates_compares_what_held_then(run: Run, site: Path) -> None:
    result = run("diff", "Cover", "2025-07-01", "2025-07-12", "--site", site)

    assert result.exit_code == 0, result.output


def test_diff_from_before_a_page_was_there_says_since_when_it_is(run: Run, site: Path) -> None:
    result = run("diff", "--site", site, "Cover", "2024-12-31", "2025-08-01")

    assert result.exit_code == 1
    assert result.stderr == "Error: 'Cover' was not there on 2024-12-31. Its first revision is of 2025-01-13.\n"


def test_an_unknown_page_gives_the_nearest(run: Run, site: Path) -> None:
    result = run("log", "Wepons", "--site", site)

    assert result.exit_code == 1
    assert "'Weapons'" in result.stderr


def test_commands_without_a_site_say_to_build_one(run: Run, here: Path) -> None:
    for words in (("search", "x"), ("show", "x"), ("log",), ("diff", "x")):
        result = run(*words)

        assert result.exit_code == 1
        assert "Build one first" in result.stderr


def test_check_fails_only_where_the_configuration_says_so(run: Run, here: Path, sources: Path) -> None:
    (sources / "Odd.wiki").write_text("{{never-heard-of|x}} and [[Nowhere]] in a page about lamps.\n== H ==\n", "utf-8")
    (here / "ludex.toml").write_text('[[source]]\npath = "sources"\n', "utf-8")
    lenient = run("check")
    (here / "ludex.toml").write_text('[[source]]\npath = "sources"\n[check]\ncodes = ["missing-link"]\n', "utf-8")

    strict = run("check")

    assert lenient.exit_code == 0, lenient.output
    assert strict.exit_code == 1
    assert "missing-link" in strict.stdout


def test_help_of_every_command_fits_a_hundred_columns(run: Run) -> None:
    for command in ("build", "ingest", "forget", "search", "show", "log", "diff", "check", "init", "serve"):
        result = run(command, "--help")

        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 100


@pytest.mark.parametrize("day", ["2025-13", "2025-02-30", "2025-00-01", "2025-7"])
def test_a_day_that_no_calendar_knows_is_no_date(run: Run, site: Path, day: str) -> None:
    for asked in (["--since", day], ["--since", "2025-01-01", "--until", day]):
        result = run("log", *asked, "--site", site)

        assert result.exit_code == 1
        assert f"{day!r} is no date" in result.stderr


def test_as_of_a_date_shows_the_rules_of_that_day(run: Run, here: Path) -> None:
    wiki = EXAMPLE / "wiki" / "lanternwick-history.xml"
    built = run("build", wiki, "--profile", EXAMPLE / "lanternwick.toml", "-o", "out", "--as-of", "2025-03-01")

    shown = run("show", "Lamp Carbine", "--site", "out")

    assert built.exit_code == 0, built.output
    assert "+2" in shown.stdout  # weakened later that month
    assert "2025-03-02" not in run("log", "--site", "out").stdout
    assert not (here / "out" / "page" / "lanternwick" / "high-tide.html").exists()
    assert (here / "out" / "page" / "lanternwick" / "candle-street.html").exists(), "written in the evening of that day"


def test_as_of_a_day_that_no_calendar_knows_is_refused(run: Run, here: Path) -> None:
    wiki = EXAMPLE / "wiki" / "lanternwick-history.xml"
    built = run("build", wiki, "--profile", EXAMPLE / "lanternwick.toml", "-o", "out", "--as-of", "2025-13")

    assert built.exit_code == 1
    assert "2025-13" in built.stderr
    assert not (here / "out").exists()


def test_as_of_a_printed_update_is_the_day_on_which_it_was_printed(run: Run, here: Path) -> None:
    wiki = EXAMPLE / "wiki" / "lanternwick-history.xml"
    run("build", wiki, "--profile", EXAMPLE / "lanternwick.toml", "-o", "out", "--as-of", "1.1")

    times = [row["timestamp"] for row in json.loads(run("log", "--json", "--site", "out").stdout)]

    assert max(times) == "2025-06-15T10:00:00Z"


def test_as_of_an_unknown_update_names_those_that_are_printed(run: Run, here: Path) -> None:
    wiki = EXAMPLE / "wiki" / "lanternwick-history.xml"

    result = run("build", wiki, "--profile", EXAMPLE / "lanternwick.toml", "-o", "out", "--as-of", "v9")

    assert result.exit_code == 1
    assert "v1.1, Jun 2025" in result.stderr
    assert not (here / "out").exists()
