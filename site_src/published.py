"""What a built site publishes under ``api/``, read again object by object."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ingest.errors import OutputError


class _Named(Struct):
    id: str


def published(site: Path, name: str, ids: Collection[str]) -> dict[str, Any]:
    """The objects of the list *name* whose ids are among *ids*, by id. Raises OutputError."""
    id_of = msgspec.json.Decoder(_Named)
    found = {}
    for line in _lines(site / "api" / f"{name}.json"):
        key = id_of.decode(line).id
        if key in ids:
            found[key] = msgspec.json.decode(line)
    return found


def _lines(file: Path) -> Iterator[bytes]:
    """One object a line; a long list names the files that it is cut into."""
    try:
        data = file.read_bytes()
        if data.startswith(b"{"):
            for part in json.loads(data)["pages"]:
                yield from _lines(file.with_name(part))
            return
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise OutputError(f"{file} cannot be read.", hint="Build the site again.") from error
    yield from (line.rstrip(b",") for line in data.split(b"\n") if line.startswith(b"{"))
