"""Bytes of XML made sound: any encoding becomes UTF-8, stray bytes are read as cp1252, forbidden controls and what stands before the XML go."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from ingest.readers.encodings import Encoding, decoded, stray_bytes
from ingest.readers.xml_start import bytes_before_xml

FORBIDDEN = bytes({*range(32)} - {9, 10, 13})
_MARKS = re.compile(rb"\A(?:%b)+" % codecs.BOM_UTF8)
# What it says of the encoding is no longer true, and blanks before it would break the XML.
_DECLARATION = re.compile(rb"\A\s*<\?xml\s[^>]*\?>")
_REFERENCE = re.compile(rb"&#(?:0*([0-9]{1,7})|[xX]0*([0-9A-Fa-f]{1,6}));")
_LONGEST_REFERENCE = 12


def _only_lines(match: re.Match[bytes]) -> bytes:
    return b"\n" * match[0].count(b"\n")


def _allowed(match: re.Match[bytes]) -> bytes:
    """A reference to a character; one that XML forbids is a control character, which is left out."""
    number = int(match[1]) if match[1] else int(match[2], 16)
    stands = (
        number in (9, 10, 13) or 0x20 <= number <= 0xD7FF or 0xE000 <= number <= 0xFFFD or 0xFFFF < number < 0x110000
    )
    return match[0] if stands else b"\x00"


class Repaired:
    """A filter over chunks that counts what it repaired."""

    def __init__(self) -> None:
        self.stray = self.stray_line = 0
        self.controls = self.controls_line = 0
        self.before = 0  # bytes that are no part of the XML
        self._line = 1

    def sound(self, pieces: Iterable[bytes], encoding: Encoding) -> Iterator[bytes]:
        """Yield sound UTF-8."""
        if encoding.name != "utf-8":
            pieces = (text.encode("utf-8", "replace") for text in decoded(pieces, encoding))
        rest, first = b"", True
        for piece in pieces:
            piece, rest = self._whole_characters(rest + piece, final=False)
            if first and piece:
                piece, first = self._from_its_beginning(piece), False
            at = piece.rfind(b"&", -_LONGEST_REFERENCE)
            if at >= 0 and b";" not in piece[at:]:  # a reference that is cut by the end of the piece
                piece, rest = piece[:at], piece[at:] + rest
            yield self._without_controls(piece)
            self._line += piece.count(b"\n")
        yield self._without_controls(self._whole_characters(rest, final=True)[0])

    def sentences(self) -> Iterator[tuple[str, int]]:
        """Say what was repaired, and where first."""
        if self.before:
            yield f"{self.before} bytes stand before the XML; they were left out.", 1
        if self.stray:
            yield f"{self.stray} bytes are not UTF-8; they are read as CP1252.", self.stray_line
        if self.controls:
            yield f"{self.controls} control characters that XML forbids were left out.", self.controls_line

    def _from_its_beginning(self, piece: bytes) -> bytes:
        """*piece* without marks and declaration, and without the complaints that some servers print before a file."""
        piece = _MARKS.sub(b"", piece)
        if before := bytes_before_xml(piece):
            self.before = before
            piece = b"\n" * piece.count(b"\n", 0, before) + piece[before:]
        return _DECLARATION.sub(_only_lines, piece, count=1)

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
        if b"&#" in piece:
            piece = _REFERENCE.sub(_allowed, piece)
        bare = piece.translate(None, FORBIDDEN)
        if len(bare) != len(piece):
            at = next(number for number, byte in enumerate(piece) if byte in FORBIDDEN)
            self.controls_line = self.controls_line or self._line + piece.count(b"\n", 0, at)
            self.controls += len(piece) - len(bare)
        return bare
