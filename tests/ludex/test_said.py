"""What a command says where it gives little: why a site is nearly empty, what was not read, and what is doubted how often."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.model import Diagnostic, Place
from ludex.commands.check import SHOWN, report
from tests.ludex.conftest import Run

FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Lamps - User contributions [en]</title>
<generator>MediaWiki 1.39</generator><link rel="alternate" type="text/html" href="http://lamps.example/wiki/"/>
<entry><id>http://lamps.example/index.php?title=Wick&amp;diff=7</id><title>Wick</title>
<link rel="alternate" type="text/html" href="http://lamps.example/index.php?title=Wick&amp;diff=7"/>
<updated>2024-05-01T10:00:00Z</updated><summary type="html">&lt;p&gt;trimmed&lt;/p&gt;</summary><author><name>Ada</name></author>
</entry></feed>
"""


def test_a_format_that_the_named_text_is_not_of_writes_no_empty_site(run: Run, here: Path) -> None:
    (here / "lamps.txt").write_text("Lamps\n\nA lamp burns oil.\n", "utf-8")

    result = run("build", "lamps.txt", "--format", "mediawiki-dump", "-o", "out")

    assert result.exit_code == 1
    assert "Nothing could be read as mediawiki-dump" in result.stderr
    assert [item.name for item in here.iterdir()] == ["lamps.txt"]


@pytest.mark.parametrize("command", ["build", "check", "ingest"])
def test_an_address_is_no_file_and_leads_to_sync(run: Run, here: Path, command: str) -> None:
    (here / "ludex.toml").write_text("", "utf-8")

    result = run(command, "https://example.org/dump.xml")

    assert result.exit_code == 1
    assert "https://example.org/dump.xml is an address" in result.stderr
    assert "ludex sync" in result.stderr


def test_a_feed_without_texts_says_why_nothing_is_defined(run: Run, here: Path) -> None:
    (here / "feed.atom").write_text(FEED, "utf-8")

    result = run("build", "feed.atom", "-o", "out")

    assert result.exit_code == 0, result.output
    assert "1 page has no known text" in result.stdout


def test_what_has_no_date_is_said_to_count_as_of_any(run: Run, sources: Path) -> None:
    then = run("build", sources, "--as-of", "1990", "-o", "out")
    now = run("build", sources, "-o", "out")

    assert "2 pages have no date, and count as of 1990 too" in then.stdout
    assert "no date" not in now.stdout


@pytest.mark.parametrize("typed", [("burns kind:nosuch",), ("burns", "--kind", "nosuch")], ids=" ".join)
def test_a_kind_that_is_nowhere_is_said_however_it_is_typed(run: Run, sources: Path, typed: tuple[str, ...]) -> None:
    run("build", sources, "-o", "out")

    result = run("search", *typed, "--site", "out")

    assert "There is no kind 'nosuch', but: page, rule" in result.stderr
    assert "Near it" not in result.stdout


def test_a_kind_that_is_there_is_not_said_to_be_nowhere(run: Run, sources: Path) -> None:
    run("build", sources, "-o", "out")

    result = run("search", "nothing kind:Rule", "--site", "out")

    assert "There is no kind" not in result.stderr


def test_an_edition_is_not_offered_where_no_text_has_one(run: Run, sources: Path) -> None:
    run("build", sources, "-o", "out")

    result = run("search", "burns", "--edition", "n4", "--site", "out")

    assert result.stderr == "There is no edition 'n4': no text here has one.\n"


def _doubts(*messages: str) -> list[Diagnostic]:
    return [
        Diagnostic(severity="warning", code="unknown-template", message=message, place=Place(source="w.xml", line=line))
        for line, message in enumerate(messages, start=1)
    ]


def test_what_is_doubted_most_often_is_told_first_and_how_often() -> None:
    names = [f"{{{{{name}}}}}" for name in "abcdefg"]

    told = report(_doubts(*names, "{{often}}", "{{often}}", "{{often}}")).splitlines()

    assert "unknown-template: 10" in told[0]
    assert told[1].split(maxsplit=1) == ["w.xml:8", "{{often}} (3 times)"]
    assert len(told) == 1 + SHOWN + 1 + 2
    assert told[1 + SHOWN] == "  … and 3 more: --all lists them"


def test_everything_that_is_doubted_is_told_where_that_is_wished(run: Run, here: Path) -> None:
    (here / "Lamp.wiki").write_text("".join(f"{{{{t{number}}}}} burns.\n\n" for number in range(20)), "utf-8")

    few, all_of_it = run("check", "Lamp.wiki").stdout, run("check", "Lamp.wiki", "--all").stdout
    places = json.loads(run("check", "Lamp.wiki", "--json").stdout)

    assert few.count("Lamp.wiki:") == SHOWN
    assert all_of_it.count("Lamp.wiki:") == 20 == len(places)


def test_a_rule_that_appears_is_told_without_an_empty_detail(run: Run, here: Path) -> None:
    revisions = "".join(
        f"<revision><id>{number}</id><timestamp>2024-0{number}-01T00:00:00Z</timestamp><text>{text}</text></revision>"
        for number, text in enumerate(("A lamp.", "A lamp.\n== Wick ==\nIt burns."), start=1)
    )
    page = f"<page><title>Lamp</title><ns>0</ns><id>1</id>{revisions}</page>"
    (here / "wiki.xml").write_text(f"<mediawiki><siteinfo><sitename>W</sitename></siteinfo>{page}</mediawiki>", "utf-8")
    run("build", "wiki.xml", "-o", "out")

    result = run("log", "--since", "2024", "--site", "out")

    assert "2024-02-01  added" in result.stdout
    assert not [line for line in result.stdout.splitlines() if line.rstrip().endswith(":")]


def test_a_short_text_in_markdown_is_read_as_rules(run: Run, here: Path) -> None:
    rules = "# Lamps\n\n## Wick\n\n**Needs:** oil.\n\nIt burns.\n\n## Snuffer\n\nA snuffer ends the fire of any lamp within one inch of it.\n"
    (here / "lamps.md").write_text(rules, "utf-8")

    result = run("build", "lamps.md", "-o", "out")

    assert result.exit_code == 0, result.output
    assert "lamps.md  rulebook" in result.stdout


def test_what_is_not_recognised_leads_to_the_option_that_says_what_it_is(run: Run, here: Path) -> None:
    (here / "lamps.txt").write_text("lamp\noil\n", "utf-8")

    refused = run("build", "lamps.txt", "-o", "out")
    named = run("build", "lamps.txt", "-o", "out", "--format", "rulebook")

    assert "`--format NAME`" in refused.stderr
    assert "lamps.txt  rulebook  its format was named" in named.stdout
