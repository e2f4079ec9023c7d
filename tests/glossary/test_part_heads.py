"""Wikis without a profile: what heads a part of a page is no term."""

from __future__ import annotations

import pytest

from ingest.choose import PLAIN
from ingest.glossary import candidates
from ingest.glossary.model import Candidate
from ingest.profile import read_profile
from ingest.wikitext import parse


def entries(text: str, title: str, profile=PLAIN) -> dict[str, Candidate]:  # type: ignore[no-untyped-def]
    document = parse(text, title=title, profile=profile)
    return {entry.name: entry for entry in candidates(document, profile=profile, title=title)}


@pytest.mark.parametrize(
    ("first", "second"), [("Requirements", "Effects"), ("Requisitos", "Efectos"), ("Activation", "Cancellation")]
)
def test_heads_that_many_games_print_are_parts_of_the_page_that_they_stand_on(first: str, second: str) -> None:
    found = entries(f"A drum is beaten at dawn.\n\n== {first} ==\nTwo hands.\n\n== {second} ==\nAll wake up.", "Drum")

    assert list(found) == ["Drum"]
    assert found["Drum"].sections == (first, second)
    assert "All wake up." in found["Drum"].text


def test_a_phase_that_is_called_as_a_part_is_a_rule_where_no_parts_stand_beside_it() -> None:
    found = entries("A day has two halves.\n\n== Activation ==\nDrums wake up.\n\n== Silence ==\nDrums sleep.", "Day")

    assert set(found) == {"Day", "Activation", "Silence"}


def test_a_heading_that_stands_under_three_others_is_a_part_of_each() -> None:
    drums = "".join(
        f"== {name} drum ==\n{name} as they come.\n=== Tuning ===\nPull.\n" for name in ("Red", "Tin", "Old")
    )

    found = entries(drums, "Drums")

    assert not [name for name in found if "Tuning" in name]
    assert found["Tin drum"].sections == ("Tuning",)


def test_a_heading_that_holds_others_is_no_part_whatever_it_is_called() -> None:
    found = entries("All of them.\n\n== Effects ==\nSome of them last.\n=== Deaf ===\nHears nothing for a day.", "Ends")

    assert {"Effects", "Deaf"} <= set(found)


def test_a_profile_that_names_its_parts_knows_better() -> None:
    profile = read_profile('name = "drums"\n[[parts]]\nkey = "tuning"\nheads = ["Tuning"]\n', origin="drums.toml")

    found = entries("A drum.\n\n== Effects ==\nWakes all who sleep.\n\n== Tuning ==\nPull at it.", "Drum", profile)

    assert "Effects" in found
    assert "Tuning" not in found
