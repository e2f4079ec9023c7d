"""Titles in another language, found out from what the pages say."""

from __future__ import annotations

from ingest.links import infer_aliases, page_names
from ingest.links.aliases import titles_of, with_titles
from ingest.profile import Profile, Terms
from tests.links.make import PROFILE, document, entry, heading, inferred, link, names, navigation, page, paragraph

FIRST = {
    "Velas": "Every vessel carries sails that must be set before the first round.",
    "Remos": "Oars are worked in pairs by two deckhands of the same crew.",
    "Anclas": "Nobody may drop an anchor while the tide is still rising.",
}
ENGLISH = {"Velas": "Sails", "Remos": "Oars", "Anclas": "Anchors"}


def wiki() -> dict[str, object]:
    pages = {title: document(text, heading("More"), categories=("Seamanship",)) for title, text in FIRST.items()}
    parts = [
        part
        for title, text in FIRST.items()
        for part in (heading(link(ENGLISH[title])), paragraph(text, " ", link(ENGLISH[title], "[...]")))
    ]
    return {**pages, "Marinería": document(*parts)}


def test_a_hub_that_repeats_a_page_and_links_it_tells_its_other_title() -> None:
    found = inferred(names(wiki()))  # type: ignore[arg-type]

    assert {title: found[title] for title in ENGLISH.values()} == {
        title: f"tide:{own}" for own, title in ENGLISH.items()
    }


def test_the_hub_of_a_category_bears_the_category_s_name() -> None:
    assert inferred(names(wiki()))["Seamanship"] == "tide:Marinería"  # type: ignore[arg-type]


def test_every_alias_says_why() -> None:
    aliases = infer_aliases(names(wiki()), PROFILE)  # type: ignore[arg-type]

    sails = next(alias for alias in aliases if alias.title == "Sails")

    assert sails.evidence == ("opens with the same sentence as Marinería#Sails, which links [[Sails]]",)
    assert 0.5 <= sails.confidence <= 1
    assert sails.confirmed is None


def test_headings_in_the_same_order_under_another_name_tell_the_title() -> None:
    heads = [heading("Hoist", 3), heading("Reef", 3), heading("Strike", 3)]
    pages = names({"Velas": document(*heads)}) + names(
        {"Manual": document("A page of its own that says a lot.", heading("Sails"), *heads)}, wiki=""
    )

    assert inferred(pages)["Sails"] == "tide:Velas"


def test_a_list_that_joins_the_headings_of_a_page_tells_its_title() -> None:
    pages = names({"Velas y Remos": document(heading("Sails"), heading("Oars"))})
    pages += names({"Manual": document(navigation("Crew", "Sails and Oars", "Tides"))}, wiki="")

    assert inferred(pages)["Sails and Oars"] == "tide:Velas y Remos"


def test_words_of_the_same_stems_tell_the_title_of_a_linked_page() -> None:
    pages = names({"Módulo de Navegación": document("Navegar es preciso.")}, language="es")
    pages += names({"Crew": document(paragraph("See ", link("Navigation_Module"), "."))})

    assert inferred(pages)["Navigation Module"] == "tide:Módulo de Navegación"


def test_a_title_that_two_pages_claim_alike_is_nobody_s() -> None:
    texts = {title: document(heading("Hoist", 3), heading("Reef", 3)) for title in ("Velas", "Jarcia")}
    pages = names(texts) + names(
        {"Manual": document(heading("Sails"), heading("Hoist", 3), heading("Reef", 3))}, wiki=""
    )

    assert "Sails" not in inferred(pages)


def test_a_title_of_a_real_page_is_no_alias_of_another() -> None:
    texts = {**wiki(), "Sails": document("Sails are cloth and nothing else in this game.")}

    assert "Sails" not in inferred(names(texts))  # type: ignore[arg-type]


def test_a_page_of_another_edition_proves_nothing() -> None:
    pages = names({"Velas": document(FIRST["Velas"])}) + names(
        {"Sails": document(FIRST["Velas"])}, wiki="", edition="T1"
    )

    assert "Sails" not in inferred(pages)


def test_a_few_words_in_common_prove_nothing() -> None:
    pages = names(
        {
            "Velas": document("See below."),
            "Manual": document(heading(link("Sails")), paragraph("See below. ", link("Sails", "[...]"))),
        }
    )

    assert "Sails" not in inferred(pages)


def test_a_person_confirms_and_refuses() -> None:
    pages = names(wiki())  # type: ignore[arg-type]

    aliases = infer_aliases(pages, PROFILE, confirmed={"Remos": ["Paddles"]}, refused={"Velas": ["Sails"]})

    verdicts = {alias.title: alias.confirmed for alias in aliases}
    assert verdicts["Paddles"] is True
    assert verdicts["Sails"] is False
    assert "Sails" not in titles_of(aliases).get("tide:Velas", ())
    assert "Paddles" in titles_of(aliases)["tide:Remos"]


def test_the_profile_speaks_only_where_its_tables_are_asked() -> None:
    profile = Profile(
        name="x",
        languages=("en", "es"),
        translations={"es": {"Velas": "Canvas"}},
        terms=Terms(aliases={"Sheets": "Velas"}),
    )
    pages = [page_names(page("Velas"), document(FIRST["Velas"]), profile)]

    assert {alias.title for alias in infer_aliases(pages, profile)} == {"Canvas", "Sheets"}
    assert infer_aliases(pages, profile, tables=False) == ()


def test_the_order_of_the_pages_does_not_matter() -> None:
    pages = names(wiki())  # type: ignore[arg-type]

    assert infer_aliases(pages, PROFILE) == infer_aliases(reversed(pages), PROFILE)


def test_the_entry_of_a_page_takes_the_titles_of_the_page() -> None:
    titles = {"tide:Velas": ("Sails",)}

    assert with_titles(entry("Velas"), titles).aliases == ("Sails",)
    assert with_titles(entry("Jib", title="Velas"), titles).aliases == ()
    assert with_titles(entry("Remos"), titles).aliases == ()
