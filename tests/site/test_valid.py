"""What sources write and HTML does not allow is put right on the pages of a site."""

from __future__ import annotations

from ingest.tree import Cell, Item, List, Row, Table, Text
from site_src.html import render
from site_src.html.context import Context
from site_src.html.valid import even


def item(words: str, role: str) -> Item:
    return Item(children=(Text(words),), role=role)  # type: ignore[arg-type]


def row(*spans: str) -> Row:
    return Row(cells=tuple(Cell(attrs=tuple(part.split("=") for part in span.split())) for span in spans))  # type: ignore[misc]


def strictly(node: List | Table) -> str:
    return str(render((node,), Context(strict=True)))


def test_a_definition_without_a_term_is_an_indent() -> None:
    html = strictly(List(kind="dl", items=(item("lit", "dd"), item("dark", "dd"))))

    assert html == '<div class="indent"><div class="dd">lit</div><div class="dd">dark</div></div>\n'


def test_terms_with_their_definitions_stay_a_list() -> None:
    html = strictly(
        List(kind="dl", items=(item("Lamp", "dt"), item("lit", "dd"), item("Fog", "dt"), item("dark", "dd")))
    )

    assert html == "<dl><dt>Lamp</dt><dd>lit</dd><dt>Fog</dt><dd>dark</dd></dl>\n"


def test_a_term_without_a_definition_is_no_list() -> None:
    assert "<dl>" not in strictly(List(kind="dl", items=(item("Lamp", "dt"),)))


def test_short_rows_get_empty_cells() -> None:
    widened = even((row("", "", ""), row("")))

    assert [len(each.cells) for each in widened] == [3, 3]


def test_cells_that_span_are_counted() -> None:
    rows = (row("rowspan=2", "colspan=2"), row("", ""), row("colspan=3"))

    assert even(rows) == rows
    assert [len(each.cells) for each in even((row("rowspan=3", ""), row("", ""), row("")))] == [3, 2, 2]
    assert even(()) == ()
