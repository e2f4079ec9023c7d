"""Every field that the site publishes is described in docs/api.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct

from site_src.rows import ROWS, BuildRow

DOCS = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8").partition("## Fields")[2]


def _fields(kind: type[Struct]) -> set[str]:
    """The names of all fields of *kind*, and of the objects in them."""
    found = set()
    for field in msgspec.structs.fields(kind):
        found.add(field.encode_name)
        for inner in (field.type, *get_args(field.type)):
            if isinstance(inner, type) and issubclass(inner, Struct):
                found |= _fields(inner)
    return found


def _described(name: str) -> set[str]:
    """The names between backticks in the tables of the section of *name*, and of the objects that its tables lead to."""
    parts = re.split(r"^### ", DOCS, flags=re.MULTILINE)
    wanted = ("`source`", "`profiles`") if name == "entries" else ("`source`",)
    own = [part for part in parts if f"`{name}.json`" in part.partition("\n")[0] or part.startswith(wanted)]
    return {word for part in own for word in re.findall(r"`([a-z0-9_]+)`", part)}


@pytest.mark.parametrize(("name", "kind"), [*ROWS.items(), ("build", BuildRow)], ids=[*ROWS, "build"])
def test_every_field_is_described(name: str, kind: Any) -> None:
    assert _fields(kind) - _described(name) == set()


def test_a_field_that_is_not_described_would_be_missed() -> None:
    class Row(Struct):
        id: str
        nobody_described_this: str

    assert _fields(Row) - _described("entries") == {"nobody_described_this"}
