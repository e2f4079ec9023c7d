"""Rows of plain tables as profiles, wherever the table is drawn."""

from __future__ import annotations

import pytest

from ingest.glossary import candidates
from ingest.glossary.model import Candidate
from ingest.profile import Profile, read_profile
from ingest.rulebook import parse_rulebook
from ingest.wikitext import parse

FIELDS = """
name = "drums"
[rulebook]
bands = "Reach"
[rulebook.fields]
Force = "damage"
Marks = "traits"
[glossary.records]
weapon = "weapon"
"""
LINES = "Drum | Reach | Force | Marks\nTin drum | 0-4 | 2 | Loud, Light\nOx drum | 0-9 | 5 | Heavy\n"
MARKDOWN = "| Drum | Reach | Force | Marks |\n|---|---|---|---|\n| Tin drum | 0-4 | 2 | Loud, Light |\n| Ox drum | 0-9 | 5 | Heavy |\n"
BOOK = "Drums\n\nTap\n\nOne hand beats a drum once.\n\nDrum Chart\n\n{table}\nRest\n\nNobody beats a drum while others sleep.\n"


def profile() -> Profile:
    return read_profile(FIELDS, origin="drums.toml")


def weapons(found: tuple[Candidate, ...]) -> dict[str, Candidate]:
    return {entry.name: entry for entry in found if entry.kind == "weapon"}


def in_book(table: str, game: Profile) -> tuple[Candidate, ...]:
    document = parse_rulebook(BOOK.format(table=table), profile=game)
    return candidates(document, profile=game, title="Drums", model="rulebook")


@pytest.mark.parametrize("table", [LINES, MARKDOWN, LINES.replace(" | ", "\t")])
def test_each_row_of_a_chart_is_a_weapon_with_its_values(table: str) -> None:
    found = weapons(in_book(table, profile()))

    assert list(found) == ["Tin drum", "Ox drum"]
    (tin,) = found["Tin drum"].profiles
    assert (tin.damage, tin.traits, tin.fields) == ("2", ("Loud", "Light"), (("range", "0-4"),))
    assert dict(tin.numbers) == {"damage": 2}


def test_the_chart_stays_an_entry_and_the_rules_around_it_gain_nothing() -> None:
    found = {entry.name: entry for entry in in_book(LINES, profile())}

    assert found["Drum Chart"].kind == "chart"
    assert not any(found[name].profiles for name in ("Drum Chart", "Tap", "Rest"))


def test_a_table_of_a_wiki_gives_weapons_too() -> None:
    table = "{| class=\"wikitable\"\n! Drum !! Reach !! Force\n|-\n| '''Tin drum''' || 0-4 || 2\n|-\n! colspan=3 | Old ones\n|}"
    document = parse(f"Drums are loud.\n\n== Chart ==\n{table}", title="Drums", profile=profile())

    found = weapons(candidates(document, profile=profile(), title="Drums"))

    assert list(found) == ["Tin drum"]
    assert found["Tin drum"].profiles[0].damage == "2"


def test_a_table_with_one_known_column_is_no_data() -> None:
    assert not weapons(in_book("Drum | Force | Owner\nTin drum | 2 | Odd\nOx drum | 5 | Ev\n", profile()))


def test_a_profile_may_keep_its_tables_out() -> None:
    told = FIELDS.replace("[glossary.records]", "[glossary]\ntables = false\n[glossary.records]")

    assert not weapons(in_book(LINES, read_profile(told, origin="drums.toml")))


def test_a_row_that_says_a_weapon_again_is_no_second_profile_but_another_value_is() -> None:
    told = "Tin drum\n\nForce: 2 · Marks: Loud, Light\n\nOx drum\n\nForce: 7 · Marks: Heavy\n\n"

    found = {entry.name: entry for entry in in_book(LINES + "\n" + told, profile())}

    assert [one.damage for one in found["Tin drum"].profiles] == ["2"]
    assert sorted(one.damage or "" for one in found["Ox drum"].profiles) == ["5", "7"]
