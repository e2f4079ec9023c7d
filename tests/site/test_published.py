"""A built site's own lists are read again, whether they are one file or many."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.errors import OutputError
from site_src.published import published


def _site(folder: Path, **files: str) -> Path:
    (folder / "api").mkdir()
    for name, text in files.items():
        (folder / "api" / f"{name.replace('_', '-')}.json").write_text(text, "utf-8")
    return folder


def test_a_list_is_read_whether_it_is_cut_into_files_or_not(tmp_path: Path) -> None:
    site = _site(
        tmp_path,
        whole='[\n{"id":"a","n":1},\n{"id":"b","n":2}\n]\n',
        cut='{"schema": "x", "count": 2, "pages": ["cut-0001.json", "cut-0002.json"]}\n',
        cut_0001='[\n{"id":"a","n":1}\n]\n',
        cut_0002='[\n{"id":"b","n":2}\n]\n',
    )

    assert published(site, "whole", {"b", "c"}) == published(site, "cut", {"b", "c"}) == {"b": {"id": "b", "n": 2}}


def test_a_list_that_is_not_there_says_to_build_again(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="Build the site again"):
        published(_site(tmp_path), "entries", {"a"})
