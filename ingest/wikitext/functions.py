"""Magic words and parser functions of calls: ``{{PAGENAME}}``, ``{{#if: …}}``, ``{{lc: …}}``.

Each function gets its arguments unexpanded and asks for what it needs, so that only the branch taken is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, quote_plus

from ingest.titles import first_upper, quote_title
from ingest.wikitext import tags
from ingest.wikitext.anchors import encode_anchor
from ingest.wikitext.entities import decode
from ingest.wikitext.expressions import ExpressionError, evaluate, number_text
from ingest.wikitext.pieces import Call, Part
from ingest.wikitext.words import PAGE_WORDS, escape_title, is_word, say_word, unknown_here
from ingest.wikitext.work import TRIM

if TYPE_CHECKING:
    from ingest.wikitext.expand import Expander, Frame

Arguments: TypeAlias = list[Callable[[], str]]
Function: TypeAlias = "Callable[[Asked], str | None]"
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$")
_ERROR = re.compile(r'<(?:strong|span|p|div)\s[^>]*\bclass="[^">]*\berror\b', re.I)
_MARKS = re.compile("(\x01[a-z][0-9]+\x02)")
_DIGITS = re.compile(r"(\d+)(\.\d*)?", re.A)
_LABELLED = re.compile(r"\[\[:?([^\[|\]]+)\|([^\[\]]+)\]\]")
_LINKED = re.compile(r"\[\[:?([^\[\]|]+)\|?\]\]")


class Asked:
    """One call of a function: who asks, and with which arguments."""

    __slots__ = ("expander", "first", "frame", "name", "parts")

    def __init__(self, expander: Expander, name: str, first: str, parts: list[Part], frame: Frame) -> None:
        self.expander = expander
        self.name = name
        self.first = first
        self.parts = parts
        self.frame = frame

    def arg(self, number: int) -> str:
        """Argument *number* (0 is what follows the colon), trimmed; empty where there is none."""
        if number == 0:
            return self.first.strip(TRIM)
        if number > len(self.parts):
            return ""
        return self.expander.part_text(self.parts[number - 1], self.frame).strip(TRIM)

    def has(self, number: int) -> bool:
        return number <= len(self.parts)

    def plain(self, number: int) -> str:
        return self.expander.work.plain(self.arg(number))


def say(expander: Expander, name: str, piece: Call, frame: Frame) -> str | None:
    """What the magic word or function *name* says, or None where it is none."""
    name = name.strip(TRIM)
    if ":" not in name and (len(piece.parts) > 1 or not is_word(name)):
        return None
    head, colon, first = name.partition(":")
    if colon and head.lower() in ("subst", "safesubst"):
        if head.lower() == "subst":
            return expander.literal(piece, frame)
        name = first.strip(TRIM)
        head, colon, first = name.partition(":")
    if len(piece.parts) == 1 and (said := say_word(expander, name)) is not None:
        return said
    if not colon:
        return None
    head = head.strip(TRIM)
    function = FUNCTIONS.get(head.lower().replace(" ", "_"))
    if function is None and head in PAGE_WORDS:
        function = _of_other_page
    if function is None:
        return None
    return function(Asked(expander, head, first, piece.parts[1:], frame))


def _if(asked: Asked) -> str:
    return asked.arg(1 if asked.arg(0) else 2)


def _ifeq(asked: Asked) -> str:
    return asked.arg(2 if _same(asked.arg(0), asked.arg(1)) else 3)


def _same(one: str, other: str) -> bool:
    one, other = decode(one), decode(other)
    if _NUMBER.match(one) and _NUMBER.match(other):
        return float(one) == float(other)
    return one == other


def _iferror(asked: Asked) -> str:
    test = asked.arg(0)
    if _ERROR.search(test):
        return asked.arg(1)
    return asked.arg(2) if asked.has(2) else test


def _ifexpr(asked: Asked) -> str:
    try:
        value = evaluate(asked.plain(0))
    except ExpressionError as error:
        return _error(str(error))
    return asked.arg(1 if value else 2)


def _expr(asked: Asked) -> str:
    try:
        value = evaluate(asked.plain(0))
    except ExpressionError as error:
        return _error(str(error))
    return "" if value is None else number_text(value)


def _error(message: str) -> str:
    return f'<strong class="error">{message}</strong>'


def _ifexist(asked: Asked) -> str:
    work = asked.expander.work
    title = work.find_title(asked.plain(0))
    if title is None:
        return asked.arg(2)
    if title.namespace == 10 and asked.expander.lookup(title.full) is not None:
        return asked.arg(1)
    return asked.arg(1 if work.site.exists is not None and work.site.exists(title.full) else 2)


def _switch(asked: Asked) -> str:
    subject, expander, frame = asked.arg(0), asked.expander, asked.frame
    found = False
    default: Part | None = None
    default_next = False
    last = ""
    for number, part in enumerate(asked.parts):
        if part.equals is None:
            last = expander.part_text(part, frame).strip(TRIM)
            if _same(subject, last):
                found = True
            elif last == "#default":
                default_next = True
            if number == len(asked.parts) - 1:
                return last
            continue
        name = expander.expand(part.pieces[: part.equals], frame).strip(TRIM)
        if found or _same(subject, name):
            return expander.expand(part.pieces[part.equals + 1 :], frame).strip(TRIM)
        if default_next or name == "#default":
            default, default_next = part, False
    if default is not None and default.equals is not None:
        return expander.expand(default.pieces[default.equals + 1 :], frame).strip(TRIM)
    return ""


def _titleparts(asked: Asked) -> str:
    title = asked.expander.work.find_title(asked.plain(0))
    if title is None:
        return asked.arg(0)
    bits = title.full.split("/")
    count, first = _integer(asked.arg(1)), _integer(asked.arg(2))
    start = first - 1 if first > 0 else (len(bits) + first if first < 0 else 0)
    bits = bits[max(start, 0) :]
    return "/".join(bits[:count] if count else bits)


def _integer(text: str, default: int = 0) -> int:
    match = re.match(r"[+-]?\d{1,9}", text)
    return int(match.group()) if match else default


def _pad(asked: Asked, *, left: bool) -> str:
    text, width = asked.arg(0), min(_integer(asked.arg(1)), 500)
    filler = asked.plain(2) if asked.has(2) else "0"
    lack = width - len(text)
    if lack <= 0 or not filler:
        return text
    filling = (filler * (lack // len(filler) + 1))[:lack]
    return filling + text if left else text + filling


def _urlencode(asked: Asked) -> str:
    text = asked.plain(0)
    match asked.arg(1).upper():
        case "WIKI":
            return quote_title(text)
        case "PATH":
            return quote(text, safe="")
    return quote_plus(text)


def _anchorencode(asked: Asked) -> str:
    text = _LABELLED.sub(r"\2", asked.plain(0))
    text = _LINKED.sub(r"\1", text).replace("''", "")
    return escape_title(re.sub("%(?=[0-9A-Fa-f]{2})", "%25", encode_anchor(decode(text))))


def _formatnum(asked: Asked) -> str:
    text = asked.arg(0)
    if asked.arg(1).upper() == "R":
        return text.replace(",", "")
    return text if asked.arg(1).upper() == "NOSEP" or "\x01" in text else _DIGITS.sub(_grouped, text)


def _grouped(match: re.Match[str]) -> str:
    return f"{int(match[1]):,}{match[2] or ''}" if len(match[1]) < 300 else match.group()


def _plural(asked: Asked) -> str:
    value = asked.arg(0)
    return asked.arg(1 if value in ("1", "1.0") or not asked.has(2) else 2)


def _tag(asked: Asked) -> str:
    name = asked.plain(0).lower()
    attributes = " ".join(
        f'{asked.expander.expand(part.pieces[: part.equals], asked.frame).strip(TRIM)}="'
        f'{asked.expander.work.plain(asked.expander.expand(part.pieces[part.equals + 1 :], asked.frame)).strip(TRIM)}"'
        for part in asked.parts[1:]
        if part.equals is not None
    )
    body = asked.expander.part_text(asked.parts[0], asked.frame) if asked.parts else None
    return tags.say(asked.expander, name, " " + attributes, body, asked.frame)


def _invoke(asked: Asked) -> str:
    name = asked.plain(0) or "?"
    asked.expander.work.doubt("lua-not-run", f"The Lua module {name!r} is not run; what it would print is missing.")
    return asked.expander.work.literal(f"[Lua module {name}: output missing]")


def _ns(asked: Asked) -> str:
    site, wanted = asked.expander.work.site, asked.plain(0)
    number = int(wanted) if re.fullmatch(r"-?\d{1,5}", wanted) else site.names.get(wanted.replace("_", " ").lower())
    return "" if number is None else site.printed.get(number, "")


def _url(asked: Asked) -> str:
    title = asked.expander.work.find_title(asked.plain(0))
    if title is None:
        return ""
    query = asked.arg(1)
    base = asked.expander.work.site.server if asked.name.lower().startswith(("full", "canonical")) else ""
    return f"{base}/index.php?title={title.path}&{query}" if query else f"{base}/wiki/{title.path}"


def _nothing(_: Asked) -> str:
    return ""


def _displaytitle(asked: Asked) -> str:
    asked.expander.work.variables["DISPLAYTITLE"] = asked.arg(0)
    return ""


def _time(asked: Asked) -> str:
    return unknown_here(asked.expander, asked.name)


def _first(asked: Asked) -> str:
    return asked.arg(0)


def _cased(asked: Asked, change: Callable[[str], str]) -> str:
    """The argument in another case; what markup stands for stays."""
    return "".join(bit if bit.startswith("\x01") else change(bit) for bit in _MARKS.split(asked.arg(0)))


def _message(asked: Asked) -> str:
    text = asked.expander.definition(f"MediaWiki:{first_upper(asked.plain(0))}")
    if text is None:
        return f"⧼{asked.plain(0)}⧽"
    title = asked.expander.work.find_title(asked.plain(0), 8)
    call = Call([Part(), *asked.parts], 0, 0, False)
    return asked.expander.template(title, asked.plain(0), call, asked.frame) if title else ""


def _raw(asked: Asked) -> str | None:
    title = asked.expander.work.find_title(asked.plain(0), 10)
    if title is None:
        return None
    call = Call([Part(), *asked.parts], 0, 0, False)
    said = asked.expander.definition(title.full)
    if said is None:
        return asked.expander.template(title, asked.plain(0), call, asked.frame)
    return (
        asked.expander.work.literal(said)
        if asked.name.lower() == "msgnw"
        else asked.expander.template(title, asked.plain(0), call, asked.frame)
    )


def _of_other_page(asked: Asked) -> str:
    title = asked.expander.work.find_title(asked.plain(0))
    return escape_title(PAGE_WORDS[asked.name](title, asked.expander)) if title else ""


FUNCTIONS: dict[str, Function] = {
    "#if": _if, "#ifeq": _ifeq, "#iferror": _iferror, "#ifexpr": _ifexpr, "#ifexist": _ifexist, "#expr": _expr, "#switch": _switch,
    "#titleparts": _titleparts, "#tag": _tag, "#invoke": _invoke, "#time": _time, "#timel": _time, "#language": _first,
    "lc": lambda asked: _cased(asked, str.lower), "uc": lambda asked: _cased(asked, str.upper),
    "#formatdate": _first, "#dateformat": _first,
    "ucfirst": lambda asked: first_upper(asked.arg(0)),
    "lcfirst": lambda asked: asked.arg(0)[:1].lower() + asked.arg(0)[1:],
    "padleft": lambda asked: _pad(asked, left=True), "padright": lambda asked: _pad(asked, left=False),
    "anchorencode": _anchorencode, "urlencode": _urlencode, "formatnum": _formatnum, "plural": _plural, "ns": _ns, "nse": _ns,
    "localurl": _url, "localurle": _url, "fullurl": _url, "fullurle": _url, "canonicalurl": _url, "canonicalurle": _url,
    "displaytitle": _displaytitle, "defaultsort": _nothing, "defaultsortkey": _nothing, "defaultcategorysort": _nothing,
    "grammar": lambda asked: asked.arg(1), "gender": lambda asked: asked.arg(1 if not asked.has(3) else 3), "int": _message,
    "msg": _raw, "msgnw": _raw, "raw": _raw, "bidi": _first, "filepath": _first, "pagesincategory": _time, "pagesize": _time,
    "protectionlevel": _nothing, "protectionexpiry": _nothing, "#special": lambda asked: f"Special:{asked.arg(0)}",
    "revisionid": _time, "revisionuser": _time, "revisiontimestamp": _time, "revisionday": _time, "revisionmonth": _time,
    "revisionyear": _time, "revisionsize": _time, "cascadingsources": _nothing, "numberofpages": _time, "numberofarticles": _time, "numberoffiles": _time, "numberofusers": _time, "numberofedits": _time,
}  # fmt: skip
