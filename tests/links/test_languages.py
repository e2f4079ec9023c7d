"""How words bend, and how titles and anchors are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ProfileError
from ingest.links.forms import acronyms, bare, beginnings, colon_parts, initials, joined_parts, short_writings
from ingest.links.languages import ENGLISH, SPANISH, number_key, plurals, rules_of, singulars, verb_forms
from ingest.links.written import anchor_forms, plain_title, split_target, title_key
from ingest.profile import read_profile


@pytest.mark.parametrize(
    ("many", "one"),
    [("Lines of Fire", "Line of Fire"), ("Armies", "Army"), ("Boxes", "Box"), ("Touches", "Touch"), ("Losses", "Loss"), ("Bonus", "Bonus"), ("Areas", "Area"), ("Dodges", "Dodge"), ("Gas", "Gas")],
)  # fmt: skip
def test_english_plurals_share_a_key_with_their_singular(many: str, one: str) -> None:
    assert number_key(many, ENGLISH) == number_key(one, ENGLISH)


@pytest.mark.parametrize(
    ("many", "one"),
    [("Tiradas", "Tirada"), ("Órdenes", "Orden"), ("Luces", "Luz"), ("Líneas de Fuego", "Línea de Fuego")],
)
def test_spanish_plurals_share_a_key_with_their_singular(many: str, one: str) -> None:
    assert number_key(many, SPANISH) == number_key(one, SPANISH)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Line of Fire", "Lines of Fire"),
        ("Face to Face Roll", "Face to Face Rolls"),
        ("Army", "Armies"),
        ("Deployable Weapon", "Deployable Weapons"),
        ("Box", "Boxes"),
        ("Dodge", "Dodges"),
    ],
)
def test_names_are_bent_where_their_noun_stands(one: str, many: str) -> None:
    assert many in plurals(one, ENGLISH)
    assert one in singulars(many, ENGLISH)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Dodge", "Dodging"),
        ("Dodge", "Dodged"),
        ("Jump", "Jumping"),
        ("Stun", "Stunned"),
        ("Look Out", "Looking Out"),
        ("Carry", "Carried"),
    ],
)
def test_verbs_are_bent(name: str, form: str) -> None:
    assert form in verb_forms(name, ENGLISH)


def test_a_name_lends_itself_to_forms() -> None:
    assert bare("Line of Fire (LoF)") == "Line of Fire"
    assert acronyms("Line of Fire (LoF)") == ("LoF",)
    assert acronyms("Anchors (heavy ones)") == ()
    assert acronyms("Burst in the Turn (ARO)") == ()
    assert initials("Line of Fire", ENGLISH) == "LoF"
    assert short_writings("Heavy Iron (HI) Anchor") == ("HI Anchor",)
    assert colon_parts("Phases: Rising Tide") == ("Rising Tide", "Phases")
    assert beginnings("Crew Points and Value", ENGLISH) == ("Crew Points",)
    assert joined_parts("Open and Private Talk", ENGLISH) == ("Open Talk", "Private Talk")
    assert joined_parts("Orders and the Order Pool", ENGLISH) == ("Orders", "Order Pool")
    assert joined_parts("Bases, Zones and Shapes", ENGLISH) == ()


@pytest.mark.parametrize(
    ("anchor", "form"),
    [("Pull_(PL)", "Pull (PL)"), ("Pull_.28PL.29", "Pull (PL)"), ("360.C2.BA_Visor", "360º Visor"), ("Pull%20hard", "Pull hard"), ("v1.25", "v1%"), ("a.FFb", "a.FFb")],
)  # fmt: skip
def test_anchors_are_decoded(anchor: str, form: str) -> None:
    assert form in anchor_forms(anchor)


def test_an_anchor_is_first_read_as_it_is_written() -> None:
    assert anchor_forms("v1.25")[0] == "v1.25"


def test_titles_are_brought_to_one_form() -> None:
    assert plain_title(":wild_ mooring ") == "wild mooring"
    assert title_key("wild mooring") == "Wild mooring"
    assert title_key("wild mooring", case="case-sensitive") == "wild mooring"
    assert split_target("Mooring#A", "B") == ("Mooring", "A#B")
    assert split_target("Mooring", "##A") == ("Mooring", "A")
    assert split_target("Mooring", "") == ("Mooring", None)


@given(st.text(max_size=40), st.none() | st.text(max_size=40))
def test_anything_can_be_split_and_read(target: str, anchor: str | None) -> None:
    title, fragment = split_target(target, anchor)

    assert "#" not in title
    assert fragment is None or fragment == fragment.strip() != ""
    assert all(form == " ".join(form.split()) for form in anchor_forms(fragment or ""))


def test_a_wrong_pattern_of_a_profile_is_explained() -> None:
    with pytest.raises(ProfileError, match=r"my\.toml.*'\(' is no regular expression.*linking"):
        read_profile('name = "x"\n[linking]\nnever = ["("]\n', origin="my.toml")


def test_a_profile_can_bring_a_language() -> None:
    profile = read_profile('name = "x"\n[linking.languages.de]\nsingulars = [["en$", "e"]]\n', origin="my.toml")

    assert number_key("Karten", rules_of(profile, "de-AT")) == "karte"
