"""Atom feeds of MediaWiki: contributions, page history, recent changes, new pages."""

from __future__ import annotations

import re

from ingest.readers.feed_entries import describe, read
from ingest.readers.protocol import Evidence, Head
from ingest.readers.xml_start import xml_of

__all__ = ["NAME", "describe", "read", "recognise"]

NAME = "atom"

_ROOT = re.compile(r"<(?:[\w.-]+:)?feed\b[^>]*>")


def recognise(head: Head) -> Evidence | None:
    """Look for a <feed> root; MediaWiki's says so in its generator."""
    text = xml_of(head.text)
    if not _ROOT.search(text[:5000]):
        return None
    generator = re.search(r"<generator[^>]*>([^<]*)<", text)
    if generator and "MediaWiki" in generator[1]:
        return Evidence(confidence=100, sentence=f"is an Atom feed of {generator[1].strip()}")
    return Evidence(confidence=60, sentence="has the <feed> root of Atom")
