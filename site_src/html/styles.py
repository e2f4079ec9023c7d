"""CSS of the sources as classes: declarations that are safe are collected for a generated stylesheet."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

import tinycss2

_SAFE = frozenset(
    [
        "background",
        "background-color",
        "border",
        "border-bottom",
        "border-bottom-color",
        "border-bottom-style",
        "border-bottom-width",
        "border-collapse",
        "border-color",
        "border-left",
        "border-left-color",
        "border-left-style",
        "border-left-width",
        "border-radius",
        "border-right",
        "border-right-color",
        "border-right-style",
        "border-right-width",
        "border-spacing",
        "border-style",
        "border-top",
        "border-top-color",
        "border-top-style",
        "border-top-width",
        "border-width",
        "caption-side",
        "clear",
        "color",
        "column-count",
        "column-gap",
        "column-width",
        "columns",
        "direction",
        "display",
        "empty-cells",
        "float",
        "font",
        "font-family",
        "font-size",
        "font-style",
        "font-variant",
        "font-weight",
        "height",
        "letter-spacing",
        "line-height",
        "list-style-position",
        "list-style-type",
        "margin",
        "margin-bottom",
        "margin-left",
        "margin-right",
        "margin-top",
        "max-height",
        "max-width",
        "min-height",
        "min-width",
        "opacity",
        "overflow",
        "overflow-x",
        "overflow-y",
        "padding",
        "padding-bottom",
        "padding-left",
        "padding-right",
        "padding-top",
        "table-layout",
        "text-align",
        "text-decoration",
        "text-indent",
        "text-transform",
        "text-shadow",
        "vertical-align",
        "visibility",
        "white-space",
        "width",
        "word-break",
        "word-spacing",
        "word-wrap",
        "overflow-wrap",
    ]
)
_FUNCTIONS = frozenset(["rgb", "rgba", "hsl", "hsla", "calc"])
_DISPLAY = frozenset(
    [
        "block",
        "inline",
        "inline-block",
        "none",
        "table",
        "table-row",
        "table-cell",
        "list-item",
        "flex",
        "inline-flex",
        "grid",
    ]
)
_COLOUR = re.compile(r"#?[A-Za-z0-9]{1,20}")
_SIZE = re.compile(r"[0-9]{1,4}(?:px|%|em)?")
_LARGEST = 5000  # no length of a source covers the page; none is negative


def safe_declarations(style: str) -> str:
    """The harmless declarations of a ``style`` attribute, normalised; empty where there is none."""
    if len(style) > 2000 or "\\" in style:
        return ""
    kept: dict[str, str] = {}
    for item in tinycss2.parse_declaration_list(style, skip_comments=True, skip_whitespace=True):
        if item.type == "declaration" and item.lower_name in _SAFE and _is_safe(item.lower_name, item.value):
            kept[item.lower_name] = " ".join(tinycss2.serialize(item.value).split())
    return ";".join(f"{name}:{value}" for name, value in sorted(kept.items()) if value)


def _is_safe(name: str, tokens: Iterable[Any]) -> bool:
    return all(_is_safe_token(name, token) for token in tokens)


def _is_safe_token(name: str, token: Any) -> bool:
    kind: str = token.type
    match kind:
        case "function":
            return str(token.lower_name) in _FUNCTIONS and _is_safe("", token.arguments)
        case "literal":
            return str(token.value) in (",", "/", "+", "*")
        case "string":
            return name == "font-family" and str(token.value).replace(" ", "").isalnum()
        case "ident":
            return bool(name != "display" or token.lower_value in _DISPLAY)
        case "number" | "percentage" | "dimension":
            return bool(0 <= token.value <= _LARGEST)
        case _:
            return kind in ("hash", "whitespace")


def presentational(name: str, value: str) -> str:
    """The declaration that an old attribute such as ``bgcolor`` stands for."""
    value = value.strip()
    match name:
        case "bgcolor" | "color" if _COLOUR.fullmatch(value):
            return safe_declarations(f"{'background-color' if name == 'bgcolor' else 'color'}:{value}")
        case "align" if value.lower() in ("left", "right", "center", "justify"):
            return f"text-align:{value.lower()}"
        case "valign" if value.lower() in ("top", "middle", "bottom", "baseline"):
            return f"vertical-align:{value.lower()}"
        case "width" | "height" if _SIZE.fullmatch(value):
            return f"{name}:{value if not value.isdigit() else value + 'px'}"
        case "nowrap":
            return "white-space:nowrap"
    return ""


class Styles:
    """The declarations met so far, each a class; ``sheet`` prints them all."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def class_of(self, declarations: str) -> str:
        """The class of *declarations*: equal ones share it, in every build alike."""
        found = self._known.get(declarations)
        if found is None:
            found = self._known[declarations] = "s" + hashlib.sha256(declarations.encode()).hexdigest()[:8]
        return found

    def add(self, other: Styles) -> None:
        """Take over what *other* has met."""
        self._known.update(other._known)

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        """Class and declarations, by class."""
        return tuple(sorted((name, declarations) for declarations, name in self._known.items()))

    def sheet(self) -> str:
        """The stylesheet, one rule a line."""
        return "".join(f".{name}{{{declarations}}}\n" for name, declarations in self.rules)
