"""Depth where a text does print it: numbers before titles, ``#`` signs, drawn lines below, capitals, "Chapter 3".

A rulebook uses one of these or none. A sign counts only where it comes often enough to be a habit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ingest.rulebook.lines import Line, is_rule
from ingest.rulebook.titles import may_be_plain_title, may_be_title, take_apart

_HASHES = re.compile(r"^(?P<hashes>#{1,6})\s+(?P<title>\S.*?)\s*#*$")
_NUMBER = re.compile(r"^(?P<number>\d{1,2}(?:\.\d{1,2})*)[.):]?\s+(?P<title>[^\W\d_].*)$")
_WORD = re.compile(
    r"^(?:(?P<word>Chapter|Part|Book|Section|Article|Rule|Capítulo|Parte|Libro|Sección|Artículo|Regla|§)\s*(?:\d{1,3}|[IVXLC]+|[A-Z])\b[\s.:)–—-]*"
    r"|[IVXLC]{1,6}[.)]\s+(?=\S))(?P<title>.*)$"
)
_SECTIONS = frozenset(("Section", "Article", "Rule", "Sección", "Artículo", "Regla", "§"))
_DOTS = re.compile(r"^(?P<title>.*?\S)\s*(?:[.·…]\s?){3,}\s*\d{1,3}$|^(?P<tabbed>.*?\S)\s{3,}\d{1,3}$")
_CONTENTS = re.compile(r"(?i)^(?:table of )?contents:?$|^índice:?$|^contenidos?:?$")
_HABIT = 3
_LONGEST = 120  # characters of a line of contents, or of a title
_WORDS = 8  # of a sentence


def with_depths(lines: Sequence[Line]) -> tuple[Line, ...]:
    """*lines* with the depth of every title that prints it, drawn lines below titles taken in."""
    marked = list(_underlined(lines))
    habits = [(read, [read(line) for line in marked]) for read in (_hashed, _numbered, _worded)]
    counts = [sum(line is not None for line in found) for _, found in habits]
    if 0 < counts[0] < counts[1]:  # a sign in a table, not the sign of a title
        habits, counts = habits[1:], counts[1:]
    drawn = sum(bool(line.depth) for line in marked)
    for (read, found), count in zip(habits, counts, strict=True):
        if count and count + drawn * (read is _hashed) >= _HABIT - (read is _hashed) - (read is _worded):
            told = [new or old for new, old in zip(found, marked, strict=True)]
            return tuple(told if read is _hashed else _below_capitals(told))
    if any(line.depth for line in marked):
        return tuple(marked)
    return tuple(_capitals(marked))


def last_places(lines: Sequence[Line]) -> dict[str, int]:
    """Where each text stands for the last time."""
    return {line.text.casefold(): place for place, line in enumerate(lines) if len(line.text) <= _LONGEST}


def contents_end(lines: Sequence[Line], place: int, last: Mapping[str, int]) -> int:
    """The place behind the list of contents that begins at *place*; *place* itself where none does."""
    if len(lines[place].text) > _LONGEST or not _CONTENTS.match(lines[place].text):
        return place
    end = place + 1
    while end < len(lines) and len(lines[end].text) <= _LONGEST:
        text = lines[end].text
        if not _DOTS.match(text) and last[text.casefold()] <= end:
            break
        end += 1
    return end if end > place + 2 else place


def _titled(line: Line, depth: int, title: str, *, end_line: int = 0) -> Line:
    return msgspec.structs.replace(line, depth=depth, title=title, end_line=end_line or line.end_line)


def _underlined(lines: Sequence[Line]) -> Iterator[Line]:
    skip = False
    for place, line in enumerate(lines):
        after = lines[place + 1] if place + 1 < len(lines) else None
        if skip:
            skip = False
            continue
        drawn = (
            after is not None
            and not after.gap
            and is_rule(after.text)
            and after.text[0] in "=-~"
            and len(set(after.text)) == 1
        )
        if drawn and after is not None and not line.bullet and len(line.text) <= 90 and not is_rule(line.text):
            yield _titled(line, 1 if after.text[0] == "=" else 2, line.text, end_line=after.end_line)
            skip = True
        else:
            yield line


def _hashed(line: Line) -> Line | None:
    match = _HASHES.match(line.text) if not line.bullet else None
    if (
        match is None
        or len(match["title"]) > _LONGEST
        or (match["title"].endswith(".") and match["title"].count(" ") >= _WORDS)
    ):
        return None
    return _titled(line, len(match["hashes"]), match["title"])


def _numbered(line: Line) -> Line | None:
    match = _NUMBER.match(line.text) if not line.bullet else None
    if match is None or match["title"].endswith((".", ",", ";", ":", "!")):
        return None
    if not (may_be_title(match["title"]) or may_be_plain_title(match["title"].removesuffix("?"))):
        return None
    return _titled(line, match["number"].count(".") + 1, match["title"])


def _worded(line: Line) -> Line | None:
    match = _WORD.match(line.text) if not line.bullet and len(line.text) <= 90 else None
    if match is None or (match["title"] and not (may_be_title(match["title"]) or may_be_plain_title(match["title"]))):
        return None
    return _titled(line, 2 if match["word"] in _SECTIONS else 1, match["title"] or line.text)


def _capitals(lines: Sequence[Line]) -> Iterator[Line]:
    shouted = [_is_shouted(line) for line in lines]
    other = sum(
        not shout and not line.bullet and may_be_title(line.text) and not take_apart(line.text).stopped
        for line, shout in zip(lines, shouted, strict=True)
    )  # fmt: skip
    if sum(shouted) < _HABIT or other < _HABIT:
        yield from lines
        return
    for line, shout in zip(lines, shouted, strict=True):
        yield _titled(line, 1, line.text) if shout else line


def _below_capitals(lines: Sequence[Line]) -> Iterator[Line]:
    """Counted titles are deeper by one where shouted ones stand between them."""
    shouted = [not line.depth and _is_shouted(line) for line in lines]
    first = next((place for place, line in enumerate(lines) if line.depth), len(lines))
    # Shouted lines above the first number are the title of all.
    between = sum(shouted[first:]) >= _HABIT - 1 and not any(line.title.isupper() for line in lines if line.depth == 1)
    for line, shout in zip(lines, shouted, strict=True):
        if between and (shout or line.depth):
            yield _titled(line, 1 if shout else line.depth + 1, line.title or line.text)
        else:
            yield line


def _is_shouted(line: Line) -> bool:
    letters = [char for char in line.text if char.isalpha()]
    upper = sum(char.isupper() for char in letters)
    return (
        not line.bullet
        and len(letters) >= 4
        and upper == len(letters)
        and len(line.text) <= 60
        and may_be_title(line.text)
    )
