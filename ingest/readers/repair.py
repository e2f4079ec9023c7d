"""Bytes of XML made sound: any encoding becomes UTF-8, stray bytes are read as cp1252, forbidden controls go."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from ingest.readers.encodings import Encoding, decoded, stray_bytes

FORBIDDEN = bytes({*range(32)} - {9, 10, 13})
_MARK = codecs.BOM_UTF8
# What it says of the encoding is no longer true, and blanks before it would break the XML.
_DECLARATION = re.compile(rb"\A\s*<\?xml\s[^>]*\?>")


def _only_lines(match: re.Match[bytes]) -> bytes:
    return b"\n" * match[0].count(b"\n")


class Repaired:
    """A filter over chunks that counts what it repaired."""

    def __init__(self) -> None:
        self.stray = self.stray_line = 0
        self.controls = self.controls_line = 0
        self._line = 1

    def sound(self, pieces: Iterable[bytes], encoding: Encoding) -> Iterator[bytes]:
        """Yield sound UTF-8."""
        if encoding.name != "utf-8":
            pieces = (text.encode("utf-8", "replace") for text in decoded(pieces, encoding))
        rest, first = b"", True
        for piece in pieces:
            piece, rest = self._whole_characters(rest + piece, final=False)
            if first and piece:
                piece, first = _DECLARATION.sub(_only_lines, piece.removeprefix(_MARK), count=1), False
            yield self._without_controls(piece)
            self._line += piece.count(b"\n")
        yield self._without_controls(self._whole_characters(rest, final=True)[0])

    def sentences(self) -> Iterator[tuple[str, int]]:
        """Say what was repaired, and where first."""
        if self.stray:
            yield f"{self.stray} bytes are not UTF-8; they are read as CP1252.", self.stray_line
        if self.controls:
            yield f"{self.controls} control characters that XML forbids were left out.", self.controls_line

    def _whole_characters(self, piece: bytes, *, final: bool) -> tuple[bytes, bytes]:
        try:
            _, used = codecs.utf_8_decode(piece, "strict", final)
        except UnicodeDecodeError as error:
            text, used = codecs.utf_8_decode(piece, "surrogateescape", final)
            self.stray_line = self.stray_line or self._line + piece.count(b"\n", 0, error.start)
            self.stray += sum("\udc80" <= char <= "\udcff" for char in text)
            return stray_bytes(text).encode("utf-8"), piece[used:]
        return piece[:used], piece[used:]

    def _without_controls(self, piece: bytes) -> bytes:
        bare = piece.translate(None, FORBIDDEN)
        if len(bare) != len(piece):
            at = next(number for number, byte in enumerate(piece) if byte in FORBIDDEN)
            self.controls_line = self.controls_line or self._line + piece.count(b"\n", 0, at)
            self.controls += len(piece) - len(bare)
        return bare
