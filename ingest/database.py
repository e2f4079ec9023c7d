"""SQLite, here and nowhere else: files with a format number, and shelves of frozen values.

A shelf keeps values of one type by key, grouped by page and in a stated order; nothing is held in memory. Two commands
at once: the second waits ``WAIT_SECONDS``, then gets an ArchiveInUse.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

import msgspec

from ingest.errors import ArchiveError, ArchiveInUse

T = TypeVar("T")
WAIT_SECONDS = 20.0


class Database:
    """One SQLite file, or a temporary one on disk, which ends with it, where *path* is None."""

    def __init__(self, path: Path | None, *, kind: str, version: int, wait: float = WAIT_SECONDS) -> None:
        self.path = path
        try:
            self.connection = sqlite3.connect(str(path or ""), timeout=wait, isolation_level=None)
        except sqlite3.DatabaseError as error:
            raise self.sentence(error) from error
        try:
            self._prepare(kind, version)
        except sqlite3.DatabaseError as error:
            self.connection.close()
            raise self.sentence(error) from error
        except ArchiveError:
            self.connection.close()
            raise

    def _prepare(self, kind: str, version: int) -> None:
        execute = self.connection.execute
        tables = {name for (name,) in execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "about" not in tables:
            raise ArchiveError(
                f"{self.path} is a database of another program; it was left as it is.", hint="Name another file."
            )
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        execute("CREATE TABLE IF NOT EXISTS about (kind TEXT NOT NULL, version INTEGER NOT NULL)")
        row = execute("SELECT kind, version FROM about").fetchone()
        if row is None:
            execute("INSERT INTO about VALUES (?, ?)", (kind, version))
        elif row[0] != kind:
            raise ArchiveError(f"{self.path} is a {row[0]} file, not a {kind}.", hint="Name another file.")
        elif not isinstance(row[1], int) or row[1] > version:
            raise ArchiveError(
                f"{self.path} has format {row[1]}; this version reads formats up to {version}.",
                hint="Install a newer ludex, or use another folder.",
            )

    def sentence(self, error: Exception) -> ArchiveError:
        """What is wrong with the file, for a person."""
        if "locked" in str(error):
            return ArchiveInUse(f"{self.path} is in use by another command.", hint="Try again when it has ended.")
        if "full" in str(error) or "I/O" in str(error):
            return ArchiveError(
                f"The disk is full or does not answer; {self.path or 'what stood there'} was left as it was.",
                hint="Free some space.",
            )
        return ArchiveError(
            f"{self.path or 'A temporary file'} cannot be used: {error}.", hint="It may be damaged or no file of ours."
        )

    def execute(self, sql: str, values: Iterable[object] = ()) -> sqlite3.Cursor:
        """Run one statement; its rows too say where the file is damaged. Raises ArchiveError."""
        # The connection remembers every cursor that it did not make itself, for ever.
        cursor = self.connection.cursor(lambda _: _Rows(self))
        try:
            return cursor.execute(sql, tuple(values))
        except sqlite3.DatabaseError as error:
            raise self.sentence(error) from error

    def execute_many(self, sql: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Run one statement for each row of a lazy *rows*. Raises ArchiveError."""
        try:
            self.connection.executemany(sql, rows)
        except sqlite3.DatabaseError as error:
            raise self.sentence(error) from error

    def __enter__(self) -> Database:
        """Begin a transaction: all of it is kept, or nothing."""
        self.execute("BEGIN IMMEDIATE")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._commit()
        elif self.connection.in_transaction:  # SQLite itself rolls back where the disk is full
            self.execute("ROLLBACK")

    def _commit(self) -> None:
        try:
            self.execute("COMMIT")
        except ArchiveError:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


class _Rows(sqlite3.Cursor):
    """Rows that are read when they are asked for: damage that is met on the way is an ArchiveError too."""

    def __init__(self, database: Database) -> None:
        super().__init__(database.connection)
        self._database = database

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except sqlite3.DatabaseError as error:
            raise self._database.sentence(error) from error

    def fetchone(self) -> Any:
        """The next row, or None."""
        try:
            return super().fetchone()
        except sqlite3.DatabaseError as error:
            raise self._database.sentence(error) from error

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        try:
            return super().fetchall()
        except sqlite3.DatabaseError as error:
            raise self._database.sentence(error) from error


class Shelf(Generic[T]):
    """Values of one type: by key, by page, or all of them, in order of (*order*, key)."""

    def __init__(self, database: Database, name: str, kind: type[T]) -> None:
        self._database = database
        self._name = name
        self._encode = msgspec.msgpack.Encoder().encode
        self._decoded = msgspec.msgpack.Decoder(kind).decode
        database.execute(
            f"CREATE TABLE IF NOT EXISTS {name} (key TEXT PRIMARY KEY, page TEXT, ord INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID"
        )
        database.execute(f"CREATE INDEX IF NOT EXISTS {name}_page ON {name} (page, ord)")

    def _decode(self, data: bytes) -> T:
        try:
            return self._decoded(data)
        except (msgspec.DecodeError, TypeError) as error:
            raise self._database.sentence(error) from error

    def put(self, rows: Iterable[tuple[str, str | None, int, T]]) -> None:
        """Store (key, page, order, value) rows; a later value of a key replaces the earlier one."""
        encoded = ((key, page, order, self._encode(value)) for key, page, order, value in rows)
        self._database.execute_many(f"INSERT OR REPLACE INTO {self._name} VALUES (?, ?, ?, ?)", encoded)

    def put_encoded(self, rows: Iterable[tuple[str, str | None, int, bytes]]) -> None:
        """The same with values that are MessagePack already, as other processes hand them over."""
        self._database.execute_many(f"INSERT OR REPLACE INTO {self._name} VALUES (?, ?, ?, ?)", rows)

    def change(self, key: str, value: T) -> None:
        """Replace the value of *key*, which keeps its page and its order."""
        self._database.execute(f"UPDATE {self._name} SET data = ? WHERE key = ?", (self._encode(value), key))

    def remove(self, key: str) -> None:
        """Take the value of *key* away, where there is one."""
        self._database.execute(f"DELETE FROM {self._name} WHERE key = ?", (key,))

    def get(self, key: str) -> T | None:
        """The value of *key*, or None."""
        row = self._database.execute(f"SELECT data FROM {self._name} WHERE key = ?", (key,)).fetchone()
        return self._decode(row[0]) if row else None

    def encoded(self, key: str) -> bytes | None:
        """The value of *key* as it lies on the shelf, or None."""
        row = self._database.execute(f"SELECT data FROM {self._name} WHERE key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def of_page(self, page: str) -> Iterator[T]:
        """The values of one page, in order."""
        for (data,) in self._database.execute(
            f"SELECT data FROM {self._name} WHERE page = ? ORDER BY ord, key", (page,)
        ):
            yield self._decode(data)

    def keys(self) -> Iterator[str]:
        """Every key, in order."""
        for (key,) in self._database.execute(f"SELECT key FROM {self._name} ORDER BY ord, key"):
            yield key

    def last_key(self) -> str | None:
        """The greatest key, found without counting."""
        key: str | None = self._database.execute(f"SELECT max(key) FROM {self._name}").fetchone()[0]
        return key

    def clear(self) -> None:
        """Forget everything."""
        self._database.execute(f"DELETE FROM {self._name}")

    def __iter__(self) -> Iterator[T]:
        for (data,) in self._database.execute(f"SELECT data FROM {self._name} ORDER BY ord, key"):
            yield self._decode(data)

    def backwards(self) -> Iterator[T]:
        """All values, the last first."""
        for (data,) in self._database.execute(f"SELECT data FROM {self._name} ORDER BY ord DESC, key DESC"):
            yield self._decode(data)

    def __len__(self) -> int:
        return int(self._database.execute(f"SELECT count(*) FROM {self._name}").fetchone()[0])

    def __contains__(self, key: str) -> bool:
        return self._database.execute(f"SELECT 1 FROM {self._name} WHERE key = ?", (key,)).fetchone() is not None
