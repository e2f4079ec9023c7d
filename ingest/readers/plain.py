"""A file that is one page: read whole, dated by what the source says, cut only where the file breaks off."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.model import Diagnostic, Facts, Model, Place, Reading, Sighting, Source
from ingest.readers.protocol import doubt
from ingest.readers.stream import Stream


def whole_page(stream: Stream, source: Source, *, model: Model) -> Iterator[Reading]:
    """Yield the whole text as one sighting of the page ``source.document``, dated ``source.date``."""
    text = stream.text()
    facts = Facts(
        title=source.document or source.id,
        timestamp=source.date,
        summary=source.version,
        model=model,
        size=len(text.encode("utf-8", "surrogatepass")),
    )
    place = Place(source=source.id, line=1, end_line=1 + text.count("\n"))
    yield Sighting(place=place, wiki=source.wiki, facts=facts, text=text)
    yield from controls_left_out(stream, source)
    if stream.broken:
        line = text.count("\n") + 1
        message = f"{stream.broken}; the text before line {line} was kept."
        yield doubt(source, "error", "broken-archive", message[0].upper() + message[1:], line=line)


def controls_left_out(stream: Stream, source: Source) -> Iterator[Diagnostic]:
    """What was left out of a text that was read to its end."""
    for sentence, line in stream.repairs():
        yield doubt(source, "warning", "control-characters", sentence, line=line)
