"""Shapes that make parsers slow neither stop us nor take the text around them along."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ingest.tree import Document, Heading, walk
from ingest.visible import inline_text, text_of
from ingest.wikitext import parse
from site_src.html import render

SHAPES = 32


def _page(shape: dict[str, str], size: int) -> str:
    times = max(1, size // len(shape["unit"] + shape.get("suffix_unit", "")))
    middle = shape["prefix"] + shape["unit"] * times + shape.get("suffix_unit", "") * times + shape.get("suffix", "")
    return f"== Before ==\n\nalpha one\n\n{middle}\n\nomega two\n\nlast three\n"


def _keeps_its_neighbours(document: Document) -> bool:
    lines = text_of(document.blocks).split("\n")
    headings = [inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Heading)]
    return (
        "Before" in headings
        and "alpha one" in lines
        and any("omega two" in line for line in lines)
        and "last three" in lines
    )


@pytest.mark.parametrize("number", range(SHAPES))
def test_a_shape_of_32_kilobytes_leaves_its_neighbours_whole(read_suite: Callable[[str], Any], number: int) -> None:
    shapes = list(read_suite("pathological.json")["shapes"].values())

    document = parse(_page(shapes[number], 32_000))

    assert len(shapes) == SHAPES
    assert _keeps_its_neighbours(document)
    assert "alpha one" in render(document.blocks)


@pytest.mark.suite
@pytest.mark.parametrize("number", range(SHAPES))
def test_a_shape_of_a_megabyte_leaves_its_neighbours_whole(read_suite: Callable[[str], Any], number: int) -> None:
    shapes = list(read_suite("pathological.json")["shapes"].values())

    document = parse(_page(shapes[number], 1_000_000))

    assert _keeps_its_neighbours(document)


@pytest.mark.parametrize(
    "opener", ["{{a%d|", "[[a%d|", "<b id=x%d>", "[http://a.b/%d ", "{|\n|%d\n", "<!--%d ", "'''''%d ''", "<ref>%d"]
)
def test_openers_that_all_differ_are_read_to_the_end(opener: str) -> None:
    text = "".join(opener % number for number in range(1500))

    document = parse(f"alpha one\n\n{text}\n\nomega two")

    assert "alpha one" in text_of(document.blocks)


def test_calls_nested_beyond_reason_are_doubted_and_kept() -> None:
    document = parse("{{a|" * 300 + "core" + "}}" * 300)

    assert "nested-too-deep" in {doubt.code for doubt in document.doubts} or "endless-markup" in {
        doubt.code for doubt in document.doubts
    }
    assert "core" in text_of(document.blocks)


def test_elements_nested_beyond_reason_still_render() -> None:
    names = ["div", "span", "b", "i", "ul", "li", "table", "td", "sup", "center"]
    chance = random.Random(7)
    text = "".join(f'<{chance.choice(names)} class="c{number}">' for number in range(3000)) + "core"

    html = render(parse(text).blocks)

    assert "core" in html
