"""Markup repeated without end is kept as text: no page means it, and no parser should spend its time on it."""

from __future__ import annotations

import re

from ingest.wikitext.work import LOST, Work

_SMALL = 2000  # characters that cost nothing, whatever they are
_TIMES = 150  # repetitions that no page means
_BEGINS = "{}[]<>|'=:;!"  # what repeated markup begins with
_RUN = re.compile(rf"(?=[{re.escape(_BEGINS)}])(.{{2,24}}?)\1{{{_TIMES},}}", re.S)
_GAP = re.compile(r"\n[ \t]*\n")


def keep_literal(work: Work, text: str) -> str:
    """*text* with endless repetitions of markup as literal marks; lines stay where they are."""
    if len(text) <= _SMALL:
        return text
    out, at = [], 0
    for start, end in _blocks(text):
        if not any(text.count(char, start, end) > _TIMES for char in _BEGINS):
            continue
        runs = [match for match in _RUN.finditer(text, start, end) if len(match.group()) >= _SMALL // 2]
        if not runs:
            continue
        line = text.count("\n", 0, runs[0].start()) + 1
        times = len(runs[0].group()) // len(runs[0][1])
        work.doubt("endless-markup", f"{runs[0][1]!r} is repeated {times} times; it is kept as text.", line=line)
        for first, last in _spans(runs, start, end):
            kept = text[first:last].rstrip("\n")
            out.append(text[at:first] + work.literal(kept) + LOST * kept.count("\n"))
            at = first + len(kept)
    out.append(text[at:])
    return "".join(out)


def _spans(runs: list[re.Match[str]], start: int, end: int) -> list[tuple[int, int]]:
    """The runs themselves, or the whole block where it is little else."""
    if sum(len(run.group()) for run in runs) * 2 >= end - start:
        return [(start, end)]
    return [run.span() for run in runs]


def _blocks(text: str) -> list[tuple[int, int]]:
    """Where stretches without a blank line lie that are long enough to matter."""
    found, at = [], 0
    for match in _GAP.finditer(text):
        if match.start() - at > _SMALL:
            found.append((at, match.start()))
        at = match.end()
    if len(text) - at > _SMALL:
        found.append((at, len(text)))
    return found
