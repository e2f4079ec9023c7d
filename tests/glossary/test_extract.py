from __future__ import annotations

import msgspec

from ingest.glossary import candidates
from ingest.glossary.model import Candidate
from ingest.profile import PartName, Profile
from ingest.tree import (
    Box,
    Cell,
    Document,
    Element,
    Errata,
    Heading,
    Labels,
    List,
    Marked,
    Navigation,
    Node,
    Paragraph,
    Part,
    Row,
    Table,
    Text,
)  # fmt: skip
from ingest.tree import Item as ListItem
from ingest.wikitext import parse
from tests.glossary.make import GAME, box, heading, paragraph, weapon_row, weapon_table, words


def found(
    *blocks: Node, title: str = "Wicks", edition: str | None = None, categories: tuple[str, ...] = ()
) -> tuple[Candidate, ...]:
    document = Document(blocks=blocks, categories=categories)
    return candidates(document, profile=GAME, title=title, edition=edition)


def names(items: tuple[Candidate, ...]) -> list[str]:
    return [item.name for item in items]


def test_a_box_defines_the_term_of_its_title_in_the_spelling_of_the_page() -> None:
    (entry,) = found(
        box(
            "SNUFF OUT", Labels(values=("Quick, Loud (2).",)), Part(name="Needs", key="needs", line=3), paragraph("A lamp.", line=4),
            cls="LONG KNACK", line=2, end_line=5,
        ),
        title="Snuff Out",
    )  # fmt: skip

    assert (entry.name, entry.cls, entry.kind) == ("Snuff Out", "Long Knack", "knack")
    assert entry.labels == ("Quick", "Loud (2)")
    assert entry.sections == ("Needs",)
    assert entry.parts == (("needs", "A lamp."),)
    assert (entry.line, entry.end_line) == (2, 5)
    assert "kinds.knack.classes" in entry.rule


def test_the_callout_behind_a_box_belongs_to_its_entry() -> None:
    (entry,) = found(
        box("GLOW", paragraph("It glows."), cls="Knack", line=1, end_line=2),
        Box(kind="remember", children=(paragraph("Not in rain.", line=4),), line=3, end_line=5),
        title="Glow",
    )

    assert "Not in rain." in entry.text
    assert entry.end_line == 5


def test_every_heading_of_a_list_page_is_an_entry_of_its_kind() -> None:
    items = found(
        paragraph("All tags:"),
        heading("Quick", level=3),
        paragraph("It is fast."),
        heading("Loud", level=3),
        title="Tags",
    )

    assert [(item.name, item.kind) for item in items] == [("Quick", "tag"), ("Loud", "tag")]


def test_headings_that_define_nothing_are_no_entries() -> None:
    items = found(
        heading("Trimming"), paragraph("Cut it."), heading("See also"), paragraph("Oil."), heading("Trimming Example")
    )

    assert names(items) == ["Trimming"]


def test_the_lead_of_a_page_defines_its_title() -> None:
    items = found(
        paragraph("A wick draws oil. It burns.", line=1), heading("Trimming", line=3), paragraph("Cut it.", line=4)
    )

    assert [(item.name, item.parent) for item in items] == [("Wicks", None), ("Trimming", 0)]
    assert items[0].summary == "A wick draws oil."


def test_a_page_that_only_lists_others_defines_nothing() -> None:
    assert found(paragraph("All chapters."), title="Contents") == ()


def test_a_heading_that_repeats_the_title_is_the_same_term() -> None:
    items = found(paragraph("A wick draws oil."), heading("Wick"), paragraph("More."))

    assert names(items) == ["Wicks"]


def test_a_bold_head_with_a_colon_defines_its_term() -> None:
    (_, item) = found(paragraph("Lamps have parts."), paragraph(" holds the oil.", bold="Reserve (RS):", line=7))

    assert (item.name, item.acronym, item.line) == ("Reserve", "RS", 7)


def test_an_acronym_behind_a_bold_term_defines_it() -> None:
    (_, item) = found(paragraph("Lamps have parts."), paragraph(" (CoL) is what you see.", bold="Cone of Light"))

    assert (item.name, item.acronym) == ("Cone of Light", "CoL")


def test_an_item_of_acronym_and_name_defines_the_name() -> None:
    listed = List(
        kind="ul",
        items=(ListItem(children=words("LB – Lamp Bearer")), ListItem(children=words("two lamps – one each"))),
    )
    (_, item) = found(paragraph("There are types."), listed)

    assert (item.name, item.acronym) == ("Lamp Bearer", "LB")


def test_bold_words_inside_an_example_define_nothing() -> None:
    items = found(paragraph("Lead."), Box(kind="example", children=(paragraph(" a lamp.", bold="Ada:"),)))

    assert names(items) == ["Wicks"]


def test_a_box_with_a_title_under_a_heading_of_examples_defines_nothing() -> None:
    shown = Box(kind="grey", title=words("Long Reach"), children=(paragraph("Ada reaches far."),))

    assert names(found(paragraph("Lead."), heading("An example"), shown)) == ["Wicks"]
    assert names(found(paragraph("Lead."), heading("Reach"), shown)) == ["Wicks", "Reach", "Long Reach"]


def test_what_explains_the_heads_of_a_table_is_a_legend() -> None:
    cells = tuple(Cell(children=words(name), header=True) for name in ("Lamp", "Oil Mod"))
    legend = (paragraph(" what it burns.", bold="Oil Mod:"), paragraph(" what goes.", bold="Spill:"))

    assert names(found(paragraph("Lead."), Table(rows=(Row(cells=cells),)), *legend)) == ["Wicks", "Spill"]
    assert "Oil Mod" not in names(found(paragraph("Lead."), weapon_table(weapon_row("Pole", oil_mod="+1")), *legend))
    assert names(found(paragraph("Lead."), *legend)) == ["Wicks", "Oil Mod", "Spill"]


def test_what_an_update_replaced_is_no_rule() -> None:
    (entry,) = found(
        box(
            "GLOW",
            Errata(role="update", children=(paragraph("Bright."),)),
            Errata(role="original", children=(paragraph("Dim."),)),
        ),
        title="Glow",
    )

    assert entry.text == "Bright."


def test_a_passage_of_another_edition_is_left_out() -> None:
    blocks = (paragraph("All."), Marked(editions=("First",), children=(heading("Old Oil"), paragraph("Smelly."))))

    assert names(found(*blocks, edition="First")) == ["Wicks", "Old Oil"]
    assert names(found(*blocks, edition="Second")) == ["Wicks"]


def test_rows_of_one_weapon_are_one_entry_with_typed_numbers() -> None:
    items = found(
        heading("Poles"),
        weapon_table(
            weapon_row("Hook Pole (Hit Mode)", line=4, burst="2", damage="PH", traits="Long, Set (Alight, Out)"),
            weapon_row("Hook Pole (Throw Mode))", line=5, burst="1"),
        ),
    )  # fmt: skip
    pole = items[-1]

    assert (pole.name, pole.kind, pole.parent) == ("Hook Pole", "weapon", 0)
    assert [(item.mode, item.burst, item.line) for item in pole.profiles] == [
        ("Hit Mode", "2", 4),
        ("Throw Mode", "1", 5),
    ]
    assert pole.profiles[0].numbers == (("burst", 2),)
    assert pole.profiles[0].traits == ("Long", "Set (Alight, Out)")


def test_a_heading_that_only_sorts_rows_is_no_term_whatever_table_stands_beside_them() -> None:
    table = Table(rows=(Row(cells=(Cell(children=words("Pole")), Cell(children=words("1")))),))
    rows = weapon_table(weapon_row("Hook Pole", burst="1"))

    assert names(found(paragraph("Lead."), heading("POLES"), rows, table)) == ["Wicks", "Hook Pole"]
    assert "Poles" in names(found(paragraph("Lead."), heading("Poles"), table))
    assert "Poles" in names(found(paragraph("Lead."), heading("Poles"), rows, paragraph("Poles are long.")))


def test_a_row_joins_the_box_of_its_name() -> None:
    (entry,) = found(
        box("HOOK POLE", paragraph("A pole.")), weapon_table(weapon_row("Hook Pole", burst="1")), title="Hook Poles"
    )

    assert [item.burst for item in entry.profiles] == ["1"]


def test_evidence_may_be_a_navigation_template_or_a_category() -> None:
    (by_category,) = found(paragraph("Calm."), title="Calm", categories=("Moods",))
    (by_template,) = found(Navigation(name="Moods"), paragraph("Calm."), title="Calm")

    assert by_category.kind == by_template.kind == "mood"


def test_a_box_without_a_class_is_what_the_heading_above_it_calls_its_name() -> None:
    def kind(above: str, cls: str | None = None) -> str:
        return found(heading(above), box("Glimmer", paragraph("A light."), cls=cls))[-1].kind

    assert kind("Lamps and the Glimmer Tag") == "tag"
    assert kind("Lamps and the Glimmers Tag") == kind("Glimmer") == "rule"
    assert kind("The Glimmer Tag", "Knack") == "knack"


def test_a_heading_inside_a_box_ends_nothing_outside_it() -> None:
    boxed = Box(
        kind="entry",
        title=words("GLEAM"),
        defines=box("GLEAM").defines,
        children=(heading("Inside", line=3), paragraph("a", line=4)),
    )
    items = found(
        heading("Lights", level=2, line=1),
        paragraph("Lead.", line=1),
        boxed,
        heading("Below", level=3, line=6),
        paragraph("b", line=7),
    )

    parents = {item.name: items[item.parent].name for item in items if item.parent is not None}
    assert parents["Below"] == "Lights"
    assert parents["Inside"] == "Gleam"


def test_odd_headings_are_survived() -> None:
    odd: tuple[Node, ...] = (Heading(level=2), Heading(level=6, children=words("():")), heading("—"), paragraph(""))

    assert found(*odd, title="?") == ()


def test_what_a_sentence_calls_a_thing_in_bold_is_its_name() -> None:
    line = Paragraph(
        children=(
            Text("Those who carry lamps are called "),
            Element(name="b", children=words("Bearer")),
            Text("s by all."),
        )
    )
    (_, item) = found(paragraph("Lamps are carried."), line)

    assert (item.name, item.rule.split(";")[0]) == ("Bearers", "called so in bold")


def test_the_first_column_of_a_table_names_terms_where_its_head_says_so() -> None:
    def row(*cells: str, header: bool = False) -> Row:
        return Row(cells=tuple(Cell(children=words(cell), header=header) for cell in cells))

    profile = msgspec.structs.replace(GAME, glossary=msgspec.structs.replace(GAME.glossary, term_columns=("^type of",)))
    table = Table(rows=(row("Type of night", "Turns", header=True), row("Short Night", "4"), row("Long Night", "8")))
    items = candidates(Document(blocks=(paragraph("Nights differ."), table)), profile=profile, title="Nights")

    assert names(items) == ["Nights", "Short Night", "Long Night"]
    assert items[1].text == "Turns: 4"


PARTS = Profile(
    name="t", parts=(PartName(key="requirements", heads=("Requirements",)), PartName(key="effects", heads=("Effects",)))
)


def test_a_heading_that_is_the_head_of_a_part_joins_the_pages_own_entry() -> None:
    document = parse(
        "A keeper who is adrift floats.\n\n== Requirements ==\nWater.\n\n== Effects ==\n* The keeper suffers -3.\n",
        title="Adrift",
        profile=PARTS,
    )

    (entry,) = candidates(document, profile=PARTS, title="Adrift")

    assert entry.name == "Adrift"
    assert entry.sections == ("Requirements", "Effects")
    assert dict(entry.parts)["effects"] == "The keeper suffers -3."
    assert "-3" in entry.text


def test_a_part_under_the_heading_of_a_term_belongs_to_that_term() -> None:
    document = parse(
        "== Lift ==\nUp it goes.\n=== Effects ===\nThe crate is aboard.\n== Lower ==\nDown.",
        title="Cargo",
        profile=PARTS,
    )

    found_here = {item.name: item for item in candidates(document, profile=PARTS, title="Cargo")}

    assert set(found_here) == {"Lift", "Lower"}
    assert found_here["Lift"].sections == ("Effects",)


def test_a_sentence_brings_up_terms_that_it_names_counts_or_groups() -> None:
    document = parse(
        "== Watch ==\nIn a watch there is a ''Lighter'' and a ''Keeper'', and an ''idea''.\n\nLamps are grouped into ''Rows''.\n\n"
        "There are three types of Glows: red, dim and none.\n\nThere are two types of Wicks and Oils here."
    )
    terms = [item.name for item in candidates(document, profile=Profile(name="lamps"), title="Watches")]

    assert terms == ["Watch", "Lighter", "Keeper", "Row", "Glow"]


def test_what_the_title_of_a_page_names_is_not_brought_up_by_its_text() -> None:
    document = parse("== Watch ==\nThere are two types of Lamps: small and large.")

    assert [item.name for item in candidates(document, profile=Profile(name="lamps"), title="Lamps and Oil")] == [
        "Watch"
    ]
