"""Portable infoboxes (``<infobox><data source="hp"><label>HP</label></data></infobox>``) and tabs, as tables and passages.

Their definitions are XML with wikitext in it, and seldom sound: they are scanned, never parsed as XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ingest.wikitext.attributes import read_attributes
from ingest.wikitext.preprocess import preprocess
from ingest.wikitext.work import TRIM

if TYPE_CHECKING:
    from ingest.wikitext.expand import Expander, Frame

_PIECE = re.compile(
    r"<(title|data|image|header|navigation|panel|group)\b([^<>]*?)(?:/>|>)|</(group|panel|section)\s*>", re.I
)
_INNER = {
    name: re.compile(rf"<{name}\b[^<>]*>(.*?)</{name}\s*>", re.S | re.I) for name in ("default", "format", "label")
}
_TAB = re.compile(r"^\|-\|\s*$|\|-\|", re.M)
_TAG = re.compile(r"</?[a-z]+[^<>]*>", re.I)


def infobox(expander: Expander, body: str, frame: Frame) -> str:
    """The table of an infobox with the arguments of *frame*; what has no value has no row."""
    rows = [row for row in _rows(expander, body, frame) if row]
    return "\n".join(["\n{|", *("|-\n" + row for row in rows), "|}\n"]) if rows else ""


def _rows(expander: Expander, body: str, frame: Frame) -> Iterator[str]:
    for match in _PIECE.finditer(body):
        kind = (match[1] or "").lower()
        if kind in ("", "panel", "group"):
            continue
        closed = match.group().endswith("/>")
        end = re.compile(rf"</{kind}\s*>", re.I).search(body, match.end()) if not closed else None
        inner = body[match.end() : end.start()] if end else ""
        if kind in ("header", "navigation"):
            words = _said(expander, inner, frame)
            yield f"! colspan=2 |\n{words}" if words else ""
            continue
        value = _value(expander, read_attributes(match[2]).get("source", ""), inner, frame)
        if not value:
            yield ""
        elif kind == "data":
            label = _INNER["label"].search(inner)
            named = _said(expander, label[1], frame) if label else ""
            yield f"!\n{named}\n|\n{value}" if named else f"| colspan=2 |\n{value}"
        else:
            is_file = kind == "image" and "[[" not in value and "<" not in value and "\x01" not in value
            yield f"! colspan=2 |\n{f'[[File:{value}|frameless]]' if is_file else value}"


def _value(expander: Expander, source: str, inner: str, frame: Frame) -> str:
    given = frame.args.get(source)
    value = given().strip(TRIM) if given is not None else ""
    if not value:
        default = _INNER["default"].search(inner)
        return _said(expander, default[1], frame) if default else ""
    shown = _INNER["format"].search(inner)
    return _said(expander, shown[1], frame) if shown else value


def _said(expander: Expander, text: str, frame: Frame) -> str:
    return expander.expand(preprocess(text), frame).strip(TRIM)


def tabs(expander: Expander, body: str, frame: Frame) -> str:
    """Tabs one after the other, each under its name in bold."""
    parts = []
    for tab in _TAB.split(body):
        name, equals, content = tab.partition("=")
        if not equals or "\n" in name.strip(TRIM) or _TAG.search(name):
            name, content = "", tab
        if name.strip(TRIM):
            parts.append(f"'''{name.strip(TRIM)}'''")
        parts.append(_said(expander, content, frame))
    return "\n" + "\n\n".join(part for part in parts if part) + "\n"
