"""``{|`` tables: marks for their tags, line by line, as MediaWiki's doTableStuff does it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.tree import RecordTable
from ingest.wikitext.attributes import clean_attributes
from ingest.wikitext.work import ADDED, TRIM, Mark, Work

_START = re.compile(r"(:*)\s*\{\|(.*)", re.S)
_BREAK = ADDED + "\n"
_MAX_OPEN = 40


@dataclass(slots=True)
class _Open:
    indent: int
    row_attributes: str = ""
    row: bool = False
    rows: bool = False
    cell: str = ""
    line: int = 0


class _Tables:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.stack: list[_Open] = []
        self.empty = ""  # what a table without anything is

    def run(self, text: str) -> str:
        out = []
        for number, whole in enumerate(text.split("\n")):
            if not self.stack and "{|" not in whole:
                out.append(whole)
                continue
            line = whole.strip(TRIM)
            start = _START.match(line) if "{|" in line else None
            if start and len(self.stack) < _MAX_OPEN:
                out.append(self._open(start, number))
            elif not self.stack or not line or line[0] not in "|!":
                out.append(whole)
            elif line.startswith("|}"):
                out.append(self._close(line[2:]))
            elif line.startswith("|-"):
                out.append(self._row(line.lstrip("|").lstrip("-")))
            else:
                out.append(self._cells(line))
        tail = ""
        while self.stack:
            self.work.doubt("unclosed-table", "A table is never closed.", severity="note")
            tail += _BREAK + self._end()
        said = "\n".join(out) + tail
        return "" if self.empty and said.strip(TRIM + ADDED) == self.empty else said

    def _open(self, start: re.Match[str], number: int) -> str:
        self.stack.append(_Open(len(start[1]), line=number))
        data: RecordTable | None = None
        if "\x01" in start[2]:
            known = [self.work.mark_of(match).data for match in re.finditer("\x01[a-z]([0-9]+)\x02", start[2])]
            data = next((item for item in known if isinstance(item, RecordTable)), None)
        attrs = clean_attributes(self.work.plain(start[2]), "table")
        indent = (self.work.open("dl") + self.work.open("dd")) * len(start[1])
        return indent + self.work.open("table", attrs, data)

    def _end(self) -> str:
        top = self.stack.pop()
        out = self.work.close(top.cell) if top.cell else ""
        out += self.work.close("tr") if top.row else ""
        if not top.rows:
            out += self.work.put(Mark("void", "empty-row"), "o")
            self.empty = self.work.open("table") + _BREAK + out + self.work.close("table")
        return out + self.work.close("table")

    def _close(self, rest: str) -> str:
        indent = self.stack[-1].indent
        line = self._end() + rest
        return line.rstrip(TRIM) + (self.work.close("dd") + self.work.close("dl")) * indent if indent else line

    def _row(self, attributes: str) -> str:
        top = self.stack[-1]
        out = (self.work.close(top.cell) if top.cell else "") + (self.work.close("tr") if top.row else "")
        top.row_attributes, top.row, top.rows, top.cell = attributes, False, True, ""
        return out

    def _cells(self, line: str) -> str:
        top, work = self.stack[-1], self.work
        kind = "caption" if line.startswith("|+") else "th" if line[0] == "!" else "td"
        line = line[2:] if kind == "caption" else line[1:]
        if kind == "th":
            line = line.replace("!!", "||")
        out = []
        for cell in line.split("||"):
            before = ""
            if kind != "caption":
                if not top.row:
                    before = work.open("tr", clean_attributes(work.plain(top.row_attributes), "tr")) + _BREAK
                top.row, top.row_attributes, top.rows = True, "", True
            if top.cell:
                before = work.close(top.cell) + _BREAK + before
            top.cell = kind
            out.append(before + self._cell(kind, cell))
        return "".join(out)

    def _cell(self, kind: str, cell: str) -> str:
        head, bar, rest = cell.partition("|")
        if not bar or "[[" in head or "-{" in head:
            return self.work.open(kind) + cell.strip(TRIM)
        return self.work.open(kind, clean_attributes(self.work.plain(head), kind)) + rest.strip(TRIM)


def mark_tables(work: Work, text: str) -> str:
    """*text* with its wiki tables as marks."""
    return _Tables(work).run(text) if "{|" in text else text
