"""What is stored of a sighting: names and text without control characters, whatever a wiki or a feed says."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ingest.model import Diagnostic, Reading, Sighting
from ingest.readers.controls import shown, without_controls

_NAMES = ("title", "user", "summary", "redirect", "content_format")


def sound(reading: Reading) -> Iterator[Reading]:
    """Yield *reading* as it can be shown in a page, in a feed and in a terminal, and what that left out of its text."""
    if isinstance(reading, Diagnostic):
        yield reading
        return
    facts = reading.facts
    names = {name: shown(value) for name in _NAMES if (value := getattr(facts, name)) and not value.isprintable()}
    text = without_controls(reading.text) if reading.text else reading.text
    yield replace(reading, facts=replace(facts, **names), text=text) if names or text != reading.text else reading
    if text != reading.text:
        yield _left_out(reading)


def _left_out(sighting: Sighting) -> Diagnostic:
    return Diagnostic(
        severity="warning", code="control-characters", place=sighting.place,
        message=f"Control characters were left out of the text of {shown(sighting.facts.title)!r}.",
    )  # fmt: skip
