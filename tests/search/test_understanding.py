"""What is typed otherwise than it is printed: together, apart, misspelt, as a question, with an edition or a class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from site_src.search import search
from site_src.search.documents import every_name
from tests.search.moles import document, write_site

DOCUMENTS = (
    document("Burrow Wall", "It stands in the way of tunnels.", kind="rule"),
    document("Mudlark", "It finds what the flood left.", kind="weapon", numbers=(("burst", 4),), fields=(("trait", "Silent Lantern"),)),
    document("Lark", "It sings of mud in the morning."),
    document("Mud", "Slow ground.", kind="rule"),
    document("Deep Watch", "Whoever watches the deep may wait.", edition="E1", id="skill/deep-watch@E1.en", recency=1),
    document("Deep Watch", "In the second book nobody waits: the deep is watched by bells.", id="skill/deep-watch@E2.en"),
    document("Watch", "The bells of the town. B4 is what the old book said.", kind="rule"),
    document("Slow Watch", "Bells, twice an hour.", kind="rule"),
    document("Camp (Night)", "Where one sleeps.", kind="rule"),
    document("Camp", "Where one rests.", kind="rule"),
    document("Flood", "Water, everywhere. ARM/2 against it.", kind="rule"),
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of mud and bells."""
    return write_site(tmp_path_factory.mktemp("mud") / "site", DOCUMENTS)


def first(site: Path, query: str) -> str:
    return next((hit.id for hit in search(site, query).hits), "")


def test_two_words_typed_as_one_are_parted_and_said(site: Path) -> None:
    found = search(site, "burrowwall")

    assert found.hits[0].name == "Burrow Wall"
    assert found.hits[0].tier == "name as understood"
    assert found.corrected == "burrow wall"


def test_one_word_typed_as_two_is_found_as_it_is_printed(site: Path) -> None:
    found = search(site, "mud lark")

    assert found.hits[0].name == "Mudlark"
    assert found.corrected is None
    assert {hit.name for hit in found.hits} >= {"Lark", "Mud"}


def test_a_misspelt_name_is_as_good_as_one_spelt_well(site: Path) -> None:
    found = search(site, "slwo watch").hits

    assert (found[0].name, found[0].tier) == ("Slow Watch", "name as understood")


def test_who_bears_the_name_understood_comes_before_who_implies_it(site: Path) -> None:
    assert [hit.name for hit in search(site, "what is a camp?").hits[:2]] == ["Camp", "Camp (Night)"]


@pytest.mark.parametrize("query", ["what is the flood", "explain the flood please", "whats a flood"])
def test_a_question_about_a_term_finds_the_term_by_its_name(site: Path, query: str) -> None:
    assert search(site, query).hits[0].tier == "name as understood"
    assert search(site, query).hits[0].name == "Flood"


def test_a_class_before_a_name_that_has_none_today_does_no_harm(site: Path) -> None:
    assert first(site, "ST: watch") == first(site, "watch")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("deep watch", "E2"),
        ("deep watch e1", "E1"),
        ("E1 deep watch", "E1"),
        ("deep watch e 1", "E1"),
        ("deep watch e2", "E2"),
    ],
)
def test_an_edition_among_the_words_is_preferred(site: Path, query: str, wanted: str) -> None:
    assert first(site, query) == f"skill/deep-watch@{wanted}.en"


def test_a_preferred_edition_leaves_the_others_to_be_found(site: Path) -> None:
    assert {"skill/deep-watch@E1.en", "skill/deep-watch@E2.en"} <= {hit.id for hit in search(site, "deep e1").hits}
    assert search(site, "deep e1").total == search(site, "deep").total


def test_an_edition_of_two_words_is_one_and_a_number_is_none(tmp_path: Path) -> None:
    texts = [("Second Book", "Two bells."), ("3", "Three bells of the second sort.")]
    made = [document("Watch", text, edition=edition, editions=(edition,)) for edition, text in texts]
    site = write_site(tmp_path / "one", made)

    assert first(site, "watch second book") == "skill/watch@Second Book.en"
    assert first(site, "watch secondbook") == "skill/watch@Second Book.en"
    assert [hit.tier for hit in search(site, "watch 3").hits] == ["text", "text"]


def test_only_an_edition_is_a_word_like_others(site: Path) -> None:
    assert search(site, "e1").total == 0


def test_a_figure_beside_its_letter_is_found_where_a_text_prints_it_and_where_a_profile_has_it(site: Path) -> None:
    assert {hit.name for hit in search(site, "b4").hits} == {"Watch", "Mudlark"}


def test_a_divided_figure_is_one_word(site: Path) -> None:
    assert [hit.name for hit in search(site, "ARM/2").hits] == ["Flood"]


def test_the_value_of_a_field_may_be_said_by_a_synonym(site: Path) -> None:
    assert first(site, 'trait:"silent farol"') == ""
    assert [hit.name for hit in search(site, "trait:silent").hits] == ["Mudlark"]


def test_a_synonym_is_known_in_the_plural(tmp_path: Path) -> None:
    site = write_site(tmp_path / "one", [document("Lantern", "Light."), document("Warren", "Holes.")])

    assert [hit.name for hit in search(site, "lamps").hits] == ["Lantern"]
    assert [hit.name for hit in search(site, "mole towns").hits] == ["Warren"]
    assert [hit.name for hit in search(site, "faroles").hits] == ["Lantern"]


def test_a_synonym_is_what_texts_say_and_no_beginning_of_it(tmp_path: Path) -> None:
    site = write_site(tmp_path / "one", [document("Lanternfish", "It glows."), document("Lamprey", "It does not.")])

    assert [hit.name for hit in search(site, "lamp").hits] == ["Lamprey"]
    assert [hit.name for hit in search(site, "farol").hits] == []


def test_a_synonym_that_is_typed_as_well_says_nothing_new(tmp_path: Path) -> None:
    texts = {"Lantern": "It hangs.", "Match": "It lights a lantern.", "Lantern Keeper": "Who keeps a lantern."}
    site = write_site(tmp_path / "one", [document(name, text) for name, text in texts.items()])

    assert search(site, "rekindle lantern").hits[0].name == "Match"
    assert search(site, "rekindle").hits[0].name in ("Lantern", "Match")


def test_a_field_takes_a_synonym_of_its_value(tmp_path: Path) -> None:
    site = write_site(tmp_path / "one", [document("Sling", "Throws.", fields=(("trait", "Lantern"),))])

    assert [hit.name for hit in search(site, "trait:lamp").hits] == ["Sling"]
    assert [hit.name for hit in search(site, "rasgo:farol").hits] == ["Sling"]


def test_a_name_that_is_a_sentence_is_no_name_of_its_words(tmp_path: Path) -> None:
    question = " ".join(f"word{number}" for number in "abcdefghijklmnopqrst") + " mole watch"
    site = write_site(tmp_path / "one", [document(question, "Yes.", kind="ruling"), document("Mole Watch", "Bells.")])

    assert [(hit.name, hit.tier) for hit in search(site, "watch mole").hits] == [
        ("Mole Watch", "all words in the name"), (question, "text"),
    ]  # fmt: skip
    assert search(site, question).hits[0].tier == "exact name"


def test_both_readers_understand_alike(site: Path, browser_reader: Any) -> None:
    queries = [
        "burrowwall", "mud lark", "slwo watch", "what is a camp?", "explain the flood please", "ST: watch", "deep watch e 1",
        "e1 deep", "e1", "the e1", "b4", "ARM/2", "trait:lamp", "lamps", "faroles", "camp e3", "burrow wal", "b4 e1 watches", "wallburrow",
        "mudlark lark mud wall watch", "what is the deep watch of the first book", "V: ", ": watch", "watching", "watchado", "rekindle flood", "farol wall", "lamp",
    ]  # fmt: skip
    answers = browser_reader(site, [{"query": query} for query in queries])

    for query, answer in zip(queries, answers, strict=True):
        mine = search(site, query)
        said = ([hit["id"] for hit in answer["hits"]], [hit["tier"] for hit in answer["hits"]], answer["corrected"])
        assert said == ([hit.id for hit in mine.hits], [hit.tier for hit in mine.hits], mine.corrected), query


def test_a_name_written_in_camel_case_is_found_by_its_words(tmp_path: Path) -> None:
    from site_src.search.documents import implied_names

    assert implied_names(every_name(("MudLark",))) == ("Mud Lark",)
