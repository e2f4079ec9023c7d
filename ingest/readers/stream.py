"""One source as a stream: its bytes for XML, its lines for everything else, and the place where it broke."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from ingest.readers.compression import Broken, chunks
from ingest.readers.controls import Controls
from ingest.readers.encodings import Encoding, decoded
from ingest.readers.repair import Repaired


class Stream:
    """A file that can be read from the start as often as needed. ``broken`` says, after reading, why it ended early."""

    def __init__(self, path: Path, encoding: Encoding) -> None:
        self.path = path
        self.encoding = encoding
        self.broken: str | None = None
        self.repaired: Repaired | Controls | None = None

    def chunks(self) -> Iterator[bytes]:
        """Yield the decompressed bytes; where they break off, end and say why in ``broken``."""
        self.broken = None
        try:
            yield from chunks(self.path)
        except Broken as error:
            self.broken = str(error)

    def utf8(self) -> Iterator[bytes]:
        """Yield the bytes as sound UTF-8 without a mark and without the control characters that XML forbids."""
        self.repaired = repaired = Repaired()
        yield from repaired.sound(self.chunks(), self.encoding)

    def repairs(self) -> Iterator[tuple[str, int]]:
        """Say, after reading, what was repaired and at which line first."""
        if self.repaired:
            yield from self.repaired.sentences()

    def lines(self) -> Iterator[str]:
        """Yield the lines without their ends: LF, CRLF and a lone CR end one, nothing else does."""
        rest = ""
        for piece in self._pieces():
            *whole, rest = (rest + piece).split("\n")
            yield from whole
        if rest:
            yield rest

    def text(self) -> str:
        """The whole text, every newline a line feed: for plain documents, which are one page."""
        return "".join(self._pieces())

    def _pieces(self) -> Iterator[str]:
        """Yield the text with every newline a line feed, without control characters."""
        self.repaired = controls = Controls()
        yield from controls.left_out(self._with_line_feeds())

    def _with_line_feeds(self) -> Iterator[str]:
        newlines = io.IncrementalNewlineDecoder(None, translate=True)
        for piece in decoded(self.chunks(), self.encoding):
            yield newlines.decode(piece)
        yield newlines.decode("", final=True)
