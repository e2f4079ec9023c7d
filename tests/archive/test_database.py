"""The one way to SQLite."""

from __future__ import annotations

import sqlite3
import tracemalloc
from pathlib import Path

import pytest

from ingest.database import Database

STATEMENTS = 4000
LEAST = 40  # bytes of the smallest thing that a statement could leave behind


def test_a_statement_leaves_nothing_behind(tmp_path: Path) -> None:
    database = Database(tmp_path / "some.sqlite", kind="test", version=1)
    database.execute("SELECT 1").fetchone()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(STATEMENTS):
            database.execute("SELECT 1").fetchone()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        database.close()

    assert after - before < STATEMENTS * LEAST / 4


@pytest.mark.parametrize("trouble", ["database or disk is full", "disk I/O error", "file is not a database"])
def test_a_temporary_file_is_not_called_none(trouble: str) -> None:
    database = Database(None, kind="test", version=1)

    assert "None" not in str(database.sentence(sqlite3.DatabaseError(trouble)))
    database.close()
