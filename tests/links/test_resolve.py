"""Where a written link leads, and where it honestly leads nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.links import page_names
from ingest.links.model import Resolution
from ingest.links.written import plain_title
from ingest.profile import Linking, PartName, Profile, Terms
from tests.links.make import PROFILE, document, entry, heading, link, names, page, paragraph, resolver

HARBOUR = {
    "Mooring": document(
        "A vessel may moor at any pier of the harbour.",
        heading("Lines of Mooring"),
        "Each line holds.",
        heading("Pull (PL)"),
    ),
    "Tide Watch (TW)": document("The watch counts the tide each round of play.", heading("Phases: Rising Tide")),
    "Sails and Oars": document("Sails and oars move every vessel in play."),
    "Old Name": document(redirect="Mooring"),
    "Older Name": document(redirect="Old Name"),
}


SITE = resolver(names(HARBOUR))


def lead(target: str, anchor: str | None = None, *, of: str = "Elsewhere") -> Resolution:
    return SITE.resolve(target, anchor, page=f"tide:{of}", edition="T2", language="en")


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Mooring", "Mooring"),
        ("mooring", "Mooring"),
        (" Mooring_", "Mooring"),
        (":Mooring", "Mooring"),
        ("Moor%69ng", "Mooring"),
        ("MOORING", "Mooring"),
        ("Moorings", "Mooring"),
        ("Tide_Watch", "Tide Watch (TW)"),
        ("TW", "Tide Watch (TW)"),
        ("Tides Watch", "Tide Watch (TW)"),
        ("Old Name", "Mooring"),
        ("Older_Name", "Mooring"),
        ("Oars", "Sails and Oars"),
    ],
)
def test_a_title_is_recognised_however_it_is_written(written: str, title: str) -> None:
    found = lead(written)

    assert (found.page, found.section) == (f"tide:{title}", None)
    assert found.target == written
    assert found.why


@pytest.mark.parametrize(
    ("written", "anchor", "section"),
    [
        ("Mooring", "Pull_(PL)", "Pull (PL)"),
        ("Mooring", "Pull_.28PL.29", "Pull (PL)"),
        ("Mooring", "#Pull_%28PL%29", "Pull (PL)"),
        ("Mooring#Pull (PL)", None, "Pull (PL)"),
        ("Mooring", "PL", "Pull (PL)"),
        ("Mooring", "pull", "Pull (PL)"),
        ("Mooring", "Line of mooring", "Lines of Mooring"),
        ("Tide Watch", "Rising Tide", "Phases: Rising Tide"),
        ("Old Name", "PL", "Pull (PL)"),
    ],
)
def test_an_anchor_is_recognised_however_it_is_written(written: str, anchor: str | None, section: str) -> None:
    found = lead(written, anchor)

    assert (found.status, found.section) == ("section", section)


def test_a_section_that_moved_to_another_page_is_followed() -> None:
    found = lead("Sails and Oars", "Pull (PL)")

    assert (found.page, found.section) == ("tide:Mooring", "Pull (PL)")


def test_a_broken_anchor_leads_to_its_page_and_says_so() -> None:
    found = lead("Mooring", "Anchor chains")

    assert (found.status, found.page, found.section) == ("page", "tide:Mooring", None)
    assert "Anchor chains" in found.why


def test_an_anchor_without_a_title_stays_on_its_page() -> None:
    found = lead("", "Pull (PL)", of="Mooring")

    assert (found.page, found.section) == ("tide:Mooring", "Pull (PL)")


@pytest.mark.parametrize(
    ("written", "section"),
    [
        ("Lines of Mooring", "Lines of Mooring"),
        ("Line of Mooring", "Lines of Mooring"),
        ("PL", "Pull (PL)"),
        ("Pull", "Pull (PL)"),
        ("Rising Tide", "Phases: Rising Tide"),
    ],
)
def test_a_heading_that_defines_the_term_answers_for_a_missing_page(written: str, section: str) -> None:
    found = lead(written)

    assert (found.status, found.section) == ("section", section)


@pytest.mark.parametrize("written", ["Rudder", "Line", "Tide", "pl", "", "#", "[[", "\u0000", "a" * 5000])
def test_what_nothing_defines_stays_missing(written: str) -> None:
    assert lead(written).status == "missing"


def test_a_near_miss_is_named_and_not_taken() -> None:
    found = lead("Moorign")

    assert found.status == "missing"
    assert "Mooring" in found.candidates


def test_two_places_of_one_name_stay_ambiguous() -> None:
    pages = names({"Reef": document(heading("Keel")), "Deck": document(heading("Keel"))})

    found = resolver(pages).resolve("Keel", page="tide:Elsewhere", edition="T2")

    assert found.status == "ambiguous"
    assert found.page is None
    assert found.candidates == ("Deck#Keel", "Reef#Keel")


def test_a_link_is_not_taken_for_one_to_its_own_page_where_another_has_the_name() -> None:
    pages = names({"Reef": document(heading("Keel")), "Deck": document(heading("Keel"))})

    found = resolver(pages).resolve("Keel", page="tide:Reef", edition="T2")

    assert found.page == "tide:Deck"


def test_a_section_that_refers_to_the_other_page_gives_way_to_it() -> None:
    pages = names(
        {
            "Reef": document(heading("Keel"), paragraph("It stands on every ", link("Deck"), ".")),
            "Deck": document(heading("Keel")),
        }
    )

    found = resolver(pages).resolve("Keel", page="tide:Elsewhere", edition="T2")

    assert found.page == "tide:Deck"


def test_a_text_of_another_edition_is_a_candidate_only() -> None:
    home = page("Deck")
    book = page("Old Book", wiki="", edition="T1")
    pages = [page_names(home, document("Deck."), PROFILE), page_names(book, document(heading("Keel")), PROFILE)]

    found = resolver(pages).resolve("Keel", page="tide:Deck", edition="T2")

    assert found.status == "missing"
    assert found.candidates == ("Old Book#Keel",)


def test_a_document_of_the_same_edition_answers_for_the_wiki() -> None:
    pages = [
        page_names(page("Deck"), document("Deck."), PROFILE),
        page_names(page("Book", wiki=""), document(heading("Keel")), PROFILE),
    ]

    found = resolver(pages).resolve("Keel", page="tide:Deck", edition="T2")

    assert found.page == "doc:Book"


def test_a_sentence_that_introduces_a_term_defines_it() -> None:
    pages = names({"Crew": document("Those who serve aboard are called Deckhands and draw lots.")})

    found = resolver(pages).resolve("Deckhand", page="tide:Elsewhere", edition="T2")

    assert found.page == "tide:Crew"


def test_a_child_of_types_of_something_has_a_short_name() -> None:
    pages = names({"Knots": document(heading("Types of Knots"), heading("Square Knot", 3), heading("Slip Knot", 3))})

    found = resolver(pages).resolve("Slip", page="tide:Elsewhere", edition="T2")

    assert found.section == "Slip Knot"


def test_the_profile_s_word_for_a_kind_may_be_left_out() -> None:
    found = resolver(names({"Braced Stance": document("Hold fast.")})).resolve("Braced", edition="T2")

    assert found.page == "tide:Braced Stance"


def test_redirects_in_a_circle_end_and_say_so() -> None:
    pages = names({"One": document(redirect="Two"), "Two": document(redirect="One")})

    found = resolver(pages).resolve("One", page="tide:Elsewhere")

    assert "circle" in found.why


def test_the_tables_of_the_profile_name_what_no_text_names() -> None:
    profile = Profile(
        name="x",
        languages=("en", "es"),
        translations={"es": {"Ancla": "Anchor"}},
        terms=Terms(aliases={"Hook": "Anchor"}),
    )
    pages = [page_names(page("Manual", language="es"), document(heading("Ancla (A)")), profile)]
    found = resolver(pages, profile)

    assert found.resolve("Anchor", page="tide:Manual", edition="T2").section == "Ancla (A)"


def test_an_answer_knows_the_entry_of_the_nearest_edition() -> None:
    pages = names({"Mooring": document(heading("Pull"))})
    old, new = (
        entry("Pull", edition=edition, title="Mooring", anchor="Pull", heading="Pull") for edition in ("T1", "T2")
    )

    found = resolver(pages, entries=[old, new]).resolve("Pull", page="tide:Elsewhere", edition="T2")

    assert found.entry == new.id


def test_a_page_titled_by_another_name_of_its_entry_leads_to_it() -> None:
    pages = names({"Becalmed State": document(heading("Effects"))})
    becalmed = entry("Becalmed", title="Becalmed State", aliases=("Becalmed State",))

    found = resolver(pages, entries=[becalmed]).resolve("Becalmed State", page="tide:Elsewhere", edition="T2")

    assert found.entry == becalmed.id


def test_an_entry_without_a_heading_is_found_by_its_other_names() -> None:
    pages = names({"Gear": document(heading("List of gear"), "Hook, rope, lamp.")})
    lamp = entry("Storm Lamp", kind="gear", title="Gear", heading="List of gear", aliases=("Lantern",), acronym="SLP")
    found = resolver(pages, entries=[lamp])

    assert found.resolve("Lanterns", edition="T2", page="tide:Gear").entry == lamp.id
    assert found.resolve("SLP", edition="T2", page="tide:Gear").section == "List of gear"


def test_an_entry_whose_passage_links_the_term_elsewhere_is_no_answer() -> None:
    text = document(heading("Ranges"), paragraph(link("Fog"), ": can shorten the view."))
    fog = entry("Fog", title="Sight", heading="Ranges", anchor="Ranges")

    found = resolver(names({"Sight": text}), entries=[fog]).resolve("Fog", page="tide:Sight", edition="T2")

    assert found.status == "missing"


def test_a_kind_of_marks_gives_way_to_what_it_is_named_after() -> None:
    profile = Profile(name="x", linking=Linking(marks=("label",)))
    pages = names({"Deck": document(heading("Keel")), "Words": document(heading("Keel"))}, profile)
    mark = entry("Keel", kind="label", title="Words", anchor="Keel", heading="Keel")

    found = resolver(pages, profile, entries=[mark]).resolve("Keel", page="tide:Elsewhere", edition="T2")

    assert found.page == "tide:Deck"


@given(st.text(max_size=60), st.none() | st.text(max_size=30))
def test_any_link_gets_an_answer_that_keeps_what_was_written(target: str, anchor: str | None) -> None:
    found = lead(target, anchor)

    assert (found.target, found.anchor) == (target, anchor)
    assert (found.page is None) == (found.status in ("missing", "ambiguous"))
    assert found == lead(target, anchor)


@given(st.lists(st.text(alphabet="abC ()[]:,#&/", max_size=20), min_size=1, max_size=6, unique=True))
def test_any_titles_make_a_table_in_which_each_page_is_found_by_its_own_title(titles: list[str]) -> None:
    pages = names({title: document(heading(title or "x"), "Some words.") for title in titles})
    site = resolver(pages)

    assert all(
        site.resolve(title, page="tide:Elsewhere").page
        for title in titles
        if plain_title(title) == title and "#" not in title and title[:1].isupper()
    )


def test_the_part_of_an_entry_names_nothing() -> None:
    profile = Profile(name="x", parts=(PartName(key="effects", heads=("Effects",)),))
    pages = names({"Deck": document("Deck."), "Sail": document(heading("Effects"))}, profile)
    site = resolver(pages, profile)

    assert site.resolve("Effects", page="tide:Deck", edition="T2").status == "missing"
    assert site.resolve("Deck", "Effects", page="tide:Sail", edition="T2").section is None
    assert site.resolve("Sail", "Effects", page="tide:Deck", edition="T2").section == "Effects"
