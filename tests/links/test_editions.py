"""A name in other editions than its own."""

from __future__ import annotations

from msgspec.structs import replace

from ingest.glossary.model import Entry
from ingest.links import Vocabulary, autolink
from ingest.profile import Linking
from ingest.tree import Document, Element, Link, Text, walk
from tests.links.make import PROFILE, document, entry, heading, names, paragraph, resolver

AWAY = "tide:Elsewhere"


def linked(
    words: Vocabulary, edition: str, text: str | Document = "The ship is Becalmed.", page: str = AWAY
) -> list[str]:
    shown = document(text) if isinstance(text, str) else text
    made = autolink(shown, words, page=page, edition=edition)
    return [node.target for node in walk(made.blocks) if isinstance(node, Link) and node.kind == "entry"]


def twins() -> tuple[Entry, Entry]:
    old = entry("Becalmed", edition="T1", kind="stance", page="tide:Becalmed")
    new = replace(entry("Becalmed Stance", edition="T2", kind="stance", page="tide:Stances"), concept=old.concept)
    return old, new


def test_a_name_of_one_text_of_a_concept_is_a_name_of_its_other_texts() -> None:
    old, new = twins()
    words = Vocabulary([old, new], PROFILE)

    assert linked(words, "T1") == [old.id]
    assert linked(words, "T2") == [new.id]


def test_a_name_that_was_lent_never_links_a_text_to_itself() -> None:
    old, new = twins()

    assert linked(Vocabulary([old, new], PROFILE), "T2", page="tide:Becalmed Stance") == []


def test_a_concept_that_bears_the_name_in_this_edition_goes_before_one_that_was_lent_it() -> None:
    old, new = twins()
    other = entry("Becalmed", edition="T2", kind="rule", page="tide:Weather")

    assert linked(Vocabulary([old, new, other], PROFILE), "T2") == [other.id]


def dropped(text: str) -> tuple[Vocabulary, dict[str, Entry]]:
    """Of a page with a term inside another; the newer text of the page, *text*, has the outer one alone."""
    outer = entry("Tide Turn", edition="T1", page="tide:Turns", anchor="Tide_Turn", heading="Tide Turn")
    inner = replace(entry("Pilot", edition="T1", page="tide:Turns", anchor="Pilot", heading="Pilot"), parent=outer.id)
    newer = replace(
        entry("Tide Turn", edition="T2", page="tide:Turns", anchor="Tide_Turn", heading="Tide Turn"), text=text
    )
    entries = {"outer": outer, "inner": inner, "newer": newer}
    return Vocabulary(entries.values(), PROFILE), entries


def test_a_term_that_the_newer_text_of_its_page_dropped_links_to_what_holds_it_now() -> None:
    words, entries = dropped("Each turn has a pilot.")

    assert linked(words, "T1", "Ask the Pilot.") == [entries["inner"].id]
    assert linked(words, "T2", "Ask the Pilot.") == [entries["newer"].id]


def test_a_term_that_nothing_holds_any_more_links_in_its_own_edition_alone() -> None:
    words, entries = dropped("Each turn has a pilotage.")

    assert linked(words, "T1", "Ask the Pilot.") == [entries["inner"].id]
    assert linked(words, "T2", "Ask the Pilot.") == []


def test_a_term_of_a_page_that_never_spoke_in_this_edition_keeps_its_only_text() -> None:
    words = Vocabulary([entry("Pilot", edition="T1", page="tide:Pilot")], PROFILE)

    assert linked(words, "T2", "Ask the Pilot.") == ["deed/pilot@T1.en"]


def test_a_mark_gives_way_to_a_term_of_that_acronym_but_not_among_the_marks_of_a_record() -> None:
    rule = entry("Keel Haul", acronym="KH", edition="T2", kind="rule", page="tide:Haul")
    mark = entry("KH", edition="T2", kind="trait", page="tide:Traits")
    profile = replace(PROFILE, linking=Linking(marks=("trait",)))
    words = Vocabulary([rule, mark], profile)

    assert linked(words, "T2", "He is in KH.") == [rule.id]
    assert [item.entry for item in words.find("KH", edition="T2", language="en", kind="trait")] == [mark.id]


def test_of_homonyms_the_one_at_home_on_the_page_that_more_pages_link_is_meant() -> None:
    pages = {
        "Anchors": document("Iron.", heading("Weight", line=3), paragraph("Of an anchor.", line=4)),
        "Sails": document("Cloth.", heading("Weight", line=3), paragraph("Of a sail.", line=4)),
        "Ships": document(paragraph("See ", Link(kind="page", target="Sails"))),
    }
    homonyms = [
        replace(
            entry("Weight", page=f"tide:{home}", anchor="Weight", heading="Weight"),
            id=f"deed/weight-{home.lower()}@T2.en", concept=f"deed/weight-{home.lower()}",
        )
        for home in ("Anchors", "Sails")
    ]  # fmt: skip
    words = Vocabulary(homonyms, PROFILE, resolver(names(pages), entries=homonyms))

    assert linked(words, "T2", "Mind the Weight.") == ["deed/weight-sails@T2.en"]


def test_a_title_means_the_entry_of_that_very_name_not_one_with_an_addition() -> None:
    pages = {"Haul": document("Pull.", heading("Haul (Anchor)", line=3), paragraph("Pull the anchor.", line=4))}
    plain = replace(entry("Haul", page="tide:Haul"), id="deed/haul@T2.en")
    variant = replace(
        entry("Haul (Anchor)", page="tide:Haul", anchor="Haul_(Anchor)", heading="Haul (Anchor)"),
        id="deed/haul-anchor@T2.en",
    )
    site = resolver(names(pages), entries=[variant, plain])

    assert site.reach("Haul", wiki="tide", edition="T2", language="en").entry == plain.id
    words = Vocabulary([variant, plain], PROFILE, site)
    assert linked(words, "T2", "Two Hauls.") == [plain.id]
    assert linked(words, "T2", "Two Hauls (Anchor).") == [variant.id]


def test_an_entry_of_two_editions_is_near_in_both() -> None:
    both = replace(entry("Haul", edition="T1", page="tide:Haul"), editions=("T1", "T2"))
    other = entry("Haul", edition="T3", page="tide:Haul")
    site = resolver(names({"Haul": document("Pull.")}), entries=[both, other])

    assert site.reach("Haul", wiki="tide", edition="T2", language="en").entry == both.id


def test_half_of_a_longer_name_that_goes_on_beside_the_text_is_no_name() -> None:
    words = Vocabulary([entry("Haul"), entry("Haul Rate")], PROFILE)
    text = document(paragraph(Element(name="b", children=(Text("Haul"),)), " Rate: how fast.", " A Haul."))

    assert [words.find("Haul", edition="T2", language="en", after=" Rate"), len(linked(words, "T2", text))] == [[], 1]
