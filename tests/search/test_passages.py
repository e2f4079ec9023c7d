"""Passages end between words, hold what was sought, and mark it where it stands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from site_src.search.snippets import passage

TEXT = " ".join(f"word{number}" for number in range(200))
WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=12), min_size=1, max_size=120)


@given(WORDS, st.integers(40, 200), st.data())
def test_a_passage_is_cut_between_words_and_marks_words(words: list[str], width: int, data: st.DataObject) -> None:
    text, wanted = " ".join(words), data.draw(st.sampled_from(words))

    shown, marks = passage(text, frozenset((wanted,)), width)

    inside = shown.strip("…")
    assert inside.split() == [word for word in inside.split() if word in words]
    assert f" {inside.strip()} " in f" {text} "
    assert marks
    assert {shown[start:end] for start, end in marks} == {wanted}
    assert len(inside) <= width


def test_a_word_that_is_longer_than_the_passage_is_cut_and_ends_nothing() -> None:
    shown, marks = passage("x" * 500, frozenset(), 100)

    assert (shown, marks) == ("x" * 50 + "…", ())


def test_a_late_word_is_shown_with_a_little_of_what_goes_before() -> None:
    shown, marks = passage(TEXT, frozenset(("word150",)), 100)

    assert shown.startswith("…word14")
    assert [shown[start:end] for start, end in marks] == ["word150"]
