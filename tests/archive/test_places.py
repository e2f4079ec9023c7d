"""Places: what a revision says of its lines is where its published text stands in the file."""

from __future__ import annotations

import html
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.readers import open_sources


def _plain(path: Path) -> str:
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")


def _from_dump(printed: str) -> str:
    return html.unescape(re.sub(r"^.*<text[^>]*>|</text>.*$", "", printed))


def _from_feed(printed: str) -> str:
    cut = html.unescape(re.sub(r"</summary>.*$", "", printed))
    return (
        html.unescape(cut.replace("<br />\n", "\n")).removesuffix("<br />").removesuffix("</div>").removeprefix("<div>")
    )


@pytest.mark.parametrize(
    ("name", "revisions", "read"),
    [
        ("corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz", 694, _from_dump),
        ("corpora/dumps/osrs.xml.xz", 62, _from_dump),
        ("suites/feeds/contribs_reece2.atom", 47, _from_feed),
        ("seeds/000_c6bfa0c4d0d224c2.txt", 47, str),
    ],
)
def test_a_text_stands_on_the_lines_that_its_revision_says(
    name: str, revisions: int, read: Callable[[str], str], shared: Callable[[str], Path]
) -> None:
    archive = Archive(None)
    (opened,) = open_sources([shared(name)]).opened
    archive.add(opened.source, opened.read())
    lines = _plain(shared(name)).split("\n")
    compared = 0
    for page in archive.page_ids():
        for revision in archive.revisions(page):
            line, end = revision.place.line, revision.place.end_line
            assert line is not None
            assert end is not None
            assert read("\n".join(lines[line - 1 : end])).strip() == (archive.text(revision.text or "") or "").strip()
            assert (revision.place.page, revision.place.revision) == (page, revision.id)
            compared += 1

    assert compared == revisions
