"""Common words written with one sign each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from site_src.search.shorthand import shorthand

texts = st.lists(st.text(alphabet=st.sampled_from('abc dé,."[]ñжש\u0301\ud800 \n'), max_size=60), max_size=8)


def spelt(text: str, words: dict[str, str]) -> str:
    return "".join(words.get(sign, sign) for sign in text)


@given(texts)
def test_what_was_written_can_be_spelt_out_again(texts: list[str]) -> None:
    made = shorthand(texts, 50)
    words = {sign: word for word, sign in made.signs.items()}

    assert len(words) == len(made.signs)
    assert [spelt(made.written(text), words) for text in texts] == texts


@given(texts)
def test_the_signs_are_letters_that_no_text_has(texts: list[str]) -> None:
    signs = set(shorthand(texts, 50).signs.values())

    assert all(sign.isalpha() and len(sign.encode()) == 2 for sign in signs)
    assert not signs & set("".join(texts))


def test_the_words_that_save_most_come_first() -> None:
    made = shorthand(["lantern lantern", "a lantern wick", "wick wick wick of of"], 2)

    assert list(made.signs) == [" lantern", " wick"]


def test_a_text_gets_shorter() -> None:
    text = "the lantern and the wick and the lantern of the wick " * 20

    assert len(shorthand([text], 10).written(text).encode()) < len(text.encode()) / 2
