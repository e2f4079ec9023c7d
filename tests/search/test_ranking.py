"""The order of hits: exact names, names by synonym, names that begin so, all words in a name, text."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_src.search import search
from site_src.search.engine import Index
from site_src.search.searching import run
from tests.search.moles import DOCUMENTS, LONG, document, write_site


def names(index: Index, query: str, **options: object) -> list[str]:
    given = {"limit": 10, **options}
    return [hit.name for hit in run(index, query, **given).hits]  # type: ignore[arg-type]


def test_an_exact_name_is_first_and_the_entry_before_its_section(index: Index) -> None:
    hits = run(index, "lantern", limit=10).hits

    assert [hit.kind for hit in hits[:2]] == ["skill", "section"]
    assert [hit.tier for hit in hits[:3]] == ["exact name", "exact name", "name begins so"]
    assert hits[2].name == "Lantern Oath"


@pytest.mark.parametrize("name", sorted({name for item in DOCUMENTS for name in item.names}))
def test_every_name_typed_exactly_gives_a_bearer_first(index: Index, name: str) -> None:
    first = run(index, name, limit=1).hits[0]

    assert first.tier == "exact name"
    assert name in next(item.names for item in DOCUMENTS if item.id == first.id)


def test_who_bears_a_name_comes_before_who_only_implies_it(tmp_path: Path) -> None:
    site = write_site(
        tmp_path / "site", [document("Doctor (Great)", "Heals all, a doctor of doctors."), document("Doctor", "Heals.")]
    )

    assert [hit.name for hit in search(site, "doctor").hits] == ["Doctor", "Doctor (Great)"]


def test_the_edition_that_bears_the_name_typed_is_shown(tmp_path: Path) -> None:
    site = write_site(
        tmp_path / "site",
        [document("Hunt (E1)", LONG, group="hunt", edition="E1", recency=1), document("Hunt", LONG, group="hunt")],
    )

    assert search(site, "Hunt (E1)").hits[0].name == "Hunt (E1)"
    assert [hit.name for hit in search(site, "Hunt").hits] == ["Hunt"]


def test_an_acronym_a_synonym_and_a_translation_lead_to_the_entry(index: Index) -> None:
    assert names(index, "LNT")[0] == "Lantern"
    assert names(index, "lamp")[0] == "Lantern"
    assert names(index, "mole town")[0] == "Warren"
    assert "Lantern" in names(index, "farol")[:3]


def test_where_no_name_is_the_synonym_names_that_begin_with_it_are_found(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", [document("Lamp Oil", "Burns in a lamp."), document("Great Lamp", "A lamp."), document("Lanterns of Old", "Light."), document("Big Lantern", "Light.")])  # fmt: skip

    assert [hit.name for hit in search(site, "lamp").hits][:2] == ["Lamp Oil", "Lanterns of Old"]


def test_a_name_is_found_by_its_beginning(index: Index) -> None:
    assert names(index, "lante")[0] == "Lantern"
    assert names(index, "old l") == ["Old Lantern"]


def test_a_translation_comes_after_whole_words_and_before_mere_letters(tmp_path: Path) -> None:
    site = write_site(
        tmp_path / "site",
        [document("Farolillo", "A toy."), document("Lantern", "Light."), document("Farol Night", "A feast.")],
    )

    assert [hit.name for hit in search(site, "farol").hits] == ["Farol Night", "Lantern", "Farolillo"]


def test_plurals_accents_and_hyphens_do_not_matter(index: Index) -> None:
    assert names(index, "ordenes")[0] == "Órdenes"
    assert names(index, "lanterns")[0] == "Lantern"
    assert names(index, "dspade") == names(index, "D-Spade") == names(index, "d spade") == ["D-Spade"]


def test_signed_numbers_are_words(index: Index) -> None:
    assert names(index, "+3") == ["Lantern Oath"]
    assert names(index, "PH-3") == ["Lantern Oath"]
    assert names(index, "-3") == ["Lantern Oath"]


def test_a_number_that_a_word_names_finds_the_profiles_that_have_it(index: Index) -> None:
    assert names(index, "burst 4")[0] == names(index, "b4")[0] == names(index, "burst 04")[0] == "D-Spade"
    assert names(index, "b4") == ["D-Spade"]
    assert names(index, "b2 stones")[0] == "Sling"
    assert names(index, "burst 77") == []


def test_letters_and_a_number_that_nobody_writes_together_are_two_words(index: Index) -> None:
    assert names(index, "light8")[0] == "Lantern"
    assert names(index, "lamp8")[0] == "Lantern"


def test_initials_are_one_word_however_they_are_parted(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", [document("E/M Horn", "Deafens."), document("Horn", "Is blown, e.g. by moles."), document("U.S.A.", "Far.")])  # fmt: skip

    assert [search(site, query).hits[0].name for query in ("em horn", "e/m horn", "EM", "usa")] == ["E/M Horn", "E/M Horn", "E/M Horn", "U.S.A."]  # fmt: skip


def test_a_question_finds_by_its_content_words(index: Index) -> None:
    assert names(index, "can i dig beneath a wall")[0] == "Old Lantern"


def test_stop_words_alone_are_searched_and_capitals_are_no_stop_words(index: Index) -> None:
    assert names(index, "the")
    assert names(index, "IT")[0] == names(index, "it")[0] == "IT"


def test_a_typo_is_forgiven_and_said(index: Index) -> None:
    found = run(index, "lantren oath", limit=3)

    assert found.corrected == "lantern oath"
    assert found.hits[0].name == "Lantern Oath"


def test_what_matches_as_typed_is_not_corrected(index: Index) -> None:
    assert run(index, "wind", limit=3).corrected is None


def test_nothing_found_gives_the_nearest_names(index: Index) -> None:
    found = run(index, "zzyzx", limit=3)

    assert found.hits == ()
    assert found.suggestions


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ("lanturnery", "Lantern"),  # a word of a name looks like it
        ('"oath of the lantern"', "Lantern Oath"),  # nothing says it so, but its words are said
        ("kind:nothing lantern", "Lantern"),
        ("edition:e9 warren", "Warren"),
        ("burst>=5 sling", "Sling"),
        ("ammo:lantern", "Lantern"),
        ("sling -stones", "Sling"),
    ],
)
def test_the_names_suggested_are_those_that_may_be_meant(index: Index, query: str, nearest: str) -> None:
    found = run(index, query, limit=3)

    assert found.hits == ()
    assert nearest in found.suggestions[:2]


def test_what_an_option_leaves_out_is_suggested(index: Index) -> None:
    assert run(index, "sling", limit=3, kinds=("section",)).suggestions[0] == "Sling"


def test_a_name_that_begins_with_another_one_is_not_suggested_beside_it(tmp_path: Path) -> None:
    names = ["Qat", *(f"Qat {number}" for number in range(5)), "Qoph"]
    site = write_site(tmp_path / "site", [document(name, "Says nothing.") for name in names])

    assert search(site, "qyyyyy").suggestions == ("Qoph", "Qat")


def test_words_side_by_side_are_found_by_quotes(index: Index) -> None:
    assert names(index, '"snuff a light"') == ["Lantern Oath"]
    assert names(index, '"light a snuff"') == []


def test_a_minus_leaves_out(index: Index) -> None:
    assert "Wind" in names(index, "snuffs")
    assert "Wind" not in names(index, "lantern -storm")
    assert "Lantern" in names(index, "lantern -storm")


def test_fields_narrow(index: Index) -> None:
    assert names(index, "kind:weapon") == ["D-Spade", "Sling"]
    assert names(index, "kind:habilidad lantern -oath")[0] == "Lantern"
    assert names(index, "burst>=3") == names(index, 'trait:"silent dig"') == names(index, "ammo:earth") == ["D-Spade"]
    assert names(index, "kind:weapon -ammo:earth") == ["Sling"]
    assert names(index, "label:optional") == ["Warren"]
    assert names(index, "language:es farol") == ["Farol"]
    assert names(index, "trait:silent") == ["D-Spade"]


def test_other_editions_of_one_text_collapse_under_the_newest(index: Index) -> None:
    hit = run(index, "old lantern", limit=1).hits[0]

    assert hit.id == "skill/old@E2.en"
    assert [other.id for other in hit.variants] == ["skill/old@E1.en"]
    assert run(index, "old lantern edition:e1", limit=1).hits[0].id == "skill/old@E1.en"


def test_options_narrow_like_fields(index: Index) -> None:
    assert names(index, "lantern", kinds=("section",)) == ["Lantern"]
    assert names(index, "lantern oath", kinds=("Habilidad",))[0] == "Lantern Oath"
    assert names(index, "luz", language="es") == ["Farol"]
    assert names(index, "lantern", edition="E1") == ["Old Lantern"]


def test_facets_count_every_hit(index: Index) -> None:
    found = run(index, "kind:weapon", limit=1)

    assert found.total == 2
    assert [(item.value, item.count) for item in found.facets["kind"]] == [("weapon", 2)]
    assert {(item.value, item.count) for item in found.facets["trait"]} == {("Loud", 1), ("Silent Dig", 1)}


def test_values_are_counted_as_printed_and_without_their_numbers(tmp_path: Path) -> None:
    fields = ((("trait", "Brittle (2)"), ("trait", "Brittle")), (("trait", "BRITTLE"),))
    site = write_site(tmp_path / "site", [document(f"Pot {n}", "A pot.", fields=item) for n, item in enumerate(fields)])

    assert [(item.value, item.count) for item in search(site, "pot").facets["trait"]] == [("Brittle", 2)]


def test_the_passage_holds_the_marked_words(index: Index) -> None:
    hit = run(index, "wind storm", limit=1).hits[0]

    marked = [hit.snippet[start:end] for start, end in hit.marks]
    assert marked == ["storm"]
    assert hit.snippet.startswith("…")


def test_explain_says_why(index: Index) -> None:
    why = run(index, "lantern", limit=1, explain=True).hits[0].why

    assert why.startswith("exact name")
    assert "lantern → lantern in a name" in why


@pytest.mark.parametrize(
    "query", ["", "   ", '"', "-", "?!", "word " * 1000, "\0", "🙂", "مرحبا", "<b>bold</b>", "kind:", "foo:bar"]
)
def test_bad_input_gives_an_answer(index: Index, query: str) -> None:
    found = run(index, query, limit=5)

    assert found.total >= len(found.hits)


def test_hits_are_printed_as_the_contract_says(site: Path) -> None:
    shown = search(site, "lantern", limit=1).hits[0].as_json()

    assert {
        "rank",
        "id",
        "name",
        "kind",
        "page",
        "section",
        "edition",
        "language",
        "url",
        "score",
        "source",
        "variants",
    } <= shown.keys()
    assert shown["source"] == {"file": "burrows.txt", "line": 7}


def test_rare_words_count_for_more_than_common_ones(tmp_path: Path) -> None:
    site = write_site(
        tmp_path / "site",
        [document("Captain", "Leads and leads."), document("Heir", "When the captain has gone a replacement commands."),
         *(document(f"Order {n}", "The captain leads.") for n in range(9))],
    )  # fmt: skip

    assert search(site, "leads replacement", limit=1).hits[0].name == "Heir"
