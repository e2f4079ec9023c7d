"""Wiki pages saved as they were shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.choose import PLAIN
from ingest.rulebook import parse_rendered
from ingest.tree import Box, Document, Heading, Item, List, Navigation, Paragraph, walk
from ingest.visible import inline_text

Shared = Callable[[str], Path]

PAGE = """Lamps and Oil

Basic Rules

---

Lamps | Oil | Boats | Bells | Fog

A lamp burns oil, and the oil comes from the sea.

Kinds of Oil

Plain Oil: Burns for one turn and smells.

Fine Oil

It burns for two turns and costs more than it should.

IMPORTANT

Oil cannot be shared between two lamps.

It cannot be sold either.

Lighting

• A lamp is lit by hand.
• It may be lit in the rain.

NOTE

Lighting Example

Two Lamps

Mara lights one lamp, then the other.

REMEMBER

Lamps go out.

Order of the Night

1. Dusk: The lamps are counted.

1.1 Wicks. Every wick is cut.

This takes no time.

2. Dawn: The lamps are put out. 3. Keepers' Breakfast

4."""


def read(text: str = PAGE) -> Document:
    return parse_rendered(text, profile=PLAIN)


def steps(document: Document) -> list[tuple[str | None, int, int]]:
    return [
        (item.mark, item.line, item.end_line) for item in walk(document.blocks) if isinstance(item, Item) and item.mark
    ]


def test_title_chapter_and_page_names_are_no_text() -> None:
    document = read()

    assert document.title == "Lamps and Oil"
    assert [(node.line, node.end_line) for node in document.blocks if isinstance(node, Navigation)] == [(3, 7)]


def test_bare_lines_are_headings_unless_a_box_word_opens_a_box() -> None:
    document = read()

    assert [inline_text(node.children) for node in document.blocks if isinstance(node, Heading)] == [
        "Lamps and Oil", "Kinds of Oil", "Fine Oil", "Lighting", "Order of the Night",
    ]  # fmt: skip


def test_a_box_ends_at_the_next_heading_or_box_and_says_that_it_was_guessed() -> None:
    document = read()
    boxes = [node for node in document.blocks if isinstance(node, Box)]

    assert [(box.kind, box.line, box.end_line, box.closed) for box in boxes] == [
        ("important", 19, 23, False), ("note", 30, 36, False), ("remember", 38, 40, False),
    ]  # fmt: skip
    assert inline_text(boxes[1].title) == "Lighting Example"
    assert [doubt.line for doubt in document.doubts if doubt.code == "guessed-box-end"] == [19, 30, 38]


def test_steps_keep_their_typed_numbers_and_what_stands_between_them() -> None:
    assert steps(read()) == [("1", 44, 44), ("1.1", 46, 48), ("2", 50, 50), ("3", 50, 50), ("4", 52, 52)]


def test_a_term_at_the_head_of_a_paragraph_is_bold() -> None:
    document = read()
    bold = [inline_text((node,)) for node in walk(document.blocks) if getattr(node, "name", "") == "b"]

    assert "Plain Oil:" in bold
    assert "Wicks." in bold
    assert "Keepers' Breakfast" in bold


def test_a_number_without_its_step_is_a_text_that_is_cut_off() -> None:
    document = read()

    assert not document.complete
    assert [(doubt.code, doubt.line) for doubt in document.doubts if doubt.severity == "warning"] == [("cut-off", 52)]


@pytest.mark.parametrize(
    ("end", "complete"),
    [
        ("The lamp is lit and nobody knows by whom it was lit that night", False),
        ("The lamp is lit.", True),
        ("Harbour Bells", False),
    ],
)
def test_a_page_may_break_off_within_a_sentence_or_behind_a_heading(end: str, complete: bool) -> None:
    assert read(f"Lamps\n\nA lamp burns oil.\n\n{end}").complete is complete


def test_a_page_without_blank_lines_has_headings_too() -> None:
    document = read(
        "Aceite\nAceite | Faro | Barco | Niebla\nEl aceite arde y viene del mar.\nTipos de aceite\nHay dos clases de aceite en la ciudad.\n- Aceite fino: arde dos turnos.\n"
    )

    assert [(node.line, inline_text(node.children)) for node in document.blocks if isinstance(node, Heading)] == [
        (1, "Aceite"),
        (4, "Tipos de aceite"),
    ]
    assert [inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Item)] == [
        "Aceite fino: arde dos turnos."
    ]


def test_the_page_that_was_cut_off_in_the_seeds(shared: Shared) -> None:
    document = read(next(shared("seeds").glob("001*.txt")).read_text("utf-8"))
    boxes = [(node.kind, node.line, node.end_line) for node in document.blocks if isinstance(node, Box)]

    assert not document.complete
    assert [(node.line, node.end_line) for node in document.blocks if isinstance(node, Navigation)] == [(3, 7)]
    assert boxes == [
        ("important", 23, 25),
        ("note", 39, 55),
        ("remember", 57, 59),
        ("important", 79, 81),
        ("important", 104, 108),
        ("important", 116, 118),
    ]


def test_the_spanish_page_of_the_seeds(shared: Shared) -> None:
    document = read(next(shared("seeds").glob("002*.txt")).read_text("utf-8"))

    assert [node.line for node in document.blocks if isinstance(node, Heading)] == [1, 5, 12, 19, 21, 23, 25, 28, 31]
    assert [node.line for node in document.blocks if isinstance(node, Navigation)] == [2, 37]
    assert document.complete


def test_the_steps_of_the_seeds(shared: Shared) -> None:
    document = read(next(shared("seeds").glob("004*.txt")).read_text("utf-8"))

    assert [mark for mark, *_ in steps(document)] == [
        "1",
        "1.1",
        "1.2",
        "2",
        "2.1",
        "2.2",
        "3",
        "4",
        "4.1",
        "4.2",
        "5",
        "5.1",
        "5.2",
    ]
    assert [(node.kind, node.line, node.end_line) for node in document.blocks if isinstance(node, Box)] == [
        ("important", 29, 35), ("important", 37, 41), ("important", 43, 45), ("advice", 47, 53),
    ]  # fmt: skip


def test_plain_paragraphs_stay_plain() -> None:
    document = read("Lamps\n\nIn the city: nobody sleeps. It is dark.\n\n12 Lamps (of brass).\n")

    assert [node.line for node in document.blocks if isinstance(node, Paragraph)] == [3, 5]
    assert not [node for node in document.blocks if isinstance(node, List)]
