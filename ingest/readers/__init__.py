"""Bytes in, sightings out: which formats there are, and the one way to open sources of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ingest.model import Reading, Source
from ingest.readers import atom, contributions, dump, numbered, recognition, rendered, rss, rulebook, sources, wikitext
from ingest.readers.names import wiki_key
from ingest.readers.protocol import Described, Evidence, Given, Head, Reader
from ingest.readers.recognition import Recognised
from ingest.readers.sources import Found, Opened

READERS: tuple[Reader, ...] = (dump, atom, rss, contributions, wikitext, numbered, rendered, rulebook)

__all__ = [
    "READERS",
    "Described",
    "Evidence",
    "Found",
    "Given",
    "Head",
    "Opened",
    "Reader",
    "Recognised",
    "formats",
    "open_sources",
    "read",
    "recognise",
    "wiki_key",
]


def formats() -> tuple[str, ...]:
    """The names of all formats, for the configuration."""
    return tuple(sorted(reader.NAME for reader in READERS))


def recognise(path: Path, *, format: str | None = None) -> Recognised:
    """Find out what *path* is, by its content. Raises SourceError where no reader knows it."""
    return recognition.recognise(path, READERS, format=format)


def open_sources(
    paths: Iterable[Path],
    *,
    given: Mapping[Path, Given] | None = None,
    known: Iterable[Source] = (),
    base: Path | None = None,
) -> Found:
    """Recognise every path, and all in a folder, sorted; see ``sources.open_sources``. Raises SourceError."""
    return sources.open_sources(paths, READERS, given=given, known=tuple(known), base=base)


def read(opened: Opened) -> Iterator[Reading]:
    """Yield what an opened source says, as a stream; never raise for what it says."""
    return opened.read()
