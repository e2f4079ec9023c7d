"""What people call a source: the file as it is on disk, and which of the texts that it held at different times."""

from __future__ import annotations

from collections.abc import Iterable

from ingest.model import Source, SourceId


def shown_names(sources: Iterable[Source]) -> dict[SourceId, str]:
    """A name for each of *sources*, in the order in which they were read: ``rules.txt``, ``2nd version of rules.txt``."""
    texts: dict[str, list[SourceId]] = {}
    for source in sources:
        texts.setdefault(source.file or source.id, []).append(source.id)
    return {
        source: name
        for versions in texts.values()
        for source, name in zip(versions, _versions(versions), strict=True)
    }  # fmt: skip


def _versions(ids: list[SourceId]) -> Iterable[str]:
    if len(ids) == 1:
        return ids
    return [f"{_ordinal(number)} version of {ids[0]}" for number in range(1, len(ids) + 1)]


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
