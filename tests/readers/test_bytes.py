"""Compression and encodings: found by content, read to the last sound byte, said where they break."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import SourceError
from ingest.model import Diagnostic, Sighting
from ingest.readers import open_sources
from ingest.readers.compression import CHUNK, chunks
from ingest.readers.encodings import Encoding, decoded, encoding_of
from ingest.readers.stream import Stream

LAST = 1500
PAGES = "".join(
    f"<page><title>Lamp {number}</title><revision><id>{number}</id><text>{'wick oil ' * (number % 7)}{number * 7919}</text></revision></page>\n"
    for number in range(1, LAST + 1)
)
DUMP = f"<mediawiki><siteinfo><sitename>Lampwiki</sitename></siteinfo>\n{PAGES}</mediawiki>\n".encode()

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": lambda data: bz2.compress(data, 1),
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
    "zst": lambda data: zstandard.ZstdCompressor().compress(data),
}


def _read(path: Path) -> tuple[list[int | None], list[Diagnostic]]:
    readings = list(open_sources([path]).opened[0].read())
    numbers = [item.facts.revision_id for item in readings if isinstance(item, Sighting)]
    return numbers, [item for item in readings if isinstance(item, Diagnostic)]


def _read_or_refused(path: Path) -> tuple[list[int | None], list[Diagnostic] | None]:
    try:
        return _read(path)
    except SourceError as error:
        if str(path) not in error.message:
            raise
        return [], None


@pytest.mark.parametrize("name", sorted(PACKERS))
def test_a_compression_is_found_by_content_and_not_by_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "dump.txt"
    path.write_bytes(PACKERS[name](DUMP))

    assert _read(path) == (list(range(1, LAST + 1)), [])


@pytest.mark.parametrize("name", ["gz", "bz2", "xz", "zst"])
def test_many_members_in_a_row_are_one_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / "multistream"
    middle = len(DUMP) // 2
    path.write_bytes(PACKERS[name](DUMP[:middle]) + PACKERS[name](DUMP[middle:]))

    assert _read(path)[0] == list(range(1, LAST + 1))


@pytest.mark.parametrize("name", sorted(PACKERS))
def test_an_archive_cut_anywhere_keeps_what_came_before_and_says_where(name: str, tmp_path: Path) -> None:
    packed = PACKERS[name](DUMP)
    path = tmp_path / f"dump.xml.{name}"
    counts = []
    for cut in range(40, len(packed) - 12, max(1, len(packed) // 20)):
        path.write_bytes(packed[:cut])
        numbers, doubts = _read_or_refused(path)
        if doubts is None:  # too little could be unpacked to know what it is
            continue
        counts.append(len(numbers))
        assert numbers == list(range(1, 1 + len(numbers)))
        assert [(item.severity, item.code) for item in doubts] == [("error", "broken-archive")]
        assert doubts[0].place.line is not None
    assert counts == sorted(counts)
    assert counts[-1] > 100


@pytest.mark.parametrize("name", sorted(PACKERS))
def test_damage_inside_an_archive_is_no_exception(name: str, tmp_path: Path) -> None:
    packed = bytearray(PACKERS[name](DUMP))
    path = tmp_path / f"dump.xml.{name}"
    for at in range(20, len(packed), max(1, len(packed) // 10)):
        damaged = bytes(packed[:at]) + bytes([packed[at] ^ 0x5A]) + bytes(packed[at + 1 :])
        path.write_bytes(damaged)
        numbers, _ = _read_or_refused(path)

        assert len(numbers) <= LAST + 1


@pytest.mark.parametrize("name", ["bz2", "gz", "lzma", "xz"])
def test_a_bomb_is_only_a_long_stream(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(PACKERS[name](bytes(40 * CHUNK)))
    sizes = [len(piece) for piece in chunks(path)]

    assert sum(sizes) == 40 * CHUNK
    assert max(sizes) <= CHUNK


def test_a_file_that_is_only_named_as_an_archive_is_said(shared: Callable[[str], Path]) -> None:
    with pytest.raises(SourceError) as caught:
        open_sources([shared("corpora/dumps/formats/article-pyrus.xml_invalid.7z")])

    assert "named as a compressed file, but is none" in caught.value.message


@pytest.mark.parametrize(("name", "package"), [("zst", "zstandard"), ("7z", "py7zr")])
def test_an_absent_package_is_named(name: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dump"
    path.write_bytes(PACKERS["zst"](DUMP) if name == "zst" else b"7z\xbc\xaf\x27\x1c" + bytes(40))
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(SourceError) as caught:
        open_sources([path])

    assert package in caught.value.message
    assert "ludex[archives]" in caught.value.hint


def test_a_damaged_seven_zip_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "dump.7z"
    path.write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(40))

    with pytest.raises(SourceError) as caught:
        open_sources([path])

    assert "7-zip archive is damaged" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "name", "mark", "text"),
    [
        (b"plain", "utf-8", False, "plain"),
        ("é".encode(), "utf-8", False, "é"),
        ("é".encode("utf-8-sig"), "utf-8", True, "é"),
        ("\ufeffoil é".encode("utf-16-le"), "utf-16-le", True, "oil é"),
        ("\ufeffoil é".encode("utf-16-be"), "utf-16-be", True, "oil é"),
        ("oil and wick".encode("utf-16-le"), "utf-16-le", False, "oil and wick"),
        ("oil and wick".encode("utf-16-be"), "utf-16-be", False, "oil and wick"),
        ("“oil” ® ’".encode("cp1252"), "cp1252", False, "“oil” ® ’"),
        ("ééééé".encode() + b" \x93oil", "utf-8", False, "ééééé “oil"),
    ],
)
def test_an_encoding_is_found_and_decoded(data: bytes, name: str, mark: bool, text: str) -> None:
    encoding = encoding_of([data])

    assert (encoding.name, encoding.mark) == (name, mark)
    assert "".join(decoded([data], encoding)) == text


@given(st.binary(max_size=200), st.integers(1, 9))
def test_any_bytes_decode_alike_in_pieces_of_any_size(data: bytes, size: int) -> None:
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    encoding = encoding_of([data])

    assert "".join(decoded(pieces, encoding)) == "".join(decoded([data], encoding))


@given(text=st.text(st.sampled_from("a\n\r\x0b\x0c\x85\u2028"), max_size=30))
def test_lines_end_at_newlines_and_at_nothing_else(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "lines.txt"
    path.write_bytes(text.encode())
    stream = Stream(path, Encoding())

    expected = text.replace("\r\n", "\n").replace("\r", "\n")
    assert stream.text() == expected
    assert "".join(line + "\n" for line in stream.lines()).removesuffix("\n") == expected.removesuffix("\n")
