"""What changed in a rule, and its history."""

from __future__ import annotations

from msgspec.structs import replace

from ingest.align import edition_history, entry_changes, entry_history, paired
from ingest.glossary.model import Entry, WeaponProfile, Wording
from ingest.glossary.records import described
from ingest.model import Place
from ingest.tree import Band

PLACE = Place(source="log.xml")
HARPOON = Entry(
    id="weapon/harpoon@L1.en", concept="weapon/harpoon", name="Harpoon", kind="weapon", cls="Short Task", labels=("Wet",),
    edition="L1", text="Throw it once.", page="log:Harpoon", revision="1", source=PLACE,
    profiles=(
        WeaponProfile(
            name="Harpoon", burst="3", damage="13", traits=("Barbed",),
            ranges=(Band(start=0, end=8, mod="+3"), Band(start=8, end=16, mod="-3")),
        ),
    ),
)  # fmt: skip


def details(old: Entry, new: Entry) -> list[str]:
    return [change.detail for change in entry_changes(old, new)]


def test_a_rule_does_not_differ_from_itself() -> None:
    assert entry_changes(HARPOON, HARPOON) == ()


def test_values_are_told_by_their_names() -> None:
    profile = replace(
        HARPOON.profiles[0],
        burst="2",
        traits=("Heavy",),
        ranges=(Band(start=0, end=8, mod="+3"), Band(start=8, end=16, mod="-6")),
    )
    new = replace(HARPOON, cls="Long Task", labels=("Wet", "Loud"), profiles=(profile,))

    assert details(HARPOON, new) == [
        "class Short Task → Long Task", "label Loud added", "Burst 3 → 2", "trait Barbed dropped", "trait Heavy added",
        "range 8–16: -3 → -6",
    ]  # fmt: skip
    assert {change.severity for change in entry_changes(HARPOON, new)} == {"value"}


def test_modes_come_and_go() -> None:
    more = WeaponProfile(name="Harpoon", mode="Blunt")

    assert details(HARPOON, replace(HARPOON, profiles=(*HARPOON.profiles, more))) == ["profile Harpoon (Blunt) added"]
    assert details(replace(HARPOON, profiles=(*HARPOON.profiles, more)), HARPOON) == ["profile Harpoon (Blunt) dropped"]


def test_a_rule_that_moves_to_another_page_is_the_same_rule() -> None:
    found = entry_changes(HARPOON, replace(HARPOON, page="log:Weapons"))

    assert [(change.type, change.severity) for change in found] == [("moved", "layout")]


def test_wording_comes_after_values_and_case_is_layout() -> None:
    assert [c.type for c in entry_changes(HARPOON, replace(HARPOON, text="Throw it twice."))] == ["reworded"]
    assert [(c.type, c.severity) for c in entry_changes(HARPOON, replace(HARPOON, text="Throw It once."))] == [
        ("case", "layout")
    ]


def test_entries_pair_by_id_then_by_kind_and_name() -> None:
    newer = replace(HARPOON, id="weapon/harpoon@L2.en", name="HARPOON")
    net = replace(HARPOON, id="weapon/net@L1.en", name="Net")

    assert list(paired([HARPOON], [HARPOON])) == [(HARPOON, HARPOON)]
    assert list(paired([HARPOON, net], [newer])) == [(HARPOON, newer), (net, None)]


def test_a_history_holds_each_wording_once_and_says_what_brought_it() -> None:
    newer = replace(HARPOON, text="Throw it twice.")

    found = entry_history(
        [("1", "t1", "Ann", HARPOON), ("2", "t2", "Ann", HARPOON), ("3", "t3", "Ben", newer), ("4", "t4", "Ben", None)]
    )

    assert [(version.label, version.changes[0].type) for version in found] == [
        ("1", "added"),
        ("3", "reworded"),
        ("4", "removed"),
    ]


def test_a_printed_update_is_a_version_with_the_text_before_it() -> None:
    wording = Wording(version="1.1", updated="Throw it twice.", original="Throw it once.", place=PLACE)
    newer = replace(HARPOON, text="Throw it twice.", errata=(wording,))

    found = entry_history([("1", "t1", "Ann", HARPOON), ("2", "t2", "Ben", newer)])

    assert [(version.by, version.text) for version in found] == [
        ("revision", "Throw it once."), ("update", "Throw it once."), ("update", "Throw it twice."), ("revision", "Throw it twice."),
    ]  # fmt: skip


def test_editions_follow_each_other() -> None:
    newer = replace(HARPOON, edition="L2", text="Throw it twice.")

    found = edition_history([HARPOON, newer])

    assert [(version.label, version.changes[0].type) for version in found] == [("L1", "added"), ("L2", "reworded")]


def test_the_first_wording_of_an_edition_is_a_change_of_the_older_one() -> None:
    newer = replace(HARPOON, edition="L2", page="log:Weapons", profiles=(replace(HARPOON.profiles[0], burst="2"),))

    found = entry_history([("7", "t7", "Ann", None), ("8", "t8", "Ann", newer)], older=HARPOON)

    assert [(version.label, [change.detail for change in version.changes]) for version in found] == [
        ("8", ["from Harpoon to Weapons", "Burst 3 → 2"])
    ]


def test_a_dash_is_no_value_and_one_scale_replaces_another() -> None:
    old = replace(HARPOON, profiles=(WeaponProfile(name="Pole + hook", damage="13", saves="--", burst="2"),))
    new = replace(HARPOON, profiles=(WeaponProfile(name="Pole+hook", ps="7", saves=None, burst="2"),))

    assert [change.detail for change in entry_changes(old, new) if change.type == "value"] == ["Damage 13 → PS 7"]


def test_the_one_profile_that_is_named_anew_is_not_another_profile() -> None:
    old = replace(HARPOON, profiles=(WeaponProfile(name="Pole", mode="Throw", burst="2"),))
    new = replace(HARPOON, profiles=(WeaponProfile(name="Long Pole", mode="Throw", burst="1"),))

    assert [change.detail for change in entry_changes(old, new) if change.type == "value"] == ["Burst 2 → 1"]


def test_a_changed_profile_is_told_once_and_not_again_as_words() -> None:
    def printed(burst: str, beside: str) -> Entry:
        profile = replace(HARPOON.profiles[0], burst=burst)
        return replace(HARPOON, profiles=(profile,), text=f"{described(profile)}\n{beside}")

    assert details(printed("1", "Wet."), printed("4", "Wet.")) == ["Burst 1 → 4"]
    assert details(printed("1", "Wet."), printed("4", "Dry.")) == ["Burst 1 → 4", "words: +1 −1, first “Wet” → “Dry”"]


def test_a_blank_beside_a_stroke_is_no_other_class() -> None:
    assert details(replace(HARPOON, cls="Short Task / Echo"), replace(HARPOON, cls="Short Task /Echo")) == []


def test_the_first_words_that_changed_are_told_not_the_first_sign() -> None:
    old, new = replace(HARPOON, text="It’s thrown, once a turn."), replace(HARPOON, text="It's thrown; twice a turn.")

    assert details(old, new) == ["words: +2 −2, first “, once” → “; twice”"]
