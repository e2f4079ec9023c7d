"""Every shared dump and feed has the pages, revisions, known and unknown texts that other readers count in it.

Dumps were counted with mwxml 0.3.8, or, where mwxml gives up (no siteinfo, templates of a test suite), with
``grep -c '<revision>'`` and by reading the ``<text`` lines; feeds with feedparser 6 and by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.model import Diagnostic, Sighting
from ingest.readers import open_sources

DUMPS = "suites/xml/"
FORMATS = "corpora/dumps/formats/"
FEEDS = "suites/feeds/"

# file → pages, revisions, whole texts, codes of what is doubted
TABLE: dict[str, tuple[int, int, int, set[str]]] = {
    DUMPS + "AllStubs.0.10.xml": (4, 7, 0, {"bad-time", "bad-id"}),
    DUMPS + "AllStubs.0.11.xml": (4, 7, 0, {"bad-time", "bad-id", "other-slots"}),
    DUMPS + "ImportLinkCacheIntegrationTest.xml": (2, 2, 2, set()),
    DUMPS + "Interleaved.expected.0.10.xml": (1, 7, 7, {"bad-id", "sha1-mismatch"}),
    DUMPS + "Interleaved.expected.0.11.xml": (1, 7, 7, {"bad-id", "other-slots"}),
    DUMPS + "Interleaved.import-1.xml": (1, 1, 1, {"sha1-mismatch"}),
    DUMPS + "Interleaved.import-2.xml": (1, 1, 1, {"sha1-mismatch", "other-slots"}),
    DUMPS + "Interleaved.import-3.xml": (1, 1, 1, {"sha1-mismatch", "other-slots"}),
    DUMPS + "Interleaved.import-4.xml": (1, 1, 1, {"sha1-mismatch", "other-slots"}),
    DUMPS + "Interleaved.import-5.xml": (1, 1, 1, {"sha1-mismatch"}),
    DUMPS + "Interleaved.import-6.xml": (1, 1, 1, {"sha1-mismatch"}),
    DUMPS + "Interleaved.import-7.xml": (1, 1, 1, {"sha1-mismatch", "other-slots"}),
    DUMPS + "MissingMainContentModel.expected.0.10.xml": (1, 1, 1, {"bad-id", "sha1-mismatch"}),
    DUMPS + "MissingMainContentModel.expected.0.11.xml": (1, 1, 1, {"bad-id", "other-slots"}),
    DUMPS + "MissingMainContentModel.import-1.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "MissingSlotContentModel.expected.0.10.xml": (1, 1, 1, {"bad-id", "sha1-mismatch"}),
    DUMPS + "MissingSlotContentModel.expected.0.11.xml": (1, 1, 1, {"bad-id", "other-slots"}),
    DUMPS + "MissingSlotContentModel.import-1.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "MissingSlotRole.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "MissingSlotTextField.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "SiteInfo.0.10.xml": (0, 0, 0, {"empty-source"}),
    DUMPS + "SiteInfo.0.11.xml": (0, 0, 0, {"empty-source"}),
    DUMPS + "Slots.expected.0.10.xml": (1, 1, 1, {"bad-id", "sha1-mismatch"}),
    DUMPS + "Slots.expected.0.11.xml": (1, 1, 1, {"bad-id", "other-slots"}),
    DUMPS + "Slots.import-1.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "UndefinedContentModel.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "UndefinedSlotRole.xml": (1, 1, 1, {"other-slots"}),
    DUMPS + "dump_full_0.10.xml.xz": (48, 88, 88, set()),  # mwxml: 87, it takes an emptied page for an unknown one
    "corpora/dumps/case-sensitive-wiki.xml.xz": (116, 116, 116, set()),
    "corpora/dumps/multistream.xml.bz2": (300, 300, 300, set()),
    "corpora/dumps/no-siteinfo-ar.xml": (67, 67, 67, set()),
    "corpora/dumps/osrs.xml.xz": (62, 62, 62, set()),
    FORMATS + "article-pear-0.10.xml": (1, 1, 1, set()),
    FORMATS + "article-pear.xml": (1, 4, 4, set()),
    FORMATS + "article-pyrus-utf16.xml": (1, 6, 6, {"encoding"}),
    FORMATS + "article-pyrus-utf16.xml.bz2": (1, 6, 6, {"encoding"}),
    FORMATS + "article-pyrus.xml": (1, 6, 6, set()),
    FORMATS + "article-pyrus.xml.7z": (1, 6, 6, set()),
    FORMATS + "article-pyrus.xml.bz2": (1, 6, 6, set()),
    FORMATS + "article-pyrus.xml.gz": (1, 6, 6, set()),
    FORMATS + "article-pyrus.xml.lzma": (1, 6, 6, set()),
    FORMATS + "article-pyrus.xml.xz": (1, 6, 6, set()),
    FORMATS + "compat.pages_test.xml": (5, 5, 4, set()),
    FORMATS + "compat.revisions_test.xml": (5, 7, 5, set()),  # mwxml: 4, the same; two stubs stay unknown
    FORMATS + "dummy-reflinks.xml": (2, 2, 2, {"sha1-mismatch"}),
    FORMATS + "dummy-template.xml": (3, 3, 3, {"sha1-mismatch"}),
    FORMATS + "pair-0.10.xml": (2, 4, 4, set()),
    "corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz": (294, 694, 694, set()),
    "corpora/openttd/openttd-en-manual-history.xml.xz": (344, 7533, 7533, set()),
    FEEDS + "contribs_edge.atom": (15, 21, 21, set()),
    FEEDS + "contribs_reece2.atom": (13, 47, 47, set()),
    FEEDS + "history_emptied.atom": (1, 2, 1, set()),
    FEEDS + "history_missing.atom": (0, 0, 0, {"no-revision"}),
    FEEDS + "history_tiradas.atom": (1, 2, 1, set()),
    FEEDS + "recentchanges.atom": (26, 40, 22, set()),
    "corpora/feeds/base48-recentchanges.atom": (1, 1, 0, set()),
    "corpora/feeds/praytimes-recentchanges.atom": (0, 0, 0, {"empty-source"}),
    "corpora/feeds/wikipedia-RSS-history.rss.xml": (1, 10, 0, set()),
    "seeds/000_c6bfa0c4d0d224c2.txt": (13, 47, 47, set()),
}


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_file_gives_what_another_reader_counts(name: str, shared: Callable[[str], Path]) -> None:
    (opened,) = open_sources([shared(name)]).opened
    readings = list(opened.read())

    sightings = [item for item in readings if isinstance(item, Sighting)]
    codes = {item.code for item in readings if isinstance(item, Diagnostic)}
    known = Counter(item.facts.known for item in sightings)
    assert (len({item.facts.title for item in sightings}), len(sightings), known["whole"], codes) == TABLE[name]
    assert all((item.text is not None) == (item.facts.known == "whole") for item in sightings)


def test_the_table_names_every_dump_and_feed(shared: Callable[[str], Path]) -> None:
    root = shared("README.md").parent
    folders = (DUMPS, FORMATS, FEEDS, "corpora/dumps/", "corpora/feeds/")
    files = {folder + item.name for folder in folders for item in (root / folder).iterdir() if item.is_file()}

    assert files - set(TABLE) == {FEEDS + "feed_cases.json.xz", FORMATS + "article-pyrus.xml_invalid.7z"}


@pytest.mark.parametrize("suffix", [".7z", ".bz2", ".gz", ".lzma", ".xz", "-utf16"])
def test_a_dump_reads_alike_in_every_wrapping(suffix: str, shared: Callable[[str], Path]) -> None:
    plain = shared(FORMATS + "article-pyrus.xml")
    wrapped = plain.with_name("article-pyrus-utf16.xml" if suffix == "-utf16" else plain.name + suffix)
    texts = [
        [(item.facts, item.text) for item in open_sources([path]).opened[0].read() if isinstance(item, Sighting)]
        for path in (plain, wrapped)
    ]

    assert texts[0] == texts[1]
