"""Texts of sources on a page: their headings step by step, and of an entry no more than its own words."""

from __future__ import annotations

import msgspec
import pytest

from ingest.glossary.model import Entry
from ingest.model import Place
from ingest.tree import (
    Box,
    Definition,
    Document,
    Errata,
    Heading,
    Node,
    Paragraph,
    Part,
    Record,
    RecordTable,
    Table,
    Text,
)
from ingest.visible import text_of
from site_src.bodies import stepped
from site_src.excerpt import Heads


def head(level: int, text: str = "Wick", *, run_in: bool = False, line: int = 0) -> Heading:
    return Heading(level=level, children=(Text(text),), anchor=text, run_in=run_in, line=line, end_line=line)


def said(text: str) -> Paragraph:
    return Paragraph(children=(Text(text),))


def levels(nodes: tuple[Node, ...]) -> list[int]:
    return [node.level for node in nodes if isinstance(node, Heading)]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ([2, 2, 2], [2, 2, 2]),
        ([2, 3, 3, 2, 3], [2, 3, 3, 2, 3]),
        ([4, 6, 5, 4], [2, 3, 3, 2]),
        ([5, 2, 4, 3], [2, 2, 3, 3]),
        ([1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 6]),
    ],
)
def test_headings_go_down_one_step_at_a_time_and_siblings_stay_siblings(written: list[int], shown: list[int]) -> None:
    assert levels(stepped(tuple(head(level) for level in written), [], 2)) == shown


def test_headings_inside_a_box_go_on_from_those_above_it() -> None:
    (_, box, after) = stepped((head(2), Box(kind="note", children=(head(4),)), head(3)), [], 2)

    assert isinstance(box, Box)
    assert levels(box.children) == [3]
    assert levels((after,)) == [3]


def entry(name: str, line: int) -> Entry:
    return Entry(
        id=f"skill/{name.lower()}@one.en", concept=f"skill/{name.lower()}", name=name, kind="skill", rule="box", edition="one",
        language="en", text="", page="w:Lamp", revision="1", anchor=name, heading=name, source=Place(source="w", line=line),
    )  # fmt: skip


def excerpt(blocks: tuple[Node, ...], name: str, line: int) -> str:
    sections = Heads(Document(blocks=blocks)).sections_of(entry(name, line), line)
    return "|".join(f"{section.title}:{text_of(section.nodes)}" for section in sections)


def test_of_an_updated_passage_an_entry_shows_the_update_only() -> None:
    update = Errata(role="update", children=(said("It burns twice."),))
    original = Errata(role="original", children=(said("It burned once."),))
    defines = msgspec.structs.replace(head(2, "Veil", line=3), defines=Definition(name="Veil"))

    assert excerpt((defines, said("Words."), update, original), "Veil", 3) == ":Words.\nIt burns twice."


@pytest.mark.parametrize(("run_in", "shown"), [(True, ":It hides."), (False, ":It hides.\nGloom\nIt darkens.")])
def test_a_run_in_title_ends_where_the_next_begins_however_deep(run_in: bool, shown: str) -> None:
    veil = msgspec.structs.replace(head(3, "Veil", run_in=run_in, line=3), defines=Definition(name="Veil"))
    gloom = head(4, "Gloom", run_in=run_in, line=5)

    assert excerpt((veil, said("It hides."), gloom, said("It darkens.")), "Veil", 3) == shown


def test_an_entry_is_cut_into_its_parts() -> None:
    veil = msgspec.structs.replace(head(2, "Veil", line=3), defines=Definition(name="Veil"))
    parts = (said("Lead."), Part(key="effects", name="Effects"), said("It hides."), Part(key="ends", name="Ends"))

    assert excerpt((veil, *parts, said("At dawn.")), "Veil", 3) == ":Lead.|Effects:It hides.|Ends:At dawn."


def test_a_table_of_records_that_are_no_profiles_is_shown_with_the_text() -> None:
    veil = msgspec.structs.replace(head(2, "Veil", line=3), defines=Definition(name="Veil"))
    steps = RecordTable(kind="level", records=(Record(kind="level", name="1"),))
    lamps = RecordTable(kind="lamp", records=(Record(kind="lamp", name="Lamp"),))
    document = Document(blocks=(veil, said("It hides."), steps, lamps))

    (lead,) = Heads(document, {"lamp": "weapon"}).sections_of(entry("Veil", 3), 3)

    assert lead.nodes == (document.blocks[1], steps)


def test_an_entry_that_is_its_pages_beginning_shows_it_with_lists_and_tables() -> None:
    begins = msgspec.structs.replace(
        entry("Salvage", 3), anchor=None, heading=None, source=Place(source="w", line=103, end_line=106)
    )
    table = Table(rows=(), line=4)
    blocks = (
        msgspec.structs.replace(said("Around it."), line=1),
        head(2, "Goals", line=3), table, msgspec.structs.replace(said("Nobody waits."), line=6), head(2, "Maps", line=9),
    )  # fmt: skip

    (lead,) = Heads(Document(blocks=blocks)).sections_of(begins, 3)

    assert lead.nodes == blocks[1:4]
    assert Heads(Document(blocks=(head(2, "Before", line=1), *blocks[1:]))).sections_of(begins, 3) == ()
