"""Document trees as HTML that is safe by construction: allow-listed elements, attributes, addresses; everything escaped.

``render(nodes, context)`` asks the context where links lead, which pictures are at hand, and collects the classes that
the stylesheet must hold. No ``style``, no ``on…``, no script can come out, whatever goes in.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from ingest.tree import (
    Cell,
    Element,
    Gallery,
    Heading,
    Image,
    Item,
    Link,
    List,
    Node,
    Note,
    Paragraph,
    Pre,
    Row,
    Table,
    Toc,
)  # fmt: skip
from ingest.wikitext.allowed import ELEMENTS, VOIDS
from site_src.html.context import Context, attributes, escape, safe_url
from site_src.html.images import gallery, image
from site_src.html.rules import WRITERS_OF_RULES
from site_src.html.valid import defines, even
from site_src.html.write import WRITERS, tag, write

_KINDS = {
    "missing": ' class="missing"',
    "external": ' class="external" rel="noopener noreferrer nofollow"',
    "entry": ' class="entry"',
    "auto": ' class="auto"',
}

# What HTML has no more, as the element and the style that stand for it.
_OBSOLETE = {
    "big": ("span", "font-size: larger"), "center": ("div", "text-align: center"), "font": ("span", ""),
    "rb": ("span", ""), "rtc": ("rt", ""), "strike": ("s", ""), "tt": ("code", ""),
}  # fmt: skip


def render(nodes: Iterable[Node], context: Context | None = None) -> Markup:
    """*nodes* as safe HTML."""
    out: list[str] = []
    write(nodes, context or Context(), out)
    return Markup("".join(out))


def _element(node: Element, context: Context, out: list[str]) -> None:
    name = node.name
    if name == "references":
        out.append('<div class="references">')
        write(node.children, context, out)
        out.append("</div>")
        return
    pairs = node.attrs
    if context.strict and name in _OBSOLETE:
        name, style = _OBSOLETE[name]
        pairs = (("style", style), *pairs) if style else pairs
    if name not in ELEMENTS:
        name = "span"
    attrs = attributes(pairs, context)
    if name in VOIDS:
        out.append(f"<{name}{attrs}>")
        return
    tag(name, node.children, context, out, attrs)


def _link(node: Link, context: Context, out: list[str]) -> None:
    href = context.href_of(node)
    url = safe_url(href.url) if href is not None and href.kind != "self" else None
    if href is not None and href.kind == "plain":
        write(node.children, context, out)
    elif href is not None and href.kind == "self":
        tag("a", node.children, context, out, ' class="selflink"')
    elif href is None or url is None:
        tag("a", node.children, context, out, f' class="missing" title="{escape(node.target)}"')
    else:
        title = f' title="{escape(href.title)}"' if href.title else ""
        card = f' data-card="{escape(href.card)}"' if href.card else ""
        tag("a", node.children, context, out, f'{_KINDS.get(href.kind, "")} href="{escape(url)}"{title}{card}')


def _note(node: Note, context: Context, out: list[str]) -> None:
    key = f"{context.prefix}{node.group}{node.number}"
    count = context.seen_notes[key] = context.seen_notes.get(key, 0) + 1
    mark = f"{node.group} {node.number}".strip()
    out.append(
        f'<sup class="note" id="cite_ref-{escape(key)}-{count}"><a href="#cite_note-{escape(key)}">[{escape(mark)}]</a></sup>'
    )


def _paragraph(node: Paragraph, context: Context, out: list[str]) -> None:
    tag("p", node.children, context, out)
    out.append("\n")


def _heading(node: Heading, context: Context, out: list[str]) -> None:
    level = min(6, max(1, node.level + context.shift))
    anchor = context.id_of(node)
    attrs = f' id="{escape(anchor)}"' if anchor and context.claims(anchor) else ""
    if node.run_in:
        attrs += ' class="run-in"'
    tag(f"h{level}", node.children, context, out, attrs)
    out.append("\n")


def _list(node: List, context: Context, out: list[str]) -> None:
    if node.kind == "dl" and context.strict and not defines(node.items):
        out.append('<div class="indent">')
        for item in node.items:
            tag("div", item.children, context, out, f' class="{item.role}"')
        out.append("</div>\n")
        return
    out.append(f"<{node.kind}{attributes(node.attrs, context)}>")
    for item in node.items:
        _item(item, context, out)
    out.append(f"</{node.kind}>\n")


def _item(node: Item, context: Context, out: list[str]) -> None:
    attrs = attributes(node.attrs, context)
    if node.mark:
        attrs += f' data-mark="{escape(node.mark)}"'
    tag(node.role, node.children, context, out, attrs)


def _table(node: Table, context: Context, out: list[str]) -> None:
    out.append(f"<table{attributes(node.attrs, context)}>")
    if node.caption is not None:
        tag("caption", node.caption, context, out)
    out.append("<tbody>")
    for row in even(node.rows) if context.strict else node.rows:
        _row(row, context, out)
    out.append("</tbody></table>\n")


def _row(node: Row, context: Context, out: list[str]) -> None:
    tag("tr", node.cells, context, out, attributes(node.attrs, context))


def _cell(node: Cell, context: Context, out: list[str]) -> None:
    tag("th" if node.header else "td", node.children, context, out, attributes(node.attrs, context))


def _pre(node: Pre, context: Context, out: list[str]) -> None:
    tag("pre", node.children, context, out, attributes(node.attrs, context))


def _toc(node: Toc, context: Context, out: list[str]) -> None:
    if context.toc is not None:
        out.append(str(context.toc()))


WRITERS.update(WRITERS_OF_RULES)
WRITERS.update({
    Element: _element, Link: _link, Image: image, Note: _note, Paragraph: _paragraph, Heading: _heading, List: _list,
    Item: _item, Table: _table, Row: _row, Cell: _cell, Pre: _pre, Gallery: gallery, Toc: _toc,
})  # fmt: skip
