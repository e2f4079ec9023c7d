"""Names in two languages, suggested to a person."""

from __future__ import annotations

from ingest.links.twins import suggest_twins
from ingest.profile import Profile
from tests.links.make import PROFILE, document, entry, heading, names, navigation


def pairs(
    pages: list[object], entries: list[object] | None = None, profile: Profile = PROFILE
) -> list[tuple[str, str]]:
    return [(twin.name, twin.twin) for twin in suggest_twins(pages, entries or [], profile)]  # type: ignore[arg-type]


def test_lists_in_the_same_order_pair_their_names() -> None:
    profile = Profile(name="x", languages=("en", "es"), translations={"es": {"Velas": "Sails"}})
    pages = names({"Barco": document(navigation("Velas", "Remos", "Cubierta"))}, profile, language="es", wiki="")
    pages += names({"Ship": document(navigation("Sails", "Oars", "Deck"))}, profile)

    assert pairs(pages, profile=profile) == [("Cubierta", "Deck"), ("Remos", "Oars")]


def test_lists_without_a_known_pair_prove_nothing() -> None:
    pages = names({"Barco": document(navigation("Velas", "Remos", "Cubierta"))}, language="es", wiki="")
    pages += names({"Ship": document(navigation("Tides", "Crew", "Deck"))})

    assert pairs(pages) == []


def test_headings_in_the_same_order_pair_their_names() -> None:
    pages = names({"Barco": document(heading("Vela"), heading("Remo"), heading("Combate"))}, language="es", wiki="")
    pages += names({"Ship": document(heading("Sail"), heading("Oar"), heading("Combat"))})

    assert pairs(pages) == [("Combate", "Combat"), ("Remo", "Oar"), ("Vela", "Sail")]


def test_stems_and_acronyms_pair_entries_of_one_kind_and_edition() -> None:
    spanish = [entry("Combate", language="es"), entry("Zona Litoral", language="es", acronym="ZoL")]
    english = [entry("Combat"), entry("Zone of Litter", acronym="ZoL"), entry("Combat", edition="T1", kind="stance")]

    assert pairs([], [*spanish, *english]) == [("Combate", "Combat"), ("Zona Litoral", "Zone of Litter")]


def test_a_name_with_two_likely_twins_has_none() -> None:
    found = pairs([], [entry("Combate", language="es"), entry("Combat"), entry("Combats")])

    assert found == []
