"""From sources to a site by the command: what is said, what is written, what is refused."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.archive import Archive
from tests.ludex.conftest import Run


def test_a_folder_becomes_a_site_that_says_which_file_to_open(run: Run, here: Path, sources: Path) -> None:
    result = run("build", sources, "-o", "out")

    assert result.exit_code == 0, result.output
    assert "out/index.html" in result.stdout
    assert (here / "out" / "index.html").is_file()
    assert "2 pages" in result.stdout


def test_without_a_configuration_nothing_is_written_but_the_site_and_the_folder_beside_it(
    run: Run, here: Path, sources: Path
) -> None:
    run("build", sources, "-o", "out")

    assert sorted(item.name for item in here.iterdir()) == ["out", "out.index", "sources"]


def test_json_says_what_was_read_and_found(run: Run, sources: Path) -> None:
    result = run("build", sources, "-o", "out", "--json")

    told = json.loads(result.stdout)
    assert told["counts"]["pages"] == 2
    assert {source["format"] for source in told["sources"]} == {"wikitext"}


def test_two_builds_under_other_hash_seeds_and_time_zones_are_the_same(here: Path, sources: Path) -> None:
    for number, (seed, zone) in enumerate((("1", "UTC"), ("77", "Asia/Tokyo"))):
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone}
        subprocess.run(
            [sys.executable, "-m", "ludex", "build", sources, "-o", f"out{number}"],
            env=environment,
            check=True,
            capture_output=True,
        )

    one, two = (
        {path.relative_to(here / name): path.read_bytes() for path in (here / name).rglob("*") if path.is_file()}
        for name in ("out0", "out1")
    )
    assert one == two


def test_building_twice_over_one_folder_leaves_the_same_site(run: Run, here: Path, sources: Path) -> None:
    run("build", sources, "-o", "out")
    before = {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}

    assert run("build", sources, "-o", "out").exit_code == 0

    assert before == {path: path.read_bytes() for path in (here / "out").rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.txt", b"", "empty"),
        ("noise.bin", bytes(range(256)) * 40, "binary"),
        ("cut.xml.gz", gzip.compress(b"<mediawiki>" * 400, mtime=0)[:30], "cut.xml.gz"),
    ],
    ids=("empty", "binary", "cut off"),
)
def test_what_cannot_be_read_is_one_sentence_and_a_hint(
    run: Run, here: Path, name: str, content: bytes, said: str
) -> None:
    (here / name).write_bytes(content)

    result = run("build", name, "-o", "out")

    assert result.exit_code == 1
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert not (here / "out").exists()


def test_a_missing_file_is_named(run: Run, here: Path) -> None:
    result = run("build", "nowhere.txt", "-o", "out")

    assert result.exit_code == 1
    assert "nowhere.txt" in result.stderr


def test_a_folder_without_sources_is_said_to_be_one(run: Run, here: Path) -> None:
    (here / "void").mkdir()

    result = run("build", "void", "-o", "out")

    assert result.exit_code == 1
    assert "void" in result.stderr


def test_nothing_to_read_tells_what_to_name(run: Run, here: Path) -> None:
    result = run("build", "-o", "out")

    assert result.exit_code == 1
    assert "ludex build SOURCE" in result.stderr


def test_a_folder_that_holds_something_else_is_left_alone(run: Run, here: Path, sources: Path) -> None:
    (here / "out").mkdir()
    (here / "out" / "mine.txt").write_text("mine", "utf-8")

    result = run("build", sources, "-o", "out")

    assert result.exit_code == 1
    assert "out" in result.stderr
    assert [item.name for item in (here / "out").iterdir()] == ["mine.txt"]


def test_an_unknown_profile_lists_what_there_is(run: Run, sources: Path) -> None:
    result = run("build", sources, "-o", "out", "--profile", "infinty")

    assert result.exit_code == 1
    assert "plain" in result.stderr


def test_a_wrong_profile_is_explained_with_the_nearest_key(run: Run, here: Path, sources: Path) -> None:
    (here / "mine.toml").write_text('name = "mine"\n[tells]\npaterns = {}\n', "utf-8")

    result = run("build", sources, "-o", "out", "--profile", "mine.toml")

    assert result.exit_code == 1
    assert "paterns" in result.stderr
    assert "patterns" in result.stderr


def test_an_unknown_option_is_wrong_use(run: Run) -> None:
    assert run("build", "--nonsense").exit_code == 2


@pytest.mark.parametrize(
    "title", ["A/B", "aro", "ARO", "Aux", "CON", "x" * 200, "a?b#c".replace("#", "%23"), "..", "Ünïcode – “quoted”"]
)
def test_odd_titles_lose_nothing(run: Run, here: Path, title: str) -> None:
    dump = f"""<mediawiki version="0.11"><siteinfo><sitename>W</sitename></siteinfo><page><title>{title}</title><ns>0</ns><id>1</id>
    <revision><id>1</id><timestamp>2025-01-01T00:00:00Z</timestamp><contributor><username>U</username></contributor>
    <text xml:space="preserve">== Head ==\nSome words here.</text></revision></page>
    <page><title>Twin</title><ns>0</ns><id>2</id><revision><id>2</id><timestamp>2025-01-01T00:00:00Z</timestamp>
    <text xml:space="preserve">[[{title}]]</text></revision></page></mediawiki>"""
    (here / "dump.xml").write_text(dump, "utf-8")

    result = run("build", "dump.xml", "-o", "out")

    assert result.exit_code == 0, result.output
    pages = json.loads((here / "out" / "api" / "pages.json").read_text("utf-8"))
    pages = pages["pages"] if isinstance(pages, dict) else pages
    assert len(pages) == 2
    assert all((here / "out" / page["url"].partition("#")[0]).is_file() for page in pages)


@pytest.mark.parametrize("written", ["Oil lamp#Wick", "oil lamp#Wick", ":Oil_lamp#Wick", " oil  lamp #Wick"])
def test_a_redirect_leads_however_its_goal_is_written(run: Run, here: Path, written: str) -> None:
    (here / "wiki").mkdir()
    (here / "wiki" / "Lantern.wiki").write_text(f"#REDIRECT [[{written}]]\n", "utf-8")
    (here / "wiki" / "Oil lamp.wiki").write_text("It burns.\n\n== Wick ==\nSee [[Lantern]].\n", "utf-8")

    result = run("build", "wiki", "-o", "out")

    assert result.exit_code == 0, result.output
    page = (here / "out" / "page" / "wiki" / "lantern.html").read_text("utf-8")
    assert 'oil_lamp.html#Wick"' in page
    assert "REDIRECT" not in page


def test_case_twins_have_two_files_on_any_disk(run: Run, here: Path) -> None:
    pages = "".join(
        f"<page><title>{title}</title><ns>0</ns><id>{number}</id><revision><id>{number}</id><text>{title} is here.</text></revision></page>"
        for number, title in enumerate(("Aro", "ARO", "ArO"), start=1)
    )
    (here / "dump.xml").write_text(
        f'<mediawiki version="0.11"><siteinfo><sitename>W</sitename></siteinfo>{pages}</mediawiki>', "utf-8"
    )

    run("build", "dump.xml", "-o", "out")

    files = [path.relative_to(here / "out").as_posix() for path in (here / "out").rglob("*") if path.is_file()]
    assert len({name.casefold() for name in files}) == len(files)


def test_a_newer_archive_is_refused_by_its_number(run: Run, here: Path, sources: Path) -> None:
    run("init", ".")
    run("build")
    archive = Archive(here / ".ludex" / "archive.sqlite")
    archive.database.execute("UPDATE about SET version = 99")
    archive.close()

    result = run("build")

    assert result.exit_code == 1
    assert "99" in result.stderr
