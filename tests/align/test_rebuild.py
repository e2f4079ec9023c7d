"""A reader who has the old text and our difference can write the new text, byte for byte."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.align import raw_diff, rebuild
from ingest.align.rebuild import Drop, Keep, Put
from ingest.model import Sighting
from ingest.readers import open_sources, read


@given(st.text(), st.text())
def test_any_text_can_be_rebuilt(old: str, new: str) -> None:
    assert rebuild(old, raw_diff(old, new)) == new


@given(st.text(alphabet="ab \n", max_size=80), st.text(alphabet="ab \n", max_size=80))
def test_texts_of_few_signs_can_be_rebuilt(old: str, new: str) -> None:
    assert rebuild(old, raw_diff(old, new)) == new


def test_a_difference_is_small() -> None:
    old = "".join(f"line {number} of the log\n" for number in range(50))

    assert raw_diff(old, old.replace("line 7 of", "line 7 in")) == (
        Keep(len(old[: old.index("line 7 of")]) + 7), Drop("of"), Put("in"), Keep(len(old) - old.index("line 7 of") - 9),
    )  # fmt: skip


def test_too_many_lines_are_aligned_by_those_that_occur_once() -> None:
    old = "".join(f"{number}\n" for number in range(7_000))
    new = old.replace("3500\n", "half\n") + "end\n"

    steps = raw_diff(old, new)

    assert rebuild(old, steps) == new
    assert sum(len(step.text) for step in steps if not isinstance(step, Keep)) < 20


def test_a_difference_of_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match="drops"):
        rebuild("abc", raw_diff("abd", "ab"))
    with pytest.raises(ValueError, match="ends before"):
        rebuild("abcabc", raw_diff("abc", "abc"))


def test_the_inputs_of_another_engine_can_be_rebuilt(shared: Callable[[str], Path]) -> None:
    cases = json.loads(lzma.decompress(shared("suites/wikidiff2.json.xz").read_bytes()))
    calls = [call for case in cases for call in case["calls"] if "before" in call]

    failed = [
        call for call in calls if rebuild(call["before"], raw_diff(call["before"], call["after"])) != call["after"]
    ]

    assert len(calls) >= 20
    assert not failed


def _histories(path: Path) -> Iterator[list[str]]:
    pages: dict[str, list[str]] = {}
    for opened in open_sources([path]).opened:
        for item in read(opened):
            if isinstance(item, Sighting) and item.text is not None:
                pages.setdefault(item.facts.title, []).append(item.text)
    yield from pages.values()


def _check(histories: Iterator[list[str]]) -> int:
    pairs = 0
    for history in histories:
        for old, new in pairwise(history):
            assert rebuild(old, raw_diff(old, new)) == new
            pairs += 1
    return pairs


def test_a_contributions_feed_can_be_rebuilt(shared: Callable[[str], Path]) -> None:
    path = next(shared("seeds").glob("000*.txt"))

    assert _check(_histories(path)) >= 34


@pytest.mark.suite
@pytest.mark.parametrize(
    ("name", "least"),
    [("infinity-wiki/infinity-wiki-2022-2025.xml.xz", 400), ("openttd/openttd-en-manual-history.xml.xz", 7_000)],
)
def test_every_pair_of_a_wiki_can_be_rebuilt(name: str, least: int, shared: Callable[[str], Path]) -> None:
    assert _check(_histories(shared(f"corpora/{name}"))) >= least


@pytest.mark.suite
def test_rulebooks_of_years_apart_can_be_rebuilt(shared: Callable[[str], Path]) -> None:
    texts = [
        text
        for path in sorted(shared("corpora/mtg-cr").glob("*.txt.xz"))
        for history in _histories(path)
        for text in history
    ]

    assert len(texts) >= 5
    assert all(rebuild(old, raw_diff(old, new)) == new for old, new in pairwise(texts))
