"""Rows of data: what is typed, what is named by the profile of the game, what two pages say of one row."""

from __future__ import annotations

from ingest.glossary.records import described, profile_of
from ingest.glossary.rows import disagreements
from ingest.tree import Field, Record, Text


def spell(**fields: str) -> Record:
    return Record(
        kind="spell", name="Dimming", fields=tuple(Field(name=name, value=(Text(value),)) for name, value in fields.items())
    )  # fmt: skip


def test_fields_that_no_weapon_has_are_kept_under_their_names() -> None:
    profile = profile_of(spell(burst="2", own_mod="+3", target="Lamp, Keeper", whim="--"))

    assert profile.record == "spell"
    assert profile.fields == (("own_mod", "+3"), ("target", "Lamp, Keeper"))
    assert profile.numbers == (("burst", 2), ("own_mod", 3))


def test_a_row_in_words_says_every_field() -> None:
    assert described(profile_of(spell(burst="2", skill_type="Short"))) == "Dimming: Burst 2, Skill type Short."


def test_a_minus_of_any_make_is_a_minus() -> None:
    assert profile_of(spell(own_mod="−3")).numbers == (("own_mod", -3),)


def test_two_rows_disagree_in_the_fields_that_both_print() -> None:
    one, other = (
        profile_of(spell(target=target, **more)) for target, more in (("Lamp", {"whim": "mild"}), ("Boat", {}))
    )

    assert list(disagreements(one, other)) == ["target"]
