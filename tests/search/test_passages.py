"""Passages end between words, hold what was sought, and mark it where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_src.search.forms import is_form
from site_src.search.snippets import passage

TEXT = " ".join(f"word{number}" for number in range(200))
WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=12), min_size=1, max_size=120)


@given(WORDS, st.integers(40, 200), st.data())
def test_a_passage_is_cut_between_words_and_marks_words(words: list[str], width: int, data: st.DataObject) -> None:
    text, wanted = " ".join(words), data.draw(st.sampled_from(words))

    shown, marks = passage(text, {wanted: False}, width)

    inside = shown.strip("…")
    assert inside.split() == [word for word in inside.split() if word in words]
    assert f" {inside.strip()} " in f" {text} "
    assert marks
    assert all(is_form(shown[start:end], wanted) for start, end in marks)
    assert len(inside) <= width


def test_a_word_that_is_longer_than_the_passage_is_cut_and_ends_nothing() -> None:
    shown, marks = passage("x" * 500, {}, 100)

    assert (shown, marks) == ("x" * 50 + "…", ())


def test_a_late_word_is_shown_with_a_little_of_what_goes_before() -> None:
    shown, marks = passage(TEXT, {"word150": False}, 100)

    assert shown.startswith("…word14")
    assert [shown[start:end] for start, end in marks] == ["word150"]


@pytest.mark.parametrize(
    ("word", "head", "same"),
    [("climbing", "climbs", True), ("stunned", "stun", True), ("tags", "tag", True), ("ordenes", "orden", True), ("tagged", "tap", False),
     ("fireteam", "fire", False), ("order", "ordinary", False), ("isolated", "isolating", True), ("a", "a", True), ("as", "a", False)],
)  # fmt: skip
def test_words_that_differ_by_endings_are_forms_of_each_other(word: str, head: str, same: bool) -> None:
    assert is_form(word, head) is same


def test_the_passage_with_most_of_the_words_is_shown_not_the_one_with_most_forms_of_one() -> None:
    text = "dig digs digging. " + "Nothing is said here. " * 20 + "The mole digs a wall."

    shown, marks = passage(text, {"dig": False, "wall": False}, 60)

    assert [shown[start:end] for start, end in marks] == ["digs", "wall."]


def test_what_a_word_begins_is_marked_where_it_is_unfinished() -> None:
    assert passage("A lantern hangs.", {"lan": True}, 60)[1] == ((2, 9),)
    assert passage("A lantern hangs.", {"lan": False}, 60)[1] == ()
