"""Formatting around blocks, split as MediaWiki's tidying splits it: ``<b>x<ul>…`` is ``<b>x</b><b><ul>…``.

It happens where text would stand in a paragraph of its own: at the top of a page and inside block quotes.
"""

from __future__ import annotations

from ingest.wikitext.elements import FORMATTING, INLINE_MARKS, SPECIAL, El, Kid
from ingest.wikitext.work import Mark


def split_formatting(root: El) -> None:
    """Split every formatting element among the children of *root* that holds blocks."""
    if not any(isinstance(kid, El) and kid.name in FORMATTING for kid in root.kids):
        return
    kids: list[Kid] = []
    for kid in root.kids:
        kids.extend(_split(kid))
    root.kids = kids


def _split(kid: Kid) -> list[Kid]:
    if not isinstance(kid, El) or kid.name not in FORMATTING or kid.name in ("marked", "a"):
        return [kid]
    inner = [part for child in kid.kids for part in _split(child)]
    if not any(_is_block(part) for part in inner):
        return [kid]
    groups: list[El] = []
    block = False
    for part in inner:
        blank = isinstance(part, str) and not part.strip()
        if not groups or (not blank and _is_block(part) != block):
            block = _is_block(part)
            groups.append(El(kid.name, kid.attrs, kid.line, kid.data))
            groups[-1].end = kid.end
        groups[-1].kids.append(part)
    return list(groups)


def _is_block(kid: Kid) -> bool:
    if not isinstance(kid, El):
        return False
    if kid.name == "*":
        return isinstance(kid.data, Mark) and kid.data.name not in INLINE_MARKS
    if kid.name in FORMATTING:
        return any(_is_block(child) for child in kid.kids)
    return kid.name in SPECIAL and kid.name not in ("br", "wbr")
