from __future__ import annotations

import msgspec

from ingest.glossary.against import compare_weapons
from ingest.glossary.model import Entry, WeaponProfile
from ingest.model import Place
from ingest.tree import Band
from tests.glossary.make import GAME

HEAD = "edition,name,mode,burst,damage,range_bands_inches\n"


def weapon(name: str = "Hook Pole", **fields: object) -> Entry:
    profile = WeaponProfile(name=name, **fields)  # type: ignore[arg-type]
    return Entry(
        id="weapon/hook-pole@First.en", concept="weapon/hook-pole", name=name, kind="weapon", edition="First", editions=("First",),
        page="lamp:Poles", revision="1", source=Place(source="lamp.xml"), profiles=(profile,),
    )  # fmt: skip


BANDS = (
    Band(start=0, end=8, mod="+3"),
    Band(start=8, end=16, mod="+3"),
    Band(start=16, end=24, mod="−3"),
    Band(start=24, end=32, mod="--"),
)


def test_equal_rows_agree_whatever_the_spelling() -> None:
    ours = weapon(mode="Anti-Dark Mode", burst="2", damage="13", ranges=BANDS)
    found = compare_weapons([ours], HEAD + "first-2020,Hook Poles,Antidark Mode,2,13,0-16:+3 16-24:-3\n", profile=GAME)

    assert len(found.matched) == 1
    assert found.conflicts == ()


def test_each_field_that_differs_is_named() -> None:
    ours = weapon(burst="2", damage="13", ranges=BANDS)
    (conflict,) = compare_weapons([ours], HEAD + "first-2020,Hook Pole,,1,14,0-8:+3\n", profile=GAME).conflicts

    assert conflict.differs == ("burst", "damage", "ranges")


def test_damage_on_the_other_scale_is_converted() -> None:
    found = compare_weapons([weapon(burst="1", damage="13")], HEAD + "first (PS scale),Hook Pole,,1,7,\n", profile=GAME)

    assert found.conflicts == ()


def test_a_number_against_an_attribute_is_no_conflict_but_told() -> None:
    (match,) = compare_weapons([weapon(burst="1", damage="PH")], HEAD + "first,Hook Pole,,1,8,\n", profile=GAME).matched

    assert (match.differs, match.incomparable) == ((), ("damage",))


def test_rows_of_another_edition_or_name_stay_unmatched() -> None:
    found = compare_weapons([weapon()], HEAD + "second,Hook Pole,,1,8,\nfirst,Net,,1,8,\n", profile=GAME)

    assert [row.line for row in found.unmatched] == [2, 3]


def test_of_two_profiles_the_one_of_the_same_ranges_is_meant_however_its_bands_are_cut() -> None:
    ours = weapon(burst="2", damage="13", ranges=BANDS)
    near = WeaponProfile(name="Hook Pole", burst="2", damage="11", ranges=(Band(start=0, end=8, mod="+3"),))
    ours = msgspec.structs.replace(ours, profiles=(near, *ours.profiles))

    found = compare_weapons([ours], HEAD + "first,Hook Pole,,2,13,0-8:+3 8-16:+3 16-24:-3\n", profile=GAME)

    assert found.conflicts == ()
