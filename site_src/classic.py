"""Data as classic scripts: a page that is opened from disk may load a script, but nothing else."""

from __future__ import annotations

import msgspec


def pushed(name: str, value: object) -> bytes:
    """A script that pushes *value* onto the list ``window.NAME``."""
    data = msgspec.json.encode(value)
    # "<" and the two separators that once ended a line in scripts never stand bare in the file.
    for sign in ("<", "\u2028", "\u2029"):
        data = data.replace(sign.encode(), f"\\u{ord(sign):04x}".encode())
    return f"(window.{name} = window.{name} || []).push(".encode() + data + b");\n"


def value_of(script: bytes) -> object:
    """The value that a script of :func:`pushed` pushes."""
    return msgspec.json.decode(script.partition(b".push(")[2].rpartition(b");")[0])
