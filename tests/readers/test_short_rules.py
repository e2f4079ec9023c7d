"""Short rules with numbers are told from books with counted titles and from lists of steps."""

from __future__ import annotations

from ingest.readers import numbered
from ingest.readers.protocol import Head


def recognised(text: str) -> bool:
    return numbered.recognise(Head(name="rules.txt", text=text, whole=True)) is not None


def test_two_chapters_and_five_rules_are_rules_with_numbers() -> None:
    assert recognised(
        "Tin Court\n\n1. Basics\n1.1 Each player has one judge.\n1.2 A witness speaks once a round.\n2. Skills\n"
        "2.1 A player who shouts loses a witness.\n2.2 A judge may silence one player.\n2.2a Silence ends with rule 1.2.\n"
    )


def test_counted_titles_over_paragraphs_are_a_book() -> None:
    chapters = (
        f"1.{number} {name}\nNobody says a word of {name}.\nAll wait.\n"
        for number, name in enumerate(("Judges", "Witnesses", "Shouts", "Silence", "Ends"), 1)
    )

    assert not recognised("Tin Court\n\n" + "".join(chapters))


def test_steps_that_begin_again_are_no_rules() -> None:
    steps = "1.1 The judge rises.\n1.2 The witness speaks.\n"

    assert not recognised("Tin Court\n\n" + steps * 3)
