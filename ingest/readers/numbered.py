"""Rules that carry numbers, as text: most lines begin with the number of a chapter, a section or a rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.model import Reading, Source
from ingest.profile import Numbered, Profile
from ingest.readers.dates import printed_date
from ingest.readers.plain import whole_page
from ingest.readers.protocol import Described, Evidence, Head
from ingest.readers.stream import Stream
from ingest.rulebook.dates import printed_version
from ingest.rulebook.lines import Line
from ingest.rulebook.numbered import parse_numbered
from ingest.rulebook.numbers import Numbers
from ingest.rulebook.wrapping import logical_lines

NAME = "numbered"

_FEW = 15  # numbered lines below which a text is only one that counts its steps
_SHARE = 0.35
_RULES = 4  # rules, each a sentence behind the next number of an outline, that tell a short text
_MOST = 0.5


def recognise(head: Head) -> Evidence | None:
    """Count the lines that a rule's number opens."""
    lines = [line for line in logical_lines(head.text) if line.text]
    count = _count(lines)
    share = count / max(1, sum(1 for _ in Numbers(Numbered()).whole(lines)))
    if share < _SHARE or (count < _FEW and (share < _MOST or not _is_outline(lines))):
        return None
    return Evidence(
        confidence=min(90, 45 + int(50 * share)), sentence=f"{count} of its first {len(lines)} lines begin with the number of a rule"
    )  # fmt: skip


def _count(lines: Sequence[Line]) -> int:
    """How many lines a number opens; one that comes more than twice, in the contents and below, counts steps of a list."""
    found = Counter(number.id for _, number in Numbers(Numbered()).whole(lines) if number is not None)
    return sum(min(times, 2) for times in found.values())


def _is_outline(lines: Sequence[Line]) -> bool:
    """Whether the rules, ``1.1 A sentence.``, are counted on and on: no steps, and no titles of a book."""
    found = [number for _, number in Numbers(Numbered()).whole(lines) if number is not None and number.outlined]
    places = [_place(number.id) for number in found]
    told = sum(number.text[-1:] in ".!?" for number in found)
    return told >= _RULES and told * 2 > len(found) and all(one < after for one, after in pairwise(places))


def _place(number: str) -> tuple[tuple[int, str], ...]:
    """A number as its place in an order: ``2.10a`` comes behind ``2.9``."""
    return tuple(
        (int(digits or 0), letters) for digits, letters in re.findall(r"(\d*)([^\W\d_]*)", number) if digits or letters
    )


def describe(head: Head) -> Described:
    """Take title, date and version from the first lines."""
    front = "\n".join(head.text.split("\n", 80)[:80])
    title = parse_numbered(front, profile=Profile(name="plain")).title
    return Described(document=title or None, date=printed_date(head.text), version=printed_version(head.text))


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield the rules as one text."""
    yield from whole_page(stream, source, model="numbered")
