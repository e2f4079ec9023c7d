"""A wiki page saved as it was shown: navigation lines, box words in capitals, bare headings, no markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.model import Reading, Source
from ingest.profile import Rendered
from ingest.readers.dates import printed_date
from ingest.readers.plain import whole_page
from ingest.readers.protocol import Described, Evidence, Head, counted
from ingest.readers.stream import Stream
from ingest.rulebook.lines import with_rows
from ingest.rulebook.rendered import is_navigation
from ingest.rulebook.titles import may_be_plain_title, may_be_title
from ingest.rulebook.wrapping import logical_lines

NAME = "rendered"

_MARKUP = re.compile(r"\[\[|\{\{|^==+[^=]|^<[a-z!?]|^[\[{]\s*$", re.MULTILINE)
_LONGEST = 3000  # lines: a saved page is one page, not a book


def recognise(head: Head) -> Evidence | None:
    """Look for what only the surface of a wiki prints: a line of page names, boxes that begin with a word in capitals."""
    table = Rendered()
    lines = tuple(with_rows(logical_lines(head.text)))  # rows of a table are no names
    if not lines or len(lines) > _LONGEST or not head.whole or _MARKUP.search(head.text):
        return None
    first = lines[0].text
    if lines[0].bullet or len(first) > 80 or not (may_be_title(first) or may_be_plain_title(first)):
        return None
    opened = [line.text for line in lines[1:] if not line.bullet and _opens_box(line.text, table)]
    names = [line for line in (*lines[1:6], *lines[6:][-2:]) if is_navigation(line.text, table)]
    signs = []
    if names:
        signs.append(f"{counted(len(names), 'line')} of page names")
    if opened:
        signs.append(f"{counted(len(opened), 'box that begins', 'boxes that begin')} with a word such as {opened[0]!r}")
    if not signs:
        return None
    confidence = min(88, 30 + 35 * bool(names) + 15 * min(3, len(opened)))
    return Evidence(confidence=confidence, sentence="holds no markup but " + " and ".join(signs))


def _opens_box(text: str, table: Rendered) -> bool:
    return any(re.fullmatch(pattern, text.rstrip(":")) for patterns in table.boxes.values() for pattern in patterns)


def describe(head: Head) -> Described:
    """The first line is the page's title."""
    lines = logical_lines(head.text)
    return Described(document=lines[0].text if lines else None, date=printed_date(head.text))


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield the page."""
    yield from whole_page(stream, source, model="rendered")
