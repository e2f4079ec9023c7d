"""A user-contributions feed saved as text: for each revision its title, time, ``user: summary`` and wikitext.

The first line is the feed's own title, ``Site - words of any language [es]``. A title line starts a revision only when
it stands between blank lines and is followed by a time, a blank, ``user: summary`` and a blank.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from ingest.model import Facts, Place, Reading, Sighting, Source
from ingest.readers.plain import controls_left_out
from ingest.readers.protocol import Described, Evidence, Head, doubt
from ingest.readers.stream import Stream
from ingest.readers.times import is_iso_time, iso_time

NAME = "contributions-text"

_FRONT = 2  # lines above the first revision: a title and a subtitle
_SEVERAL = 3
_FEED_TITLE = re.compile(r"(?P<site>.+) - (?P<words>.+?)(?: \[(?P<language>[a-z][a-z-]*)\])?$")
# "User: comment"; French prints a blank before the colon, Chinese and Japanese another colon.
_SEPARATOR = re.compile(r"[ \xa0\u202f]?(?::(?=\s|$)|：)\s*")


class _Header(Struct, frozen=True):
    title: str
    time: str
    summary: str  # "user: summary"
    line: int  # of the title


class _Revision(Struct, frozen=True):
    header: _Header
    text: str | None
    line: int | None
    end_line: int | None


def recognise(head: Head) -> Evidence | None:
    """Look for title, time and ``user: summary`` between blank lines near the beginning."""
    first, before = _beginning(head)
    if first is None:
        return None
    if len(before) > _FRONT:
        return _cut_feed(head, first)
    return Evidence(
        confidence=95, sentence=f"line {first.line} is a title, followed by the time {first.time} and a user's summary"
    )


def _cut_feed(head: Head, first: _Header) -> Evidence | None:
    """A feed whose beginning was cut off: a text may quote one revision, hardly several."""
    count = sum(header is not None for header in _headers(head.text.split("\n")))
    if count < _SEVERAL:
        return None
    return Evidence(
        confidence=92,
        sentence=f"{count} titles are followed by a time and a user's summary, the first in line {first.line}; the beginning is cut off",
    )


def describe(head: Head) -> Described:
    """Read the site's name off the feed's title line."""
    first, before = _beginning(head)
    title = _FEED_TITLE.match(before[0]) if first and before and len(before) <= _FRONT else None
    return Described(site_name=title["site"].strip() if title else None)


def _beginning(head: Head) -> tuple[_Header | None, list[str]]:
    """The first header, and the lines before it that are not blank."""
    lines = head.text.split("\n")
    first = next((header for header in _headers(lines) if header), None)
    return first, [line.strip() for line in lines[: first.line - 1] if line.strip()] if first else []


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield one sighting for each revision, newest first as they stand."""
    headers = [header for header in _headers(stream.lines()) if header]
    users = _users(header.summary for header in headers)
    front = _lines_before(stream, headers[0].line if headers else 1)
    lost = len(front)
    if lost > _FRONT:
        yield doubt(
            source, "warning", "cut-off", f"The file begins within a revision, whose title is not there: {lost} lines are left out.",
            line=1,
        )  # fmt: skip
    count = 0
    for count, revision in enumerate(_revisions(stream.lines(), front if lost <= _FRONT else []), start=1):
        yield _sighting(revision, source, users, order=1 - count)
        if revision.text is None:
            yield doubt(
                source, "note", "empty-text", f"The feed shows no text for {revision.header.title!r}.",
                line=revision.header.line,
            )  # fmt: skip
    yield from controls_left_out(stream, source)
    if stream.broken:
        yield doubt(source, "error", "broken-archive", f"{stream.broken}; {count} revisions before it were kept.")


def _lines_before(stream: Stream, line: int) -> list[str]:
    """The lines before *line* that are not blank."""
    return [text.strip() for text in islice(stream.lines(), line - 1) if text.strip()]


def _headers(lines: Iterable[str]) -> Iterator[_Header | None]:
    """Yield for each line the header that starts there, or None."""
    window: deque[str] = deque([""], maxlen=7)  # the line before, then the six lines of a header
    number = 0
    for line in lines:
        window.append(line)
        if len(window) == 7:
            number += 1
            yield _header(window, number)
    if len(window) == 7:
        window.popleft()
    while len(window) > 1:
        number += 1
        yield _header(window, number)
        window.popleft()


def _header(window: deque[str], number: int) -> _Header | None:
    if len(window) < 6:
        return None
    before, title, gap, time, gap_2, summary, *rest = (line.strip() for line in window)
    blank = not (before or gap or gap_2 or (rest and rest[0]))
    if not (blank and title and is_iso_time(time) and _looks_like_summary(summary)):
        return None
    return _Header(title, time, summary, number)


def _looks_like_summary(line: str) -> bool:
    separator = _SEPARATOR.search(line)
    return separator is not None and separator.start() > 0


def _revisions(lines: Iterable[str], front: list[str]) -> Iterator[_Revision]:
    """Cut the lines at headers. Nothing before the first header is a revision, nor is it where the feed was pasted in parts."""
    kept, lines = _tee(lines)
    current: _Header | None = None
    body: list[str] = []
    for number, header in enumerate(_headers(lines), start=1):
        line = kept.popleft()
        if header:
            if current:
                yield _revision(current, _without_front(body, front))
            current, body = header, []
        elif current and number >= current.line + 6:
            body.append(line)
    if current:
        yield _revision(current, body)


def _without_front(body: list[str], front: list[str]) -> list[str]:
    """*body* without the feed's own title, which a second part of the feed begins with."""
    filled = [number for number, line in enumerate(body) if line.strip()][-len(front) :] if front else []
    if filled and [body[number].strip() for number in filled] == front and _FEED_TITLE.match(front[0]):
        return body[: filled[0]]
    return body


def _tee(lines: Iterable[str]) -> tuple[deque[str], Iterator[str]]:
    kept: deque[str] = deque()

    def copied() -> Iterator[str]:
        for line in lines:
            kept.append(line)
            yield line

    return kept, copied()


def _revision(header: _Header, body: list[str]) -> _Revision:
    filled = [number for number, line in enumerate(body) if line.strip()]
    if not filled:
        return _Revision(header, None, None, None)
    first, last = filled[0], filled[-1]
    start = header.line + 6
    return _Revision(header, "\n".join(body[first : last + 1]), start + first, start + last)


def _users(summaries: Iterable[str]) -> tuple[str, ...]:
    """The names that the summary lines give away: a name may itself hold ``: ``."""
    found = set()
    for summary in summaries:
        for separator in _SEPARATOR.finditer(summary):
            if separator.end() == len(summary) or summary.startswith("/*", separator.end()):
                found.add(summary[: separator.start()])
                break
    # "A: fix:" is a summary of A's where A is a user, and the name of a user where nothing else tells.
    return tuple(sorted(user for user in found if not any(_after(user, other) is not None for other in found)))


def _after(text: str, user: str) -> str | None:
    """What follows *user* and a separator in *text*, or None where it does not begin so."""
    separator = _SEPARATOR.match(text, len(user)) if text.startswith(user) else None
    return text[separator.end() :] if separator else None


def _split(summary: str, users: tuple[str, ...]) -> tuple[str, str]:
    for user in users:
        if (rest := _after(summary, user)) is not None:
            return user, rest
    separator = _SEPARATOR.search(summary)
    return (summary[: separator.start()], summary[separator.end() :]) if separator else (summary, "")


def _sighting(revision: _Revision, source: Source, users: tuple[str, ...], *, order: int) -> Sighting:
    header = revision.header
    user, summary = _split(header.summary, users)
    facts = Facts(
        title=header.title,
        timestamp=iso_time(header.time),
        user=user,
        summary=summary,
        known="unknown" if revision.text is None else "whole",
        order=order,
    )
    place = Place(source=source.id, line=revision.line or header.line, end_line=revision.end_line)
    return Sighting(place=place, wiki=source.wiki, facts=facts, text=revision.text)
