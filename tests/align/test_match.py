"""Which block became which."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from ingest.align.assign import rising
from ingest.align.match import Alignment, align
from tests.align.make import blocks, texts

LONG = "The quick keeper rows over the calm bay. Then she sleeps in the warm hut until the morning comes."


def told(found: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(match.old, match.new) for match in found.matches]


@given(st.lists(texts, max_size=12), st.lists(texts, max_size=12))
def test_every_block_stands_in_exactly_one_match(old: list[str], new: list[str]) -> None:
    matches = align(blocks(*old), blocks(*new)).matches

    assert sorted(place for match in matches for place in match.old) == list(range(len(old)))
    assert sorted(place for match in matches for place in match.new) == list(range(len(new)))


@given(st.lists(texts, max_size=12))
def test_a_list_is_aligned_with_itself_in_order(lines: list[str]) -> None:
    matches = align(blocks(*lines), blocks(*lines)).matches

    assert all(match.exact and not match.moved and match.old == match.new for match in matches)


@given(st.lists(texts, max_size=10), st.lists(texts, max_size=10))
def test_matches_come_in_the_order_of_the_new_text(old: list[str], new: list[str]) -> None:
    matches = align(blocks(*old), blocks(*new)).matches

    firsts = [match.new[0] for match in matches if match.new]
    assert firsts == sorted(firsts)


def test_a_reworded_block_keeps_its_twin() -> None:
    found = align(blocks("Alpha beta gamma delta", "x"), blocks("Alpha beta gamma epsilon", "x"))

    assert told(found) == [((0,), (0,)), ((1,), (1,))]


def test_the_best_assignment_wins_over_the_first_that_fits() -> None:
    old = blocks("a b c d e f", "a b c d x y")
    new = blocks("a b c d x y z", "a b c d e f z")

    assert set(told(align(old, new))) == {((0,), (1,)), ((1,), (0,))}


def test_splits_and_mergers_are_found() -> None:
    first, second = LONG.split(". ")
    whole, parts = blocks("Head", LONG, "Tail"), blocks("Head", first + ".", second, "Tail")

    assert told(align(whole, parts)) == [((0,), (0,)), ((1,), (1, 2)), ((2,), (3,))]
    assert told(align(parts, whole)) == [((0,), (0,)), ((1, 2), (1,)), ((3,), (2,))]


def test_a_moved_block_is_one_match_and_the_rest_stays() -> None:
    found = align(blocks("one", "two", "three", "four"), blocks("four", "one", "two", "three"))

    assert [(match.old[0], match.moved) for match in found.matches] == [(3, True), (0, False), (1, False), (2, False)]


def test_what_went_stands_after_what_stood_before_it() -> None:
    found = align(blocks("one", "nothing like it", "three"), blocks("one", "three"))

    assert told(found) == [((0,), (0,)), ((1,), ()), ((2,), (1,))]


def test_what_went_stands_before_what_came_in_its_place() -> None:
    found = align(blocks("one", "nothing like it", "three"), blocks("one", "a stranger came", "three"))

    assert told(found) == [((0,), (0,)), ((1,), ()), ((), (1,)), ((2,), (2,))]


PARTS = (
    "The keeper trims each lamp at dusk and fills it.",
    "A dry lamp counts as dark for the whole night.",
    "Anyone who rows past a dark lamp must roll two dice and take the lower one.",
    "A brass whistle wakes the harbour.",
)


def test_a_block_may_become_many_whichever_of_them_is_most_like_it() -> None:
    split = align(blocks("Head", " ".join(PARTS), "Tail"), blocks("Head", *PARTS, "Tail"))
    merged = align(blocks("Head", *PARTS, "Tail"), blocks("Head", " ".join(PARTS), "Tail"))

    assert told(split) == [((0,), (0,)), ((1,), (1, 2, 3, 4)), ((2,), (5,))]
    assert told(merged) == [((0,), (0,)), ((1, 2, 3, 4), (1,)), ((5,), (2,))]


def test_a_heading_with_other_words_over_the_same_text_was_renamed() -> None:
    old = [*blocks("Fishing", kind="heading"), *blocks("Cast the net once a turn."), *blocks("Rowing", kind="heading")]
    new = [*blocks("Rowing", kind="heading"), *blocks("Nets", kind="heading"), *blocks("Cast the net once a turn.")]

    assert ((0,), (1,)) in told(align(old, new))


def test_hostile_lists_are_aligned_at_a_bounded_price_and_it_is_said() -> None:
    dice = random.Random(7)
    old = blocks(*(f"{dice.choice('ab')} {dice.choice('cd')} {dice.randrange(3)}" for _ in range(6_000)))
    new = blocks(*(f"{dice.choice('ab')} {dice.choice('cd')} {dice.randrange(3)}" for _ in range(6_000)))

    found = align(old, new)

    assert found.coarse
    assert sum(len(match.new) for match in found.matches) == 6_000


@given(st.lists(st.integers(0, 30), max_size=20))
def test_a_rising_subsequence_rises(values: list[int]) -> None:
    kept = [values[place] for place in rising(values)]

    assert kept == sorted(set(kept))
