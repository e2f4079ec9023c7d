"""Imports run one way, and each engine lives behind one door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {"ingest": {"ingest"}, "site_src": {"site_src", "ingest"}, "ludex": {"ludex", "site_src", "ingest"}}
DOORS = {
    "whoosh": "site_src/search/",
    "mwparserfromhell": "ingest/wikitext/",
    "sqlite3": "ingest/database.py",
    "click": "ludex/",
    "httpx": "ingest/live/",
    "jinja2": "site_src/",
}


def modules() -> Iterator[Path]:
    for package in MAY_IMPORT:
        yield from sorted((ROOT / package).rglob("*.py"))


def imported(file: Path) -> set[str]:
    """The top-level names that *file* imports, at any depth of its code."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_imports_run_one_way(package: str) -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in (ROOT / package).rglob("*.py")
        for name in imported(file) & set(MAY_IMPORT) - MAY_IMPORT[package]
    }

    assert not wrong


@pytest.mark.parametrize("engine", sorted(DOORS))
def test_an_engine_lives_behind_one_door(engine: str) -> None:
    users = {file.relative_to(ROOT).as_posix() for file in modules() if engine in imported(file)}

    assert users, f"nothing uses {engine}: is the table above still true?"
    assert all(user.startswith(DOORS[engine]) for user in users), users


def test_whoosh_is_imported_by_one_module() -> None:
    users = [file.name for file in modules() if "whoosh" in imported(file)]

    assert len(users) == 1


def test_build_holds_only_output() -> None:
    kept = {file.name for file in (ROOT / "build").iterdir() if file.is_file()}

    assert kept == {"README.md", ".gitignore"}
