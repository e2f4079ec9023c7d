"""What earlier builds worked out, each result under the digest of all that it was worked out from.

Kept beside the archive and never needed: without the file, with a damaged one, or while another command holds it,
everything is simply worked out again. What one build does not ask for, the next no longer finds.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TypeVar

import msgspec

from ingest.database import Database
from ingest.errors import ArchiveError, ArchiveInUse
from ingest.profile import Profile

T = TypeVar("T")
VERSION = 1
ASKED = 1_000  # keys that are noted in memory, before they are noted on disk
LIBRARIES = ("msgspec", "mwparserfromhell", "pyahocorasick", "rapidfuzz", "snowballstemmer")

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Kept:
    """Results by kind and key; where there is no database, nothing is found and nothing stays."""

    def __init__(self, database: Database | None = None, *, world: bytes = b"") -> None:
        self._database = database
        self._world = world
        self._asked: list[tuple[str, bytes]] = []
        if database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS kept (kind TEXT, key BLOB, data BLOB, PRIMARY KEY (kind, key))"
            )
            database.execute("CREATE TEMP TABLE asked (kind TEXT, key BLOB, PRIMARY KEY (kind, key)) WITHOUT ROWID")

    @property
    def stays(self) -> bool:
        """Whether what is put here is there for the next build."""
        return self._database is not None

    def key(self, *parts: bytes | str) -> bytes:
        """The key of what is worked out from *parts*, by this program, with this profile."""
        return digest(self._world, *parts)

    def find(self, kind: str, key: bytes) -> bytes | None:
        """What was kept under *key*, or None."""
        if self._database is None:
            return None
        row = self._database.execute("SELECT data FROM kept WHERE kind = ? AND key = ?", (kind, key)).fetchone()
        if row is None:
            return None
        self._ask(kind, key)
        return zlib.decompress(row[0])

    def keep(self, kind: str, key: bytes, data: bytes) -> None:
        """Keep *data* under *key* for the next build."""
        if self._database:
            row = (kind, key, zlib.compress(data, 1))
            self._database.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", row)
            self._ask(kind, key)

    def again(self, kind: str, key: bytes, decode: Callable[[bytes], T], make: Callable[[], T]) -> T:
        """What was kept under *key*, else what *make* makes, kept from now on."""
        data = self.find(kind, key)
        if data is not None:
            return decode(data)
        made = make()
        self.keep(kind, key, _encode(made))
        return made

    def rows(self, kind: str) -> Iterator[tuple[bytes, bytes]]:
        """Everything of one kind, in order of key: keys and what is kept under them."""
        if self._database:
            found = self._database.execute("SELECT key, data FROM kept WHERE kind = ? ORDER BY key", (kind,))
            yield from ((bytes(key), zlib.decompress(data)) for key, data in found)

    def prune(self) -> None:
        """Forget what this build neither asked for nor put here."""
        if self._database:
            self._mark()
            self._database.execute("DELETE FROM kept WHERE (kind, key) NOT IN (SELECT kind, key FROM asked)")

    def _ask(self, kind: str, key: bytes) -> None:
        self._asked.append((kind, key))
        if len(self._asked) >= ASKED:
            self._mark()

    def _mark(self) -> None:
        if self._database:
            self._database.execute_many("INSERT OR IGNORE INTO asked VALUES (?, ?)", self._asked)
            self._asked.clear()


NOTHING = Kept()


@contextmanager
def kept_in(file: Path | None, profile: Profile, *, to_stay: bool = True) -> Iterator[Kept]:
    """What *file* keeps for *profile*; with *to_stay*, it then keeps what this build used and worked out, else what it kept before."""
    database = _opened(file) if file else None
    if database is None:
        yield NOTHING
        return
    try:
        kept = Kept(database, world=digest(code(), profile.digest))
        yield kept
        if to_stay:
            kept.prune()
            database.execute("COMMIT")
    finally:
        if database.connection.in_transaction:
            database.execute("ROLLBACK")
        database.close()


def _opened(file: Path) -> Database | None:
    """The database of *file* in a transaction of ours; a damaged file is made anew, one in use is left alone."""
    for _ in range(2):
        try:
            database = Database(file, kind="ludex kept results", version=VERSION, wait=0)
            database.execute("BEGIN IMMEDIATE")
            return database
        except ArchiveError as error:
            if isinstance(error, ArchiveInUse):
                return None
            for part in ("", "-wal", "-shm"):
                with suppress(OSError):
                    file.with_name(file.name + part).unlink(missing_ok=True)
    return None


def digest(*parts: bytes | str) -> bytes:
    """Sixteen bytes that stand for *parts*, in this order."""
    found = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big"))
        found.update(data)
    return found.digest()


@cache
def code() -> bytes:
    """What stands for this program: another version of it, or of what it reads with, may read otherwise."""
    here = Path(__file__).resolve().parent
    files = sorted(here.rglob("*.py"))
    versions = (f"{name} {metadata.version(name)}" for name in LIBRARIES)
    return digest(sys.version, *versions, *(file.read_bytes() for file in files))
