"""One walk over a tree: each type of node has a writer, which appends HTML to a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any, TypeAlias

from ingest.tree import Node, Text
from site_src.html.context import Context

Writer: TypeAlias = Callable[[Any, Context, list[str]], None]
WRITERS: dict[type, Writer] = {}


def write(nodes: Iterable[Node], context: Context, out: list[str]) -> None:
    """Append the HTML of *nodes* to *out*."""
    for node in nodes:
        if type(node) is Text:
            text = node.text
            out.append(escape(text, quote=False) if "&" in text or "<" in text or ">" in text else text)
        else:
            WRITERS[type(node)](node, context, out)


def tag(name: str, children: Iterable[Node], context: Context, out: list[str], attrs: str = "") -> None:
    """One element around *children*."""
    out.append(f"<{name}{attrs}>")
    write(children, context, out)
    out.append(f"</{name}>")
