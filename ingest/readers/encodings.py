"""Which encoding some bytes are in: UTF-8 with and without a mark, UTF-16, UTF-32, cp1252; and how to decode them as a stream."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

_ESCAPED = re.compile("[\udc80-\udcff]")

MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
MARK = "\ufeff"


class Encoding(Struct, frozen=True, kw_only=True):
    """An encoding and the doubt about it."""

    name: str = "utf-8"  # of the codec: "utf-8", "utf-16-le", "utf-32-be", "cp1252" …
    mark: bool = False
    bad: int = 0  # bytes that the encoding does not know

    @property
    def sentence(self) -> str:
        """What to tell the owner; nothing where it is plain UTF-8."""
        if self.bad:
            return f"{self.bad} bytes are not {self.name.upper()}; they are read as CP1252."
        if self.mark:
            return f"The text is {self.name.upper()} with a byte order mark."
        return "" if self.name == "utf-8" else f"The text is read as {self.name.upper()}."


def encoding_of_head(head: bytes) -> Encoding | None:
    """Find UTF-16 or a byte order mark in the first bytes; None where only the whole text can tell."""
    for mark, name in MARKS:
        if head.startswith(mark):
            return Encoding(name=name, mark=True)
    head = head[:4096]
    even, odd, half = head[0::2].count(0), head[1::2].count(0), len(head) // 2
    if half and max(even, odd) > half * 0.7 and min(even, odd) < half * 0.1:
        return Encoding(name="utf-16-le" if odd > even else "utf-16-be")
    return None


def encoding_of(pieces: Iterable[bytes], *, whole: bool = True) -> Encoding:
    """Find the encoding of a whole text: UTF-8 unless it has more wrong characters than right ones, then cp1252."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    right = wrong = 0
    found: Encoding | None = None
    for number, piece in enumerate(pieces):
        found = encoding_of_head(piece) if number == 0 else found
        if found and found.name != "utf-8":
            return found
        text = decoder.decode(piece)
        if not text.isascii():
            escaped = sum("\udc80" <= char <= "\udcff" for char in text)
            wrong += escaped
            right += sum(char > "\x7f" for char in text) - escaped
    if whole:
        wrong += len(decoder.decode(b"", final=True))
    mark = found is not None
    if wrong > right and not mark:
        return Encoding(name="cp1252")
    return Encoding(mark=mark, bad=wrong)


def stray_bytes(text: str) -> str:
    """Read bytes that an escaping decoder could not understand as the cp1252 that they mostly are."""
    return _ESCAPED.sub(lambda match: bytes([ord(match[0]) - 0xDC00]).decode("cp1252", "replace"), text)


def decoded(pieces: Iterable[bytes], encoding: Encoding) -> Iterator[str]:
    """Decode as a stream; stray bytes are read as cp1252, else become U+FFFD; a leading mark goes."""
    errors = "surrogateescape" if encoding.name == "utf-8" else "replace"
    decoder = codecs.getincrementaldecoder(encoding.name)(errors)
    first = encoding.mark
    for piece in pieces:
        text = decoder.decode(piece)
        text = text if text.isascii() else stray_bytes(text)
        if first and text:
            text = text.lstrip(MARK)  # some editors put a second one before the first
            first = not text
        yield text
    yield stray_bytes(decoder.decode(b"", final=True))
