"""What a page asks for, without expanding anything: the one place where mwparserfromhell works.

Its tokenizer is C and fast, and good at naming templates and links; MediaWiki's block structure, quotes and brace matching
are ours (``docs/wikitext.md`` says why). Shapes on which it takes quadratic time never reach it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import mwparserfromhell

from ingest.titles import Site, read_title

_MAX_UNCLOSED = 100  # openers without a closer, beyond which its tokenizer backtracks too long
_PAIRS = (("{{", "}}"), ("[[", "]]"), ("[", "]"), ("<!--", "-->"))
_TAG = re.compile(r"<(/?)[a-zA-Z][^<>]*(/?)>?")
_SILENT = re.compile(r"<(nowiki|pre)\b[^>]*>.*?</\1\s*>", re.S | re.I)


def templates_used(text: str, *, site: Site | None = None) -> tuple[str, ...]:
    """Full titles of the templates that *text* names, sorted; whatever a running wiki would need to show it."""
    site = site or Site()
    found = {title.full for name in _names(text) if (title := read_title(name, site=site, namespace=10)) is not None}
    return tuple(sorted(found))


def is_tame(text: str) -> bool:
    """Whether mwparserfromhell reads *text* in time that grows with its length only."""
    if any(text.count(start) - text.count(end) > _MAX_UNCLOSED for start, end in _PAIRS):
        return False
    unclosed = sum(-1 if match[1] else 0 if match[2] else 1 for match in _TAG.finditer(text))
    return unclosed <= _MAX_UNCLOSED


def _names(text: str) -> Iterator[str]:
    text = _SILENT.sub("", text.replace("\0", ""))
    if not is_tame(text):
        return
    for template in mwparserfromhell.parse(text, skip_style_tags=True).ifilter_templates():
        name = str(template.name).strip()
        if name and not name.startswith("#") and "{" not in name:
            yield name
