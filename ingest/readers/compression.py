"""Decompression as a stream of chunks that keeps everything before a break and says where the break is."""

from __future__ import annotations

import bz2
import lzma
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from ingest.errors import SourceError

CHUNK = 1 << 18

MAGIC = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstandard",
    b"7z\xbc\xaf\x27\x1c": "7-zip",
}  # fmt: skip
LONGEST_MAGIC = 16
SUFFIXES = (".gz", ".bz2", ".xz", ".lzma", ".zst", ".7z")


class Broken(Exception):
    """A compressed stream ended too early or is damaged."""


def compression_of(head: bytes) -> str | None:
    """Name the compression that *head* betrays, or None."""
    for magic, name in MAGIC.items():
        if head.startswith(magic):
            return name
    # .lzma has no magic: properties byte 0x5D, a power-of-two dictionary, an unknown or small size.
    if head[:3] == b"\x5d\x00\x00" and len(head) >= 13 and (head[5:13] == b"\xff" * 8 or head[10:13] == b"\0\0\0"):
        return "lzma"
    return None


def bare_name(name: str) -> str:
    """*name* without the suffix of a compression."""
    for suffix in SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def packed(path: Path) -> bool:
    """Tell whether *path* is compressed, by its first bytes."""
    with open_file(path) as file:
        return compression_of(file.read(LONGEST_MAGIC)) is not None


def chunks(path: Path) -> Iterator[bytes]:
    """Yield the decompressed bytes of *path*.

    Raises Broken after the last byte that could be read, SourceError where the file or a package is absent.
    """
    with open_file(path) as file:
        name = compression_of(file.read(LONGEST_MAGIC))
        file.seek(0)
        if name is None:
            yield from _pieces(file)
        elif name == "7-zip":
            yield from _seven_zip(path)
        else:
            yield from _members(file, name, _maker(name, path))


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(CHUNK):
        yield piece


def open_file(path: Path) -> BufferedReader:
    """Open *path* for reading, more than once as readers do. Raises SourceError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would wait for ever, or give its bytes but once
            raise SourceError(
                f"{path} is no file but a pipe or a device.", hint="Save what it gives as a file, and name that."
            )
        return path.open("rb")
    except FileNotFoundError as error:
        raise SourceError(f"There is no file {path}.", hint="Check the name.") from error
    except OSError as error:
        raise SourceError(f"{path} cannot be opened: {error.strerror or error}.") from error


def _maker(name: str, path: Path) -> Callable[[], Any]:
    if name == "gzip":
        return lambda: zlib.decompressobj(wbits=31)
    if name == "bzip2":
        return bz2.BZ2Decompressor
    if name == "zstandard":
        return _zstandard(path)
    return lzma.LZMADecompressor


def _zstandard(path: Path) -> Callable[[], Any]:
    try:
        import zstandard
    except ImportError as error:
        raise SourceError(
            f"{path.name} is compressed with Zstandard, which needs the package zstandard.",
            hint="Install it: pip install zstandard.",
        ) from error
    return lambda: zstandard.ZstdDecompressor().decompressobj()


def _members(file: BinaryIO, name: str, maker: Callable[[], Any]) -> Iterator[bytes]:
    """Decompress one member after the other: multistream files are many members in a row."""
    member = maker()
    # Zstandard cannot bound what it gives for one piece of input: small pieces do.
    size = CHUNK if name != "zstandard" else 1 << 11
    while data := file.read(size):
        while data:
            if member.eof:
                data = data.lstrip(b"\0")  # padding between and after members
                data += file.read(size) if len(data) < LONGEST_MAGIC else b""
                if not compression_of(data[:LONGEST_MAGIC]):
                    break
                member = maker()
            yield from _bounded(member, data, name)
            data = member.unused_data if member.eof else b""
    if not member.eof:
        raise Broken(f"the {name} data end too early")


def _bounded(member: Any, data: bytes, name: str) -> Iterator[bytes]:
    """Decompress *data* into pieces of bounded size: a bomb is only a long stream."""
    try:
        if name == "gzip":
            yield member.decompress(data, CHUNK)
            while member.unconsumed_tail:
                yield member.decompress(member.unconsumed_tail, CHUNK)
        elif name == "zstandard":
            yield member.decompress(data)
        else:
            yield member.decompress(data, CHUNK)
            while not member.needs_input and not member.eof:
                yield member.decompress(b"", CHUNK)
    except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError) as error:
        raise Broken(f"the {name} data are damaged ({error})") from error
    except Exception as error:
        if type(error).__name__ != "ZstdError":
            raise
        raise Broken(f"the {name} data are damaged ({error})") from error


def _seven_zip(path: Path) -> Iterator[bytes]:
    """7-zip has its table at the end: unpack to a temporary folder, then stream its files in order of name."""
    try:
        import py7zr
    except ImportError as error:
        raise SourceError(
            f"{path.name} is a 7-zip archive, which needs the package py7zr.",
            hint="Install it: pip install py7zr.",
        ) from error
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        try:
            _extract(py7zr, path, folder)
        except Exception as error:  # py7zr raises whatever its parsers meet
            raise Broken(f"the 7-zip archive is damaged ({error or type(error).__name__})") from error
        for item in sorted(Path(folder).rglob("*")):
            if item.is_file() and not item.is_symlink():
                with item.open("rb") as file:
                    yield from _pieces(file)


def _extract(py7zr: Any, path: Path, folder: str) -> None:
    with py7zr.SevenZipFile(path, "r") as archive:
        archive.extractall(path=folder)
