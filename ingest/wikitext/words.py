"""Magic words: ``{{PAGENAME}}``, ``{{NAMESPACE}}``, ``{{SITENAME}}`` and those that only a running wiki knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from ingest.titles import Title, quote_title
from ingest.wikitext.clock import clock_word

if TYPE_CHECKING:
    from ingest.wikitext.expand import Expander

_MARKUP = re.compile("[\"&'<=>\\[\\]{|}~]|(?<=ISBN) |(?<=RFC) |(?<=PMID) ")
_LIVE = frozenset(
    [
        "NUMBEROFARTICLES",
        "NUMBEROFFILES",
        "NUMBEROFPAGES",
        "NUMBEROFUSERS",
        "NUMBEROFADMINS",
        "NUMBEROFEDITS",
        "NUMBEROFACTIVEUSERS",
        "REVISIONID",
        "REVISIONDAY",
        "REVISIONDAY2",
        "REVISIONMONTH",
        "REVISIONMONTH1",
        "REVISIONYEAR",
        "REVISIONTIMESTAMP",
        "REVISIONUSER",
        "REVISIONSIZE",
        "CURRENTVERSION",
        "PAGEID",
        "PAGELANGUAGE",
    ]
)
_OWN = frozenset(("!", "=", "DISPLAYTITLE"))
_SITE = frozenset(
    [
        "SITENAME",
        "SERVER",
        "SERVERNAME",
        "SCRIPTPATH",
        "STYLEPATH",
        "CONTENTLANGUAGE",
        "CONTENTLANG",
        "DIRMARK",
        "DIRECTIONMARK",
        "ARTICLEPATH",
    ]
)


@lru_cache(maxsize=4096)
def is_word(name: str) -> bool:
    """Whether *name* can be a magic word."""
    known = name in PAGE_WORDS or name in _LIVE or name in _OWN or name.upper() in _SITE
    return known or name.startswith(("CURRENT", "LOCAL"))


def say_word(expander: Expander, name: str) -> str | None:
    work = expander.work
    if name in PAGE_WORDS:
        return escape_title(PAGE_WORDS[name](work.title, expander))
    if name in work.variables:
        return work.variables[name]
    if name in ("!", "="):
        return "|" if name == "!" else "="
    if name in _LIVE:
        return unknown_here(expander, name)
    if name.upper() in _SITE:
        return _site_word(expander, name.upper())
    if name.startswith(("CURRENT", "LOCAL")):
        said = clock_word(name, work.site.now)
        return unknown_here(expander, name) if said == "" else said
    return None


def unknown_here(expander: Expander, name: str) -> str:
    expander.work.doubt("live-magic-word", f"{name} is known to a running wiki only.", severity="note")
    return ""


def _site_word(expander: Expander, name: str) -> str:
    site = expander.work.site
    match name:
        case "SITENAME":
            return site.name
        case "SERVER":
            return site.server
        case "SERVERNAME":
            return site.server.partition("//")[2]
        case "CONTENTLANGUAGE" | "CONTENTLANG":
            return site.language
        case "STYLEPATH":
            return "/skins"
        case "ARTICLEPATH":
            return "/wiki/$1"
    return ""


def escape_title(text: str) -> str:
    """*text* of a title so that nothing in it is markup."""
    text = _MARKUP.sub(lambda match: f"&#{ord(match.group())};", text)
    text = text.replace("__", "_&#95;").replace("://", "&#58;//")
    return re.sub(r"^[*#: ;]", lambda match: f"&#{ord(match.group())};", text)


def _space(expander: Expander, number: int) -> str:
    return expander.work.site.printed.get(number, "")


def _subject(title: Title) -> int:
    return title.namespace & ~1 if title.namespace >= 0 else title.namespace


def _talk(title: Title) -> int:
    return title.namespace | 1 if title.namespace >= 0 else title.namespace


def _joined(space: str, text: str) -> str:
    return f"{space}:{text}" if space else text


def _base(title: Title) -> str:
    return title.text.rpartition("/")[0] or title.text


PAGE_WORDS: dict[str, Callable[[Title, Expander], str]] = {
    "PAGENAME": lambda title, _: title.text,
    "PAGENAMEE": lambda title, _: quote_title(title.text),
    "FULLPAGENAME": lambda title, _: title.full,
    "FULLPAGENAMEE": lambda title, _: title.path,
    "BASEPAGENAME": lambda title, _: _base(title),
    "BASEPAGENAMEE": lambda title, _: quote_title(_base(title)),
    "ROOTPAGENAME": lambda title, _: title.text.partition("/")[0],
    "ROOTPAGENAMEE": lambda title, _: quote_title(title.text.partition("/")[0]),
    "SUBPAGENAME": lambda title, _: title.text.rpartition("/")[2],
    "SUBPAGENAMEE": lambda title, _: quote_title(title.text.rpartition("/")[2]),
    "NAMESPACE": lambda title, _: title.prefix,
    "NAMESPACEE": lambda title, _: quote_title(title.prefix),
    "NAMESPACENUMBER": lambda title, _: str(title.namespace),
    "TALKSPACE": lambda title, expander: _space(expander, _talk(title)),
    "TALKSPACEE": lambda title, expander: quote_title(_space(expander, _talk(title))),
    "SUBJECTSPACE": lambda title, expander: _space(expander, _subject(title)),
    "SUBJECTSPACEE": lambda title, expander: quote_title(_space(expander, _subject(title))),
    "ARTICLESPACE": lambda title, expander: _space(expander, _subject(title)),
    "TALKPAGENAME": lambda title, expander: _joined(_space(expander, _talk(title)), title.text),
    "TALKPAGENAMEE": lambda title, expander: quote_title(_joined(_space(expander, _talk(title)), title.text)),
    "SUBJECTPAGENAME": lambda title, expander: _joined(_space(expander, _subject(title)), title.text),
    "SUBJECTPAGENAMEE": lambda title, expander: quote_title(_joined(_space(expander, _subject(title)), title.text)),
    "ARTICLEPAGENAME": lambda title, expander: _joined(_space(expander, _subject(title)), title.text),
}
