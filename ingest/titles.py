"""Titles of wiki pages: parsed, normalised and checked as MediaWiki does it.

    "talk:  foo_bar#x" ──read_title──▶ Title(namespace=1, text="Foo bar", fragment="x")

A site says which namespaces, interwiki prefixes and letter case it knows; without one, MediaWiki's English names hold.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Literal
from urllib.parse import quote, unquote

from msgspec import Struct

_BLANKS = re.compile("[ _\xa0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_BIDI = re.compile("[\u200e\u200f\u202a-\u202e]")
_ILLEGAL = re.compile(
    r"""[^ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~+\u0080-\U0010ffff]|%[0-9A-Fa-f]{2}|&[A-Za-z0-9\u0080-\U0010ffff]+;|\ufffd"""
)
_PREFIX = re.compile(r"(.+?)_*:_*(.*)", re.S)
_RELATIVE = re.compile(r"(?:^|/)\.\.?(?:/|$)")
_MAX_BYTES = 255
_MAX_KNOWN = 20_000
_MAX_SPECIAL_BYTES = 512


class Namespace(Struct, frozen=True, kw_only=True):
    """One namespace of a wiki: its number and every name that leads to it, the first one printed."""

    id: int
    name: str
    aliases: tuple[str, ...] = ()
    case: Literal["", "first-letter", "case-sensitive"] = ""


def _english() -> tuple[Namespace, ...]:
    pairs = (
        (0, ""),
        (2, "User"),
        (4, "Project"),
        (6, "File"),
        (8, "MediaWiki"),
        (10, "Template"),
        (12, "Help"),
        (14, "Category"),
    )
    aliases = {6: ("Image",), 7: ("Image talk",), 828: (), 829: ()}
    found = [Namespace(id=-2, name="Media"), Namespace(id=-1, name="Special")]
    for number, name in (*pairs, (828, "Module")):
        found.append(Namespace(id=number, name=name, aliases=aliases.get(number, ())))
        talk = f"{name} talk" if name else "Talk"
        found.append(Namespace(id=number + 1, name=talk, aliases=aliases.get(number + 1, ())))
    return tuple(found)


ENGLISH = _english()
LANGUAGES = (
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hr", "hu", "id",
    "it", "ja", "ko", "lt", "lv", "nl", "nn", "no", "pl", "pt", "pt-br", "ro", "ru", "simple", "sk", "sl", "sr", "sv", "th",
    "tr", "uk", "vi", "zh", "zh-hans", "zh-hant",
)  # fmt: skip
INTERWIKI = (
    "w",
    "wikipedia",
    "commons",
    "meta",
    "mw",
    "mediawikiwiki",
    "wikt",
    "wiktionary",
    "m",
    "meatball",
    "d",
    "wikidata",
)


class Site(Struct, frozen=True, kw_only=True, dict=True):
    """What a wiki says of itself: names of namespaces, prefixes of other wikis, case of titles, pages that are there."""

    name: str = ""
    namespaces: tuple[Namespace, ...] = ENGLISH
    interwiki: tuple[str, ...] = INTERWIKI
    languages: tuple[str, ...] = LANGUAGES
    interwiki_urls: dict[str, str] = {}  # prefix → address with "$1" for the title
    local: tuple[str, ...] = ()  # prefixes that lead to this wiki itself
    main_page: str = "Main Page"
    now: str | None = None  # ISO time that {{CURRENTYEAR}} and the like tell; unknown where None
    case: Literal["first-letter", "case-sensitive"] = "first-letter"
    subpages: tuple[int, ...] = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 828, 829)
    language: str = "en"
    server: str = ""
    exists: Callable[[str], bool] | None = None  # full title → is that page there
    missing: Literal["call", "link"] = "call"  # how a template without definition and meaning is shown
    pipe_trick: bool = True  # texts that no wiki saved still hold [[Page (x)|]]
    magic_links: bool = False  # ISBN, RFC and PMID become links

    @cached_property
    def names(self) -> dict[str, int]:
        """Every folded name of a namespace, English ones last."""
        known: dict[str, int] = {}
        for namespace in (*self.namespaces, *ENGLISH):
            for name in (namespace.name, *namespace.aliases):
                if name:
                    known.setdefault(_fold(name), namespace.id)
        if self.name:
            known.setdefault(_fold(self.name), 4)
            known.setdefault(_fold(self.name + " talk"), 5)
        return known

    @cached_property
    def printed(self) -> dict[int, str]:
        """The name that is printed for each namespace."""
        found = {namespace.id: namespace.name for namespace in ENGLISH}
        found.update({namespace.id: namespace.name for namespace in self.namespaces})
        return found

    @cached_property
    def cases(self) -> dict[int, str]:
        """The case rule of each namespace: special pages, users and messages always fold their first letter."""
        found: dict[int, str] = {namespace.id: namespace.case or self.case for namespace in self.namespaces}
        return found | dict.fromkeys((-1, 2, 3, 8, 9), "first-letter")

    @cached_property
    def titles(self) -> dict[tuple[int, str], Title | None]:
        """Titles that were read already."""
        return {}

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """Every prefix that leads to another wiki."""
        return frozenset((*self.interwiki, *self.languages, *self.interwiki_urls))


class Title(Struct, frozen=True, kw_only=True):
    """The name of one page, normalised."""

    namespace: int = 0
    text: str  # without namespace, blanks for underscores
    prefix: str = ""  # printed name of the namespace
    fragment: str = ""
    interwiki: str = ""

    @property
    def full(self) -> str:
        """Namespace and text, as printed at the head of the page."""
        return f"{self.prefix}:{self.text}" if self.prefix else self.text

    @property
    def db(self) -> str:
        """The full title with underscores."""
        return self.full.replace(" ", "_")

    @property
    def path(self) -> str:
        """The full title as it stands in an address after ``/wiki/``."""
        return quote_title(self.full)


def quote_title(title: str) -> str:
    """*title* for an address: underscores, and only what a path cannot hold is encoded."""
    return quote(title.replace(" ", "_"), safe=";@$!*(),/~:-._")


def read_title(text: str, *, site: Site | None = None, namespace: int = 0) -> Title | None:
    """The title that *text* names, or None where MediaWiki allows no such page. *namespace* holds where none is named."""
    site = site or _DEFAULT
    known = site.titles
    key = (namespace, text)
    if key in known:
        return known[key]
    if len(known) > _MAX_KNOWN:
        known.clear()
    found = known[key] = _read(text, site, namespace)
    return found


def _read(text: str, site: Site, namespace: int) -> Title | None:
    if "&" in text:
        text = unicodedata.normalize("NFC", html.unescape(text))
    key = _BLANKS.sub("_", _BIDI.sub("", text)).strip("_")
    if key.startswith(":"):
        namespace, key = 0, key[1:].strip("_")
    if not key or "\ufffd" in key:
        return None
    found = _split(key, site, namespace)
    if found is None:
        return None
    interwiki, namespace, key = found
    key, mark, fragment = key.partition("#")
    key = key.rstrip("_")
    if not _is_legal(key, namespace, interwiki):
        return None
    if not key and not interwiki and (namespace != 0 or not mark):
        return None
    if not interwiki and site.cases.get(namespace, site.case) == "first-letter":
        key = first_upper(key)
    return Title(
        namespace=namespace, text=key.replace("_", " "), prefix="" if interwiki else site.printed.get(namespace, ""),
        fragment=fragment.replace("_", " "), interwiki=interwiki,
    )  # fmt: skip


def _split(key: str, site: Site, namespace: int) -> tuple[str, int, str] | None:
    interwiki = ""
    while match := _PREFIX.fullmatch(key):
        name, rest = _fold(match[1]), match[2]
        if name in site.local:
            key = rest.lstrip("_") or site.main_page
            continue
        if name in site.names:
            namespace, key = site.names[name], rest
            inner = _PREFIX.fullmatch(rest)
            if namespace == 1 and inner and (_fold(inner[1]) in site.names or _fold(inner[1]) in site.prefixes):
                return None
        elif name in site.prefixes:
            interwiki, namespace, key = name, 0, rest.lstrip("_").removeprefix(":").strip("_")
        return interwiki, namespace, key
    return interwiki, namespace, key


def _is_legal(key: str, namespace: int, interwiki: str) -> bool:
    if _ILLEGAL.search(key) or "~~~" in key or key.startswith(":") or ("." in key and _RELATIVE.search(key)):
        return False
    limit = _MAX_SPECIAL_BYTES if namespace == -1 else _MAX_BYTES
    return bool(interwiki) or len(key.encode("utf-8", "replace")) <= limit


def first_upper(text: str) -> str:
    """*text* with its first letter in capitals, unless that letter becomes several."""
    upper = text[:1].upper()
    return upper + text[1:] if len(upper) == 1 else text


def subpage_of(title: Title, written: str, site: Site) -> str:
    """The full title that ``/sub`` or ``../sibling`` names on the page *title*; *written* itself where it names none."""
    if not written.startswith(("/", "../")):
        return written
    target, mark, fragment = written.partition("#")
    found = _from(title, target)
    if found is None or not (title.namespace in site.subpages or _is_meant(found, target, site)):
        return written
    return found + mark + fragment


def _from(title: Title, target: str) -> str | None:
    parts = title.full.split("/")
    if target.startswith("/"):
        return "/".join([*parts, target.strip("/")])
    while target.startswith("../"):
        if len(parts) == 1:
            return None
        target, parts = target[3:], parts[:-1]
    rest = target.strip("/")
    return "/".join([*parts, rest] if rest else parts)


def _is_meant(found: str, target: str, site: Site) -> bool:
    """Whether a wiki of which nobody said that its pages have subpages has this one, and no page called as it is written."""
    return site.exists is not None and site.exists(found) and not site.exists(target.rstrip("/"))


def decode_percent(text: str) -> str:
    """*text* with ``%C3%A9`` and the like decoded, as links are; malformed sequences stay."""
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


@lru_cache(maxsize=4096)
def _fold(name: str) -> str:
    return _BLANKS.sub(" ", name).strip().lower()


_DEFAULT = Site()
