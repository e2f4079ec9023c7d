"""Plain rulebooks of a game that no profile knows: typography and position alone."""

from __future__ import annotations

import pytest

from ingest.choose import PLAIN
from ingest.profile import Profile, read_profile
from ingest.rulebook import parse_numbered, parse_rulebook
from ingest.tree import Box, Document, Heading, Labels, List, Navigation, Paragraph, Part, Record, Table, walk
from ingest.visible import inline_text, text_of

FERRY = read_profile(
    r"""
name = "ferry"

[[parts]]
key = "effects"
heads = ["Effects"]

[[parts]]
key = "requirements"
heads = ["Requirements"]

[[parts]]
key = "marker"
heads = ["Marker"]

[rulebook]
strong = ["condition"]
opens = "Force"
bands = "Reach"
modes = "\\bGrip$"
record_words = ["profile", "tool"]
transcriber = ["\\bin the scan\\b"]

[rulebook.classes]
talent = ["(?:Quiet|Loud) Talent"]
condition = ["Condition"]
gear = ["Ready Gear"]

[rulebook.fields]
Force = "damage"
Times = "burst"
Oil = "ammunition"
Marks = "traits"
Reach = "ranges"

[[rulebook.chapters]]
title = "Talents"
kind = "talent"

[[rulebook.chapters]]
title = "Deck Songs"
level = 2
kind = "song"

[[rulebook.chapters]]
title = "Tools"
kind = "tool"

[[rulebook.chapters]]
title = "Marks"
level = 2
kind = "rule"
bullets = "mark"

[[rulebook.chapters]]
title = "Voyages"
kind = "voyage"
fields = true
bullets = "rule"
""",
    origin="ferry.toml",
)


def read(text: str, profile: Profile = FERRY) -> Document:
    return parse_rulebook(text, profile=profile)


def headings(document: Document) -> list[tuple[int, str]]:
    return [(node.level, inline_text(node.children)) for node in document.blocks if isinstance(node, Heading)]


def terms(document: Document) -> dict[str, str | None]:
    found = (node.defines for node in walk(document.blocks) if isinstance(node, Heading | Box) and node.defines)
    return {item.name: item.kind for item in found}


def records(document: Document) -> list[Record]:
    return [node for node in walk(document.blocks) if isinstance(node, Record)]


def values(record: Record) -> dict[str, str]:
    return {field.name: inline_text(field.value) for field in record.fields}


def test_a_title_on_which_another_follows_holds_it() -> None:
    document = read("Voyage Lore\nThe Long Crossing\nIt takes nine days and nobody has slept on any of them.\n", PLAIN)

    assert headings(document) == [(1, "Voyage Lore"), (3, "The Long Crossing")]
    assert list(terms(document)) == ["The Long Crossing"]


def test_a_doubled_title_is_one_entry_with_class_and_labels() -> None:
    document = read(
        "Talents\nTalents are few and known to fewer.\nFog Nose\nWhoever has it smells land.\n"
        "Fog Nose (Quiet Talent)\nOptional, Salt-Proof.\nEffects\n- The pilot ignores fog.\n"
    )
    heading = next(node for node in document.blocks if isinstance(node, Heading) and node.defines)

    assert heading.line == 3
    assert heading.defines is not None
    assert (heading.defines.name, heading.defines.cls, heading.defines.kind) == ("Fog Nose", "Quiet Talent", "talent")
    assert heading.defines.labels == ("Optional", "Salt-Proof")
    assert [node.line for node in document.blocks if isinstance(node, Labels)] == [6]
    assert [node.key for node in document.blocks if isinstance(node, Part)] == ["effects"]


def test_a_shortened_name_in_the_second_title_is_an_alias() -> None:
    document = read(
        "Talents\nWords.\nWinch: Twin\nTwo hands more.\nW: Twin (Loud Talent)\nOptional.\nEffects\n- Two hands.\n"
    )
    defined = next(node.defines for node in document.blocks if isinstance(node, Heading) and node.defines)

    assert defined.name == "Winch: Twin"
    assert defined.aliases == ("W: Twin",)
    assert defined.cls == "Loud Talent"


def test_levels_are_entries_below_their_entry() -> None:
    document = read(
        "Talents\nWords.\nRope Dance\nA dance.\nRope Dance Level 1 (Quiet Talent)\nOptional.\nEffects\n- One step.\n"
        "Rope Dance Level 2 (Quiet Talent)\nOptional.\nEffects\n- Two steps.\nDeep Voice\nHeard far.\n"
    )

    assert headings(document)[1:] == [
        (3, "Rope Dance"), (4, "Rope Dance Level 1 (Quiet Talent)"), (4, "Rope Dance Level 2 (Quiet Talent)"), (3, "Deep Voice"),
    ]  # fmt: skip
    levels = [node.defines.level for node in document.blocks if isinstance(node, Heading) and node.defines]
    assert levels == [None, "1", "2", None]


def test_name_class_and_labels_may_share_one_line() -> None:
    document = read(
        "Deck Songs\nHeave (Loud Talent; Chorus, No Breath)\nRequirements\n- A crew.\nEffects\n- They heave.\n"
    )
    defined = next(node.defines for node in document.blocks if isinstance(node, Heading) and node.defines)

    assert (defined.name, defined.cls, defined.kind) == ("Heave", "Loud Talent", "song")
    assert defined.labels == ("Chorus", "No Breath")


def test_a_second_bracket_names_the_group() -> None:
    document = read("Deck Songs\nHaul [Shanty] (Loud Talent; Chorus)\n- Effects: They haul.\n- And sing.\n")
    defined = next(node.defines for node in document.blocks if isinstance(node, Heading) and node.defines)

    assert (defined.name, defined.category, defined.labels) == ("Haul", "Shanty", ("Chorus",))
    assert [(node.name, node.run_in) for node in document.blocks if isinstance(node, Part)] == [("Effects", True)]


def test_a_class_may_stand_alone_below_its_title() -> None:
    document = read("Talents\nWords.\nLamp Eye\n(Quiet Talent, Optional)\nSees at night.\nEffects\n- It sees.\n")
    heading = next(node for node in document.blocks if isinstance(node, Heading) and node.defines)

    assert heading.defines is not None
    assert (heading.defines.cls, heading.defines.labels, heading.end_line) == ("Quiet Talent", ("Optional",), 4)


def test_a_condition_printed_below_a_talent_is_its_own_kind() -> None:
    document = read(
        "Talents\nWords.\nSea Legs\nSteady.\nSea Legs (Quiet Talent)\nOptional.\nEffects\n- Enter Swaying.\n"
        "Swaying (Condition)\nMarker: Wave.\nEffects\n- It sways.\n"
    )

    assert terms(document) == {"Sea Legs": "talent", "Swaying": "condition"}
    assert headings(document)[-1] == (4, "Swaying (Condition)")
    assert [node.key for node in document.blocks if isinstance(node, Part)] == ["effects", "marker", "effects"]


def test_an_acronym_is_no_class() -> None:
    document = read("Tools\nWords.\nHeavy Boat Hook (HBH)\nA long hook.\n- Force: 3 Times: 1 Oil: --\n")
    defined = next(node.defines for node in document.blocks if isinstance(node, Heading) and node.defines)

    assert (defined.name, defined.acronym, defined.cls) == ("Heavy Boat Hook", "HBH", None)


def test_a_title_run_into_its_paragraph_defines_a_term_of_its_own_name() -> None:
    document = read(
        "Tides\nThe sea is never still.\nSpring Tide. The highest of all tides.\nTides and Moons. Both pull.\n", PLAIN
    )

    assert terms(document) == {"Tides": None, "Spring Tide": "rule"}
    assert headings(document)[-1] == (4, "Tides and Moons")


def test_a_sentence_is_no_title() -> None:
    document = read(
        "Tides\nThe Sea: it rises. The crew waits.\nA Crew Of Nine waits. It is cold.\nNobody came.\n", PLAIN
    )

    assert list(terms(document)) == ["Tides"]


def test_bullets_define_terms_where_the_profile_says_so_and_modes_are_none() -> None:
    document = read(
        "Tools\nWords on tools.\nMarks\nEach mark has a meaning.\n- Heavy Grip. Both hands.\n- Salted. It does not rust.\n- Twin: Edge. Cuts twice.\n"
    )

    assert terms(document) == {"Salted": "mark", "Twin: Edge": "mark"}


def test_a_voyage_is_made_of_fields() -> None:
    document = read(
        "Voyages\nThe Last Bell\nBook version.\nCargo. Nine barrels.\nHarbour Rules. Ships may not turn.\n- Buoys. There are four.\n"
        "- Ring the Buoy (Loud Talent; Noise). Requirements: Be near. Effects: It rings.\nEnd of the Voyage. Four days.\n"
    )

    assert [node.name for node in document.blocks if isinstance(node, Part)] == [
        "Cargo",
        "Harbour Rules",
        "End of the Voyage",
    ]
    assert terms(document)["Buoys"] == "rule"
    assert terms(document)["Ring the Buoy"] == "talent"
    ring = next(
        node
        for node in document.blocks
        if isinstance(node, Box) and node.defines and node.defines.name == "Ring the Buoy"
    )
    assert [node.name for node in ring.children if isinstance(node, Part)] == ["Requirements", "Effects"]
    assert (ring.line, ring.end_line) == (7, 7)


def test_a_record_may_fill_three_bullets() -> None:
    document = read(
        "Tools\nWords.\nGaff\nA hook.\n- Force: 4 Times: 1 Oil: Whale\n- Marks: Long (2), Iron.\n- Reach (Near 0–8 / Far): +3 / -6; beyond 16 no fire.\n"
    )
    (record,) = records(document)

    assert (record.name, record.line, record.end_line) == ("Gaff", 5, 7)
    assert values(record) == {"damage": "4", "burst": "1", "ammunition": "Whale", "traits": "Long (2), Iron"}
    assert [(band.name, band.start, band.end, band.mod) for band in record.bands] == [
        ("Near", 0, 8, "+3"),
        ("Far", None, None, "-6"),
    ]
    assert record.no_fire_beyond == 16


def test_a_record_reads_with_the_names_that_are_printed() -> None:
    document = read("Tools\nWords.\nGaff\nA hook.\n- Force: 4 Times: 1 Oil: Whale\n- Reach (Near 0–8): +3.\n")

    text = text_of(records(document))

    assert text.split("\n") == ["Gaff", "Force: 4", "Times: 1", "Oil: Whale", "Reach:", "Near 0-8 +3"]


def test_a_record_may_fill_one_line_with_its_name_and_mode() -> None:
    document = read(
        "Tools\nWords.\nGaff\nA hook.\n- Gaff (Long Grip): Force: 4 Times: 1 Oil: Whale Marks: Iron. Reach (Near): +3\n"
        "- Gaff (Short Grip): Force: 5 Times: 2 Oil: Whale. Reach (Near): 0\n- Gaff (tool): Force: 1 Times: 1 Oil: --\n"
    )

    assert [(item.name, item.mode) for item in records(document)] == [
        ("Gaff", "Long Grip"),
        ("Gaff", "Short Grip"),
        ("Gaff", None),
    ]
    assert values(records(document)[1])["ammunition"] == "Whale"


def test_a_run_in_title_names_the_record_below() -> None:
    document = read(
        "Tools\nWords.\nGaff\nA hook.\nSalt Gaff. A gaff for salt.\n- Force: 4 Times: 1 (2 on deck) Oil: Salt\n"
    )

    assert terms(document) == {"Gaff": "tool", "Salt Gaff": "tool"}
    assert [(item.name, values(item)["burst"]) for item in records(document)] == [("Salt Gaff", "1 (2 on deck)")]


def test_a_record_needs_no_bullet() -> None:
    document = read(
        "Tools\nWords.\nGaff\nA hook.\nGaff profile: Force: -- Times: 1 Oil: -- Marks: Times: Three, Iron.\n"
    )
    (record,) = records(document)

    assert record.name == "Gaff"
    assert values(record)["traits"] == "Times: Three, Iron"


def test_marks_given_for_each_mode_make_two_records_of_one_line() -> None:
    document = read(
        "Tools\nWords.\nGaff\nA hook.\n- Force: 4 Times: 1 Oil: Whale\n- Marks: Iron (Long Grip); Iron, Sharp (Short Grip)\n"
    )

    assert [(item.mode, values(item)["traits"], item.line) for item in records(document)] == [
        ("Long Grip", "Iron", 5), ("Short Grip", "Iron, Sharp", 5),
    ]  # fmt: skip


def test_a_title_of_a_mode_tells_the_mode_of_the_record_below() -> None:
    document = read(
        "Tools\nWords.\nGaff\nA hook.\nLong Grip\n- Force: 4 Times: 1 Oil: Whale\nShort Grip\n- Force: 5 Times: 1 Oil: Whale\n"
    )

    assert terms(document) == {"Gaff": "tool"}
    assert [item.mode for item in records(document)] == ["Long Grip", "Short Grip"]


def test_a_child_between_two_titles_of_one_entry_goes_into_a_box() -> None:
    document = read(
        "Tools\nWords.\nBarrel\nIt rolls.\nOpen a Barrel (Loud Talent)\n- It is opened.\nBarrel (Loud Talent, Noise)\n- Force: 4 Times: 1 Oil: --\nEffects\n- It rolls on.\n"
    )
    box = next(node for node in document.blocks if isinstance(node, Box))

    assert terms(document) == {"Barrel": "tool", "Open a Barrel": "talent"}
    assert (box.kind, box.line, box.end_line) == ("entry", 5, 6)
    assert next(node.defines.labels for node in document.blocks if isinstance(node, Heading) and node.defines) == (
        "Noise",
    )


def test_a_title_above_a_table_is_a_chart_with_its_footnotes() -> None:
    document = read(
        "Tides\nWords about tides.\nTide Chart (roll 1D6)\n| Roll | Tide |\n|---|---|\n| 1 | Low * |\n| 2 |\nNOTE *: ignore on Sundays.\nAfter it.\n",
        PLAIN,
    )
    chart = next(node for node in document.blocks if isinstance(node, Box))
    table = next(node for node in walk(document.blocks) if isinstance(node, Table))

    assert chart.defines is not None
    assert (chart.defines.name, chart.defines.kind, chart.line, chart.end_line) == ("Tide Chart", "chart", 3, 8)
    assert [len(row.cells) for row in table.rows] == [2, 2, 1]
    assert table.rows[0].cells[0].header
    assert [(doubt.code, doubt.line) for doubt in document.doubts] == [("cut-row", 7)]


def test_a_text_that_ends_within_a_table_is_not_complete() -> None:
    document = read("Tides\nWords.\nTide Chart\n| Roll | Tide |\n|---|---|\n| 1 |", PLAIN)

    assert not document.complete
    assert [doubt.code for doubt in document.doubts] == ["cut-row", "cut-off"]


@pytest.mark.parametrize(
    ("line", "kind", "title"),
    [
        ("Remember: the sea is wet.", "remember", "Remember"),
        ("Important! No ship may turn.", "important", "Important"),
        ("Morrow's Advice: stay ashore.", "advice", "Morrow's Advice"),
        ("NOTE *: see above.", "note", "NOTE"),
        ("Background: once there was land.", "background", "Background"),
    ],
)
def test_a_word_opens_a_box(line: str, kind: str, title: str) -> None:
    document = read(f"Tides\nWords of the sea.\n{line}\nMore words.\n", PLAIN)
    box = next(node for node in document.blocks if isinstance(node, Box))

    assert (box.kind, inline_text(box.title), box.line, box.end_line) == (kind, title, 3, 3)


def test_a_word_alone_takes_the_bullets_below() -> None:
    document = read("Tides\nWords.\nRemember:\n- It is wet.\n- It is deep.\nMore words here.\n", PLAIN)
    box = next(node for node in document.blocks if isinstance(node, Box))

    assert (box.kind, box.closed, box.line, box.end_line) == ("remember", False, 3, 5)


def test_an_example_takes_the_paragraphs_that_go_on_with_it() -> None:
    document = read(
        "Tides\nWords.\nTides Game Example #2. Mara waits.\nShe waits longer.\nEbb. The tide goes out.\n", PLAIN
    )
    box = next(node for node in document.blocks if isinstance(node, Box))

    assert (box.kind, inline_text(box.title), box.end_line) == ("example", "Tides Game Example #2", 4)
    assert list(terms(document)) == ["Tides", "Ebb"]


def test_a_title_over_examples_takes_their_run_in_titles() -> None:
    document = read(
        "Tides\nWords.\nTide Examples\nSpring Tide. Mara waits.\nNeap Tide. She sleeps.\nHarbours\nThey are safe.\n",
        PLAIN,
    )

    assert list(terms(document)) == ["Tides", "Harbours"]
    assert [(node.kind, node.line, node.end_line) for node in document.blocks if isinstance(node, Box)] == [
        ("example", 4, 5)
    ]


def test_a_mark_alone_belongs_to_the_line_below() -> None:
    document = read("Tides\nWords.\n-\nThe first bullet.\n-\nThe second bullet.\n", PLAIN)
    made = next(node for node in document.blocks if isinstance(node, List))

    assert [(item.line, item.end_line, inline_text(item.children)) for item in made.items] == [
        (3, 4, "The first bullet."), (5, 6, "The second bullet."),
    ]  # fmt: skip


def test_a_part_glued_to_the_line_above_is_parted_and_said() -> None:
    document = read("Talents\nWords.\nFog Nose (Quiet Talent)\nRequirements\n- Fog is near. Effects\n- It is smelt.\n")

    assert [(node.name, node.line) for node in document.blocks if isinstance(node, Part)] == [
        ("Requirements", 4),
        ("Effects", 5),
    ]
    assert [(doubt.code, doubt.line) for doubt in document.doubts] == [("glued-part", 5)]


def test_words_of_the_one_who_typed_it_off_are_a_box_and_a_note() -> None:
    document = read("Tools\nWords.\nGaff\n(The picture is missing in the scan.)\n- Force: 4 Times: 1 Oil: --\n")

    assert [node.kind for node in document.blocks if isinstance(node, Box)] == ["transcription"]
    assert [(doubt.code, doubt.severity) for doubt in document.doubts] == [("transcription-note", "note")]


def test_titles_that_come_again_are_parts_without_any_profile() -> None:
    text = "".join(
        f"{name} (Deck Song)\nMakes a sound.\nCost\n- One breath.\nOutcome\n- It is heard.\n"
        for name in ("Heave", "Haul", "Hush")
    )
    document = read(f"Songs\nThey are sung.\n{text}", PLAIN)

    assert list(terms(document)) == ["Heave", "Haul", "Hush"]
    assert [node.name for node in document.blocks if isinstance(node, Part)] == ["Cost", "Outcome"] * 3
    assert {node.defines.cls for node in document.blocks if isinstance(node, Heading) and node.defines} == {"Deck Song"}
    assert headings(document)[0] == (1, "Songs")


def test_signs_in_a_table_do_not_outvote_numbers_before_titles() -> None:
    chapters = "".join(
        f"{n}. The {name} and its keeper\n\nThe {name} is lit at dusk by the keeper of the pier.\n\n"
        for n, name in enumerate(("lamp", "bell", "fire", "horn"), 1)
    )
    document = read(
        f"{chapters}5. Signs on the chart\n\n# a pier\n\n# a wreck, or a rock that looks like one and is one.\n", PLAIN
    )

    titles = [inline_text(node.children) for node in document.blocks if isinstance(node, Heading)]
    assert [title[:2] for title in titles] == ["1.", "2.", "3.", "4.", "5."]


def test_the_edge_of_a_drawing_is_no_title() -> None:
    document = read(
        "The Lamp Book\n\nLamps\n\nA lamp burns oil.\n\n+--------Figure 1--------+\n\nOil\n\nOil burns.\n", PLAIN
    )

    assert list(terms(document)) == ["Lamps", "Oil"]


def test_numbers_before_titles_tell_their_depth() -> None:
    document = read(
        "1. Setting Out\n\n1.1 The Crew\n\nNine sailors come aboard.\n\n1.2 The Cargo\n\nNobody knows what it is.\n\n2. The Voyage\n\n"
        "2.1 Days\n\nA day has two watches.\n",
        PLAIN,
    )

    assert headings(document) == [
        (1, "1. Setting Out"),
        (3, "1.1 The Crew"),
        (3, "1.2 The Cargo"),
        (1, "2. The Voyage"),
        (3, "2.1 Days"),
    ]
    assert list(terms(document)) == ["The Crew", "The Cargo", "Days"]


def test_blanks_that_do_not_break_are_blanks() -> None:
    plain = (
        "The Ferry Book\n\nLight Skiff (Boat; Fast, Small)\n\nA skiff is row­ed. Requirements: an oar.\n\n- It is old.\n"
    )

    assert terms(read(plain.replace(" ", "\xa0"))) == terms(read(plain)) != {}
    assert "rowed" in inline_text(read(plain).blocks)


def test_wrapped_paragraphs_are_joined_and_keep_their_lines() -> None:
    document = read(
        "The Watch\n\nEvery night two sailors keep the watch and count the lights of the\ncoast, which they write down. "
        "Nobody has ever read\nwhat they wrote.\n\nThe Bell\n\nThe bell is rung when the lights are fewer than they\nwere the night before, and then\n"
        "everybody wakes.\n",
        PLAIN,
    )

    assert [(node.line, node.end_line) for node in document.blocks if isinstance(node, Paragraph)] == [(3, 5), (9, 11)]


def test_a_list_of_contents_is_navigation() -> None:
    document = read(
        "The Ferry\n\nContents\n\nTides .......... 3\nHarbours ....... 9\nStorms ........ 12\n\nTides\n\nThey come and go.\n",
        PLAIN,
    )

    assert [(node.line, node.end_line) for node in document.blocks if isinstance(node, Navigation)] == [(3, 7)]
    assert list(terms(document)) == ["Tides"]


def test_capitals_are_chapters_where_other_titles_are_none() -> None:
    text = "".join(
        f"{name.upper()}\n\n{name} Rule\nSomething is said of it here.\n\n" for name in ("Wind", "Waves", "Weather")
    )
    document = read(text, PLAIN)

    assert [level for level, _ in headings(document)] == [1, 3, 1, 3, 1, 3]


def test_equal_texts_give_equal_documents() -> None:
    text = "Tides\nWords.\nSpring Tide. The highest.\nTide Chart\n| A | B |\n| 1 |\n"

    assert read(text) == read(text)


def test_text_that_speaks_of_another_entry_stays_and_is_said() -> None:
    document = read(
        "Tides\nWords of tides.\nTides and Fog. They meet.\nHarbours\nWords of harbours.\nTides and Ships. They rise.\n"
        "Harbours Example #1. Mara waits.\n- She waits on.\n",
        PLAIN,
    )

    assert [(doubt.code, doubt.line) for doubt in document.doubts] == [("misplaced-text", 6), ("misplaced-text", 8)]
    assert headings(document)[-1] == (4, "Tides and Ships")


@pytest.mark.parametrize("sign", [". ", ": ", " – "])
def test_a_list_whose_every_bullet_opens_with_a_title_defines_terms(sign: str) -> None:
    bullets = "".join(f"- {name}{sign}It means something at sea.\n" for name in ("Heavy", "Wet", "Two Hands"))

    assert list(terms(read(f"Marks\nWords on marks.\n{bullets}", PLAIN))) == ["Marks", "Heavy", "Wet", "Two Hands"]


def test_a_list_of_sentences_defines_nothing() -> None:
    document = read("Marks\nWords on marks.\n- Heavy: it is heavy.\n- Nobody lifts it.\n- Wet. It is wet.\n", PLAIN)

    assert list(terms(document)) == ["Marks"]


def test_counted_steps_are_a_list_that_keeps_its_numbers() -> None:
    document = read(
        "The Watch\nIt is kept in this order.\n1. Count the lights.\n2. Write them down.\n3) Wake the others.\nThen it begins again.\n",
        PLAIN,
    )
    made = next(node for node in document.blocks if isinstance(node, List))

    assert [(item.mark, item.line, inline_text(item.children)) for item in made.items] == [
        ("1", 3, "Count the lights."), ("2", 4, "Write them down."), ("3", 5, "Wake the others."),
    ]  # fmt: skip


COLUMNS = """Water     Depth   Speed
DEEP      6       as printed
SHALLOW   3       half
MUD       1       none at all
"""


def test_columns_that_are_set_in_line_are_a_table() -> None:
    plain = read(
        f"Tides\n\nWater is deep or it is not, and every barge knows.\n\nDepth Table\n{COLUMNS}\nThat is all of it.\n"
    )
    numbered = parse_numbered(
        f"Tides\n\n1.1 Water is deep or it is not.\n\n{COLUMNS}\n1.2 That is all.\n", profile=PLAIN
    )

    for document in (plain, numbered):
        (table,) = (node for node in walk(document.blocks) if isinstance(node, Table))
        rows = [[inline_text(cell.children) for cell in row.cells] for row in table.rows]
        assert rows[0] == ["Water", "Depth", "Speed"]
        assert rows[-1] == ["MUD", "1", "none at all"]


def test_words_that_are_set_apart_for_the_eye_are_no_table() -> None:
    for text in (
        "A  barge that  lies low\nis  one that lies  in mud\nand  stays  there long.\n",
        COLUMNS.replace("3   ", " 3  "),
    ):
        document = read(f"Tides\n\n{text}")

        assert not any(isinstance(node, Table) for node in walk(document.blocks))


@pytest.mark.parametrize("sign", [" | ", "\t"])
def test_a_table_needs_no_pipes_at_its_edges(sign: str) -> None:
    document = read(f"Tides\nWords.\nTide Chart\nRoll{sign}Tide\n1-2{sign}Low\n3-6{sign}High\n", PLAIN)
    table = next(node for node in walk(document.blocks) if isinstance(node, Table))

    assert [[inline_text(cell.children) for cell in row.cells] for row in table.rows] == [
        ["Roll", "Tide"],
        ["1-2", "Low"],
        ["3-6", "High"],
    ]
    assert terms(document)["Tide Chart"] == "chart"


def test_a_line_of_data_is_no_part() -> None:
    document = read("".join(f"{name}\nReach: 8 | Force: 4\nIt is a tool.\n" for name in ("Gaff", "Hook", "Oar")), PLAIN)

    assert not [node for node in document.blocks if isinstance(node, Part)]
    assert list(terms(document)) == ["Gaff", "Hook", "Oar"]


def test_a_level_has_both_spellings_and_a_shortened_name_is_an_alias() -> None:
    document = read(
        "Talents\nWords.\nWinch: Twin\nTwo hands more.\nWinch: Twin Level 2 (Quiet Talent)\nOptional.\nEffects\n- Four hands.\n"
        "W: Twin and Fog. Fog is no matter.\n"
    )
    aliases = [node.defines.aliases for node in document.blocks if isinstance(node, Heading) and node.defines]

    assert aliases == [("W: Twin",), ("Winch: Twin L2",)]


def test_bullets_that_are_set_in_stand_below_the_one_above() -> None:
    document = read("Tides\nWords.\n- Spring tides:\n  - High.\n  - Rare.\n- Neap tides.\n", PLAIN)
    made = next(node for node in document.blocks if isinstance(node, List))

    assert [(item.line, item.end_line) for item in made.items] == [(3, 5), (6, 6)]
    assert [item.line for node in walk(made.items) if isinstance(node, List) for item in node.items] == [4, 5]


def page(number: int, text: str) -> str:
    return f"{text}\n\n{number}\n\nFog and Ferry\n\n"


def test_a_running_head_beside_its_page_number_is_no_text() -> None:
    foot = "Lamps 2.0                     May 4, 2024\n\n\n\n\n"
    text = "".join(
        f"The Keeper of Lamps        {n}\n\n"
        + "".join(f"Lamp {n}{m} burns until its oil is gone.\n\n" for m in range(5))
        + foot
        for n in range(1, 6)
    )

    document = read(text, PLAIN)

    assert {node.name for node in document.blocks if isinstance(node, Navigation)} == {"page"}
    assert not terms(document)
    shown = [inline_text([node]) for node in document.blocks if not isinstance(node, Navigation)]
    assert len(shown) == 25
    assert not any("Keeper" in text or "2.0" in text for text in shown)


def test_steps_with_a_count_are_no_pages() -> None:
    document = read(
        "".join(f"Watch {n}\n\n" + "The lamp burns until the oil is gone.\n\n" * 5 for n in range(1, 6)), PLAIN
    )

    assert not any(isinstance(node, Navigation) for node in document.blocks)


def test_page_numbers_and_running_heads_are_no_text() -> None:
    document = read(
        page(
            1,
            "The Ferry Book\n\nTides\n\nThe tide comes and the tide goes and nobody has ever asked it why that is\nso, or where it spends",
        )
        + page(
            2, "the night between, because the answer might be longer than the\nnight is, and then we would be late."
        )
        + page(3, "Harbours\n\nA harbour is where a ship waits for the tide, and where the crew\nwaits for the ship."),
        PLAIN,
    )

    assert [node.name for node in document.blocks if isinstance(node, Navigation)] == ["page"] * 6
    assert list(terms(document)) == ["Tides", "Harbours"]
    assert [(node.line, node.end_line) for node in document.blocks if isinstance(node, Paragraph)] == [
        (5, 13),
        (21, 22),
    ]


def test_a_word_parted_at_the_end_of_a_line_is_made_whole_where_the_text_knows_it() -> None:
    document = read(
        "Tides\nThe moon pulls the water, and the water follows it around the har-\n"
        "bour until it is tired of such very patient and altogether long-\ndistance walks and sleeps where every other water of the coast has\n"
        "slept before, which is the harbour, and does not wake until there is\nnothing left to eat.\n",
        PLAIN,
    )
    (paragraph,) = (node for node in document.blocks if isinstance(node, Paragraph))

    assert (
        "around the harbour until it is tired of such very patient and altogether long-distance walks"
        in inline_text(paragraph.children)
    )


def test_counted_titles_stand_below_shouted_ones() -> None:
    document = read(
        "THE WATCH\nIt is kept by two.\n\n1. First Hour\nThe lights are counted.\n\n2. Second Hour\nThey are counted again.\n\n3. Third Hour\nNobody counts.\n\n"
        "CREW\nEverybody sleeps.\n\nCOOK\nThe cook does not.\n",
        PLAIN,
    )

    assert headings(document) == [
        (1, "THE WATCH"), (3, "1. First Hour"), (3, "2. Second Hour"), (3, "3. Third Hour"), (1, "CREW"), (1, "COOK"),
    ]  # fmt: skip


def test_a_line_of_values_is_no_title() -> None:
    document = read("Iron Oar\nReach 4   Force 3\nAn oar of iron, and nobody rows with it.\n", PLAIN)

    assert list(terms(document)) == ["Iron Oar"]


def test_a_class_may_have_its_noun_first() -> None:
    document = read(
        "Faro\nHabilidades\nSon pocas y nadie las tiene todas.\nPies de Niebla (Habilidad Pasiva)\nOpcional.\nEfectos\n- No deja huellas.\n"
        "Ojo de Faro (Habilidad Activa)\nOpcional, Luz.\nEfectos\n- Ve de noche.\n",
        PLAIN,
    )
    defined = [node.defines for node in document.blocks if isinstance(node, Heading) and node.defines]

    assert [(item.name, item.cls, item.labels) for item in defined] == [
        ("Pies de Niebla", "Habilidad Pasiva", ("Opcional",)), ("Ojo de Faro", "Habilidad Activa", ("Opcional", "Luz")),
    ]  # fmt: skip
    assert [node.name for node in document.blocks if isinstance(node, Part)] == ["Efectos", "Efectos"]
