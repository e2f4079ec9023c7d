"""What sources write and HTML does not allow: definitions without a term, rows of different lengths."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ingest.tree import Cell, Item, Row

WIDEST = 200  # columns that are looked at
NO_CELL = Cell()


def defines(items: Iterable[Item]) -> bool:
    """Whether a definition list is one: each term is followed by what it means."""
    roles = [item.role for item in items]
    return roles[:1] == ["dt"] and roles[-1:] == ["dd"] and "li" not in roles


def even(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """*rows* that all reach the last column: shorter ones get empty cells."""
    widths = _widths(rows)
    widest = max(widths, default=0)
    if widest > WIDEST or all(width == widest for width in widths):
        return rows
    return tuple(
        replace(row, cells=row.cells + (NO_CELL,) * (widest - width)) if width < widest else row
        for row, width in zip(rows, widths, strict=True)
    )


def _widths(rows: tuple[Row, ...]) -> list[int]:
    """How far each row reaches, the cells of earlier rows that reach down into it among them."""
    widths = []
    held: dict[int, int] = {}  # column: rows below that a cell above still takes
    for row in rows:
        taken = {column for column, left in held.items() if left > 0}
        held = {column: left - 1 for column, left in held.items() if left > 0}
        column = 0
        for cell in row.cells:
            while column in taken:
                column += 1
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            for other in range(column, column + across):
                taken.add(other)
                held[other] = down - 1
            column += across
        widths.append(max(taken, default=-1) + 1)
    return widths


def _span(cell: Cell, name: str) -> int:
    text = dict(cell.attrs).get(name, "1").strip()
    return min(max(int(text), 1), WIDEST) if text.isascii() and text.isdigit() else 1
