"""Templates without definitions mean what the profile says."""

from __future__ import annotations

from typing import TypeVar

from ingest.profile import Profile, read_profile
from ingest.tree import (
    Band,
    Box,
    Document,
    Errata,
    Labels,
    Marked,
    Navigation,
    Node,
    Part,
    Record,
    RecordTable,
    Ruling,
    walk,
)
from ingest.visible import inline_text, text_of
from ingest.wikitext import parse

PROFILE: Profile = read_profile(
    """
name = "harbour"
[templates.patterns]
"dock-.*" = { means = "navigation" }
[templates.names]
card = { means = "box", box = "entry", entry = true, colour = "1", title = "2", label = "3" }
card-end = { means = "box-end", box = "entry" }
slip = { means = "box", box = "entry", entry = true, title = "1", label = "2" }
hint-start = { means = "box", box = "remember", title = "1" }
hint-end = { means = "box-end", box = "remember" }
warning-start = { means = "box", box = "important", title = "1" }
warning-end = { means = "box-end", box = "important" }
tags = { means = "labels", record = "skill", value = "1" }
outcome = { means = "part", part = "effects", note = "Outcome" }
new = { means = "errata", role = "update", version = "1" }
new-end = { means = "errata-end", role = "update" }
old = { means = "errata", role = "original" }
old-end = { means = "errata-end", role = "original" }
changed = { means = "highlight" }
changed-end = { means = "highlight" }
first = { means = "edition", editions = ["First"] }
firstend = { means = "edition-end", editions = ["First"] }
second = { means = "edition", editions = ["Second"] }
secondend = { means = "edition-end", editions = ["Second"] }
loads = { means = "record-table", record = "weapon" }
asked = { means = "ruling" }
picture = { means = "image", value = "name" }
silent = { means = "hidden" }
[templates.names.load]
means = "record"
record = "weapon"
title = "1"
fields = { 4 = "burst", 5 = "traits" }
bands = { 2 = 8, 3 = 16 }
""",
    origin="test",
)
N = TypeVar("N", bound=Node)


def read(text: str) -> Document:
    return parse(text, title="Quay", profile=PROFILE)


def all_of(document: Document, kind: type[N]) -> list[N]:
    return [node for node in walk(document.blocks) if isinstance(node, kind)]


def codes(document: Document) -> list[str]:
    return [doubt.code for doubt in document.doubts]


def test_an_entry_box_defines_its_title() -> None:
    (box,) = read(
        "{{card |blue| LIFT CARGO (LC) | SHORT TASK }}\n{{tags | Heavy, Slow (2). }}\n{{outcome}}\n* Up.\n{{card-end}}"
    ).blocks

    assert isinstance(box, Box)
    assert box.defines is not None
    assert (box.defines.name, box.defines.cls, box.defines.acronym) == ("LIFT CARGO", "SHORT TASK", "LC")
    assert (box.kind, box.colour, box.closed, box.line, box.end_line) == ("entry", "blue", True, 1, 4)
    assert [type(child) for child in box.children][:2] == [Labels, Part]
    assert isinstance(box.children[0], Labels)
    assert box.children[0].values == ("Heavy", "Slow (2)")


def test_halves_are_paired_whatever_their_spelling() -> None:
    document = read("{{Hint Start|Tide}}\nlow\n{{hint_End}}\n\nafter")

    box, after = document.blocks
    assert isinstance(box, Box)
    assert (inline_text(box.title), text_of(box.children)) == ("Tide", "low")
    assert text_of([after]) == "after"
    assert codes(document) == []


def test_a_wrong_end_closes_the_box_and_is_noted() -> None:
    document = read("{{hint-start}}\nlow\n{{warning-end}}\n\nafter")

    assert [text_of([block]) for block in document.blocks] == ["low", "after"]
    assert codes(document) == ["wrong-end"]


def test_a_stray_end_is_doubted_and_nothing_is_lost() -> None:
    document = read("before\n{{hint-end}}\nafter")

    assert text_of(document.blocks) == "before\nafter"
    assert codes(document) == ["stray-end"]


def test_a_box_that_is_never_closed_ends_before_the_next_heading() -> None:
    document = read("{{hint-start}}\nlow\n\n== Tides ==\nhigh")

    assert [text_of([block]) for block in document.blocks] == ["low", "Tides", "high"]
    assert codes(document) == ["unclosed-box"]


def test_entries_without_an_end_run_up_to_the_next_entry() -> None:
    document = read("{{slip|HAUL|TASK}}\n{{outcome}}\n* pulled\n\n{{slip|SHOVE|TASK}}\n* pushed\n\n{{dock-north}}")

    boxes = all_of(document, Box)
    assert [(box.defines.name if box.defines else "", inline_text(box.children)) for box in boxes] == [
        ("HAUL", "Outcome pulled"),
        ("SHOVE", "pushed"),
    ]
    assert len(all_of(document, Navigation)) == 1
    assert codes(document) == []


def test_headings_inside_a_closed_box_stay_inside() -> None:
    (box,) = read("{{hint-start}}\n== Ropes ==\nlong\n{{hint-end}}").blocks

    assert text_of([box]) == "Ropes\nlong"


def test_an_errata_pair_keeps_both_wordings_apart() -> None:
    document = read(
        "{{new | 1.2, May }}\n* two {{changed}}crates{{changed-end}}\n{{new-end}}\n{{old}}\n* one crate\n{{old-end}}"
    )

    update, original = all_of(document, Errata)
    assert (update.role, update.version, text_of(update.children)) == ("update", "1.2, May", "two crates")
    assert (original.role, original.version, text_of(original.children)) == ("original", None, "one crate")
    assert [mark.why for mark in all_of(document, Marked)] == ["highlight"]


def test_an_update_around_the_head_of_an_entry_stands_inside_it() -> None:
    document = read("{{new|2}}\n{{slip|HAUL|TASK}}\n{{tags|Heavy}}\n{{new-end}}\n{{outcome}}\n* pulled")

    (box,) = document.blocks
    assert isinstance(box, Box)
    assert [type(child) for child in box.children][:2] == [Errata, Part]


def test_editions_mark_passages_and_words() -> None:
    document = read(
        "{{first}}\n* one\n{{firstend}}{{second}}\n* two\n{{secondend}}\n\nuse {{first}}rope{{firstend}}{{second}}tar{{secondend}} now"
    )

    marks = all_of(document, Marked)
    assert [(mark.editions, text_of(mark.children)) for mark in marks] == [
        (("First",), "one"), (("Second",), "two"), (("First",), "rope"), (("Second",), "tar"),
    ]  # fmt: skip
    assert text_of(document.blocks) == "one\ntwo\nuse ropetar now"
    assert codes(document) == []


def test_rows_of_records_become_one_table() -> None:
    document = read("{{loads}}\n{{load|[[Hook]] (Swing Mode)|+3|--|2|[[Long]], Loud}}\n{{load|Net| |-3|1|}}\n|}\nafter")

    (table,) = all_of(document, RecordTable)
    assert [(record.name, record.mode, record.line) for record in table.records] == [
        ("Hook", "Swing Mode", 2),
        ("Net", None, 3),
    ]
    assert table.records[0].bands == (Band(start=0, end=8, mod="+3"),)
    assert table.records[1].bands == (Band(start=8, end=16, mod="-3"),)
    assert [(field.name, inline_text(field.value)) for field in table.records[0].fields] == [
        ("burst", "2"),
        ("traits", "Long, Loud"),
    ]
    assert text_of(document.blocks[-1:]) == "after"


def test_a_superseded_row_is_kept_apart_from_the_table() -> None:
    document = read(
        "{{loads}}\n{{new|3}}\n{{load|Hook|+3||2|}}\n{{new-end}}\n{{old}}\n{{load|Hook|0||1|}}\n{{old-end}}\n{{load|Net|||1|}}\n|}"
    )

    roles = [
        (errata.role, [record.name for record in all_of_nodes(errata, Record)]) for errata in all_of(document, Errata)
    ]
    assert roles == [("update", ["Hook"]), ("original", ["Hook"])]
    assert [record.name for record in all_of(document, Record)] == ["Hook", "Hook", "Net"]


def all_of_nodes(node: Node, kind: type[N]) -> list[N]:
    return [found for found in walk([node]) if isinstance(found, kind)]


def test_a_row_without_a_table_is_still_a_record() -> None:
    (record,) = all_of(read("{{load|Hook|+3||2|}}"), Record)

    assert record.name == "Hook"


def test_a_ruling_is_asked_and_answered() -> None:
    document = read(
        "{{asked |\ntype = faq |\ntitle = Harbour FAQ |\nversion = 1.0 |\nq = Q: May it ''float''? |\na = A: Yes.\n* Always. |\nrelated = [[Rope]], [[Tar]] }}"
    )

    (ruling,) = all_of(document, Ruling)
    assert (ruling.type, ruling.title, ruling.version, ruling.related) == ("faq", "Harbour FAQ", "1.0", ("Rope", "Tar"))
    assert (text_of(ruling.question), text_of(ruling.answer)) == ("Q: May it float?", "A: Yes.\nAlways.")
    assert (ruling.line, ruling.end_line) == (1, 8)


def test_hidden_templates_and_pictures_print_no_words() -> None:
    assert text_of(read("{{silent}}\nrope {{picture|name=rope.png|style=64}} ends").blocks) == "rope ends"


def test_a_row_with_too_few_or_too_many_columns_is_doubted_and_kept() -> None:
    sound = read("{{loads}}\n{{load|Crane|+1|0|2|Heavy}}\n{{load|Hook|+1|0|2}}\n|}")
    short = read("{{loads}}\n{{load|Crane|+1|2}}\n|}")
    long = read("{{loads}}\n{{load|Crane|+1|0|2|Heavy|Slow}}\n|}")

    assert codes(sound) == []
    assert codes(short) == codes(long) == ["odd-row"]
    assert [record.name for record in all_of(long, Record)] == ["Crane"]


def test_an_end_that_names_no_edition_closes_the_passage_that_is_open() -> None:
    profile = read_profile(
        'name = "t"\n[templates.names.first]\nmeans = "edition"\neditions = ["First"]\n[templates.names.end]\nmeans = "edition-end"\n',
        origin="test",
    )
    document = parse("{{first}}\nold\n{{end}}\n\nall", title="Quay", profile=profile)

    (passage,) = all_of(document, Marked)
    assert (passage.editions, passage.closed, text_of(passage.children)) == (("First",), True, "old")
    assert codes(document) == []
