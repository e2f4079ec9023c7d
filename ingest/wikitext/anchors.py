"""Anchors of headings by MediaWiki's HTML5 rule: blanks become ``_``, everything else stays."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[ \t\n\r\f_\x1c-\x1f]+")


def encode_anchor(text: str) -> str:
    """The anchor that a heading with the visible *text* gets, before repeats are numbered."""
    return _BLANKS.sub("_", text.strip(" _\t\n\r\f"))
