"""Pictures and galleries: shown where the context has the file, else named by their caption."""

from __future__ import annotations

import re

from msgspec.structs import replace

from ingest.tree import Gallery, Image, Link
from ingest.visible import inline_text
from site_src.html.context import Context, Picture, escape, safe_url
from site_src.html.write import tag, write

_BOX = "120"  # pixels: MediaWiki's own
_PIXELS = re.compile(r"\s*([1-9][0-9]{0,3})(?:\s*px)?\s*\Z")


def image(node: Image, context: Context, out: list[str]) -> None:
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
        alt = caption or ("" if "alt" in options else node.name.rpartition(".")[0])
        out.append(f'{opening}<img src="{escape(src)}" alt="{escape(alt)}"{size} loading="lazy">{closing}')
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


def _sizes(node: Gallery) -> dict[str, str]:
    """The box that every picture of a gallery fits into."""
    attrs = dict(node.attrs)
    found = {}
    for name in ("width", "height"):
        match = _PIXELS.match(attrs.get(f"{name}s", ""))
        found[name] = match[1] if match else _BOX
    return found


def gallery(node: Gallery, context: Context, out: list[str]) -> None:
    out.append('<ul class="gallery">')
    if node.caption:
        tag("li", node.caption, context, out, ' class="gallerycaption"')
    sizes = _sizes(node)
    for image in node.images:
        image = replace(image, options=tuple({**sizes, **dict(image.options)}.items()))
        out.append('<li class="gallerybox"><div class="thumb">')
        _picture(image, context.picture_of(image), dict(image.options), context, out, framed=True)
        out.append('</div><div class="gallerytext">')
        write(image.caption, context, out)
        out.append("</div></li>")
    out.append("</ul>\n")
