"""Pictures that are at hand: found by the names that pages call them by, checked, and put into the site once each.

Only what a browser shows without running anything gets in: raster pictures, and drawings that were cleaned. A picture's path
is made of its bytes, so that a changed one is never taken for the old one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from msgspec import Struct

from ingest.titles import first_upper
from ingest.tree import Image
from site_src.pictures.kinds import Size, kind_of
from site_src.pictures.svg import harmless, svg_kind

FOLDER = "media"
THUMBNAIL = 220  # pixels, where a page names no size
_LARGEST = 5000
_SMALLER = 0.75  # what "upright" alone makes of a thumbnail


class File(Struct, frozen=True, kw_only=True):
    """A picture of the site."""

    path: str  # below the site's root
    size: Size
    grows: bool  # a drawing has any size


class Pictures:
    """The pictures of some folders; a later folder's hides an earlier one's of the same name."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._named: dict[str, Path] = {}
        for folder in folders:
            for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
                if _belongs(file, folder):
                    self._named[_key(unquote(file.name))] = file
        self._folded = {name.casefold(): file for name, file in sorted(self._named.items(), reverse=True)}
        self._known: dict[str, File | None] = {}
        self._shown: dict[str, Path] = {}

    def find(self, name: str) -> File | None:
        """The picture called *name*, where it is at hand and harmless."""
        if not self._named:
            return None
        key = _key(name)
        if key not in self._known:
            file = self._named.get(key) or self._folded.get(key.casefold())
            self._known[key] = self._taken(file) if file else None
        return self._known[key]

    def files(self) -> Iterator[tuple[str, bytes]]:
        """The pictures that were asked for, by path."""
        for path, file in sorted(self._shown.items()):
            data = _content(file)
            if data is not None:
                yield path, data

    def _taken(self, file: Path) -> File | None:
        data = _content(file)
        if data is None:
            return None
        kind = kind_of(data) or svg_kind(data)
        path = f"{FOLDER}/{hashlib.sha256(data).hexdigest()[:20]}{kind.suffix}"
        self._shown[path] = file
        return File(path=path, size=kind.size, grows=kind.suffix == ".svg")


def size_of(image: Image, file: File) -> Size:
    """How large *image* is shown: as its page wishes, as a thumbnail, or as it is; rasters never grow."""
    options = dict(image.options)
    frame = options.get("frame")
    width, height = _pixels(options.get("width", "")), _pixels(options.get("height", ""))
    if not width and not height and frame in ("thumb", "frameless"):
        width = round(THUMBNAIL * _upright(options.get("upright", "")))
    if file.size is None:
        return (width, height) if width and height else None
    if frame == "frame" or not (width or height):
        return file.size
    scale = min(side / own for side, own in zip((width, height), file.size, strict=True) if side)
    if not file.grows:
        scale = min(1.0, scale)
    return max(1, round(file.size[0] * scale)), max(1, round(file.size[1] * scale))


def _pixels(text: str) -> int:
    return min(int(text[:9]), _LARGEST) if text.isascii() and text.isdigit() else 0


def _upright(text: str) -> float:
    if not text:
        return 1.0
    match = re.fullmatch(r"[0-9]{0,3}\.?[0-9]{0,6}", text)
    factor = float(text) if match and text.strip(".") else 0.0
    return _SMALLER if text == "1" or not factor else min(factor, 10.0)


def _belongs(file: Path, folder: Path) -> bool:
    """Whether *file* is one of *folder*'s own: hidden ones are not, nor what a link brings from outside."""
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return file.is_file() and not hidden and file.resolve().is_relative_to(folder.resolve())


def _key(name: str) -> str:
    return first_upper(" ".join(name.replace("_", " ").split()))


def _content(file: Path) -> bytes | None:
    """What goes into the site; None where the file is no picture."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    return data if kind_of(data) else harmless(data)
