"""References to rules by their numbers."""

from __future__ import annotations

import pytest

from ingest.choose import PLAIN
from ingest.profile import Numbered, shipped_profiles
from ingest.rulebook.references import References

KNOWN = {
    "3", "4", "5", "100", "101", "102", "100.1", "100.2", "100.9", "100.10", "101.2", "101.2a", "101.2b", "101.2c", "101.2h",
    "A.1", "A.1.2", "A.2.4",
}  # fmt: skip


def found(text: str, table: Numbered = PLAIN.numbered) -> list[str]:
    return [reference.id for reference in References(table, KNOWN).find(text)]


@pytest.fixture
def magic() -> Numbered:
    return next(item for item in shipped_profiles() if item.name == "magic").numbered


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("A sail is reefed. See rule 101.", ["101"]),
        ("See rule 101.2a.", ["101.2a"]),
        ("See rules 100 and 102.", ["100", "102"]),
        ("See rules 100–101, then pump.", ["100", "101"]),
        ("See rules 100, 101, and 102.", ["100", "101", "102"]),
        ("See rule 100 and rule 101.", ["100", "101"]),
        ("Follow rules 101.2a–c.", ["101.2a", "101.2c"]),
        ("Follow rules 101.2a-h.", ["101.2a", "101.2h"]),
        ("Follow rules 101.2a through c.", ["101.2a", "101.2c"]),
        ("Follow rules 100.9–10.", ["100.9", "100.10"]),
        ("Follow rules 100.1–100.2.", ["100.1", "100.2"]),
        ("Sections 3 to 5 are for sailors.", ["3", "5"]),
    ],
)
def test_a_reference_goes_on_to_the_next(text: str, ids: list[str], magic: Numbered) -> None:
    assert (found(text), found(text, magic)) == (ids, ids)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Rule 101.2b or a lantern.", ["101.2b"]),
        ("Section 3 and 4 oars.", ["3"]),
        ("Rule 100.1 and 2 oars.", ["100.1"]),
        ("Rule 101, 102 oars.", ["101"]),
        ("A hold takes 100 casks.", []),
        ("Rule 999 and 101.", []),
        ("Rule 101.25 is not ours.", []),
    ],
)
def test_what_only_looks_like_a_number_of_a_rule_is_none(text: str, ids: list[str], magic: Numbered) -> None:
    assert (found(text), found(text, magic)) == (ids, ids)


def test_a_number_with_a_letter_in_front_needs_no_word(magic: Numbered) -> None:
    assert found("As A.1.2 and A.2.4 say, Rule A.1 holds, B.1.2 does not.", magic) == ["A.1.2", "A.2.4", "A.1"]


def test_the_places_of_references_are_those_of_their_numbers() -> None:
    text = "See rules 101.2a–c and 102."

    places = [text[item.start : item.end] for item in References(PLAIN.numbered, KNOWN).find(text)]

    assert places == ["101.2a", "c", "102"]


def test_a_profile_may_join_nothing() -> None:
    assert found("See rules 100 and 102.", Numbered(joins="")) == ["100"]
