"""What the installed app keeps from the first visit on: the rules, not their history, not the data."""

from __future__ import annotations

import json

import pytest

from site_src.offline import is_kept, offline_files


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("index.html", True), ("entry/skill/veil.one.en.html", True), ("page/w/lamp.html", True), ("static/site.css", True),
        ("cards/00.js", True), ("api/entries.json", False), ("diff/w/lamp/1.2.html", False), ("history/w/lamp.html", False),
        ("compare/lamp.html", False), ("editor/index.html", False), ("editor/list.csv", False), ("pocket.html", False),
        ("changes.atom", False), ("kind/skill.atom", False), ("entry/skill/veil.one.en.history.html", False), ("table.csv", False),
    ],
)  # fmt: skip
def test_what_a_player_needs_at_the_table_is_kept(path: str, kept: bool) -> None:
    assert is_kept(path) == kept


def test_another_rule_makes_another_version_and_another_history_does_not() -> None:
    def worker(**files: str) -> bytes:
        found = dict(offline_files({path.replace("__", "/"): digest for path, digest in files.items()}, "Lamps", "en"))
        assert all(is_kept(path) for path, _ in json.loads(found["offline.json"]))
        return found["sw.js"]

    assert worker(page__lamp="a" * 64, history__lamp="b" * 64) == worker(page__lamp="a" * 64, history__lamp="c" * 64)
    assert worker(page__lamp="a" * 64) != worker(page__lamp="d" * 64)
