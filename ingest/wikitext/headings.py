"""``== Headings ==``, rules and behaviour switches as marks."""

from __future__ import annotations

import re

from ingest.wikitext.work import LOST, Mark, Work

_RULE = re.compile(r"^-----*", re.M)
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
    if not (text.startswith("=") or "\n=" in text):
        return text
    return "\n".join(_lines(work, text.split("\n")))


def _lines(work: Work, lines: list[str]) -> list[str]:
    out: list[str] = []
    blank_follows = False
    for number, line in enumerate(lines):
        if blank_follows and not line.strip(" \t\x1e\x1f") and number < len(lines) - 1:
            out[-1] += LOST
            continue
        heading = _heading(line) if line.startswith("=") else None
        blank_follows = heading is not None
        if heading is None:
            out.append(line)
            continue
        level, inner, rest = heading
        out.append(work.open(f"h{level}") + inner + work.close(f"h{level}") + rest)
    return out


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
