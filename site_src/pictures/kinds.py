"""What kind of picture some bytes are, told by the bytes alone, and how large it is in pixels."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct

Size: TypeAlias = tuple[int, int] | None
_LARGEST = 100_000
_MOST_PIXELS = 100_000_000  # of one picture: a few bytes may claim so many that a browser runs out of memory


class Kind(Struct, frozen=True):
    """A picture that every browser shows: its suffix and its own size, where the bytes tell."""

    suffix: str
    size: Size = None


def kind_of(data: bytes) -> Kind | None:
    """The kind of a raster picture; None for everything else, and for one that no browser should unpack."""
    for magic, suffix, measure in _RASTERS:
        if data.startswith(magic) and (suffix != ".webp" or data[8:12] == b"WEBP"):
            try:
                size = measure(data)
            except struct.error:  # cut off in its head
                return None
            if size and size[0] * size[1] > _MOST_PIXELS:
                return None
            return Kind(suffix, size if size and all(0 < side <= _LARGEST for side in size) else None)
    return None


def _png(data: bytes) -> Size:
    return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" else None


def _gif(data: bytes) -> Size:
    return struct.unpack("<HH", data[6:10])


def _jpeg(data: bytes) -> Size:
    for marker, at in _segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return width, height
    return None


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each segment of a JPEG begins behind its marker."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        yield marker, at + 2
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + max(2, length)


def _webp(data: bytes) -> Size:
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack("<I", data[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            sides = struct.unpack("<3B3B", data[24:30])
            return sides[0] + (sides[1] << 8) + (sides[2] << 16) + 1, sides[3] + (sides[4] << 8) + (sides[5] << 16) + 1
    return None


_RASTERS: tuple[tuple[bytes, str, Callable[[bytes], Size]], ...] = (
    (b"\x89PNG\r\n\x1a\n", ".png", _png),
    (b"\xff\xd8\xff", ".jpg", _jpeg),
    (b"GIF87a", ".gif", _gif),
    (b"GIF89a", ".gif", _gif),
    (b"RIFF", ".webp", _webp),
)
