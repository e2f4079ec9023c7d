"""Whatever is named, damaged or hostile: one sentence and a hint, never a traceback, and nothing lost."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ludex import console
from tests.ludex.conftest import Run

LONG = "x" * 5000


def _refused(result: object) -> str:
    exception = getattr(result, "exception", None)
    assert isinstance(exception, SystemExit), exception
    assert exception.code == 1
    return str(getattr(result, "stderr", ""))


@pytest.mark.parametrize(
    "words",
    [
        ("build", LONG),
        ("build", "sources", "-o", LONG),
        ("build", "sources", "-o", "out", "--profile", LONG),
        ("build", "-c", LONG),
        ("search", "oil", "--site", LONG),
        ("show", "oil", "--site", LONG),
        ("init", LONG),
    ],
    ids=lambda words: "-".join(word for word in words if word != LONG),
)
def test_a_name_that_no_disk_can_hold_is_a_sentence(
    run: Run, here: Path, sources: Path, words: tuple[str, ...]
) -> None:
    said = _refused(run(*words))

    assert said.startswith("Error: ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("output", [".", "..", "", "/"])
def test_the_folder_one_stands_in_is_never_replaced(run: Run, here: Path, sources: Path, output: str) -> None:
    said = _refused(run("build", sources, "-o", output))

    assert "-o" in said
    assert [item.name for item in here.iterdir()] == ["sources"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(run: Run, here: Path) -> None:
    os.mkfifo(here / "pipe.xml")

    said = _refused(run("build", "pipe.xml", "-o", "out"))

    assert "pipe.xml is no file" in said


def test_a_site_inside_its_sources_is_not_read_as_one(run: Run, here: Path, sources: Path) -> None:
    first = run("build", sources, "-o", sources / "site")

    second = run("build", sources, "-o", sources / "site")

    assert first.exit_code == 0
    assert second.stdout == first.stdout


@pytest.mark.parametrize(
    ("text", "key", "like"),
    [
        ("[site]\nlanguage = '<b>en</b>'\n", "site.language", "pt-br"),
        ("[site]\nurl = 'javascript:x'\n", "site.url", "https://"),
        ("[[source]]\npath = '.'\nbase_url = 'data:x'\n", "base_url", "https://"),
        ("[[source]]\npath = '.'\ndate = 'soon'\n", "date", "2025-07-12"),
    ],
)
def test_a_wrong_value_in_the_configuration_is_named_with_a_right_one(
    run: Run, here: Path, text: str, key: str, like: str
) -> None:
    (here / "ludex.toml").write_text(text, "utf-8")

    said = _refused(run("build"))

    assert key in said
    assert like in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("output = 3\n", "`output` is a number, and should be text in quotes."),
        ("[[source]]\npath = ['a']\n", "`source[0].path` is a list in brackets, and should be text in quotes."),
        (
            "[[source]]\npath = 'a'\ndate = 2025-07-12\n",
            "`source[0].date` is a bare date, and should be text in quotes.",
        ),
        ("[site]\npublic = 'yes'\n", "`site.public` is text in quotes, and should be true or false."),
        ("source = 'a'\n", "`source` is text in quotes, and should be a list in brackets."),
        ("[check]\nseverities = ['eror']\n", "is 'eror', and should be note, warning, error."),
    ],
)
def test_a_wrong_type_in_the_configuration_is_said_in_words(run: Run, here: Path, text: str, said: str) -> None:
    (here / "ludex.toml").write_text(text, "utf-8")

    assert said in _refused(run("build"))


@pytest.mark.parametrize("severity", ["eror", "Error"])
def test_a_severity_that_does_not_exist_is_refused(run: Run, here: Path, severity: str) -> None:
    (here / "ludex.toml").write_text(f"[check]\nseverities = ['{severity}']\n", "utf-8")

    said = _refused(run("check"))

    assert "check.severities" in said


def test_a_configuration_may_begin_with_a_mark_of_its_encoding(run: Run, here: Path, sources: Path) -> None:
    (here / "ludex.toml").write_text("output = 'out'\n[[source]]\npath = 'sources'\n", "utf-8-sig")

    result = run("build")

    assert result.exit_code == 0, result.output


def test_a_table_of_names_that_is_no_text_is_said_to_be_so(run: Run, here: Path, sources: Path) -> None:
    (here / "ludex.toml").write_text("[[source]]\npath = 'sources'\n", "utf-8")
    (here / "ludex.ids.toml").write_bytes(b"\xff\xfe\x00")

    said = _refused(run("build"))

    assert "ludex.ids.toml cannot be read" in said


def test_the_database_of_another_program_is_left_alone(run: Run, here: Path, sources: Path) -> None:
    (here / "ludex.toml").write_text("[[source]]\npath = 'sources'\n", "utf-8")
    (here / ".ludex").mkdir()
    with sqlite3.connect(here / ".ludex" / "archive.sqlite") as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
    connection.close()
    before = (here / ".ludex" / "archive.sqlite").read_bytes()

    said = _refused(run("build"))

    assert "another program" in said
    assert (here / ".ludex" / "archive.sqlite").read_bytes() == before


def test_what_a_dump_says_of_its_language_is_taken_only_where_it_is_a_language(run: Run, here: Path) -> None:
    (here / "dump.xml").write_text(
        '<mediawiki version="0.11" xml:lang="&lt;b&gt;"><siteinfo><sitename>W</sitename></siteinfo><page><title>Oil</title><ns>0</ns><id>1</id>'
        "<revision><id>1</id><timestamp>2025-01-01T00:00:00Z</timestamp><text>Oil burns.</text></revision></page></mediawiki>",
        "utf-8",
    )

    assert run("build", "dump.xml", "-o", "out").exit_code == 0

    assert not [page for page in (here / "out").rglob("*.html") if "&lt;b&gt;" in page.read_text("utf-8")]


def test_a_damaged_knowledge_base_is_said_to_be_one(run: Run, here: Path, sources: Path) -> None:
    run("build", sources, "-o", "out")
    file = here / "out.index" / "knowledge.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE entries SET data = x'93c0'")
        connection.execute("UPDATE pages SET data = x'ff'")
    connection.close()

    for words in (("show", "Wick"), ("log",), ("diff", "Lantern")):
        said = _refused(run(*words, "--site", "out"))

        assert "may be damaged" in said


def test_pages_of_the_file_that_are_overwritten_are_said_to_be_damaged(run: Run, here: Path, sources: Path) -> None:
    run("build", sources, "-o", "out")
    file = here / "out.index" / "knowledge.sqlite"
    raw = file.read_bytes()
    file.write_bytes(raw[:4096] + b"\x5a" * (len(raw) - 4096))

    said = _refused(run("log", "--site", "out"))

    assert "may be damaged" in said


@pytest.mark.skipif(sys.platform != "linux", reason="only there does every byte make a file name")
def test_a_name_that_is_no_text_is_read_all_the_same(run: Run, here: Path, sources: Path) -> None:
    for name in (b"bad\xff.wiki", b"bad\xfe.wiki", b"line\nfeed\x1b.wiki"):
        (Path(os.fsdecode(os.fsencode(sources) + b"/" + name))).write_text("== Spare ==\nSee [[Oil]].\n", "utf-8")

    result = run("build", sources, "-o", "out")

    assert result.exit_code == 0, result.output
    assert "5 pages" in result.stdout or "4 pages" in result.stdout
    assert "\x1b" not in result.stdout


def test_what_a_killed_build_left_is_removed_by_the_next_and_what_is_in_use_stays(
    run: Run, here: Path, sources: Path
) -> None:
    fcntl = pytest.importorskip("fcntl")
    for name in ("dead", "alive"):
        for parent in (here, here / "out.index"):  # of a site, and of an index
            (parent / f".ludex-working-{name}").mkdir(parents=True)
            (parent / f".ludex-working-{name}" / "archive.sqlite").write_bytes(b"half")
    (here / ".ludex-mine").mkdir()
    (here / ".ludex-mine" / "notes").write_text("of the owner", "utf-8")
    handles = [os.open(parent / ".ludex-working-alive", os.O_RDONLY) for parent in (here, here / "out.index")]
    for handle in handles:
        fcntl.flock(handle, fcntl.LOCK_EX)

    run("build", sources, "-o", "out")

    for handle in handles:
        os.close(handle)
    assert sorted(item.name for item in here.iterdir()) == [
        ".ludex-mine",
        ".ludex-working-alive",
        "out",
        "out.index",
        "sources",
    ]
    hidden = [item.name for item in (here / "out.index").iterdir() if item.name.startswith(".")]
    assert hidden == [".ludex-working-alive"]


@pytest.mark.parametrize("name", ["knowledge.sqlite", "archive.sqlite", "knowledge.json"])
def test_a_file_that_was_emptied_is_not_taken_for_rules_without_entries(
    run: Run, here: Path, sources: Path, name: str
) -> None:
    run("build", sources, "-o", "out")
    (here / "out.index" / name).write_bytes(b"")

    said = _refused(run("log", "--site", "out"))

    assert "Build the site again" in said


def test_what_a_source_says_never_steers_the_terminal(run: Run, here: Path) -> None:
    (here / "Lantern.wiki").write_text("See [[Oil]].\n\n== Wick (WK) ==\nBurns \x9b31m and \x7f \u202eback.\n", "utf-8")
    run("build", "Lantern.wiki", "-o", "out")

    shown = run("show", "Wick", "--site", "out").stdout

    assert "Burns" in shown
    assert not set(shown) & set("\x9b\x7f\u202e")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "Wick"),
        ("search", "wick"),
        ("log",),
        ("log", "Lantern\u203a"),
        ("diff", "Lantern\u203a"),
        ("check",),
        ("build",),
    ],
    ids=" ".join,
)
def test_json_that_a_source_fills_is_valid_and_never_steers_the_terminal(
    run: Run, here: Path, words: tuple[str, ...]
) -> None:
    page = (
        "<mediawiki><siteinfo><sitename>W\x9biki</sitename></siteinfo><page><title>Lantern\x9b</title><ns>0</ns><id>1</id>"
        + "".join(
            f"<revision><id>{number}</id><timestamp>2024-0{number}-01T00:00:00Z</timestamp><comment>\u202e</comment>"
            f"<text>== Wick (WK) ==\nBurns \x9b31m and \x7f \u202eback {number}. {{{{Void\x9b}}}} [[No\x9bwhere]]\n{{| \n</text></revision>"
            for number in (1, 2)
        )
        + "</page></mediawiki>"
    )
    (here / "wiki.xml").write_text(page, "utf-8")
    run("build", "wiki.xml", "-o", "out")
    site = (
        ("-o", "out", "wiki.xml")
        if words == ("build",)
        else ("wiki.xml",)
        if words == ("check",)
        else ("--site", "out")
    )

    shown = run(*words, *site, "--json").stdout

    assert json.loads(shown)
    assert not set(shown) & set("\x9b\x7f\u202e")


def test_colours_of_our_own_are_kept_and_those_of_a_source_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "colour_wanted", lambda: True)

    said = console.safe(f"{console.styled('red', fg='red', bold=True)} \x1b[8mhidden\x1b[0m \x1b]0;title\x07")

    assert said == "\x1b[31m\x1b[1mred\x1b[0m \\x1b[8mhidden\\x1b[0m \\x1b]0;title\\x07"


def test_a_terminal_that_knows_only_ascii_gets_an_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)

    console.speak_safely()
    narrow.write("Órdenes → 1")

    narrow.flush()
    assert narrow.buffer.getvalue() == b"?rdenes ? 1"


def test_output_that_is_closed_ends_no_command(
    run: Run, here: Path, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)

    console.speak_safely()
    console.say("Órdenes")

    assert sys.stdout is not None


@pytest.mark.skipif(sys.platform != "linux", reason="only there do locales change what a file name means")
def test_a_name_means_the_same_in_every_locale(here: Path) -> None:
    (here / "Lámp.xml").write_text(
        '<mediawiki version="0.11"><page><title>Oil</title><ns>0</ns><id>1</id></page></mediawiki>', "utf-8"
    )
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    for out, environment in (("one", dict(os.environ)), ("two", plain)):
        subprocess.run(
            [sys.executable, "-m", "ludex", "build", "--format", "mediawiki-dump", ".", "-o", out],
            env=environment,
            check=True,
            capture_output=True,
        )

    files = [
        {path.relative_to(here / out): path.read_bytes() for path in (here / out).rglob("*") if path.is_file()}
        for out in ("one", "two")
    ]
    assert files[0] == files[1]
