"""Words of two texts side by side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.align.words import Lexicon, opcodes, tokens_of, word_counts, word_diff
from ingest.visible import words
from tests.align.make import texts


@given(st.text(max_size=60), st.text(max_size=60))
def test_marks_lie_inside_the_text_in_order_and_apart(old: str, new: str) -> None:
    found = word_diff(old, new)

    for text, spans in ((old, found.removed), (new, found.added)):
        edges = [edge for span in spans for edge in span]
        assert edges == sorted(edges)
        assert all(0 <= start < end <= len(text) for start, end in spans)


@given(texts, texts)
def test_both_texts_can_be_read_from_the_one_that_shows_both(old: str, new: str) -> None:
    found = word_diff(old, new)

    assert words(" ".join(text for op, text in found.inline if op in "=-")) == words(old)
    assert words(" ".join(text for op, text in found.inline if op in "=+")) == words(new)


@given(texts, texts)
def test_counts_balance(old: str, new: str) -> None:
    added, removed = word_counts(old, new)

    assert added - removed == len(words(new)) - len(words(old))
    assert (added == removed == 0) == (words(old) == words(new))


def test_repeated_words_are_no_junk() -> None:
    old = "roll the die and the die decides " * 60
    new = old + "at dawn"

    assert word_counts(old, new) == (2, 0)


def test_unlike_texts_are_replaced_whole() -> None:
    found = word_diff("the keeper trims a lamp", "ships wait outside the bay")

    assert found.replaced
    assert (found.removed, found.added) == (((0, 23),), ((0, 26),))


def test_a_stray_word_between_large_changes_is_no_island() -> None:
    old = "one two three four a five six seven eight and nine ten eleven twelve thirteen fourteen"
    new = "uno dos tres quattro a cinque sei sette otto and nine ten eleven twelve thirteen fourteen"

    found = word_diff(old, new)

    assert found.removed == ((0, old.index(" and nine")),)


def test_a_sign_belongs_to_its_number() -> None:
    assert tokens_of("a -3 and x-3")[0] == ["a", "-3", "and", "x", "-", "3"]


def test_texts_beyond_the_limit_are_not_compared_and_it_is_said() -> None:
    found = word_diff("a " * 7_000, "b " * 7_000)

    assert (found.coarse, found.replaced) == (True, True)


def test_more_words_than_the_first_plane_holds_stay_apart() -> None:
    line = Lexicon().line([str(number) for number in range(70_000)])

    assert len(set(line)) == 70_000
    assert not any(0xD800 <= ord(char) < 0xE000 for char in line)


def test_neighbouring_changes_are_one() -> None:
    assert opcodes("abc", "axc") == [("equal", 0, 1, 0, 1), ("replace", 1, 2, 1, 2), ("equal", 2, 3, 2, 3)]
