"""The second reader: what it makes of braces, and which texts never reach it."""

from __future__ import annotations

from ingest.wikitext.engine import is_tame, odd_calls


def test_a_wild_text_is_left_alone() -> None:
    assert not is_tame("{{a|" * 200)
    assert not is_tame("<b>" * 200)
    assert is_tame("<b>x</b>" * 200 + "{{a}}" * 200)
    assert odd_calls("{{a|" * 200) == ()


def test_two_readers_count_the_same_calls_where_braces_are_sound() -> None:
    assert odd_calls("{{crate|{{lamp}}|x={{lamp|1}}}} and [[Hall|{{lamp}}]] {{crate\n| y = 2\n}}") == ()


def test_odd_braces_are_told_with_both_counts() -> None:
    found = odd_calls("{{crate|a {{lamp} b}} c {{lamp}}")

    assert found
    assert all(theirs != ours for _, theirs, ours in found)


def test_two_readers_agree_on_every_text_of_a_real_wiki(infinity_texts: list[str]) -> None:
    assert not [found for text in infinity_texts[::5] if (found := odd_calls(text))]
