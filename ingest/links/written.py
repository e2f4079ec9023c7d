"""What a written link means by MediaWiki's rules: titles and anchors, decoded and brought to one form."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

_DOT = re.compile(r"(?:\.[0-9A-F]{2})+")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]")


def plain_title(target: str) -> str:
    """*target* as a title: percent codes decoded, underscores as blanks, a leading colon and odd blanks dropped."""
    text = _INVISIBLE.sub("", _PERCENT.sub(_percent, target)).replace("_", " ")
    return " ".join(text.split()).removeprefix(":").strip()


def title_key(target: str, *, case: str = "first-letter") -> str:
    """The stored form of a title: its first letter in capitals, unless the wiki tells ``case-sensitive``."""
    text = plain_title(target)
    return text if case == "case-sensitive" else text[:1].upper() + text[1:]


def split_target(target: str, anchor: str | None) -> tuple[str, str | None]:
    """Title and anchor of a written link; a ``#`` left inside the title belongs to the anchor."""
    title, mark, rest = target.partition("#")
    if mark:
        anchor = f"{rest}#{anchor}" if anchor else rest
    return title, anchor.strip("#").strip() or None if anchor is not None else None


def anchor_forms(anchor: str) -> tuple[str, ...]:
    """The headings that *anchor* may name, most literal first: as written, percent codes decoded, ``.28`` decoded."""
    literal = " ".join(anchor.replace("_", " ").split())
    decoded = " ".join(_PERCENT.sub(_percent, literal).replace("_", " ").split())
    dotted = " ".join(_DOT.sub(_dots, decoded).replace("_", " ").split())
    return tuple(dict.fromkeys((literal, decoded, dotted)))


def _percent(match: re.Match[str]) -> str:
    return _decode(match.group(), unquote_to_bytes(match.group()))


def _dots(match: re.Match[str]) -> str:
    return _decode(match.group(), bytes.fromhex(match.group().replace(".", "")))


def _decode(written: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return written
    return text if text.isprintable() else written
