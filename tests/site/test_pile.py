"""Values in order, on disk."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from site_src.pile import Pile

Keys = list[tuple[str, int, str]]
WORDS = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=4)
KEYS = st.lists(st.tuples(WORDS, st.integers(0, 10**12 - 1), WORDS), unique=True, max_size=30)


class Value(Struct, frozen=True):
    key: tuple[str, int, str]


@given(KEYS)
def test_values_come_in_the_order_of_their_keys_and_backwards(keys: Keys) -> None:
    pile = Pile(Value)
    for key in keys:
        pile.add(key, Value(key))

    assert [value.key for value in pile] == sorted(keys)
    assert [value.key for value in pile.backwards()] == sorted(keys, reverse=True)
    assert len(pile) == len(keys)


@given(KEYS)
def test_values_of_a_group_come_in_order(keys: Keys) -> None:
    pile = Pile(Value)
    for key in keys:
        pile.add(key, Value(key), group=str(key[1] % 2))

    assert [value.key for value in pile.of_group("1")] == sorted(key for key in keys if key[1] % 2)


def test_what_lies_on_a_pile_is_not_in_memory() -> None:
    pile = Pile(str)
    tracemalloc.start()
    try:
        for number in range(2_000):
            pile.add((number,), "a wording that is rather long " * 20)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert held < 200_000
