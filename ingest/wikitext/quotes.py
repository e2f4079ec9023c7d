"""Bold and italics: apostrophes balanced line by line, as MediaWiki's doQuotes does it."""

from __future__ import annotations

import re

from ingest.wikitext.work import Work

_RUNS = re.compile("(''+)")


def mark_quotes(work: Work, text: str) -> str:
    """*text* with its quotes as marks for ``i`` and ``b``."""
    if "''" not in text:
        return text
    return "\n".join([quotes_of_line(work, line) if "''" in line else line for line in text.split("\n")])


def quotes_of_line(work: Work, line: str) -> str:
    """One line with its quotes balanced."""
    bits = _RUNS.split(line)
    if len(bits) == 1:
        return line
    _shorten(bits)
    lengths = [len(bit) for bit in bits[1::2]]
    bold = sum(length in (3, 5) for length in lengths)
    italic = sum(length in (2, 5) for length in lengths)
    if bold % 2 and italic % 2:
        _rebalance(bits)
    return _tags(work, bits)


def _shorten(bits: list[str]) -> None:
    """Four quotes are an apostrophe and a bold mark; more than five are apostrophes and five."""
    for at in range(1, len(bits), 2):
        length = len(bits[at])
        if length == 4:
            bits[at - 1] += "'"
            bits[at] = "'''"
        elif length > 5:
            bits[at - 1] += "'" * (length - 5)
            bits[at] = "'''''"


def _rebalance(bits: list[str]) -> None:
    """One bold mark becomes an apostrophe and italics: best after a word of one letter, then of several, then a blank."""
    single = multi = space = -1
    for at in range(1, len(bits), 2):
        if len(bits[at]) != 3:
            continue
        before = bits[at - 1]
        if before[-1:] == " ":
            space = at if space < 0 else space
        elif before[-2:-1] == " ":
            single = at
            break
        elif multi < 0:
            multi = at
    at = next((found for found in (single, multi, space) if found >= 0), -1)
    if at >= 0:
        bits[at] = "''"
        bits[at - 1] += "'"


def _tags(work: Work, bits: list[str]) -> str:
    bold, end_bold, italic, end_italic = work.open("b"), work.close("b"), work.open("i"), work.close("i")
    out: list[str] = []
    held: list[str] = []
    state = ""
    for at, bit in enumerate(bits):
        if at % 2 == 0:
            (held if state == "both" else out).append(bit)
            continue
        length = len(bit)
        if length == 2:
            if state == "i":
                out.append(end_italic)
                state = ""
            elif state == "bi":
                out.append(end_italic)
                state = "b"
            elif state == "ib":
                out.append(end_bold + end_italic + bold)
                state = "b"
            elif state == "both":
                out.extend((bold, italic, *held, end_italic))
                held, state = [], "b"
            else:
                out.append(italic)
                state += "i"
        elif length == 3:
            if state == "b":
                out.append(end_bold)
                state = ""
            elif state == "bi":
                out.append(end_italic + end_bold + italic)
                state = "i"
            elif state == "ib":
                out.append(end_bold)
                state = "i"
            elif state == "both":
                out.extend((italic, bold, *held, end_bold))
                held, state = [], "i"
            else:
                out.append(bold)
                state += "b"
        elif length == 5:
            if state == "b":
                out.append(end_bold + italic)
                state = "i"
            elif state == "i":
                out.append(end_italic + bold)
                state = "b"
            elif state == "bi":
                out.append(end_italic + end_bold)
                state = ""
            elif state == "ib":
                out.append(end_bold + end_italic)
                state = ""
            elif state == "both":
                out.extend((italic, bold, *held, end_bold, end_italic))
                held, state = [], ""
            else:
                state = "both"
    if state in ("b", "ib"):
        out.append(end_bold)
    if state in ("i", "bi", "ib"):
        out.append(end_italic)
    if state == "bi":
        out.append(end_bold)
    if state == "both" and held:
        out.extend((bold, italic, *held, end_italic, end_bold))
    return "".join(out)
