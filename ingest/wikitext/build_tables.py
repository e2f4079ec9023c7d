"""Tables of the tidied tree: rows and cells, or records with the errata around some of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ingest.tree import Cell, Element, Node, Record, Row, Table
from ingest.visible import inline_text
from ingest.wikitext.build import MAKERS, kids_of, nodes_of, trimmed
from ingest.wikitext.elements import El
from ingest.wikitext.work import Work


def _table(work: Work, element: El) -> Sequence[Node]:
    if element.data is not None:
        return _record_table(work, element)
    caption: tuple[Node, ...] | None = None
    rows: list[Row] = []
    for kid in element.kids:
        if not isinstance(kid, El):
            continue
        if kid.name == "caption" and not rows:
            more = trimmed(kids_of(work, kid.kids))
            caption = more if caption is None else (*caption, Element(name="br"), *more)
        else:
            rows.extend(_rows(work, kid))
    return (Table(rows=tuple(rows), caption=caption, attrs=element.attrs, line=element.line, end_line=element.end),)


def _rows(work: Work, element: El) -> Iterable[Row]:
    if element.name == "row-group":
        group, data = element.data
        rows = [row for kid in element.kids if isinstance(kid, El) for row in _rows(work, kid)]
        said = data.family if group == "errata" else " ".join(data.editions) or data.why
        return [
            msgspec.structs.replace(row, attrs=(*row.attrs, (f"data-{group.partition('-')[0]}", said))) for row in rows
        ]
    if element.name == "tr":
        cells = tuple(cell for kid in element.kids if isinstance(kid, El) for cell in _cells(work, kid))
        return (Row(cells=cells, attrs=element.attrs, line=element.line, end_line=element.end),)
    nodes = tuple(nodes_of(work, element))
    return (Row(cells=(Cell(children=nodes, line=element.line),), line=element.line),) if nodes else ()


def _cells(work: Work, element: El) -> Iterable[Cell]:
    if element.name in ("td", "th"):
        children = trimmed(kids_of(work, element.kids))
        return (Cell(children=children, header=element.name == "th", attrs=element.attrs, line=element.line),)
    nodes = tuple(nodes_of(work, element))
    return (Cell(children=nodes, line=element.line),) if nodes else ()


def _record_table(work: Work, element: El) -> Sequence[Node]:
    """Records in a row share a table; an errata pair around some of them gets tables of its own."""
    found: list[Node] = []
    records: list[Record] = []

    def finish() -> None:
        if records:
            first, last = records[0], records[-1]
            found.append(
                msgspec.structs.replace(element.data, records=tuple(records), line=first.line, end_line=last.line)
            )
            records.clear()

    for kid in element.kids:
        if not isinstance(kid, El):
            continue
        nodes = nodes_of(work, kid) if kid.name == "*" else _group_of_rows(work, element, kid)
        for node in nodes:
            if isinstance(node, Record):
                records.append(node)
            else:
                finish()
                found.append(node)
    finish()
    return found


def _group_of_rows(work: Work, table: El, element: El) -> Sequence[Node]:
    if element.name == "row-group":
        group, data = element.data
        inner = El("table", line=element.line, data=table.data)
        inner.kids, inner.end = element.kids, element.end
        shell = El(group, line=element.line, data=data)
        shell.kids, shell.end, shell.closed = [inner], element.end, element.closed
        return nodes_of(work, shell)
    rows = tuple(_rows(work, element)) if element.name == "tr" else ()
    rows = tuple(row for row in rows if any(inline_text(cell.children) for cell in row.cells))
    return (Table(rows=rows, line=element.line, end_line=element.end),) if rows else ()


def _rows_outside(work: Work, element: El) -> Sequence[Node]:
    return kids_of(work, element.kids)


MAKERS["table"] = _table
MAKERS.update(dict.fromkeys(("row-group", "tr", "td", "th", "caption"), _rows_outside))
