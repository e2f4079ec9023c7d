"""Misspelt words: optimal string alignment, few edits, none on numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from site_src.search.asked import Surface
from site_src.search.spelling import alike, buckets, distance, edits_allowed, likeness, nearest

letters = st.text(alphabet="abcd", max_size=9)


@given(letters, letters)
def test_the_distance_is_that_of_optimal_string_alignment(one: str, other: str) -> None:
    assert distance(one, other, 20) == OSA.distance(one, other)


@given(letters, letters, st.integers(0, 2))
def test_more_than_the_most_is_only_said_to_be_more(one: str, other: str, most: int) -> None:
    assert distance(one, other, most) == min(OSA.distance(one, other), most + 1)


def test_short_words_and_numbers_are_not_corrected() -> None:
    assert [edits_allowed(word) for word in ("abc", "abcd", "abcdefg", "abcdefgh", "b5de", "x" * 41)] == [
        0,
        1,
        1,
        2,
        0,
        0,
    ]


def test_a_swap_at_the_beginning_is_looked_for() -> None:
    assert ("o", 4) in buckets("rodr")


def test_fewest_edits_win_then_the_commoner_word() -> None:
    known = [Surface("walls", (1,), 9), Surface("wale", (2,), 3), Surface("walk", (3,), 5), Surface("hall", (4,), 1)]

    assert [item.word for item in nearest("walt", known)] == ["walk", "wale"]


def test_words_look_alike_by_the_pairs_of_letters_that_they_share() -> None:
    known = [Surface("transmutation", (1,), 2), Surface("template", (2,), 9)]

    assert likeness("abc", "abc") == 100
    assert likeness("abc", "xyz") == 0
    assert [item.word for item in alike("transportation", known)] == ["transmutation"]
    assert alike("qwertz", known) == ()
