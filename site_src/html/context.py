"""What rendering asks of its caller, what it collects, and the lists of what may come out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from html import escape as escape_all
from typing import Literal
from urllib.parse import urlsplit

from markupsafe import Markup
from msgspec import Struct

from ingest.tree import Heading, Image, Link
from site_src.html.styles import Styles, presentational, safe_declarations

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
RESERVED_IDS = frozenset({"site-main", "site-contents", "search-box"})  # of the page around the text
_NOTE = "cite_note-"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_DIRECTION = re.compile(r"ltr|rtl|auto")
_ID = re.compile(r"[^\s\"'<>&]{1,300}")
_UNPRINTED = re.compile("[\x00- \x7f]")
_MARKUP = re.compile("[&<>\"']")
_MAX_SPAN = 1000


class Href(Struct, frozen=True):
    """Where a link leads."""

    url: str
    kind: Literal["page", "missing", "external", "self", "entry", "auto", "plain"] = "page"
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
    strict: bool = (
        False  # whether what HTML does not allow is put right, where it may be: a site does, a comparison does not
    )
    styles: Styles = field(default_factory=Styles)
    prefix: str = ""  # before the ids of notes, where several texts share a page
    toc: Callable[[], Markup] | None = None
    said: Mapping[str, str] = field(default_factory=dict)  # field or part → its name in the text's language
    seen_notes: dict[str, int] = field(default_factory=dict)
    taken: set[str] = field(default_factory=lambda: set(RESERVED_IDS))

    def claims(self, identity: str) -> bool:
        """Whether *identity* is still free on the page; from now on it is not."""
        free = identity not in self.taken
        self.taken.add(identity)
        return free


def escape(text: str) -> str:
    """*text* for an attribute or an element; most texts need nothing done."""
    return escape_all(text) if _MARKUP.search(text) else text


def safe_url(url: str) -> str | None:
    """*url* if its scheme is allowed, else None."""
    cleaned = _UNPRINTED.sub("", url)
    try:
        scheme = urlsplit(cleaned).scheme.lower()
    except ValueError:
        return None
    if not scheme and ":" in re.split(r"[/?#]", cleaned, maxsplit=1)[0]:
        return None
    return cleaned if not scheme or scheme in _SCHEMES else None


def attributes(pairs: Collection[tuple[str, str]], context: Context, *extra: str) -> str:
    """The allowed ones of *pairs*; CSS becomes classes; *extra* are classes of ours."""
    if not pairs and not extra:
        return ""
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
        elif name == "id" and _ID.fullmatch(value) and context.claims(identity := _own_id(value, context.prefix)):
            kept.append(("id", identity))
        elif (name in _PLAIN_ATTRIBUTES and _fits(name, value)) or (
            name.startswith(("data-", "aria-")) and re.fullmatch(r"(?:data|aria)-[a-z][a-z0-9-]{0,40}", name)
        ):
            kept.append((name, value))
    if classes:
        kept.insert(0, ("class", " ".join(dict.fromkeys(classes))))
    return "".join(f' {name}="{escape(value)}"' for name, value in kept)


def _own_id(value: str, prefix: str) -> str:
    """*value* where several texts share a page: notes and what leads to them agree on where the prefix stands."""
    note = value.removeprefix(_NOTE)
    return f"{_NOTE}{prefix}{note}" if note != value else prefix + value


def _fits(name: str, value: str) -> bool:
    if name in ("lang", "dir"):
        return bool((_LANGUAGE if name == "lang" else _DIRECTION).fullmatch(value))
    if name in _NUMBERS:
        return value.isascii() and value.isdigit() and int(value[:9] or 0) <= _MAX_SPAN
    return not (name == "cite" and safe_url(value) is None)
