"""Terms that nobody linked: which ones get a link, and which must not."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.links import Vocabulary, autolink, autolink_nodes, mentions
from ingest.profile import Linking, Profile
from ingest.tree import (
    Box,
    Definition,
    Document,
    Element,
    Field,
    Link,
    Node,
    Paragraph,
    Record,
    RecordTable,
    Text,
    walk,
)
from ingest.visible import inline_text, text_of
from tests.links.make import PROFILE, document, entry, heading, link, names, paragraph, resolver

COVER = entry("Cover")
LINE = entry("Line of Sight", acronym="LoS", kind="rule")
SIGHT = entry("Sight", kind="rule")
DODGE = entry("Dodge")
WORDS = Vocabulary([COVER, LINE, SIGHT, DODGE], PROFILE)


def linked(text: Document | str, words: Vocabulary = WORDS, **where: str) -> list[tuple[str, str]]:
    """(entry id, label) of every link that was inserted."""
    given_document = document(text) if isinstance(text, str) else text
    made = autolink(given_document, words, **{"page": "tide:Elsewhere", "edition": "T2", **where})  # type: ignore[arg-type]
    return [(n.target, inline_text(n.children)) for n in walk(made.blocks) if isinstance(n, Link) and n.kind == "entry"]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("It needs Line of Sight.", ["Line of Sight"]),
        ("Lines of Sight are drawn.", ["Lines of Sight"]),
        ("It has LoS.", ["LoS"]),
        ("It has los.", []),
        ("After Dodging it stops.", ["Dodging"]),
        ("It takes Cover.", ["Cover"]),
        ("It may cover ground.", []),
        ("Cover the harbour with your lamp.", []),
        ("Wait. Cover your crew.", []),
        ("Cover gives a bonus.", ["Cover"]),
        ("Discovery, Recover, Cover_up, Non-Cover", []),
        ("(Cover), Cover’s price", ["Cover"]),
    ],
)
def test_whole_words_with_their_capitals_are_linked(text: str, labels: list[str]) -> None:
    assert [label for _, label in linked(text)] == labels


def test_the_longest_name_wins() -> None:
    assert linked("No Line of Sight, no Sight.") == [(LINE.id, "Line of Sight"), (SIGHT.id, "Sight")]


def test_only_the_first_of_a_section_is_linked() -> None:
    text = document("Cover, Cover.", "More Cover.", heading("Next"), "Cover again.")

    assert linked(text) == [(COVER.id, "Cover"), (COVER.id, "Cover")]


@pytest.mark.parametrize(
    "block",
    [
        heading("Cover"),
        paragraph(link("Elsewhere", "Cover")),
        paragraph(Element(name="code", children=(Text("Cover"),))),
        paragraph(Element(name="b", children=(Text("Dis"),)), "Cover"),
        paragraph("Cover", Element(name="b", children=(Text("ings"),))),
    ],
)
def test_links_headings_code_and_halves_of_words_are_left_alone(block: Node) -> None:
    assert linked(document(block)) == []


def test_what_is_linked_by_hand_is_not_linked_again() -> None:
    assert linked(document(paragraph("See ", link("Covers", "the wall"), ". It is Cover."))) == []


def test_a_text_does_not_link_what_it_is_about() -> None:
    box = Box(kind="entry", defines=Definition(name="Dodge"), children=(paragraph("Dodge and Cover."),))

    assert linked("Cover and Dodge.", page="tide:Cover") == [(DODGE.id, "Dodge")]
    assert linked(document(heading("Cover"), "Cover and Dodge.")) == [(DODGE.id, "Dodge")]
    assert linked(document(box)) == [(COVER.id, "Cover")]


def test_an_entry_s_own_page_does_not_link_the_entry() -> None:
    made = autolink_nodes(
        (paragraph("Cover and Dodge."),), WORDS, page="tide:Elsewhere", edition="T2", about=["Cover (Terrain)"]
    )

    assert [node.target for node in walk(made) if isinstance(node, Link)] == [DODGE.id]


def test_terms_inside_emphasis_are_linked() -> None:
    made = autolink(
        document(paragraph("See ", Element(name="i", children=(Text("the Cover rule"),)))),
        WORDS,
        page="tide:X",
        edition="T2",
    )

    emphasis = next(node for node in walk(made.blocks) if isinstance(node, Element))
    assert emphasis.children == (
        Text("the "),
        Link(kind="entry", target=COVER.id, children=(Text("Cover"),)),
        Text(" rule"),
    )


def test_each_plain_document_is_a_source_of_its_own() -> None:
    core, more = entry("Hook", page="doc:Core"), entry("Hook", id="deed/hook-2@T2.en", page="doc:More")
    words = Vocabulary([core, more], PROFILE)

    assert linked("A Hook.", words, page="doc:Core") == [(core.id, "Hook")]
    assert linked("A Hook.", words, page="doc:More") == [(more.id, "Hook")]


def test_of_two_sources_of_one_edition_the_text_links_its_own() -> None:
    ours, theirs = entry("Hook"), entry("Hook", id="deed/hook-2@T2.en", page="book:Hook")
    words = Vocabulary([ours, theirs], PROFILE)

    assert linked("A Hook.", words, page="tide:Elsewhere") == [(ours.id, "Hook")]
    assert linked("A Hook.", words, page="book:Elsewhere") == [(theirs.id, "Hook")]


def test_the_nearest_edition_and_language_win() -> None:
    twins = [entry("Hook", edition=edition) for edition in ("T1", "T2")]
    words = Vocabulary(twins, PROFILE)

    assert linked("A Hook.", words, edition="T1") == [(twins[0].id, "Hook")]
    assert linked("A Hook.", words, edition="T2") == [(twins[1].id, "Hook")]


def test_a_profile_makes_exceptions() -> None:
    profile = Profile(name="x", linking=Linking(never=("Cover",), cases={"Hook": "any"}))
    words = Vocabulary([COVER, entry("Hook")], profile)

    assert [label for _, label in linked("Cover or hook.", words)] == ["hook"]


def test_one_edition_may_print_a_name_otherwise_than_the_others() -> None:
    profile = msgspec.structs.replace(PROFILE, linking=Linking(cases_of={"T2": {"Hook": "any"}}))
    twins = [entry("Hook", edition="T1"), entry("Hook", edition="T2")]
    words = Vocabulary(twins, profile)

    assert linked("A hook.", words, edition="T1") == []
    assert linked("A Hook.", words, edition="T1") == [(twins[0].id, "Hook")]
    assert linked("A hook.", words, edition="T2") == [(twins[1].id, "hook")]


def test_of_homonyms_the_one_that_a_written_link_reaches_is_linked() -> None:
    page_entry = entry("Hook", kind="rule", title="Hook")
    listed = entry("Hook", kind="label", title="Words", anchor="Hook", heading="Hook")
    site = resolver(
        names({"Hook": document("It holds."), "Words": document(heading("Hook"))}), entries=[page_entry, listed]
    )

    assert linked("A Hook.", Vocabulary([listed, page_entry], PROFILE, site)) == [(page_entry.id, "Hook")]


def test_the_traits_of_a_record_are_traits() -> None:
    homonyms = [entry("Hook", kind="deed"), entry("Hook", kind="trait", title="Words")]
    row = Record(kind="weapon", name="Gaff", fields=(Field(name="traits", value=(Text("Hook"),)),))

    assert linked(document(RecordTable(kind="weapon", records=(row,))), Vocabulary(homonyms, PROFILE)) == [
        (homonyms[1].id, "Hook")
    ]


def test_the_bold_head_of_a_definition_is_not_linked_to_itself() -> None:
    head = Element(name="b", children=(Text("Cover:"),))
    words = Vocabulary([entry("Cover", title="Terrain")], PROFILE)

    assert linked(document(paragraph(head, " it hides.")), words, page="tide:Terrain") == []
    assert len(linked(document(paragraph(head, " it hides.")), words, page="tide:Elsewhere")) == 1


def test_mentions_count_every_unlinked_occurrence() -> None:
    text = document("Cover and Cover and Sight.", paragraph(link("Cover")))

    assert mentions(text, WORDS, page="tide:X", edition="T2") == ((COVER.id, 2), (SIGHT.id, 1))


def test_no_entries_make_no_links() -> None:
    assert linked("Cover.", Vocabulary([], PROFILE)) == []


@given(
    st.lists(
        st.sampled_from(["Cover", "cover", " the ", ". ", "Line of Sight", "LoS", "İ", "’s", "\n", "Dodging "]),
        max_size=12,
    )
)
def test_the_visible_text_never_changes(pieces: list[str]) -> None:
    before = Document(blocks=(Paragraph(children=tuple(Text(piece) for piece in pieces)),))

    after = autolink(before, WORDS, page="tide:X", edition="T2")

    assert text_of(after.blocks) == text_of(before.blocks)
    assert autolink(before, WORDS, page="tide:X", edition="T2") == after


def test_a_single_letter_links_where_it_is_the_sign_of_a_value() -> None:
    words = Vocabulary([entry("Burst", acronym="B")], PROFILE)

    for text in ("It has B 2.", "A lamp with +1 B shines.", "Add it to his B now."):
        assert len(linked(text, words)) == 1, text
    for text in ("Sides A and B meet.", "Plan B."):
        assert linked(text, words) == [], text


def test_a_name_is_found_where_its_first_word_stands_in_the_plural() -> None:
    assert len(linked("See the Lamps Chart.", Vocabulary([entry("Lamp Chart")], PROFILE))) == 1
