"""Which entry a line belongs to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.links.holders import Holders

SPANS = st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30), st.sampled_from(["a", "b", "c", "d"])), max_size=12)


def test_the_innermost_entry_has_the_line() -> None:
    holders = Holders([(1, 9, "chapter"), (3, 5, "rule"), (4, 4, "box")])

    assert [holders.at(line) for line in (0, 1, 3, 4, 5, 6, 9, 10)] == [
        None, "chapter", "rule", "box", "rule", "chapter", "chapter", None
    ]  # fmt: skip


@given(SPANS, st.integers(0, 32))
def test_no_entry_that_takes_the_line_is_shorter_or_begins_later(spans: list[tuple[int, int, str]], line: int) -> None:
    found = Holders(spans).at(line)

    assert (
        found
        == min(
            ((end - start, -start, entry) for start, end, entry in spans if start <= line <= end), default=(0, 0, None)
        )[2]
    )
