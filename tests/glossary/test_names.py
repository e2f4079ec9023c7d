from __future__ import annotations

import re

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.glossary.ids import named
from ingest.glossary.kinds import key_of
from ingest.glossary.model import Candidate
from ingest.glossary.names import NameRow, row_of
from ingest.glossary.names_of import name_of, recased
from ingest.glossary.survivors import without_mentions
from ingest.glossary.typed import typed
from tests.glossary.make import GAME


def row(
    name: str,
    *,
    page: str = "Wicks",
    edition: str | None = "First",
    language: str = "en",
    kind: str = "rule",
    wiki: str = "lamp",
    **rest: object,
) -> NameRow:
    fields: dict[str, object] = {
        "revision": f"{page}-1",
        "index": 0,
        "editions": (edition,) if edition else (),
        "above": page,
        **rest,
    }
    return NameRow(
        page=f"{wiki}:{page}", title=page, edition=edition, language=language, kind=kind, name=name, **fields
    )  # type: ignore[arg-type]


rows = st.lists(
    st.builds(
        row,
        st.sampled_from(
            ["Glow", "glow", "Glows", "Glow!", "Dim Mood", "Dim", "ARM = 0", "ARM 0", "Farol", "Ünïcode", "日本"]
        ),
        page=st.sampled_from(["Wicks", "Lamps", "Oil"]),
        wiki=st.sampled_from(["lamp", "lantern"]),
        book=st.sampled_from(["", "doc:Book"]),
        edition=st.sampled_from(["First", "Second", None]),
        language=st.sampled_from(["en", "es"]),
        kind=st.sampled_from(["rule", "mood"]),
        line=st.integers(0, 99),
        index=st.integers(0, 10_000),
        rank=st.integers(0, 3),
        above=st.sampled_from(["Light", "Dark"]),
    ),
    max_size=12,
    unique_by=lambda item: (item.page, item.revision, item.edition, item.index),
)


@settings(deadline=None)
@given(rows)
def test_every_row_has_one_id_of_its_own(items: list[NameRow]) -> None:
    found = named(items, GAME)

    assert len({item.id for item in found}) == len(items)
    assert all(re.match(rf"{re.escape(item.concept)}(?:-\d+)*@", item.id) for item in found)


@settings(deadline=None)
@given(rows, st.randoms(use_true_random=False))
def test_ids_do_not_depend_on_the_order_of_pages(items: list[NameRow], random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(items)
    random.shuffle(shuffled)

    assert named(shuffled, GAME) == named(items, GAME)


def ids(*items: NameRow, kept: dict[str, str] | None = None) -> list[str]:
    return [item.id for item in named(items, GAME, kept=kept)]


def test_ids_say_kind_name_edition_and_language() -> None:
    assert ids(row("Dim Mood", kind="mood")) == ["mood/dim@First.en"]
    assert ids(row("Glow", edition=None)) == ["rule/glow@en"]


def test_an_id_outlives_the_move_of_its_page_and_a_change_of_case() -> None:
    assert ids(row("Glow", page="Wicks")) == ids(row("GLOW", page="Lights"))


def test_one_name_in_two_editions_is_one_concept() -> None:
    found = named([row("Glows", edition="First"), row("Glow", edition="Second")], GAME)

    assert {item.concept for item in found} == {"rule/glow"}


def test_the_newest_edition_names_the_concept() -> None:
    found = named([row("Dim", kind="mood", edition="First"), row("Dims Mood", kind="mood", edition="Second")], GAME)

    assert {item.concept for item in found} == {"mood/dims"}


def test_a_translation_shares_the_concept_of_its_twin() -> None:
    found = named([row("Lantern"), row("Farol", language="es")], GAME)

    assert [item.id for item in found] == ["rule/lantern@First.en", "rule/lantern@First.es"]


def test_homonyms_take_the_name_of_what_they_stand_in() -> None:
    found = ids(row("Keepers", above="The Ford", index=1), row("Keepers", above="The Mill", index=2))

    assert found == ["rule/keepers-the-ford@First.en", "rule/keepers-the-mill@First.en"]


def test_homonyms_in_one_place_take_an_ordinal() -> None:
    found = ids(row("Keepers", line=3, index=1), row("Keepers", line=9, index=2))

    assert found == ["rule/keepers-2@First.en", "rule/keepers@First.en"]


def test_a_box_of_a_template_is_a_place_of_its_own_as_any_box_is() -> None:
    ranks = {
        rule: row_of(
            Candidate(name="Glow", kind="rule", rule=rule), page="lamp:Lamps", title="Lamps", revision="1", index=0,
            edition=None, editions=(), language="en", parent=None,
        ).rank
        for rule in ("template:lampbox; classes", "box; classes", "heading; classes", "bold head; classes", "row of data: lamp")
    }  # fmt: skip

    assert list(ranks.values()) == [0, 0, 1, 2, 3]


def test_what_two_sources_print_in_one_edition_is_one_concept_with_two_texts() -> None:
    found = named([row("Glow", wiki="lamp"), row("Glow", wiki="lantern", above="Light")], GAME)

    assert [(item.concept, item.id) for item in found] == [
        ("rule/glow", "rule/glow-2@First.en"),
        ("rule/glow", "rule/glow@First.en"),
    ]


def test_a_rulebook_is_a_source_of_its_own() -> None:
    wiki, core, more = (
        row("Glow", above=name, book=book) for name, book in (("W", ""), ("C", "doc:C"), ("M", "doc:M"))
    )

    found = named([wiki, core, more], GAME)

    assert {item.concept for item in found} == {"rule/glow"}
    assert next(item.row for item in found if item.id == "rule/glow@First.en").book == ""


def test_the_homonyms_of_one_source_are_told_apart_whatever_another_source_prints() -> None:
    found = named(
        [row("Keepers", above="Ford", index=1), row("Keepers", above="Mill", index=2), row("Keepers", above="Mill", wiki="log")],
        GAME,
    )  # fmt: skip

    assert [item.concept for item in found if item.row.above == "Mill"] == ["rule/keepers"] * 2
    assert [item.concept for item in found if item.row.above == "Ford"] == ["rule/keepers-ford"]


def test_a_second_text_never_takes_the_id_of_another_thing() -> None:
    rows = [row("Glow 2"), row("Glow"), row("Glow", wiki="lantern")]

    found = named(rows, GAME)

    assert [item.row.name for item in found if item.id == "rule/glow-2@First.en"] == ["Glow 2"]
    assert len({item.id for item in found}) == len(rows)


def test_a_thing_that_editions_file_under_two_kinds_is_one_concept() -> None:
    found = named([row("Dim", kind="gear", edition="First"), row("Dim", kind="mood", edition="Second")], GAME)

    assert [(item.id, item.row.kind) for item in found] == [
        ("mood/dim@First.en", "gear"),
        ("mood/dim@Second.en", "mood"),
    ]


def test_two_kinds_that_one_edition_tells_apart_stay_two_things() -> None:
    both = [row("Dim", kind="gear"), row("Dim", kind="mood")]

    assert len({item.concept for item in named([*both, row("Dim", kind="mood", edition="Second")], GAME)}) == 2


def test_texts_without_an_edition_tell_nothing_about_kinds() -> None:
    found = named([row("Dim", kind="gear", edition=None), row("Dim", kind="mood", edition="Second")], GAME)

    assert len({item.concept for item in found}) == 2


def test_a_page_of_its_own_is_the_first_bearer_of_a_name() -> None:
    found = ids(row("Keepers", page="Keepers", rank=0), row("Keepers", page="Lamps", rank=1, above="Lamps"))

    assert found == ["rule/keepers-lamps@First.en", "rule/keepers@First.en"]


def test_a_renamed_term_keeps_its_concept() -> None:
    assert ids(row("Gleam"), kept={"rule/gleam": "rule/glow"}) == ["rule/glow@First.en"]


def test_a_printed_name_is_taken_apart() -> None:
    line = name_of("Line of Light (LoL)")
    middle = name_of("Very Hot (VH) Oil")

    assert (line.name, line.acronym) == ("Line of Light", "LoL")
    assert (middle.name, middle.acronym, middle.aliases) == ("Very Hot Oil", "VH", ("Very Hot (VH) Oil",))
    assert name_of("Lamp (Throw Mode)").acronym is None
    assert name_of("Lamp Weapon (WIT)").name == "Lamp Weapon (WIT)"  # begins like a word of it, and is no short of it
    assert name_of("Start of the Night: Quiet Phase").aliases == ("Quiet Phase",)


def test_a_shouted_name_is_written_as_the_text_writes_it() -> None:
    assert recased("LAMP OF ADA", ["Light the Lamp of Ada."]) == "Lamp of Ada"
    assert recased("OIL OF THE MILL", []) == "Oil of the Mill"
    assert recased("ECM", ["the ecm"]) == "ECM"


@settings(deadline=None)
@given(st.text(st.characters(codec="ascii")))
def test_the_case_of_a_name_is_no_part_of_its_key(name: str) -> None:
    assert key_of(name, "mood", GAME) == key_of(name.upper(), "mood", GAME)


def test_of_homonyms_the_one_that_stands_where_another_edition_has_its_only_one_is_the_same_concept() -> None:
    items = [
        row("Glow", page="Lamps", edition="First"),
        row("Glow", page="Lamps", edition="Second"),
        row("Glow", page="Oil", edition="Second"),
    ]

    found = {item.row.page + str(item.row.edition): item.concept for item in named(items, GAME)}

    assert found == {"lamp:LampsFirst": "rule/glow", "lamp:LampsSecond": "rule/glow", "lamp:OilSecond": "rule/glow-oil"}


def test_homonyms_that_stand_where_no_other_edition_has_one_stay_apart() -> None:
    items = [
        row("Glow", page="Wicks", edition="First"),
        row("Glow", page="Lamps", edition="Second"),
        row("Glow", page="Oil", edition="Second"),
    ]

    assert {item.concept for item in named(items, GAME)} == {"rule/glow", "rule/glow-lamps", "rule/glow-oil"}


def test_a_bracket_is_translated_behind_its_name() -> None:
    game = msgspec.structs.replace(GAME, translations={"es": {"Brillo": "Glow", "FM": "MF"}})

    assert key_of("Brillo (FM)", "rule", game) == key_of("Glow (MF)", "rule", game)


def test_a_box_without_a_class_is_of_the_kind_that_its_other_edition_tells() -> None:
    items = [
        row("Gleam", edition="First", rank=0),
        row("Gleam", edition="Second", kind="knack", rank=0),
    ]

    assert [item.kind for item in typed(items, GAME)] == ["knack", "knack"]


def test_a_rule_beside_a_knack_of_its_name_stays_a_rule_in_every_edition() -> None:
    items = [
        row("Gleam", edition="First", rank=0),
        row("Gleam", edition="Second", page="Oil"),
        row("Gleam", edition="Second", kind="knack", rank=0),
    ]

    assert [item.kind for item in typed(items, GAME)] == ["rule", "rule", "knack"]


def test_two_kinds_of_one_name_give_none_to_a_third() -> None:
    items = [
        row("Gleam", edition="First", rank=0),
        row("Gleam", edition="Second", kind="knack", rank=0),
        row("Gleam", edition="Second", kind="mood", rank=0),
    ]

    assert typed(items, GAME)[0].kind == "rule"


def test_what_two_pages_of_a_wiki_say_of_a_term_in_the_same_words_is_one_mention() -> None:
    same, other = {"rank": 2, "told": "a1"}, {"rank": 2, "told": "b2"}
    items = [row("Glow", page="Wicks", **same), row("Glows", page="Lamps", **same), row("Glow", page="Oil", **other)]

    assert [item.title for item in without_mentions(items, GAME)] == ["Lamps", "Oil"]
    assert [item.title for item in without_mentions([*items, row("Glow", page="Home")], GAME)] == ["Home"]


def test_the_same_words_in_another_edition_are_another_mention() -> None:
    items = [row("Glow", edition=edition, rank=2, told="a1") for edition in ("First", "Second")]

    assert without_mentions(items, GAME) == items
