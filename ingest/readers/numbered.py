"""Rules that carry numbers, as text: most lines begin with the number of a chapter, a section or a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

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


def recognise(head: Head) -> Evidence | None:
    """Count the lines that a rule's number opens."""
    lines = [line for line in logical_lines(head.text) if line.text]
    count = _count(lines)
    share = count / max(1, sum(1 for _ in Numbers(Numbered()).whole(lines)))
    if count < _FEW or share < _SHARE:
        return None
    return Evidence(
        confidence=min(90, 45 + int(50 * share)), sentence=f"{count} of its first {len(lines)} lines begin with the number of a rule"
    )  # fmt: skip


def _count(lines: Sequence[Line]) -> int:
    """How many lines a number opens; one that comes more than twice, in the contents and below, counts steps of a list."""
    found = Counter(number.id for _, number in Numbers(Numbered()).whole(lines) if number is not None)
    return sum(min(times, 2) for times in found.values())


def describe(head: Head) -> Described:
    """Take title, date and version from the first lines."""
    front = "\n".join(head.text.split("\n", 80)[:80])
    title = parse_numbered(front, profile=Profile(name="plain")).title
    return Described(document=title or None, date=printed_date(head.text), version=printed_version(head.text))


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield the rules as one text."""
    yield from whole_page(stream, source, model="numbered")
