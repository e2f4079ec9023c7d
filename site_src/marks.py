"""The stylesheet made of the sources' own CSS: their shapes always, their colours only on light paper."""

from __future__ import annotations

from collections.abc import Iterable

_COLOURS = ("background", "background-color", "color", "text-shadow")


def marks_css(rules: Iterable[tuple[str, str]]) -> bytes:
    """One rule a class. A source chose its colours for a white page: on a dark one they would hide the text."""
    shapes, colours = [], []
    for name, declarations in rules:
        parts = [part for part in declarations.split(";") if part]
        coloured = [part for part in parts if part.partition(":")[0] in _COLOURS]
        plain = [part for part in parts if part not in coloured]
        if plain:
            shapes.append(f".{name}{{{';'.join(plain)}}}\n")
        if coloured:
            colours.append((name, ";".join(coloured)))
    light = "".join(f':root:not([data-theme="dark"]) .{name}{{{declarations}}}\n' for name, declarations in colours)
    chosen = "".join(f':root[data-theme="light"] .{name}{{{declarations}}}\n' for name, declarations in colours)
    queried = f"@media (prefers-color-scheme: light) {{\n{light}}}\n" if light else ""
    return ("".join(shapes) + queried + chosen).encode()
