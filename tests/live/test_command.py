"""``ludex sync`` at the keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludex.cli import main
from tests.live.fake import FakeWiki


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_a_sync_says_what_it_brought_and_a_build_shows_it(wiki: FakeWiki, project: Path) -> None:
    first = run("sync", wiki.address)
    second = run("sync", wiki.address, "--recent", "--json")
    built = run("build", "--profile", "infinity", "--json")

    assert first.output.endswith(
        ": 4 pages looked at, 4 changed; 6 revisions read, 6 new revisions, 6 new texts. `ludex build` shows them.\n"
    )
    assert json.loads(second.output) | {"source": ""} == {
        "source": "", "pages": 0, "changed": 0, "revisions": 0, "new_revisions": 0, "new_texts": 0, "diagnostics": 0, "files": 0, "missing": [], "notes": [],
    }  # fmt: skip
    assert json.loads(built.stdout)["counts"]["revisions"] == 6


def test_a_page_that_is_not_there_gives_status_1(wiki: FakeWiki, project: Path) -> None:
    result = run("sync", wiki.address, "--pages", "Soot", "--pages", "Wick")

    assert result.exit_code == 1
    assert "There is no 'Soot'." in result.output


def test_several_names_may_stand_in_one_option(wiki: FakeWiki, project: Path) -> None:
    result = run("sync", wiki.address, "--pages", "Oil lamp | Wick", "--pages", "Thread", "--json")

    assert result.exit_code == 0
    assert json.loads(result.output)["pages"] == 4  # and a template


def test_without_a_configuration_there_is_nothing_to_keep_in_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    result = run("sync", "https://wiki.example/")

    assert (result.exit_code, result.output) == (
        1,
        "Error: There is no ludex.toml here, so nothing is kept between commands. `ludex init` writes one.\n",
    )


def test_half_a_login_is_said(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_WIKI_USER", "Maud@ludex")

    assert "LUDEX_WIKI_PASSWORD is not set" in run("sync", "https://wiki.example/").output


def test_the_login_comes_from_the_environment_and_so_does_the_contact(
    wiki: FakeWiki, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki.password = "wick"
    monkeypatch.setenv("LUDEX_WIKI_USER", "Maud@ludex")
    monkeypatch.setenv("LUDEX_WIKI_PASSWORD", "wick")
    monkeypatch.setenv("LUDEX_CONTACT", "maud@wiki.example\r\nX-Evil: 1")

    result = run("sync", wiki.address)

    assert result.exit_code == 0
    (said,) = wiki.agents
    assert said.startswith("ludex/")
    assert "(maud@wiki.exampleX-Evil: 1)" in said


def _said(folder: Path) -> dict[str, object]:
    (source,) = json.loads((folder / "build/site/api/build.json").read_text("utf-8"))["sources"]
    assert isinstance(source, dict)
    return source


def _configure(folder: Path, text: str) -> None:
    (folder / "ludex.toml").write_text(text, "utf-8")


def test_what_the_owner_says_of_a_wiki_holds_for_its_pages_and_can_be_taken_back(wiki: FakeWiki, project: Path) -> None:
    run("sync", wiki.address)
    _configure(
        project,
        f'[[source]]\nurl = "{wiki.address}"\nedition = "2nd"\nlanguage = "es"\nlicence = "CC BY-SA 4.0"\n'
        'attribution = "The lamp lighters"\nbase_url = "https://lamps.example/wiki/"\n',
    )

    told = run("build")
    pages = json.loads((project / "build/site/api/pages.json").read_text("utf-8"))
    html = "".join(path.read_text("utf-8") for path in (project / "build/site/page").rglob("*.html"))
    _configure(project, "")
    run("build")
    after = json.loads((project / "build/site/api/pages.json").read_text("utf-8"))

    assert told.exit_code == 0, told.output
    assert {(page["edition"], page["language"]) for page in pages} == {("2nd", "es")}
    assert "CC BY-SA 4.0" in html
    assert "The lamp lighters" in html
    assert "https://lamps.example/wiki/Oil_lamp" in html
    assert {page["edition"] for page in after} == {None}


def test_a_wiki_can_be_named_by_its_key_and_kept_out_of_a_public_site(wiki: FakeWiki, project: Path) -> None:
    run("sync", wiki.address)
    (project / "Soot.wiki").write_text("Black [[dust]].", "utf-8")
    (key,) = {page.partition(":")[0] for page in _pages(project)}
    _configure(
        project,
        f'[site]\npublic = true\n[[source]]\nwiki = "{key}"\npublish = false\n[[source]]\npath = "Soot.wiki"\n',
    )

    run("build")

    assert [page["title"] for page in json.loads((project / "build/site/api/pages.json").read_text("utf-8"))] == [
        "Soot"
    ]


def _pages(project: Path) -> list[str]:
    run("build")
    return [page["id"] for page in json.loads((project / "build/site/api/pages.json").read_text("utf-8"))]


def test_a_wiki_that_was_not_brought_is_said_with_the_command_that_brings_it(project: Path) -> None:
    _configure(project, '[[source]]\nurl = "https://lamps.example/"\n')

    result = run("build")

    assert result.exit_code == 1
    assert (
        "nothing of the wiki 'https://lamps.example/' was brought yet. `ludex sync https://lamps.example/`"
        in result.output
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[source]]\nlanguage = "en"\n', "a [[source]] names nothing"),
        ('[[source]]\npath = "x"\nurl = "https://a.example/"\n', "both a path and a url"),
        ('[[source]]\nurl = "https://a.example/"\ndate = "2024"\n', "the key 'date' in [source] is for files"),
        ('[[source]]\nurl = "wiki.example"\n', "an address like https://example.org/"),
        ('[[source]]\nurls = "https://a.example/"\n', "Did you mean 'url'?"),
    ],
)  # fmt: skip
def test_a_wrong_word_about_a_wiki_is_named(project: Path, text: str, words: str) -> None:
    _configure(project, text)

    result = run("build")

    assert result.exit_code == 1
    assert words in result.output
