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
