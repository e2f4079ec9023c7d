"""Document trees as HTML that is safe by construction: allow-listed elements, attributes, addresses; everything escaped.

``render(nodes, context)`` asks the context where links lead, which pictures are at hand, and collects the classes that
the stylesheet must hold. No ``style``, no ``on…``, no script can come out, whatever goes in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal
from urllib.parse import urlsplit

from markupsafe import Markup
from msgspec import Struct

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
    Text,
    Toc,
)  # fmt: skip
from site_src.html_styles import Styles, presentational, safe_declarations

ELEMENTS = frozenset(
    [
        "b",
        "bdi",
        "bdo",
        "del",
        "i",
        "ins",
        "u",
        "font",
        "big",
        "small",
        "sub",
        "sup",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "cite",
        "code",
        "em",
        "s",
        "strike",
        "strong",
        "tt",
        "var",
        "div",
        "center",
        "blockquote",
        "ol",
        "ul",
        "dl",
        "table",
        "caption",
        "pre",
        "ruby",
        "rb",
        "rp",
        "rt",
        "rtc",
        "p",
        "span",
        "abbr",
        "dfn",
        "kbd",
        "samp",
        "data",
        "time",
        "mark",
        "q",
        "td",
        "th",
        "tr",
        "li",
        "dt",
        "dd",
        "br",
        "wbr",
        "hr",
    ]
)
VOID = frozenset(("br", "wbr", "hr"))
_PLAIN_ATTRIBUTES = frozenset(
    [
        "lang",
        "dir",
        "title",
        "abbr",
        "colspan",
        "rowspan",
        "headers",
        "scope",
        "start",
        "value",
        "datetime",
        "cite",
        "reversed",
        "type",
    ]
)
_PRESENTATIONAL = frozenset(["bgcolor", "color", "align", "valign", "width", "height", "nowrap"])
_NUMBERS = frozenset(("colspan", "rowspan", "start"))
_SCHEMES = frozenset(
    [
        "http",
        "https",
        "ftp",
        "ftps",
        "mailto",
        "news",
        "irc",
        "ircs",
        "git",
        "svn",
        "ssh",
        "sftp",
        "tel",
        "sms",
        "urn",
        "magnet",
        "gopher",
        "nntp",
        "xmpp",
        "geo",
        "bitcoin",
        "sip",
        "sips",
        "telnet",
        "matrix",
        "redis",
        "mms",
        "worldwind",
    ]
)
_CLASS = re.compile(r"[A-Za-z0-9_-]{1,60}")
_ID = re.compile(r"[^\s\"'<>&]{1,300}")
_MAX_SPAN = 1000


class Href(Struct, frozen=True):
    """Where a link leads."""

    url: str
    kind: Literal["page", "missing", "external", "self", "entry"] = "page"
    title: str = ""
    card: str = ""  # path of the entry whose definition opens on hover, where the address itself does not say it


class Picture(Struct, frozen=True):
    """A picture: at hand, or not and only named."""

    src: str | None = None
    width: int | None = None
    height: int | None = None
    href: str | None = None
    label: str = ""  # shown where there is no picture


def no_href(link: Link) -> Href | None:
    """Lead nowhere but outside."""
    return Href(link.target, "external") if link.kind == "external" else None


def no_picture(image: Image) -> Picture | None:
    """Have no pictures."""
    return None


def own_anchor(heading: Heading) -> str:
    """The anchor that the document gives."""
    return heading.anchor


@dataclass(slots=True)
class Context:
    """What rendering asks, and what it collects."""

    href_of: Callable[[Link], Href | None] = no_href
    picture_of: Callable[[Image], Picture | None] = no_picture
    id_of: Callable[[Heading], str] = own_anchor
    shift: int = 0  # added to every heading level
    styles: Styles = field(default_factory=Styles)
    prefix: str = ""  # before the ids of notes, where several texts share a page
    toc: Callable[[], Markup] | None = None
    seen_notes: dict[str, int] = field(default_factory=dict)


def render(nodes: Iterable[Node], context: Context | None = None) -> Markup:
    """*nodes* as safe HTML."""
    out: list[str] = []
    write(nodes, context or Context(), out)
    return Markup("".join(out))


def write(nodes: Iterable[Node], context: Context, out: list[str]) -> None:
    """Append the HTML of *nodes* to *out*."""
    for node in nodes:
        if type(node) is Text:
            out.append(escape(node.text, quote=False))
        else:
            _WRITERS[type(node)](node, context, out)


def safe_url(url: str) -> str | None:
    """*url* if its scheme is allowed, else None."""
    cleaned = "".join(char for char in url if char > " " and char != "\x7f")
    try:
        scheme = urlsplit(cleaned).scheme.lower()
    except ValueError:
        return None
    if not scheme and ":" in re.split(r"[/?#]", cleaned, maxsplit=1)[0]:
        return None
    return cleaned if not scheme or scheme in _SCHEMES else None


def attributes(pairs: Iterable[tuple[str, str]], context: Context, *extra: str) -> str:
    """The allowed ones of *pairs*; CSS becomes classes; *extra* are classes of ours."""
    classes, kept = list(extra), []
    for name, value in pairs:
        if name == "class":
            classes.extend(word for word in value.split() if _CLASS.fullmatch(word))
        elif name == "style":
            declarations = safe_declarations(value)
            if declarations:
                classes.append(context.styles.class_of(declarations))
        elif name in _PRESENTATIONAL:
            declarations = presentational(name, value)
            if declarations:
                classes.append(context.styles.class_of(declarations))
        elif name == "id" and _ID.fullmatch(value):
            kept.append(("id", value))
        elif (name in _PLAIN_ATTRIBUTES and _fits(name, value)) or (
            name.startswith(("data-", "aria-")) and re.fullmatch(r"(?:data|aria)-[a-z][a-z0-9-]{0,40}", name)
        ):
            kept.append((name, value))
    if classes:
        kept.insert(0, ("class", " ".join(dict.fromkeys(classes))))
    return "".join(f' {name}="{escape(value)}"' for name, value in kept)


def _fits(name: str, value: str) -> bool:
    if name in _NUMBERS:
        return value.isascii() and value.isdigit() and int(value[:9] or 0) <= _MAX_SPAN
    return not (name == "cite" and safe_url(value) is None)


def tag(name: str, children: Iterable[Node], context: Context, out: list[str], attrs: str = "") -> None:
    """One element around *children*."""
    out.append(f"<{name}{attrs}>")
    write(children, context, out)
    out.append(f"</{name}>")


def _element(node: Element, context: Context, out: list[str]) -> None:
    name = node.name
    if name == "references":
        out.append('<section class="references">')
        write(node.children, context, out)
        out.append("</section>")
        return
    if name not in ELEMENTS:
        name = "span"
    attrs = attributes(node.attrs, context)
    if name in VOID:
        out.append(f"<{name}{attrs}>")
        return
    tag(name, node.children, context, out, attrs)


def _link(node: Link, context: Context, out: list[str]) -> None:
    href = context.href_of(node)
    url = safe_url(href.url) if href is not None and href.kind != "self" else None
    if href is not None and href.kind == "self":
        tag("a", node.children, context, out, ' class="selflink"')
    elif href is None or url is None:
        tag("a", node.children, context, out, f' class="missing" title="{escape(node.target)}"')
    else:
        kind = {
            "missing": ' class="missing"',
            "external": ' class="external" rel="noopener noreferrer nofollow"',
            "entry": ' class="entry"',
        }
        title = f' title="{escape(href.title)}"' if href.title else ""
        card = f' data-card="{escape(href.card)}"' if href.card else ""
        tag("a", node.children, context, out, f'{kind.get(href.kind, "")} href="{escape(url)}"{title}{card}')


def _image(node: Image, context: Context, out: list[str]) -> None:
    options = dict(node.options)
    picture = context.picture_of(node)
    framed = options.get("frame") in ("thumb", "frame") or "align" in options
    if not framed:
        _picture(node, picture, options, context, out)
        return
    align = options.get("align", "")
    classes = " ".join(filter(None, ("picture", options.get("frame", ""), f"align-{align}" if align else "")))
    out.append(f'<figure class="{escape(classes)}">')
    _picture(node, picture, options, context, out, framed=True)
    out.append("<figcaption>")
    write(node.caption, context, out)
    out.append("</figcaption></figure>")


def _picture(
    node: Image, picture: Picture | None, options: dict[str, str], context: Context, out: list[str], *, framed: bool = False
) -> None:  # fmt: skip
    from ingest.visible import inline_text

    href = _picture_href(node, picture, options, context)
    opening = f'<a class="picture" href="{escape(href)}">' if href else ""
    closing = "</a>" if href else ""
    caption = options.get("alt") or inline_text(node.caption)
    src = safe_url(picture.src) if picture and picture.src else None
    label = picture.label if picture and picture.label else node.name
    if picture is not None and src is not None:
        size = "".join(
            f' {name}="{value}"' for name, value in (("width", picture.width), ("height", picture.height)) if value
        )
        out.append(f'{opening}<img src="{escape(src)}" alt="{escape(caption)}"{size} loading="lazy">{closing}')
    elif options.get("alt") == "" or (not options.get("alt") and (framed or not caption)):
        out.append(f'{opening}<span class="no-picture">{escape(label)}</span>{closing}')
    else:
        out.append(f'{opening}<span class="no-picture" title="{escape(node.name)}">{escape(caption)}</span>{closing}')


def _picture_href(node: Image, picture: Picture | None, options: dict[str, str], context: Context) -> str | None:
    link = options.get("link")
    if link == "":
        return None
    if link:
        external = re.match(r"(?:[a-z]+:)?//|mailto:", link, re.I)
        target, mark, anchor = (link, "", "") if external else link.partition("#")
        href = context.href_of(
            Link(kind="external" if external else "page", target=target, anchor=anchor if mark else None)
        )
        return safe_url(href.url) if href else None
    return safe_url(picture.href) if picture and picture.href else None


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
    attrs = f' id="{escape(anchor)}"' if anchor else ""
    if node.run_in:
        attrs += ' class="run-in"'
    tag(f"h{level}", node.children, context, out, attrs)
    out.append("\n")


def _list(node: List, context: Context, out: list[str]) -> None:
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
    for row in node.rows:
        _row(row, context, out)
    out.append("</tbody></table>\n")


def _row(node: Row, context: Context, out: list[str]) -> None:
    tag("tr", node.cells, context, out, attributes(node.attrs, context))


def _cell(node: Cell, context: Context, out: list[str]) -> None:
    tag("th" if node.header else "td", node.children, context, out, attributes(node.attrs, context))


def _pre(node: Pre, context: Context, out: list[str]) -> None:
    tag("pre", node.children, context, out, attributes(node.attrs, context))


def _gallery(node: Gallery, context: Context, out: list[str]) -> None:
    out.append('<ul class="gallery">')
    if node.caption:
        tag("li", node.caption, context, out, ' class="gallerycaption"')
    for image in node.images:
        out.append('<li class="gallerybox"><div class="thumb">')
        _picture(image, context.picture_of(image), dict(image.options), context, out, framed=True)
        out.append('</div><div class="gallerytext">')
        write(image.caption, context, out)
        out.append("</div></li>")
    out.append("</ul>\n")


def _toc(node: Toc, context: Context, out: list[str]) -> None:
    if context.toc is not None:
        out.append(str(context.toc()))


_WRITERS: dict[type, Callable[[Any, Context, list[str]], None]] = {
    Element: _element, Link: _link, Image: _image, Note: _note, Paragraph: _paragraph, Heading: _heading, List: _list, Item: _item,
    Table: _table, Row: _row, Cell: _cell, Pre: _pre, Gallery: _gallery, Toc: _toc,
    Text: lambda node, context, out: out.append(escape(node.text, quote=False)),
}  # fmt: skip


def _know_rules() -> None:
    from site_src.html_rules import WRITERS

    _WRITERS.update(WRITERS)


_know_rules()
