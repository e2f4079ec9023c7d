"""Rows of plain tables as rows of data: where the heads of a table are fields that the profile knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ingest.profile import Profile
from ingest.tree import Field, Record, Row, Table, Text
from ingest.visible import fold, inline_text

_COLUMNS = 2  # known heads that make a table one of data
_RANGE = "range"


def records_of(table: Table, profile: Profile) -> tuple[Record, ...]:
    """A record for each row of *table*; none where its heads are no fields, or no entry is made of such records."""
    kind, fields = profile.rulebook.record, _fields(profile)
    if not profile.glossary.tables or kind not in profile.glossary.records or not fields:
        return ()
    for place, row in enumerate(table.rows):
        columns = [fields.get(_folded(cell), "") for cell in _texts(row)]
        if sum(bool(column) for column in columns[1:]) >= _COLUMNS and not columns[0]:
            return tuple(_rows(table.rows[place + 1 :], columns, _texts(row), kind))
    return ()


def _fields(profile: Profile) -> Mapping[str, str]:
    """Folded head of a column → canonical name; what is printed for range bands is one value here."""
    printed = profile.rulebook.fields
    bands = [name for name in profile.rulebook.bands.split("|") if name]
    known = {name: _RANGE if name in bands else canonical for name, canonical in printed.items()}
    return {_folded(name): canonical for name, canonical in {**dict.fromkeys(bands, _RANGE), **known}.items()}


def _folded(text: str) -> str:
    return fold(text).strip(" .:")


def _texts(row: Row) -> list[str]:
    return [inline_text(cell.children).strip() for cell in row.cells]


def _rows(rows: Sequence[Row], columns: Sequence[str], heads: Sequence[str], kind: str) -> Iterator[Record]:
    for row in rows:
        cells = _texts(row)
        if len(cells) != len(columns) or not cells[0]:
            continue  # a row that sorts the others, or one with joined cells
        fields = tuple(
            Field(name=name, value=(Text(value),), printed=head, line=row.line)
            for name, head, value in zip(columns[1:], heads[1:], cells[1:], strict=True)
            if name and value
        )
        if fields:
            yield Record(kind=kind, name=cells[0], fields=fields, line=row.line, end_line=row.end_line or row.line)
