"""All links of a site: one answer for each target, backlinks, and work for editors."""

from __future__ import annotations

import pytest

from ingest.links import Backlinks, Targets, Vocabulary, entry_links, entry_mentions, link_diagnostics, page_links
from ingest.links.pages import malformed_links
from ingest.model import Place
from ingest.tree import Errata, Marked, Navigation
from tests.links.make import PROFILE, document, entry, heading, link, names, page, paragraph, resolver, revision

DECK = document(
    heading("Keel", line=1),
    paragraph("Its weight.", line=2),
    heading("Hook", line=4),
    paragraph("Like ", link("Keel"), ".", line=5),
)
REEF = document(
    heading("Keel"), paragraph("It is not ", link("Keel"), ", ", link("Keel", "that"), " but ", link("Sail"), ".")
)
SITE = resolver(names({"Deck": DECK, "Reef": REEF}))


def test_each_target_of_a_revision_is_resolved_once_and_counted() -> None:
    found = page_links(REEF, revision("Reef"), SITE, edition="T2")

    assert [(link.target, link.page, count) for link, count in found.links] == [
        ("Keel", "tide:Deck", 2),
        ("Sail", None, 1),
    ]


def test_navigation_is_no_link_of_the_text() -> None:
    text = document(Navigation(children=(paragraph(link("Keel")),)))

    assert page_links(text, revision("Deck"), SITE, edition="T2").links == ()


def test_terms_without_a_link_are_counted_where_a_vocabulary_is_given() -> None:
    words = Vocabulary([entry("Hook")], PROFILE)

    found = page_links(document("A Hook."), revision("Elsewhere"), SITE, edition="T2", vocabulary=words)

    assert found.mentions == (("deed/hook@T2.en", 1),)


def test_a_target_has_one_answer_that_of_most_links() -> None:
    targets = Targets()

    for text, title in ((DECK, "Deck"), (REEF, "Reef")):
        targets.add(page_links(text, revision(title), SITE, edition="T2"), newest=title == "Reef")
    rows = {(row.resolution.target, row.resolution.anchor): row for row in targets.rows()}

    keel = rows[("Keel", None)]
    assert len(rows) == 2
    assert (keel.resolution.page, keel.count, keel.current, keel.pages) == (
        "tide:Deck",
        3,
        2,
        ("tide:Deck", "tide:Reef"),
    )


def test_an_answer_does_not_depend_on_the_order_of_pages() -> None:
    links = [page_links(text, revision(title), SITE, edition="T2") for text, title in ((DECK, "Deck"), (REEF, "Reef"))]
    there, back = Targets(), Targets()

    for forward, backward in zip(links, reversed(links), strict=True):
        there.add(forward)
        back.add(backward)

    assert list(there.rows()) == list(back.rows())


def test_the_innermost_entry_has_the_link() -> None:
    at = Place(source="tide.xml", line=101, end_line=109)
    inside = Place(source="tide.xml", line=104, end_line=105)
    deck = entry("Deck", source=at)
    hook, keel = entry("Hook", title="Deck", source=inside), entry("Keel", title="Reef", anchor="Keel", heading="Keel")
    site = resolver(names({"Deck": DECK, "Reef": REEF}), entries=[deck, hook, keel])

    found = list(entry_links(DECK, revision("Deck", line=101), [deck, hook], site, edition="T2"))

    assert found == [(hook.id, keel.id)]


def test_an_entry_links_the_text_of_its_own_edition() -> None:
    deck = entry("Deck", edition="T1", source=Place(source="tide.xml", line=101, end_line=109))
    new = entry("Keel", edition="T2", title="Keel")
    old = entry("Keel", edition="T1", title="Old Keels", anchor="Keel", heading="Keel")
    text = document(paragraph("On the ", link("Keel"), ".", line=2))
    pages = names({"Keel": document("New."), "Old Keels": document("Old."), "Deck": text})
    site = resolver(pages, entries=[deck, new, old])

    assert list(entry_links(text, revision("Deck", line=101), [deck], site, edition="T1")) == [(deck.id, old.id)]


def test_of_two_texts_of_one_edition_an_entry_links_that_of_the_source_it_names() -> None:
    deck, new = entry("Deck", edition="T1", source=Place(source="t", line=101, end_line=105)), entry("Hook", title="H")
    ours, theirs = (
        entry("Hook", edition="T1", id=f"deed/{slug}@T1.en", page=f"{wiki}:Old", anchor="Hook", heading="Hook")
        for slug, wiki in (("hook-2", "tide"), ("hook", "book"))
    )
    pages = names({"H": document("A hook."), "Old": document(heading("Hook"), "It was one.")})
    pages += names({"Old": document(heading("Hook"), "It was one.")}, wiki="book")
    site = resolver(pages, entries=[deck, new, ours, theirs])

    text = document(paragraph("Like ", link("Hook", anchor=None), ".", line=1))

    assert list(entry_links(text, revision("Deck", line=101), [deck], site, edition="T1")) == [(deck.id, ours.id)]


def test_an_entry_links_nothing_that_another_edition_or_an_outdated_wording_says() -> None:
    deck = entry("Deck", edition="T1", source=Place(source="tide.xml", line=101, end_line=109))
    keel, sail = entry("Keel", edition="T1"), entry("Sail", edition="T1")
    later = Marked(editions=("T2",), children=(paragraph(link("Sail"), line=3),))
    once = Errata(role="original", children=(paragraph(link("Sail"), line=4),), line=4)
    text = document(paragraph(link("Keel"), line=2), later, once)
    site = resolver(
        names({"Keel": document("A keel."), "Sail": document("A sail."), "Deck": text}), entries=[deck, keel, sail]
    )

    assert list(entry_links(text, revision("Deck", line=101), [deck], site, edition="T1")) == [(deck.id, keel.id)]


def test_the_entries_of_a_rulebook_link_the_terms_that_they_name() -> None:
    deck = entry("Deck", source=Place(source="tide.xml", line=101, end_line=103))
    hook = entry("Hook", title="Deck", source=Place(source="tide.xml", line=104, end_line=105))
    text = document(
        heading("Deck", line=1),
        paragraph("A Hook and a Deck.", line=2),
        heading("Hook", line=4),
        paragraph("On the Deck.", line=5),
    )

    found = list(
        entry_mentions(text, revision("Book", line=101), [deck, hook], Vocabulary([deck, hook], PROFILE), edition="T2")
    )

    assert found == [(deck.id, hook.id), (hook.id, deck.id)]


def test_backlinks_leave_out_a_link_to_oneself() -> None:
    back = Backlinks()

    back.add("a", ["b", "a"])
    back.add("c", ["b"])

    assert (back.links("a"), back.linked_from("b"), back.linked_from("a")) == (("b",), ("a", "c"), ())


def test_an_editor_is_told_what_to_mend_and_where() -> None:
    text = document(
        paragraph(link("Sail"), line=3),
        paragraph(link("Keel"), line=4),
        paragraph(link("Deck", anchor="Bow"), line=5),
        paragraph("See ''[Hook]]''.", line=6),
    )

    told = list(link_diagnostics(text, revision("Elsewhere", line=11), page("Elsewhere"), SITE, edition="T2"))

    assert [(item.code, item.place.line) for item in told] == [
        ("missing-link", 13), ("ambiguous-link", 14), ("broken-anchor", 15), ("malformed-link", 16),
    ]  # fmt: skip
    assert "Deck#Keel" in told[1].message
    assert "[[Hook]]" in told[3].message


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("''[Hook]]''", ["Hook"]),
        ("[[Hook]", ["Hook"]),
        ("[[Hook|the hook]", ["Hook"]),
        ("[Hook]", []),
        ("a[1]]", ["1"]),
        ("[https://x.example y]", []),
        ("]] [[", []),
    ],
)
def test_a_link_that_lacks_a_bracket_is_seen(text: str, meant: list[str]) -> None:
    assert [title for title, _ in malformed_links([paragraph(text)])] == meant
