"""What people type, understood; nothing is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_src.search.query import Range, Wish, parse


def parts(text: str) -> list[str]:
    return [part for word in parse(text, {"burst"}).words for part in word.chunk.parts]


def test_phrases_exclusions_and_fields_are_told_from_words() -> None:
    query = parse('smoke "wet wall" -grenade kind:state trait:"Silent Dig" burst>=4', {"burst"})

    assert [word.chunk.parts for word in query.words] == [("smoke",)]
    assert query.phrases == (("wet", "wall"),)
    assert query.refused == (("grenade",),)
    assert query.wishes == (Wish(field="kind", value="state"), Wish(field="trait", value="silent dig"))
    assert query.ranges == (Range(field="burst", sign=">=", number=4),)


def test_a_minus_before_a_number_is_a_sign_and_before_a_word_an_exclusion() -> None:
    assert parts("-3") == ["-3"]
    assert parse("-wall").refused == (("wall",),)


def test_an_unknown_field_is_a_word() -> None:
    query = parse("Ghost:Jumper damage>=3", {"burst"})

    assert query.wishes == ()
    assert parts("Ghost:Jumper damage>=3") == ["ghost", "jumper", "damage", "3"]


def test_an_unbalanced_quote_ends_with_the_query() -> None:
    assert parse('say "wet wall').phrases == (("wet", "wall"),)


def test_fields_have_spanish_names_too() -> None:
    assert parse("munición:viral ráfaga=3", {"burst"}).wishes == (Wish(field="ammo", value="viral"),)
    assert parse("munición:viral ráfaga=3", {"burst"}).ranges == (Range(field="burst", sign="=", number=3),)


def test_a_game_has_fields_of_its_own() -> None:
    query = parse(
        "digdepth:flat -depthofdig:deep digdepth>=-1",
        {"dig_depth"},
        {"digdepth": "dig_depth", "depthofdig": "dig_depth"},
    )

    assert query.wishes == (Wish(field="dig_depth", value="flat"), Wish(field="dig_depth", value="deep", refused=True))
    assert query.ranges == (Range(field="dig_depth", sign=">=", number=-1),)


@pytest.mark.parametrize(("sign", "held"), [(">=", [4, 5]), (">", [5]), ("<", [3]), ("<=", [3, 4]), ("=", [4])])
def test_numbers_are_compared_as_typed(sign: str, held: list[int]) -> None:
    limit = Range(field="burst", sign=sign, number=4)

    assert [value for value in (3, 4, 5) if limit.holds(value)] == held


def test_capitals_are_remembered() -> None:
    assert [word.capitals for word in parse("IT it It").words] == [True, False, False]


def test_a_thousand_words_are_cut() -> None:
    assert len(parse("word " * 1000).words) == 32


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from('":-<>= \0'))))
def test_nothing_typed_is_an_error(text: str) -> None:
    query = parse(text, {"burst"})

    assert query.text == text
