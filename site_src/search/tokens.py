"""The words of a text, found alike here and in the browser (``static/search.js`` holds the twin of this module).

A text is folded (compatibility forms, marks dropped, lower case, one minus sign) and cut into chunks; a chunk is a
word with what is glued to it by hyphens, signs and apostrophes: ``d-charges``, ``ph-3``, ``1/2``. Each chunk has its
parts (``d charges``), which stand in reading order, and perhaps a whole (``dcharges``), by which it is found too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_SPECIAL = {
    "’": "'", "‘": "'", "ʼ": "'", "＇": "'", "−": "-", "–": "-", "‐": "-", "‑": "-", "‒": "-", "—": " ", "⁄": "/",
    "ß": "ss", "ẞ": "ss", "ς": "σ", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00ad": "",
}  # fmt: skip
_SINGLE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # written without blanks: one sign, one word
_CHAR = rf"[^\W_{_SINGLE}]"
_CHUNK = re.compile(
    rf"[{_SINGLE}](?<=[^\W_])"
    rf"|(?<![^\W_])[+-](?=[0-9]){_CHAR}+(?:[.,/](?=[0-9]){_CHAR}+)*"
    rf"|{_CHAR}+(?:[-'+=/.,&]{_CHAR}+)*"
)
_JOINT = re.compile(r"([-'+=/.,&])")


class Chunk(NamedTuple):
    """One chunk of a text: its parts in reading order, and the whole where that is a word of its own."""

    parts: tuple[str, ...]
    whole: str | None = None


class _Fold(dict[int, str]):
    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = (
            "" if unicodedata.category(char)[0] == "M" else _SPECIAL.get(char, _SPECIAL.get(char.lower(), char.lower()))
        )
        self[code] = folded
        return folded


_FOLD = _Fold()


def fold(text: str) -> str:
    """*text* for comparing: compatibility forms, lower case, no marks, one apostrophe and one minus sign."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKD", text).translate(_FOLD)


@lru_cache(maxsize=200_000)
def split(chunk: str) -> Chunk:
    """Take a folded *chunk* apart: ``ph-3`` is ``ph`` and ``-3`` and, as a whole, ``ph-3``."""
    if chunk.isalnum() or chunk[0] in "+-":
        return Chunk((chunk,))
    pieces = _JOINT.split(chunk)
    if len(pieces) > 2 and pieces[-2:] == ["'", "s"]:
        pieces = pieces[:-2]
    parts, whole = [pieces[0]], pieces[0]
    hyphen = False
    for joint, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        digit, after = piece[0] in "0123456789", parts[-1][-1] in "0123456789"
        if joint == "'" or (joint in "./," and digit and after):
            glue = "" if joint == "'" else joint
            parts[-1] += glue + piece
            whole += glue + piece
        elif joint in "-+=/" and digit and not (joint == "/" and after):
            sign = joint if joint in "-+" and not after else ""
            parts.append(sign + piece)
            whole += joint + piece
            hyphen = True
        elif joint in "-&" or (joint in "/." and whole and len(piece) == len(parts[-1]) == 1):
            parts.append(piece)  # "e/m" and "u.s.a" are read as initials
            whole += piece
            hyphen = True
        else:
            parts.append(piece)
            whole = ""
            hyphen = False
    if len(parts) == 1:
        return Chunk((parts[0],))
    return Chunk(tuple(parts), whole if hyphen and whole else None)


def chunks(text: str) -> list[Chunk]:
    """The chunks of *text*, in order."""
    return [split(chunk) for chunk in _CHUNK.findall(fold(text))]


def words(text: str) -> list[str]:
    """The words of *text* in reading order, without wholes."""
    return [part for chunk in _CHUNK.findall(fold(text)) for part in split(chunk).parts]


def terms(text: str) -> list[str]:
    """Every word by which *text* is found: parts and wholes."""
    found: list[str] = []
    for chunk in _CHUNK.findall(fold(text)):
        parts, whole = split(chunk)
        found.extend(parts)
        if whole:
            found.append(whole)
    return found


def key(text: str) -> str:
    """*text* as a name to be compared with other names: its words, or its signs where it has no words."""
    return " ".join(words(text)) or " ".join(fold(text).split())
