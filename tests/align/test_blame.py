"""Whose words stand in a text."""

from __future__ import annotations

from ingest.align import blame
from tests.align.make import blocks


def owners(*history: tuple[str, ...]) -> list[tuple[str, str]]:
    found = blame((str(number), tuple(blocks(*lines))) for number, lines in enumerate(history, start=1))
    return [(sentence.text, sentence.revision) for block in found for sentence in block.sentences]


def test_each_sentence_belongs_to_the_revision_that_brought_it() -> None:
    found = owners(("The keeper trims the lamp.",), ("The keeper trims the lamp. Nobody rows out.",))

    assert found == [("The keeper trims the lamp.", "1"), ("Nobody rows out.", "2")]


def test_a_changed_word_does_not_take_the_sentence() -> None:
    found = blame(
        [("1", tuple(blocks("The keeper trims the old lamp."))), ("2", tuple(blocks("The keeper trims the new lamp.")))]
    )

    (sentence,) = found[0].sentences
    assert (sentence.revision, sentence.touched) == ("1", "2")


def test_a_moved_block_keeps_its_owner() -> None:
    found = owners(
        ("One keeper trims.", "Two boats row.", "Three bells ring."),
        ("Three bells ring.", "One keeper trims.", "Two boats row."),
    )

    assert {owner for _, owner in found} == {"1"}


def test_a_page_that_was_blanked_and_restored_gets_its_owners_back() -> None:
    found = owners(("The keeper trims the lamp.",), (), ("The keeper trims the lamp.",))

    assert found == [("The keeper trims the lamp.", "1")]


def test_the_parts_of_a_split_block_keep_their_owner() -> None:
    text = ("The keeper trims each lamp at dusk.", "Nobody else may row out until dawn.")

    assert {owner for _, owner in owners((" ".join(text),), text)} == {"1"}


def test_a_page_without_a_text_has_no_owners() -> None:
    assert blame([]) == ()
