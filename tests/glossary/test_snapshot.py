from __future__ import annotations

import msgspec

from ingest.glossary.model import ErratumEntry, RulingEntry
from ingest.model import Diagnostic
from ingest.tree import Box, Document, Errata, Heading, Labels, Link, Marked, Navigation, Ruling
from tests.glossary.make import (
    LABELLED,
    box,
    entries,
    glossary,
    heading,
    page,
    paragraph,
    weapon_row,
    weapon_table,
    words,
)


def text(name: str, said: str, *, nav: str, cls: str = "Knack") -> Document:
    return Document(blocks=(Navigation(name=nav), box(name, paragraph(said, line=3), cls=cls, line=2, end_line=3)))


FIRST = text("SNUFF OUT", "It goes dark.", nav="first-lamps")
SECOND = text("SNUFF OUT", "It goes out.", nav="second-lamps")


def test_each_edition_reads_the_newest_revision_that_was_of_it() -> None:
    found = entries(page("Snuff Out", ("2021-02-01", FIRST), ("2022-03-01", SECOND)))

    assert [(entry.id, entry.text) for entry in found] == [
        ("knack/snuff-out@First.en", "It goes dark."),
        ("knack/snuff-out@Second.en", "It goes out."),
    ]
    assert found[1].editions == ("Second", "Pocket")


def test_lines_are_those_of_the_file() -> None:
    (_, second) = entries(page("Snuff Out", ("2021-02-01", FIRST), ("2022-03-01", SECOND)))

    assert (second.source.source, second.source.line, second.source.end_line) == ("lamp.xml", 102, 103)


def test_as_of_a_date_the_rules_stand_as_they_stood() -> None:
    found = entries(page("Snuff Out", ("2021-02-01", FIRST), ("2022-03-01", SECOND)), as_of="2021-12-31")

    assert [entry.text for entry in found] == ["It goes dark."]


def test_a_passage_for_one_edition_makes_two_texts_of_one_term() -> None:
    document = Document(
        blocks=(
            Navigation(name="second-lamps"),
            box(
                "GLOW", paragraph("Bright."), Marked(editions=("Pocket",), children=(paragraph("Small."),)), cls="Knack"
            ),
        )
    )
    found = entries(page("Glow", ("2022-03-01", document)))

    assert {(entry.edition, entry.text) for entry in found} == {("Second", "Bright."), ("Pocket", "Bright.\nSmall.")}
    assert {entry.concept for entry in found} == {"knack/glow"}


def test_pages_of_users_files_templates_and_talk_define_nothing() -> None:
    def of_namespace(number: int) -> list[str]:
        said, history = page("Lamps", ("2021-02-01", Document(blocks=(paragraph("Lamps burn."),))))
        return [entry.name for entry in entries((msgspec.structs.replace(said, namespace=number), history))]

    assert [number for number in (0, 1, 2, 4, 6, 8, 10, 14, 15, 828, 3000) if of_namespace(number)] == [0, 4, 3000]


def test_a_box_that_newer_revisions_of_its_edition_lack_is_superseded() -> None:
    two = Document(blocks=(*FIRST.blocks, *text("DIM", "It dims.", nav="first-lamps").blocks))
    found = entries(page("Snuff Out", ("2021-02-01", two), ("2021-03-01", FIRST)))

    assert {entry.name: entry.superseded for entry in found} == {"Snuff Out": False, "DIM": True}


def test_a_box_that_moved_to_another_page_is_not_superseded() -> None:
    two = Document(blocks=(*FIRST.blocks, *text("DIMMING", "It dims.", nav="first-lamps").blocks))
    moved = text("DIMMING", "It dims well.", nav="first-lamps")
    found = entries(
        page("Snuff Out", ("2021-02-01", two), ("2021-03-01", FIRST)), page("Dimming", ("2021-03-01", moved))
    )

    assert sorted(entry.id for entry in found) == ["knack/dimming@First.en", "knack/snuff-out@First.en"]
    assert not any(entry.superseded for entry in found)


def test_a_redirect_ends_the_page_for_the_edition_of_its_day() -> None:
    redirect = Document(redirect="Dark")
    kept = entries(page("Snuff Out", ("2021-02-01", FIRST), ("2022-06-01", redirect)))
    gone = entries(page("Snuff Out", ("2021-02-01", FIRST), ("2021-06-01", redirect)))

    assert [entry.edition for entry in kept] == ["First"]
    assert gone == []


def test_a_page_that_betrays_nothing_is_of_the_edition_of_its_source() -> None:
    plain = Document(blocks=(paragraph("Oil burns."),))
    found = entries(page("Oil", (("2021-01-05"), plain)), page("Snuff Out", ("2021-02-01", FIRST)))

    assert {entry.edition for entry in found} == {"First"}


def test_one_ruling_on_two_pages_is_told_once_and_knows_its_entries() -> None:
    ruling = Ruling(
        question=words("May I?"), answer=words("Yes."), version="1.1", related=("Snuff Out", "Nowhere"), line=9
    )
    one = Document(blocks=(*FIRST.blocks, heading("Questions"), ruling))
    other = Document(blocks=(*text("DIMMING", "It dims.", nav="first-lamps").blocks, ruling))
    found = [
        item
        for item in glossary(page("Dimming", ("2021-02-01", other)), page("Snuff Out", ("2021-02-01", one)))
        if isinstance(item, RulingEntry)
    ]

    assert len(found) == 1
    assert found[0].related == ("knack/snuff-out@First.en", "Nowhere")
    assert (found[0].question, found[0].answer, found[0].version) == ("May I?", "Yes.", "1.1")


def test_a_ruling_of_an_older_revision_is_kept() -> None:
    ruling = Ruling(question=words("May I?"), answer=words("Yes."), line=9)
    found = glossary(page("Snuff Out", ("2021-02-01", Document(blocks=(*FIRST.blocks, ruling))), ("2021-03-01", FIRST)))

    assert [item.question for item in found if isinstance(item, RulingEntry)] == ["May I?"]


def test_an_update_is_an_erratum_and_a_wording_of_the_entry_around_it() -> None:
    update = Errata(role="update", version="2.0", children=(paragraph("Bright.", line=3),), line=3, end_line=3)
    original = Errata(role="original", children=(paragraph("Dim.", line=4),), line=4, end_line=4)
    document = Document(
        blocks=(Navigation(name="first-lamps"), box("GLOW", update, original, cls="Knack", line=2, end_line=5))
    )
    found = glossary(page("Glow", ("2021-02-01", document)))
    (erratum,) = (item for item in found if isinstance(item, ErratumEntry))

    assert (erratum.version, erratum.updated, erratum.original, erratum.entry) == (
        "2.0",
        "Bright.",
        "Dim.",
        "knack/glow@First.en",
    )


def test_a_weapon_of_two_pages_is_one_entry_and_a_disagreement_is_noted() -> None:
    own = Document(
        blocks=(
            Navigation(name="first-lamps"),
            box("HOOK POLE", paragraph("A pole."), cls="weapon"),
            weapon_table(weapon_row("Hook Pole", burst="1")),
        )
    )
    chart = Document(
        blocks=(
            Navigation(name="first-lamps"),
            weapon_table(
                weapon_row("Hook Pole", burst="2", line=7), weapon_row("Hook Pole", mode="Throw", burst="1", line=8), weapon_row("Net", burst="1")
            ),
        )
    )  # fmt: skip
    found = glossary(page("Arms Chart", ("2021-02-01", chart)), page("Hook Poles", ("2021-02-01", own)))
    weapons = {item.name: item for item in found if getattr(item, "profiles", ())}  # type: ignore[union-attr]

    assert set(weapons) == {"Hook Pole", "Net"}
    assert [(item.mode, item.burst) for item in weapons["Hook Pole"].profiles] == [(None, "1"), ("Throw", "1")]  # type: ignore[union-attr]
    (note,) = (item for item in found if isinstance(item, Diagnostic))
    assert note.code == "conflicting-profiles"
    assert note.place.line == 7


def test_an_example_box_is_no_entry() -> None:
    document = Document(
        blocks=(
            Navigation(name="first-lamps"),
            Box(kind="example", title=words("Ada lights up"), children=(heading("Step"),)),
        )
    )

    assert entries(page("Lighting", ("2021-02-01", document))) == []


def test_a_heading_that_only_links_its_term_yields_to_the_page_of_the_term() -> None:
    link = Link(kind="page", target="Glow", children=words("Glow"))
    overview = Document(
        blocks=(
            Navigation(name="first-lamps"),
            paragraph("Overview."),
            Heading(level=2, children=(link,)),
            paragraph("It shines."),
        )
    )
    own = Document(blocks=(Navigation(name="first-lamps"), paragraph("Glow shines on all lamps.")))

    assert [entry.id for entry in entries(page("Overview", ("2021-02-01", overview)))] == [
        "rule/overview@First.en",
        "rule/glow@First.en",
    ]
    both = entries(page("Overview", ("2021-02-01", overview)), page("Glow", ("2021-02-01", own)))
    assert [(entry.id, entry.page) for entry in both] == [
        ("rule/overview@First.en", "lamp:Overview"),
        ("rule/glow@First.en", "lamp:Glow"),
    ]


def test_a_link_to_the_wiki_of_the_first_language_makes_twins() -> None:
    english = Document(
        blocks=(Navigation(name="first-lamps"), paragraph("The lamp of the bearer is lit when it is dark."))
    )
    spanish = Document(
        blocks=(
            Navigation(name="first-lamps"),
            paragraph("La lámpara de la portadora se enciende cuando es de noche y el aceite está en ella."),
        ),
        languages=(("en", "Bearer"),),
    )
    found = entries(page("Bearer", ("2021-02-01", english)), page("Portadora", ("2021-02-01", spanish)))

    assert [entry.id for entry in found] == ["rule/bearer@First.en", "rule/bearer@First.es"]
    assert found[1].aliases == ("Bearer",)


def test_a_title_that_the_profile_translates_lends_the_translation_as_an_alias() -> None:
    spanish = Document(
        blocks=(
            Navigation(name="first-lamps"),
            paragraph("El farol es de la portadora y se enciende cuando es de noche."),
        )
    )
    (found,) = entries(page("Farol", ("2021-02-01", spanish)))

    assert (found.id, found.name, found.aliases) == ("rule/lantern@First.es", "Farol", ("Lantern",))


def test_an_older_row_with_other_values_is_noted() -> None:
    old = Document(blocks=(Navigation(name="first-lamps"), weapon_table(weapon_row("Net", burst="2", line=4))))
    new = Document(blocks=(Navigation(name="first-lamps"), weapon_table(weapon_row("Net", burst="1", line=4))))
    found = glossary(page("Arms Chart", ("2021-02-01", old), ("2021-03-01", new)))

    assert [(item.code, item.place.line) for item in found if isinstance(item, Diagnostic)] == [
        ("superseded-profile", 4)
    ]


def test_a_label_that_nobody_defines_is_noted_once_an_edition() -> None:
    tags = Document(blocks=(Navigation(name="first-lamps"), heading("Quick (X)"), paragraph("It is fast.")))
    lamp = Document(
        blocks=(
            Navigation(name="first-lamps"),
            box("GLOW", Labels(values=("Quick (2)", "Odd")), paragraph("It glows."), cls="Knack"),
        )
    )
    found = glossary(page("Tags", ("2021-02-01", tags)), page("Glow", ("2021-02-01", lamp)), profile=LABELLED)

    assert [(item.code, "'Odd'" in item.message) for item in found if isinstance(item, Diagnostic)] == [
        ("undefined-label", True)
    ]


def test_two_typed_entries_of_one_name_are_noted() -> None:
    twins = [page(title, ("2021-02-01", text("DIMMING", "It dims.", nav="first-lamps"))) for title in ("Oil", "Wicks")]
    found = glossary(*twins)

    assert [item.code for item in found if isinstance(item, Diagnostic)] == ["two-entries-of-one-name"]
