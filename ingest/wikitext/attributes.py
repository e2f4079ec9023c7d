"""Attributes of tags, tables and cells: read as MediaWiki reads them, kept only where its allow-list has them."""

from __future__ import annotations

import re
from typing import TypeAlias

from ingest.wikitext.entities import decode

Attributes: TypeAlias = tuple[tuple[str, str], ...]
_ATTRIBUTE = re.compile(
    r"""(?<![^\s/"'=>])([A-Za-z_:\u0080-\U0010ffff0-9][-\w:.]*)(?:[\s]*=[\s]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|((?:(?!\s|/>|>).)*)))?""",
    re.S,
)
_COMMON = frozenset(
    [
        "id",
        "class",
        "style",
        "lang",
        "dir",
        "title",
        "role",
        "tabindex",
        "itemid",
        "itemprop",
        "itemref",
        "itemscope",
        "itemtype",
    ]
)
_ARIA = re.compile(r"aria-(?:describedby|flowto|hidden|label|labelledby|level|owns)$")
_DATA = re.compile(r"data-(?!ooui|mw|parsoid|mw-)[a-z0-9_.-]+$")
_ALIGN = frozenset(("align",))
_CELL = frozenset(
    [
        "abbr",
        "axis",
        "headers",
        "scope",
        "rowspan",
        "colspan",
        "nowrap",
        "width",
        "height",
        "bgcolor",
        "align",
        "valign",
    ]
)
_ROW = frozenset(["align", "valign", "bgcolor"])
_OWN: dict[str, frozenset[str]] = {
    "div": _ALIGN, "p": _ALIGN, "h1": _ALIGN, "h2": _ALIGN, "h3": _ALIGN, "h4": _ALIGN, "h5": _ALIGN, "h6": _ALIGN,
    "caption": _ALIGN, "blockquote": frozenset(("cite",)), "q": frozenset(("cite",)), "ins": frozenset(("cite", "datetime")),
    "del": frozenset(("cite", "datetime")), "time": frozenset(("datetime",)), "data": frozenset(("value",)),
    "br": frozenset(("clear",)), "hr": frozenset(("width", "size", "noshade", "align")), "pre": frozenset(("width",)),
    "ul": frozenset(("type",)), "ol": frozenset(("type", "start", "reversed")), "li": frozenset(("type", "value")),
    "table": frozenset(["summary", "width", "border", "frame", "rules", "cellspacing", "cellpadding", "align", "bgcolor"]),
    "tr": _ROW, "td": _CELL, "th": _CELL, "font": frozenset(["size", "color", "face"]),
    "bdo": frozenset(), "gallery": frozenset(["mode", "perrow", "widths", "heights", "caption", "showfilename"]),
}  # fmt: skip
_FREE_TEXT = frozenset(("title", "abbr", "summary", "caption"))


def read_attributes(text: str) -> dict[str, str]:
    """Every attribute written in *text*; the last of equal names counts, MediaWiki's way."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        name = match[1].lower()
        value = match[2] if match[2] is not None else match[3] if match[3] is not None else match[4]
        found[name] = " ".join(decode(value).split()) if value else ""
    return found


def clean_attributes(text: str, element: str) -> Attributes:
    """The allowed attributes of *element* in *text*, in the order written."""
    if not text or text.isspace():
        return ()
    own = _OWN.get(element, frozenset())
    kept = []
    for name, value in read_attributes(text).items():
        if (name in _COMMON or name in own or _ARIA.match(name) or _DATA.match(name)) and not _is_empty_id(name, value):
            kept.append((name, _clean(name, value)))
    return tuple(kept)


def _is_empty_id(name: str, value: str) -> bool:
    return name == "id" and not value.strip()


def _clean(name: str, value: str) -> str:
    if name == "id":
        return re.sub(r"\s+", "_", value)
    return value
