"""What a text tells of its own habits by printing the same thing again and again: classes, parts, chapters.

A bracket that ends several titles is a class, whatever the game calls it. A title that stands under several others is
no name but the head of a part. A title that is the plural of a class heads the chapter of what has that class.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from ingest.rulebook.lines import Line
from ingest.rulebook.titles import is_acronym, may_be_title, run_in, take_apart

_PART_TIMES = 3
_KNOWN_TIMES = 2  # of a head that many games print
_CLASS_TIMES = 2
_LIST = 3
_COLON = re.compile(r"^(?P<head>[^\W\d_][\w' -]{1,28}?):(?:\s+\S|$)")

_PAIR = re.compile(r"[\s|;,.][^\W\d_][\w ]{0,20}:\s")


class Habits(Struct, frozen=True, kw_only=True):
    """What recurs in one text; everything is in lower case."""

    classes: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()  # titles alone on a line
    colons: frozenset[str] = frozenset()  # heads with a colon
    class_words: frozenset[str] = frozenset()  # first and last words of classes
    defining: frozenset[int] = frozenset()  # lines of bullets that define, each of a list, a term: "- Name: text"


def habits_of(lines: Sequence[Line], heads: Collection[str] = ()) -> Habits:
    """Count what *lines* repeat; *heads*, in lower case, are those of parts in many games: less will do for them."""
    classes = frozenset(_classes(lines))
    return Habits(
        classes=classes,
        parts=frozenset(_parts(lines, heads)),
        colons=frozenset(_colons(lines, heads)),
        defining=frozenset(_defining(lines)),
        class_words=frozenset(word for cls in classes for word in edge_words(cls)),
    )


def edge_words(text: str) -> set[str]:
    """The first and the last word of a class or title: one of them is its noun, in whatever language."""
    words = re.findall(r"[^\W\d_]{3,}", text.casefold())
    return {words[0], words[-1]} if words else set()


def _classes(lines: Sequence[Line]) -> Iterator[str]:
    """Brackets at the ends of two titles, or alone below a title; the last word of one may do for the next."""
    seen: dict[str, set[str]] = {}
    for before, line in zip((None, *lines), lines, strict=False):
        if line.bullet:
            continue
        name, group = _bracket(before, line)
        if group and not is_acronym(group, name):
            cls = re.split(r"[;,]", group)[0].strip().casefold()
            if cls and ":" not in cls and not cls[0].isdigit():
                seen.setdefault(cls, set()).add(name)
    words = Counter(word for cls in seen for _ in seen[cls] for word in edge_words(cls))
    for cls, names in seen.items():
        if len(names) >= _CLASS_TIMES or (
            len(cls.split()) > 1 and any(words[word] >= _CLASS_TIMES for word in edge_words(cls))
        ):
            yield cls


def _bracket(before: Line | None, line: Line) -> tuple[str, str]:
    alone = re.fullmatch(r"\((?P<inside>[^()]+)\)\.?", line.text)
    if alone and before is not None and not before.bullet and may_be_title(before.text):
        return before.text, alone["inside"]
    text = line.title or line.text
    if may_be_title(text):
        title = take_apart(text)
        if title.groups:
            return title.name, title.groups[-1]
    return "", ""


def _parts(lines: Sequence[Line], heads: Collection[str]) -> Iterator[str]:
    """Titles without brackets that stand under three different ones or more, and known heads beside such titles."""
    under = _titles_under(lines)
    alone = [place for place, line in enumerate(lines) if not line.bullet and len(_title(line)) <= 40]
    counts = Counter(_title(lines[place]).casefold() for place in alone)
    listing = Counter(
        _title(lines[place]).casefold() for place in alone if place + 1 < len(lines) and lines[place + 1].bullet
    )
    found = set()
    for head, places in under.items():
        often = len(places) >= _PART_TIMES and counts[head] >= _PART_TIMES
        known = head in heads and counts[head] >= _KNOWN_TIMES
        if often or known or (len(places) > 1 and listing[head] == counts[head] > 1):
            found.add(head)
    yield from found
    yield from _in_company(lines, heads)


def _title(line: Line) -> str:
    return (line.title if line.text.startswith("#") else line.text).removesuffix(":")


def _titles_under(lines: Sequence[Line]) -> dict[str, set[str]]:
    """Each short title, in reading order → the titles above it, first of all those that came once so far."""
    under: dict[str, set[str]] = {}
    above = ""
    for line in lines:
        text = _title(line)
        if line.bullet or not may_be_title(text) or len(text.split()) > 4:
            continue
        title = take_apart(text)
        if title.stopped or "," in title.name:
            continue
        head = title.name.casefold()
        if not title.groups and head in under:
            under[head].add(above)
        else:
            under.setdefault(head, set()).add(above)
            above = text
    return under


def _in_company(lines: Sequence[Line], heads: Collection[str]) -> Iterator[str]:
    """Known heads alone on a line, the next of which, before or behind, is another: ``Activation`` … ``Effects: …``."""
    seen = [(name, alone) for line in lines if not line.bullet for name, alone in _heads(line, heads)]
    for (one, one_alone), (other, other_alone) in pairwise(seen):
        if one in heads and other in heads and one != other:
            yield from (name for name, alone in ((one, one_alone), (other, other_alone)) if alone)


def _heads(line: Line, known: Collection[str]) -> Iterator[tuple[str, bool]]:
    """What heads *line*, and whether it is all of it: a title, or a known word with a colon."""
    text = _title(line)
    if text.casefold() in known or (may_be_title(text) and not take_apart(text).stopped):
        yield text.casefold(), True
    elif (head := colon_head(text, known).casefold()) in known:
        yield head, False


def colon_head(text: str, known: Collection[str] = ()) -> str:
    """What stands before the colon of ``Roll: text``; nothing where the colon is part of a title, as in ``Team: Core``.

    After a *known* head a short sentence is no title: ``Effects: Take a Check. On a success …``
    """
    match = _COLON.match(text)
    if match is None or _PAIR.search(text, match.end("head") + 1):
        return ""  # a line of data: "Range: 8 | Strength: 4"
    if match["head"].casefold() in known:
        return match["head"]
    if may_be_title(text) and not text.endswith((".", ":")):
        return ""
    opened = run_in(text)
    return match["head"] if opened is None or opened[1] == ":" else ""


def _colons(lines: Sequence[Line], heads: Collection[str]) -> Iterator[str]:
    counts = Counter(head.casefold() for line in lines if not line.bullet and (head := colon_head(line.text, heads)))
    return (
        head
        for head, count in counts.items()
        if len(head.split()) <= 3 and (count >= _PART_TIMES or head in heads)
    )  # fmt: skip


def _defining(lines: Sequence[Line]) -> Iterator[int]:
    """Bullets of lists of three or more, every one of which opens with a title."""
    run: list[Line] = []
    for line in (*lines, None):
        if line is not None and line.bullet:
            run.append(line)
            continue
        if len(run) >= _LIST and all(_defines(item) for item in run):
            yield from (item.line for item in run)
        run = []


def _defines(line: Line) -> bool:
    opened = run_in(line.text)
    return opened is not None and opened[1] in ".:" and len(opened[0].split()) <= 5 and opened[2][-1] in ".!?"
