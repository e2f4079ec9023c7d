"""One text rendered by itself, the way a MediaWiki with default settings shows it: for suites that compare the two."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ingest.titles import Site, Title, quote_title, read_title
from ingest.tree import Image, Link
from ingest.wikitext import parse
from site_src.html import Context, Href, Picture, render

_WIKIPEDIAS = ("es", "fr", "ja", "zh")
_PICTURES = frozenset(
    ["Foobar.jpg", "Foobar.svg", "Thumb.png", "Video.ogv", "Audio.oga", "LoremIpsum.djvu", "Film.webm"]
)
_INTERWIKI = {
    "wikipedia": "http://en.wikipedia.org/wiki/$1", "meatball": "http://www.usemod.com/cgi-bin/mb.pl?$1",
    "memoryalpha": "http://www.memory-alpha.org/en/index.php/$1", "mediawikiwiki": "https://www.mediawiki.org/wiki/$1",
    **{code: f"http://{code}.wikipedia.org/wiki/$1" for code in _WIKIPEDIAS}, "gerrit": "https://gerrit.wikimedia.org/$1", "pmid": "//www.ncbi.nlm.nih.gov/pubmed/$1?dopt=Abstract",
}  # fmt: skip


def fragment(wikitext: str, ctx: Mapping[str, Any]) -> str:
    """The HTML of *wikitext*; *ctx* gives ``title``, ``templates`` by name and ``existing`` titles."""
    existing = frozenset(ctx.get("existing", ()))
    site = Site(
        name="MediaWiki", server="http://example.org", languages=_WIKIPEDIAS, interwiki=(), interwiki_urls=_INTERWIKI,
        exists=existing.__contains__, missing="link", pipe_trick=False, magic_links=True, local=("local", "mi"), now="1970-01-01T00:02:03Z",
    )  # fmt: skip
    title = str(ctx.get("title", ""))
    document = parse(wikitext, title=title, templates=dict(ctx.get("templates", {})), site=site)
    page = read_title(title, site=site)
    context = Context(href_of=lambda link: _href(link, site, page), picture_of=_picture)
    return str(render(document.blocks, context))


def _href(link: Link, site: Site, page: Title | None) -> Href | None:
    if link.kind == "external":
        return Href(link.target, "external")
    anchor = f"#{quote(link.anchor.replace(' ', '_'), safe=';@$!*(),/~:-._#')}" if link.anchor is not None else ""
    title = read_title(link.target, site=site) if link.target else None
    if title is None:
        return Href(anchor) if anchor else None
    if title.interwiki:
        return Href(
            site.interwiki_urls.get(title.interwiki, "").replace("$1", quote_title(title.text)) + anchor, "external"
        )
    if page is not None and title.full == page.full and not anchor:
        return Href("", "self")
    if title.namespace == -2:
        return Href(_file_address(title.text))
    there = title.namespace == -1 or (site.exists is not None and site.exists(title.full))
    return Href(f"/wiki/{title.path}{anchor}", "page" if there else "missing")


def _file_address(name: str) -> str:
    path = quote_title(name)
    digest = hashlib.md5(name.replace(" ", "_").encode(), usedforsecurity=False).hexdigest()
    known = name in _PICTURES
    return (
        f"http://example.com/images/{digest[0]}/{digest[:2]}/{path}"
        if known
        else f"/wiki/Special:Upload?wpDestFile={path}"
    )


def _picture(image: Image) -> Picture | None:
    path = quote_title(image.name)
    if image.name not in _PICTURES:
        return Picture(href=f"/wiki/Special:Upload?wpDestFile={path}", label=f"File:{image.name}")
    return Picture(src=f"/images/{path}", href=f"/wiki/File:{path}")
