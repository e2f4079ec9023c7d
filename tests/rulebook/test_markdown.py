"""Rulebooks in Markdown: their words are read, their marks are not shown."""

from __future__ import annotations

from ingest.choose import PLAIN
from ingest.rulebook import parse_rulebook
from ingest.tree import Heading, Navigation, Table, walk
from ingest.visible import inline_text

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
