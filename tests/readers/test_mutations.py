"""Mutated sources: whatever bytes are damaged, reading ends with what was understood and never with an exception.

Only the integer seeds of the mutations are kept here; the texts stay where they are.
"""

from __future__ import annotations

import bz2
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.errors import SourceError
from ingest.readers import open_sources

SOURCES = (
    "seeds/000_c6bfa0c4d0d224c2.txt",
    "seeds/001_5eb1f03b97ae53f3.txt",
    "seeds/002_3742f851e72d3816.txt",
    "suites/feeds/contribs_edge.atom",
    "suites/feeds/history_tiradas.atom",
    "suites/feeds/recentchanges.atom",
    "suites/xml/Slots.import-1.xml",
    "suites/xml/dump_full_0.10.xml.xz",
    "corpora/feeds/wikipedia-RSS-history.rss.xml",
    "corpora/dumps/no-siteinfo-ar.xml",
    "corpora/dumps/formats/article-pyrus-utf16.xml",
    "corpora/dumps/formats/compat.revisions_test.xml",
)
SMALLEST = 40_000  # bytes that a mutation is cut to, so that ten thousand of them are quick


def _plain(path: Path) -> bytes:
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else bz2.decompress(data) if path.suffix == ".bz2" else data


def mutated(data: bytes, seed: int) -> bytes:
    """Cut, repeat, swap, drop and overwrite pieces of *data*, the same for the same *seed*."""
    chance = random.Random(seed)
    start = chance.randrange(max(1, len(data) - SMALLEST)) if chance.random() < 0.3 else 0
    found = bytearray(data[: min(2000, start)] + data[start : start + SMALLEST])
    for _ in range(chance.randint(1, 8)):
        at, size = chance.randrange(len(found) + 1), chance.choice((1, 1, 2, 7, 60, 900))
        piece = found[at : at + size]
        found[at : at + size] = chance.choice((
            b"", piece * 2, piece[::-1], chance.randbytes(min(size, 9)), b"<", b"]]>", b"&", b"\x00", b"\xff\xfe", b"\r",
            found[: min(size, len(found))],
        ))  # fmt: skip
    return bytes(found)


def _survives(folder: Path, data: bytes, suffix: str) -> int:
    path = folder / f"mutated{suffix}"
    path.write_bytes(data)
    archive = Archive(None)
    try:
        (opened,) = open_sources([path]).opened
    except SourceError:
        return 0
    added = archive.add(opened.source, opened.read())
    for page in archive.page_ids():
        for revision in archive.revisions(page):
            assert revision.text is None or archive.text(revision.text) is not None
    archive.close()
    return added.sightings


@pytest.mark.parametrize("name", SOURCES)
def test_damage_never_ends_in_an_exception(name: str, shared: Callable[[str], Path], tmp_path: Path) -> None:
    data = _plain(shared(name))

    assert sum(_survives(tmp_path, mutated(data, seed), Path(name).suffix) for seed in range(12)) > 0


@pytest.mark.suite
@pytest.mark.parametrize("name", SOURCES)
def test_a_thousand_damages_never_end_in_an_exception(name: str, shared: Callable[[str], Path], tmp_path: Path) -> None:
    data = _plain(shared(name))

    assert sum(_survives(tmp_path, mutated(data, seed), Path(name).suffix) for seed in range(12, 850)) > 0
