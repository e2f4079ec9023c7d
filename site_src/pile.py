"""Values that are too many to be held in memory, in order, in a file that ends with them."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from ingest.database import Database, Shelf

T = TypeVar("T")
_DIGITS = 12  # of a whole number in a key


class Pile(Generic[T]):
    """Puts values in order by keys of words and whole numbers (not negative); of one key the later value counts."""

    def __init__(self, kind: type[T]) -> None:
        database = Database(None, kind="ludex pile", version=1)
        weakref.finalize(self, database.close)
        self._shelf = Shelf(database, "pile", kind)
        database.execute("BEGIN")  # never ended: nothing of it is to outlive us

    def add(self, order: Iterable[str | int], value: T, *, group: str | None = None) -> None:
        """Put *value* in its place."""
        key = "\0".join(part if isinstance(part, str) else f"{part:0{_DIGITS}}" for part in order)
        self._shelf.put([(key, group, 0, value)])

    def __len__(self) -> int:
        return len(self._shelf)

    # Generators, since they keep the pile, and with it its file, for as long as somebody reads.
    def __iter__(self) -> Iterator[T]:
        yield from self._shelf

    def backwards(self) -> Iterator[T]:
        """The values, those with the greatest keys first."""
        yield from self._shelf.backwards()

    def of_group(self, group: str) -> Iterator[T]:
        """The values of one group, in order."""
        yield from self._shelf.of_page(group)
