"""Where the XML of a file begins: some servers print a complaint or their headers before it."""

from __future__ import annotations

import re

REACH = 5000  # characters in which XML must begin
_BEGINS = r"<\?xml\s|<(?:[\w.-]+:)?(?:mediawiki|feed|rss|RDF)\s[^>]*(?:xmlns|version)\b"
_TEXT, _BYTES = re.compile(_BEGINS), re.compile(_BEGINS.encode())
# What shows that a page only tells of XML, or that the XML has begun.
_OTHER = re.compile(
    r"<(?:pre|nowiki|source|syntaxhighlight|code|page|entry|item|html|!doctype)\b|\[\[|```|^==", re.I | re.M
)


def xml_of(text: str) -> str:
    """*text* from where its XML begins; nothing where it is none."""
    text = text.lstrip()
    begins = _TEXT.search(text[:REACH])
    if begins and not _OTHER.search(text[: begins.start()]):
        return text[begins.start() :]
    return text if text.startswith("<") else ""


def bytes_before_xml(piece: bytes) -> int:
    """How many bytes of a first piece stand before the XML, blanks not counted."""
    begins = _BYTES.search(piece[:REACH])
    before = piece[: begins.start()] if begins else b""
    return len(before) if before.strip() and not _OTHER.search(before.decode("utf-8", "replace")) else 0
