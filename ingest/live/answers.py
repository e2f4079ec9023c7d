"""Reading JSON that may say anything: each function gives the value where it has the right type, else what is absent.

Wikis older than 1.25 answer in another form (flags as "", the text as "*"); both are read alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def table(value: Any, *path: str) -> Json:
    """The object at *path*; empty where there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def rows(value: Any, *path: str) -> Iterator[Json]:
    """The objects of the list at *path*; also of an object of numbered objects."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (item for item in items if isinstance(item, dict))


def text(value: Json, name: str) -> str | None:
    """The string called *name*."""
    found = value.get(name)
    return found if isinstance(found, str) else None


def number(value: Json, name: str) -> int | None:
    """The number called *name*, also where it is written as a string."""
    found = value.get(name)
    if isinstance(found, str) and found.removeprefix("-").isascii() and found.removeprefix("-").isdigit():
        found = int(found[:19])
    return found if isinstance(found, int) and not isinstance(found, bool) and abs(found) < 2**62 else None


def flag(value: Json, name: str) -> bool:
    """Whether *name* is set: true, or "" as old wikis say it."""
    return value.get(name) in (True, "")
