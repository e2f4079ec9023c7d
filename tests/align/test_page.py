"""What changed between two texts of one page."""

from __future__ import annotations

from hypothesis import given

from ingest.align import Differences, blocks_of, changes
from ingest.tree import Box, Definition, Document, Heading, Image, Labels, Navigation, Node, Text
from ingest.wikitext import parse
from tests.align.make import bold, box, bullets, document, documents, heading, link, paragraph, table, weapon


def types(old: Document, new: Document) -> list[str]:
    return [change.type for change in changes(old, new).changes]


@given(documents)
def test_a_document_does_not_differ_from_itself(tree: Document) -> None:
    found = changes(tree, tree)

    assert found == Differences()


@given(documents, documents)
def test_what_comes_one_way_goes_the_other(one: Document, two: Document) -> None:
    there, back = changes(one, two), changes(two, one)

    assert there.visible == back.visible
    assert there.words_added - there.words_removed == back.words_removed - back.words_added


@given(documents, documents)
def test_layout_alone_changes_no_words(one: Document, two: Document) -> None:
    found = changes(one, two)

    if found.visible in ("identical", "punctuation"):
        assert found.words_added == found.words_removed
    if found.visible == "identical":
        assert found.severity != "wording" or not found.changes


def test_a_new_link_is_layout_and_names_its_target() -> None:
    old = document(heading("Lamps"), paragraph("The keeper trims each lamp."))
    new = document(heading("Lamps"), paragraph("The ", link("Keeper", "keeper"), " trims each lamp."))

    found = changes(old, new)

    assert (found.visible, found.severity, found.sections) == ("identical", "layout", ("Lamps",))
    assert [(item.type, item.detail) for item in found.changes] == [("link-added", "Keeper (“keeper”)")]


def test_a_link_that_moves_to_another_mention_is_seen() -> None:
    old = document(paragraph(link("Lamp"), " and Lamp"))
    new = document(paragraph("Lamp and ", link("Lamp")))

    assert types(old, new) == ["link-removed", "link-added"]


def test_emphasis_is_layout() -> None:
    found = changes(document(paragraph("Row ", "now.")), document(paragraph("Row ", bold("now"), ".")))

    assert [(item.type, item.severity) for item in found.changes] == [("emphasis", "layout")]


def test_the_class_of_a_difference_is_the_gravest() -> None:
    def visible(old: str, new: str) -> str:
        return changes(document(paragraph(old)), document(paragraph(new))).visible

    assert visible("Row out, now.", "Row out now") == "punctuation"
    assert visible("the keeper’s lamp", "the keeper's lamp") == "punctuation"
    assert visible("The old Lamp", "The Old Lamp") == "case"
    assert visible("The old lamp", "The new lamp") == "words"


def test_words_are_counted_by_the_fewest_changes() -> None:
    found = changes(
        document(paragraph("The keeper may row out at dawn.")), document(paragraph("The keeper must row out."))
    )

    assert (found.words_added, found.words_removed) == (1, 3)


def test_a_renamed_heading_takes_its_section_along() -> None:
    old = document(heading("Old Lamps"), paragraph("One keeper trims each of the lamps."))
    new = document(heading("Old Lamp"), paragraph("One keeper trims each of the lanterns."))

    found = changes(old, new)

    assert [item.type for item in found.changes] == ["heading-renamed", "reworded"]
    assert found.sections == ("Old Lamp",)


def test_a_moved_paragraph_is_no_change_of_words() -> None:
    parts = [
        paragraph(f"Rule {name}: the {name} keeper trims the {name} lamp.")
        for name in ("first", "second", "third", "fourth")
    ]

    found = changes(document(*parts), document(parts[1], parts[2], parts[3], parts[0]))

    assert [item.type for item in found.changes] == ["moved"]
    assert (found.words_added, found.words_removed, found.severity) == (0, 0, "layout")


def test_one_paragraph_that_becomes_two_is_split() -> None:
    old = document(paragraph("The keeper trims each lamp. Nobody else may row out until dawn comes."))
    new = document(paragraph("The keeper trims each lamp."), paragraph("Nobody else may row out until dawn comes."))

    found = changes(old, new)

    assert ([item.type for item in found.changes], found.visible) == (["split"], "identical")
    assert types(new, old) == ["merged"]


def test_a_renumbered_reference_is_noise_and_another_number_a_value() -> None:
    def told(old: str, new: str) -> list[tuple[str, str]]:
        found = changes(document(paragraph(old)), document(paragraph(new)))
        return [(item.type, item.severity) for item in found.changes]

    assert told("Lamps burn low, see page 12.", "Lamps burn low, see page 13.") == [("renumbered", "layout")]
    assert told("As rule 702.138a says, lamps burn.", "As rule 702.139b says, lamps burn.") == [
        ("renumbered", "layout")
    ]
    assert told("The keeper rolls 3 dice.", "The keeper rolls 2 dice.") == [("value", "value")]
    assert told("Apply a -3 to the roll.", "Apply a -6 to the roll.") == [("value", "value")]


def test_the_number_before_a_rule_is_not_its_text() -> None:
    found = changes(
        document(paragraph("4.1 The keeper trims the lamp.")), document(paragraph("4.2 The keeper trims the lamp."))
    )

    assert [(item.type, item.severity) for item in found.changes] == [("renumbered", "layout")]


def test_a_heading_that_is_only_a_number_belongs_to_its_paragraph() -> None:
    old = document(heading("7.1."), paragraph("The keeper trims the lamp."))
    new = document(heading("7.2."), paragraph("The keeper trims the lamp."))

    found = changes(old, new)

    assert [item.type for item in found.changes] == ["renumbered"]


def test_a_box_of_another_kind_is_told_once() -> None:
    inside = (paragraph("The keeper trims the lamp."), paragraph("Nobody else rows out."))

    found = changes(document(box("remember", *inside)), document(box("important", *inside)))

    assert [(item.type, item.detail) for item in found.changes] == [("box-retyped", "remember → important")]


def test_fields_of_a_record_are_values() -> None:
    old = document(weapon("Harpoon", burst="3", traits="Heavy, Wet"))
    new = document(weapon("Harpoon", burst="2", traits="Wet, Barbed (2)"))

    found = changes(old, new)

    assert [item.detail for item in found.changes] == [
        "Harpoon: burst 3 → 2", "Harpoon: trait Heavy dropped", "Harpoon: trait Barbed (2) added",
    ]  # fmt: skip
    assert found.severity == "value"


def test_a_table_is_compared_cell_by_cell_under_its_columns() -> None:
    old = document(table(("Name", "Oil"), ("Lantern", "3"), ("Torch", "1")))
    new = document(table(("Name", "Oil"), ("Lantern", "4"), ("Torch", "1")))

    found = changes(old, new)

    assert [(item.type, item.detail) for item in found.changes] == [("value", "Lantern: Oil 3 → 4")]


def test_a_class_of_a_term_is_a_value() -> None:
    def term(cls: str) -> Document:
        return document(Heading(level=2, children=(Text("Trim"),), defines=Definition(name="Trim", cls=cls)))

    found = changes(term("Short Task"), term("Long Task"))

    assert [item.detail for item in found.changes] == ["class Short Task → Long Task"]


def test_categories_and_pictures_are_layout() -> None:
    old = Document(blocks=(paragraph("Lamps."),), categories=("Tools",))
    new = Document(
        blocks=(paragraph("Lamps."), Image(name="Lamp.png"), Navigation(name="tools")), categories=("Light",)
    )

    found = changes(old, new)

    assert [item.type for item in found.changes] == ["added", "added", "category", "category"]
    assert (found.visible, found.severity) == ("identical", "layout")


def test_paragraphs_that_become_bullets_keep_their_words() -> None:
    lines = ("Trim the lamp.", "Row out at dawn.")

    found = changes(document(*(paragraph(line) for line in lines)), document(bullets(*lines)))

    assert (found.visible, found.words_added, [item.type for item in found.changes]) == ("identical", 0, ["markup"])


def test_unlike_paragraphs_are_a_replacement() -> None:
    old: Node = paragraph("The keeper trims the lamp at dusk each day.")
    new: Node = paragraph("Ships without pilots wait outside until morning comes again.")

    assert types(document(old), document(new)) == ["removed", "added"]


def test_a_column_that_came_is_told_by_its_name_and_one_that_moved_is_layout() -> None:
    old = document(table(("Boat", "Speed"), ("Skiff", "4")))

    wider = changes(old, document(table(("Boat", "Crew", "Speed"), ("Skiff", "2", "4"))))
    turned = changes(old, document(table(("Speed", "Boat"), ("4", "Skiff"))))

    assert [(item.type, item.detail) for item in wider.changes] == [
        ("added", "column Crew"),
        ("value", "Skiff: Crew – → 2"),
    ]
    assert [(item.type, item.detail) for item in turned.changes] == [("markup", "columns in another order (2 times)")]


def test_a_sign_of_a_script_without_blanks_is_a_word_of_its_own() -> None:
    found = changes(document(paragraph("灯台守は夜に灯をともす。")), document(paragraph("灯台守は朝に灯をともす。")))

    assert [item.detail for item in found.changes] == ["“夜” → “朝”"]


def test_a_redirect_is_told_by_where_it_leads() -> None:
    rope = parse("A rope holds a boat.")
    moved, further = parse("#REDIRECT [[Mooring]]"), parse("#redirect [[Quay#Rings]]\n[[Category:Old names]]")

    away, on = changes(rope, moved), changes(moved, further)

    assert [block.text for block in blocks_of(further)] == ["→ Quay#Rings"]
    assert [(item.type, item.detail) for item in away.changes] == [
        ("removed", "Paragraph: “A rope holds a boat.”"), ("redirect", "no redirect → Mooring"),
    ]  # fmt: skip
    assert [item.detail for item in on.changes if item.type != "category"] == ["Mooring → Quay#Rings"]
    assert not any("REDIRECT" in item.detail for found in (away, on) for item in found.changes)


def test_what_follows_a_redirect_is_still_compared() -> None:
    old, new = (parse(f"#REDIRECT [[Mooring]]\n# one ring\n\nTies {count} boats.") for count in (2, 3))

    assert [(block.kind, block.text) for block in blocks_of(new)] == [
        ("redirect", "→ Mooring"), ("item", "one ring"), ("paragraph", "Ties 3 boats."),
    ]  # fmt: skip
    assert types(old, new) == ["value"]


def test_a_number_in_a_sentence_is_told_with_the_words_beside_it() -> None:
    found = changes(document(paragraph("Row on. Each keeper has 8 oil tokens. Rest.")),
                    document(paragraph("Row on. Each keeper has 7 oil tokens. Rest.")))  # fmt: skip

    assert [(item.type, item.detail) for item in found.changes] == [("value", "8 → 7 (“Each keeper has 7 oil tokens”)")]


def test_columns_have_names_though_no_cell_is_marked_as_a_head() -> None:
    old = document(table(("Name", "Oil"), ("Lantern", "3"), ("Torch", "1"), head=False))
    new = document(table(("Name", "Oil"), ("Lantern", "4"), ("Torch", "1"), head=False))

    found = changes(old, new)

    assert [(item.type, item.detail) for item in found.changes] == [("value", "Lantern: Oil 3 → 4")]


def test_a_row_without_columns_is_told_by_what_it_is_about() -> None:
    old = document(table(("Lantern", "3 wicks", "bright"), ("Torch", "none", "dim"), head=False))
    new = document(table(("Lantern", "4 wicks", "dim"), ("Torch", "none", "dim"), head=False))

    found = changes(old, new)

    assert [(item.type, item.detail) for item in found.changes] == [
        ("value", "Lantern: 3 wicks → 4 wicks"), ("value", "Lantern: bright → dim"),
    ]  # fmt: skip


def test_the_title_of_a_chart_is_the_heading_of_its_rows() -> None:
    def chart(oil: str) -> Document:
        rows = table(("Name", "Oil"), ("Lantern", oil), head=False)
        return document(
            heading("Rowing"),
            Box(kind="chart", title=(Text("Lamp Chart"),), children=(rows,), defines=Definition(name="Lamp Chart")),
            paragraph("Row home."),
        )

    found = changes(chart("3"), chart("4"))

    assert found.sections == ("Lamp Chart",)
    assert blocks_of(chart("3"))[-1].section == "Rowing"


def test_a_label_that_a_term_prints_twice_is_told_once() -> None:
    def term(*labels: str) -> Document:
        head = Heading(level=2, children=(Text("Trim"),), defines=Definition(name="Trim", labels=labels))
        return document(head, Labels(values=("Quiet", *labels)))

    found = changes(term(), term("Optional"))

    assert [item.detail for item in found.changes] == ["label Optional added"]


def test_a_short_line_of_numbers_is_told_whole() -> None:
    found = changes(document(paragraph("Version 1.0, 1 March")), document(paragraph("Version 1.1, 2 June")))

    assert [item.detail for item in found.changes] == ["“Version 1.0, 1 March” → “Version 1.1, 2 June”"]
