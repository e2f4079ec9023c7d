"""Rulebooks in Markdown: their words are read, their marks are not shown."""

from __future__ import annotations

from ingest.choose import PLAIN
from ingest.profile import read_profile
from ingest.rulebook import parse_rulebook
from ingest.tree import Box, Definition, Document, Heading, Navigation, Record, Table, walk
from ingest.visible import inline_text, text_of

BOOK = """---
title: Lamps
tags:
  - rules
---

# The Lamp Book

**Every** lamp burns *whale oil*, ***never*** tallow; see [Oil](#oil) and ![a wick](wick.png).

## Light and shade

- A lamp_maker pays 2 * 3 coins.
- __Nobody__ pays 4*5*6.

## Oil

| Oil | Price |
|-----|-------|
| Whale | **3** |
| Seal | 2 |
"""


def test_titles_tell_the_outline_and_marks_are_gone() -> None:
    document = parse_rulebook(BOOK, profile=PLAIN)

    assert [inline_text(node.children) for node in document.blocks if isinstance(node, Heading)] == [
        "The Lamp Book",
        "Light and shade",
        "Oil",
    ]
    shown = [inline_text([node]) for node in document.blocks if not isinstance(node, Heading | Navigation)]
    assert shown[0] == "Every lamp burns whale oil, never tallow; see Oil and a wick."
    assert "A lamp_maker pays 2 * 3 coins." in shown[1]
    assert "Nobody pays 4*5*6." in shown[1]
    assert any(isinstance(node, Table) for node in walk(document.blocks))


def test_the_settings_before_a_text_are_no_part_of_it() -> None:
    document = parse_rulebook(BOOK, profile=PLAIN)

    assert document.title == "The Lamp Book"
    assert [node.line for node in document.blocks if isinstance(node, Navigation)] == [1, 2, 3, 4, 5]
    assert next(node.line for node in document.blocks if isinstance(node, Heading)) == 7


def test_stars_of_a_text_that_is_no_markdown_stay() -> None:
    document = parse_rulebook("The Lamp Book\n\nOil\n\nOil **burns** well.\n", profile=PLAIN)

    assert "Oil **burns** well." in [inline_text([node]) for node in document.blocks]


def test_only_marked_lines_of_markdown_are_titles() -> None:
    document = parse_rulebook(
        "# Lamps\n\n## Keeper\n\n**Oil Class** 11\n\n**Hit Points** 3\n\n**Fine Print**\n\nIt burns.\n\n## Oil\n\nIt is old.\n",
        profile=PLAIN,
    )

    titles = [inline_text(node.children) for node in document.blocks if isinstance(node, Heading)]
    assert titles == ["Lamps", "Keeper", "Fine Print", "Oil"]


def test_a_drawn_title_and_a_marked_one_make_a_habit() -> None:
    document = parse_rulebook("Lamps\n=====\n\nA lamp burns.\n\n### Oil\n\nIt is old.\n", profile=PLAIN)

    assert [(node.level, inline_text(node.children)) for node in document.blocks if isinstance(node, Heading)] == [
        (1, "Lamps"),
        (3, "Oil"),
    ]


CARDS = """# Lamp Cards

## Setup

Each keeper takes a **lamp**.

> **Note:** nobody takes two.

## Cards

### Gust (Event)

**Cost:** 1 · **Range:** far

It blows `out` a lamp.

### Hail (Event)

**Cost:** 2 · **Range:** near

| Lamp | Dice |
|------|------|
| Oil  | 2    |

## Words

**Leeward**
: where the wind goes.
"""


def defined(document: Document) -> dict[str, Definition]:
    return {
        node.defines.name: node.defines
        for node in walk(document.blocks)
        if isinstance(node, Heading | Box) and node.defines
    }


def test_a_section_with_a_text_and_no_title_below_it_is_a_rule() -> None:
    document = parse_rulebook(CARDS, profile=PLAIN)

    assert list(defined(document)) == ["Setup", "Gust", "Hail", "Leeward"]
    levels = {inline_text(node.children): node.level for node in document.blocks if isinstance(node, Heading)}
    assert (levels["Setup"], levels["Cards"], levels["Gust (Event)"]) == (2, 2, 3)


def test_a_bracket_behind_two_marked_titles_is_a_class() -> None:
    assert {name: item.cls for name, item in defined(parse_rulebook(CARDS, profile=PLAIN)).items()} == {
        "Setup": None, "Gust": "Event", "Hail": "Event", "Leeward": None,
    }  # fmt: skip


def test_quoted_lines_definitions_and_code_are_read_as_their_words() -> None:
    document = parse_rulebook(CARDS, profile=PLAIN)

    (note,) = (node for node in document.blocks if isinstance(node, Box))
    text = text_of(document.blocks)
    assert (note.kind, inline_text(note.children)) == ("note", "nobody takes two.")
    assert "It blows out a lamp." in text
    assert "where the wind goes." in text.split("\n")


def test_a_line_of_fields_above_a_table_is_no_title() -> None:
    fields = read_profile(
        'name = "c"\n[rulebook]\nopens = "Cost"\n[rulebook.fields]\nCost = "cost"\nRange = "range"\n', origin="c"
    )
    document = parse_rulebook(CARDS, profile=fields)

    assert "Cost: 2 · Range: near" not in defined(parse_rulebook(CARDS, profile=PLAIN))
    rows = [
        {field.name: inline_text(field.value) for field in node.fields}
        for node in walk(document.blocks)
        if isinstance(node, Record)
    ]
    assert rows == [{"cost": "1", "range": "far"}, {"cost": "2", "range": "near"}]
