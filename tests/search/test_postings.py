"""Inverted lists in the making: the same whether they fit into memory or not."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from site_src.search.postings import Inverted, Postings

terms = st.dictionaries(st.sampled_from(["ash", "birch", "\ud800", "oak", "🌲"]), st.integers(1, 9), max_size=4)
documents = st.lists(st.fixed_dictionaries({"body": terms, "name": terms}), max_size=12)


def gathered(found: list[dict[str, dict[str, int]]], most: int) -> tuple[list[Postings], list[Path]]:
    with tempfile.TemporaryDirectory() as name:
        inverted = Inverted(Path(name), most)
        for number, counts in enumerate(found):
            for field in counts:
                inverted.add(field, number, counts[field])
        return list(inverted), list(Path(name).iterdir())


@given(documents, st.integers(0, 20))
def test_runs_on_disk_change_nothing_and_are_removed(found: list[dict[str, dict[str, int]]], most: int) -> None:
    postings, left = gathered(found, most)

    assert postings == gathered(found, 10_000)[0]
    assert left == []


def test_terms_come_by_field_and_name_with_documents_and_frequencies() -> None:
    postings, _ = gathered([{"body": {"oak": 2, "ash": 1}}, {"name": {"ash": 1}, "body": {"ash": 3}}], 100)

    assert postings == [("body", "ash", [0, 1, 1, 3]), ("body", "oak", [0, 2]), ("name", "ash", [1, 1])]
