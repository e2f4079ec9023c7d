"""Anchors of headings by MediaWiki's HTML5 rule: blanks become ``_``, everything else stays."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[ \t\n\r\f_\x1c-\x1f]+")


def encode_anchor(text: str) -> str:
    """The anchor that a heading with the visible *text* gets, before repeats are numbered."""
    return _BLANKS.sub("_", text.strip(" _\t\n\r\f"))


def old_anchor(text: str) -> str:
    """The anchor that older wikis give: what is not ASCII or plain is ``.XX``."""
    kept = encode_anchor(text)
    return "".join(
        char
        if char.isascii() and (char.isalnum() or char in "-_:.")
        else "".join(f".{byte:02X}" for byte in char.encode())
        for char in kept
    )
