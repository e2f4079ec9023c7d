"""One loop for all XML: pieces in, the readings of whole elements out, then what was doubted about the XML itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from ingest.model import Diagnostic, Reading, Source
from ingest.readers.encodings import Encoding
from ingest.readers.protocol import Head, doubt
from ingest.readers.repair import Repaired
from ingest.readers.stream import Stream
from ingest.readers.xml_events import Break, XmlEvents

Raw = TypeVar("Raw")


def feed_head(events: XmlEvents, head: Head) -> None:
    """Give *events* the beginning of a source, to see what it says of the whole."""
    for piece in Repaired().sound([head.text.encode("utf-8", "replace")], Encoding()):
        events.feed(piece)


def read_xml(
    stream: Stream, source: Source, events: XmlEvents, taken: Callable[[], Iterator[Raw]],
    readings: Callable[[Raw, int], Iterator[Reading]], *, noun: str,
) -> Iterator[Reading]:  # fmt: skip
    """Feed *stream* to *events*; yield the *readings* of each element by its place."""
    count = 0
    for piece in stream.utf8():
        events.feed(piece)
        for raw in taken():
            yield from readings(raw, count)
            count += 1
    events.end()
    for raw in taken():
        yield from readings(raw, count)
        count += 1
    yield from _doubts(stream, source, events, f"{count} {noun}")
    if not count and not events.breaks and not stream.broken:
        yield doubt(source, "note", "empty-source", f"The file is whole and holds no {noun}.", line=1)


def _doubts(stream: Stream, source: Source, events: XmlEvents, kept: str) -> Iterator[Diagnostic]:
    for code, message, line in events.doubts:
        yield doubt(source, "warning", code, message, line=line)
    for sentence, line in stream.repairs():
        yield doubt(source, "warning", "bad-bytes", sentence, line=line)
    breaks = events.breaks
    if stream.broken:
        message = f"{stream.broken[0].upper()}{stream.broken[1:]} (line {events.line}); {kept} were kept."
        yield doubt(source, "error", "broken-archive", message, line=events.line)
        breaks = [item for item in breaks if item.resumed]
    for item in breaks:
        yield doubt(source, "error", "broken-xml", _sentence(item, kept), line=item.line)


def _sentence(item: Break, kept: str) -> str:
    where = f"The XML breaks at line {item.line} ({item.reason})"
    if item.resumed is None:
        return f"{where}; {kept} were kept."
    return f"{where}; reading went on at line {item.resumed}."
