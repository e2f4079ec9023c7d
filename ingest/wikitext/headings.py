"""``== Headings ==``, rules and behaviour switches as marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.wikitext.work import LOST, Mark, Work

_RULE = re.compile(r"^-----*", re.M)
_BLANK_LINES = re.compile("(?:\n[ \t\x1e\x1f]*(?=\n))+")
_SWITCH = re.compile(
    r"__(NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|NOGALLERY|HIDDENCAT|EXPECTUNUSEDCATEGORY|INDEX|NOINDEX|"
    r"STATICREDIRECT|NOCONTENTCONVERT|NOCC|NOTITLECONVERT|NOTC|ARCHIVEDTALK|EXPECTUNUSEDTEMPLATE|DISAMBIG)__",
    re.I,
)


def mark_rules(work: Work, text: str) -> str:
    """*text* with its horizontal rules as marks."""
    return _RULE.sub(lambda _: work.void("hr"), text) if "----" in text else text


def mark_switches(work: Work, text: str) -> str:
    """*text* without its behaviour switches; the first ``__TOC__`` leaves a mark."""
    return _SWITCH.sub(lambda match: _switch(work, match[1].lower()), text) if "__" in text else text


def _switch(work: Work, name: str) -> str:
    first = name not in work.switches
    work.switches[name] = None
    return work.put(Mark("void", "toc"), "c") if name == "toc" and first else ""


def mark_headings(work: Work, text: str) -> str:
    """*text* with its headings as marks."""
    out, at = [], 0
    for start, end in _lines(text):
        heading = _heading(text[start:end])
        if heading is None:
            continue
        level, inner, rest = heading
        out.append(text[at:start])
        out.append(work.open(f"h{level}") + inner + work.close(f"h{level}") + rest)
        at = end
        if blanks := _BLANK_LINES.match(text, at):
            out.append(LOST * blanks.group().count("\n"))
            at = blanks.end()
    out.append(text[at:])
    return "".join(out) if at else text


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines of *text* lie that begin with an equals sign."""
    start = 0 if text.startswith("=") else text.find("\n=") + 1
    while start or text.startswith("="):
        end = text.find("\n", start) % (len(text) + 1)
        yield start, end
        start = text.find("\n=", end) + 1
        if not start:
            return


def _heading(line: str) -> tuple[int, str, str] | None:
    bare = line.rstrip(" \t\n\r\f\v\x1e\x1f")
    opening = len(bare) - len(bare.lstrip("="))
    if opening == len(bare):
        level = min(6, (opening - 1) // 2)
    else:
        closing = len(bare) - len(bare.rstrip("="))
        level = min(6, opening, closing)
    if level < 1:
        return None
    return level, bare[level : len(bare) - level].strip(" \t\n\r\f\v"), line[len(bare) :].strip(" \t")
