"""Wikitext in, a typed document out: MediaWiki's own passes, one module each.

    text ──clean──▶ preprocess ──▶ expand ──▶ marks for tags, tables, links, quotes … ──▶ blocks ──▶ tidy ──▶ build

:func:`parse` never raises on any text: what it could not understand is text, and a doubt.
"""

from __future__ import annotations

import re

from ingest.profile import Profile
from ingest.titles import Site, Title, read_title
from ingest.tree import Document, Node
from ingest.wikitext.bounds import keep_literal
from ingest.wikitext.expand import REDIRECT, expand
from ingest.wikitext.reading import read_blocks
from ingest.wikitext.tags import footnotes
from ingest.wikitext.work import Templates, Work

__all__ = ["Site", "parse"]

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_SITE = Site()
_MAX_CHARACTERS = 2_097_152


def parse(
    text: str, *, title: str = "", profile: Profile | None = None, templates: Templates | None = None, site: Site | None = None
) -> Document:  # fmt: skip
    """Read *text* as the page *title*. *templates* gives definitions by name without their namespace."""
    site = site or _SITE
    work = Work(
        site=site, title=_page_title(title, site), profile=profile, templates={} if templates is None else templates
    )
    text = _clean(work, text)
    redirect = REDIRECT.match(text)
    target = work.find_title(redirect[1]) if redirect else None
    expanded, lines = expand(work, text)
    blocks = read_blocks(work, expanded, lines)
    blocks = (*blocks, *_left_notes(work))
    return Document(
        title=work.plain(work.variables.get("DISPLAYTITLE", "")), blocks=blocks, categories=tuple(work.categories),
        redirect=_target(target, redirect), languages=tuple(work.languages), switches=tuple(work.switches),
        transcluded=tuple(work.transcluded.items()), doubts=tuple(sorted(work.doubts, key=lambda doubt: (doubt.line, doubt.code, doubt.message))),
    )  # fmt: skip


def _target(title: Title | None, redirect: re.Match[str] | None) -> str | None:
    if title is None or redirect is None:
        return None
    return f"{title.full}#{title.fragment}" if title.fragment else title.full


def _page_title(title: str, site: Site) -> Title:
    return read_title(title, site=site) or Title(text=title)


def _clean(work: Work, text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _CONTROLS.search(text):
        work.doubt("control-characters", "Control characters are left out.", line=1, severity="note")
        text = _CONTROLS.sub("", text)
    if len(text) > _MAX_CHARACTERS:
        work.doubt("page-too-large", f"Only the first {_MAX_CHARACTERS} characters are read.", line=1)
        text = text[:_MAX_CHARACTERS]
    return keep_literal(work, text.rstrip())


def _left_notes(work: Work) -> tuple[Node, ...]:
    """Lists of the notes that no ``<references />`` prints."""
    found = [footnotes(work, group) for group in list(work.notes)]
    return tuple(node for node in found if node is not None)
