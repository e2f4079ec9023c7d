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

PAGE = b"== Lamp ==\n" + b"A lamp burns for one turn. See [[Oil]] and the lamp on the stairs.\n" * 9

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
    assert f"pip install {package}" in caught.value.hint


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
        ("oil é".encode("utf-32"), "utf-32-le", True, "oil é"),
        ("\ufeffoil é".encode("utf-32-be"), "utf-32-be", True, "oil é"),
        ("\ufeff\ufeffoil".encode(), "utf-8", True, "oil"),
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


@pytest.mark.parametrize(
    "data",
    [
        PAGE.replace(b" ", b"\0 ", 3),
        PAGE + bytes(9000),  # what a disk leaves of a file that it had no time to write
        PAGE[:200] + bytes(150) + PAGE[200:],
        PAGE.replace(b"lamp", b"\x1b[1mlamp\x1b[0m", 4),
        PAGE.replace(b"lamp", b"\xef\xbf\xbflamp", 2),
    ],
    ids=["within words", "at the end", "in the middle", "colours of a terminal", "what is no character"],
)
def test_control_characters_are_left_out_of_a_text_and_said(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "Lamp.wiki"
    path.write_bytes(data)

    sighting, doubt = open_sources([path]).opened[0].read()

    assert isinstance(sighting, Sighting)
    assert isinstance(doubt, Diagnostic)
    assert sighting.text is not None
    assert not set(sighting.text) & set("\x00\x1b\uffff")
    assert sighting.text.count("lamp") == PAGE.count(b"lamp")
    assert (doubt.severity, doubt.code) == ("warning", "control-characters")


def test_control_characters_within_a_feed_hide_no_revision(tmp_path: Path) -> None:
    path = tmp_path / "feed.txt"
    path.write_bytes(
        b"Lampwiki - Contributions [en]\n\0\nLa\x01mp\n\n2024-03-01T10:00:00Z\0\n\nAda: more oil\n\nThe lamp burns.\n"
    )

    sighting, doubt = open_sources([path]).opened[0].read()

    assert isinstance(sighting, Sighting)
    assert isinstance(doubt, Diagnostic)
    assert (sighting.facts.title, sighting.text) == ("Lamp", "The lamp burns.")
    assert (doubt.code, doubt.place.line) == ("control-characters", 2)
    assert "3 control characters" in doubt.message


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (bytes(500), "nothing but NUL bytes"),
        (b"Lamp.wiki".ljust(257, b"\0") + b"ustar\x0000" + bytes(248) + PAGE, "tar archive"),
        (b"<!DOCTYPE html>\n<html><body><h1>Lamp</h1>[[Oil]]</body></html>", "HTML page"),
        (b"<?xml version='1.0'?>\n<!-- saved -->\n<HTML><body>[[Oil]]</body></HTML>", "HTML page"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(range(256)), "a PDF"),
        (b"PK\x03\x04\x14\x00\x06\x00word/document.xml" + bytes(range(256)), "an office document"),
        (rb"{\rtf1\ansi [[Oil]] burns.}", "RTF"),
        (bytes(range(256)) * 20, "binary file"),
    ],
    ids=["NULs", "tar", "HTML", "XHTML", "PDF", "ZIP", "RTF", "binary"],
)
def test_what_is_no_text_of_ours_is_called_by_its_name(data: bytes, what: str, tmp_path: Path) -> None:
    path = tmp_path / "Lamp.wiki"
    path.write_bytes(data)

    with pytest.raises(SourceError) as caught:
        open_sources([path])

    assert what in caught.value.message
    assert caught.value.hint


def test_an_archive_that_is_too_broken_to_tell_says_that_it_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "few.xz"
    path.write_bytes(lzma.compress(b"ab " * 400 + bytes(range(32, 127)) * 9)[:-40])

    with pytest.raises(SourceError) as caught:
        open_sources([path])

    assert "end too early" in caught.value.message
