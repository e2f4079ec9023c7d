"""Tags in any order become a tree: the part of HTML's tree construction that wikitext can reach.

Misnested formatting is split, paragraphs and items end where they must, what stands wrongly inside a table moves before
it. Depth and the list of active formatting are bounded; past the bound an element's content joins its parent's.
"""

from __future__ import annotations

import re
from typing import Any

from ingest.wikitext.elements import (
    CLOSES_P,
    FORMATTING,
    GROUPS,
    HEADINGS,
    INLINE_MARKS,
    LIST_SCOPE,
    SCOPE,
    SPECIAL,
    STRUCTURE,
    El,
)
from ingest.wikitext.entities import decode
from ingest.wikitext.passages import Passages
from ingest.wikitext.work import Mark
from ingest.wikitext.wrapping import split_formatting

_MARK = re.compile("\x01[a-z]([0-9]+)\x02")


class Builder(Passages):
    """Takes text and tags in reading order; ``root`` is the tree."""

    def feed(self, text: str) -> None:
        """Text, its marks replaced by what they stand for."""
        if "\x01" not in text:
            if text:
                self.text(text)
            return
        marks = self.work.marks
        bits = _MARK.split(text)
        if bits[0]:
            self.text(bits[0])
        for at in range(1, len(bits), 2):
            self.mark(marks[int(bits[at])])
            if after := bits[at + 1]:
                self.text(after)

    def mark(self, mark: Mark) -> None:
        match mark.verb:
            case "node":
                self._node(mark)
            case "open":
                self.open(mark.name, mark.attrs, mark.data)
            case "close":
                self.close(mark.name, mark.data)
            case "text":
                self._inline(decode(mark.text), bool(mark.text.strip()))
            case "void":
                self.void(mark.name, mark.attrs)

    def text(self, text: str) -> None:
        self._inline(decode(text) if "&" in text else text, not text.isspace())

    def _inline(self, kid: str, solid: bool) -> None:
        top = self.stack[-1]
        if solid:
            self.last = self.line
            self.between = False
        if top.name in STRUCTURE:
            self._foster_text(kid if solid else " ", solid)
            return
        if self.active and self.active[-1] is not None and self.active[-1] not in self.stack:
            self._reconstruct()
            top = self.stack[-1]
        kids = top.kids
        if not kids and top.name == "p":
            if not solid:
                return
            top.line = self.line
        kids.append(kid)

    def _node(self, mark: Mark) -> None:
        name = mark.name
        if name == "record" and self._in_record_table():
            self._table_record(mark)
            return
        if name == "navigation":
            self._end_open_ended(1)
        if name not in INLINE_MARKS:
            self._close_p()
        elif self.active:
            if name == "link":
                self._end_link()
            if self.stack[-1].name not in STRUCTURE:
                self._reconstruct()
        self._append(El("*", (), self.line, mark))

    def _table_record(self, mark: Mark) -> None:
        self._clear_to(("table", "row-group"))
        record = El("*", line=self.line, data=mark)
        record.parent = self.stack[-1]
        self.stack[-1].kids.append(record)

    def open(self, name: str, attrs: tuple[tuple[str, str], ...] = (), data: Any = None) -> None:
        structure = self._context()
        if structure is not None and structure.name in STRUCTURE:
            if self._open_in_table(structure, name, attrs, data):
                return
        elif name in ("td", "th", "tr", "caption"):
            if structure is None:
                return
            self._end_cell()
            self.open(name, attrs, data)
            return
        self._open_in_body(name, attrs, data)

    def _open_in_body(self, name: str, attrs: tuple[tuple[str, str], ...], data: Any) -> None:
        if name in FORMATTING:
            if name == "a":
                self._end_link()
            self._reconstruct()
            element = self._insert(name, attrs, data)
            self._activate(element)
            return
        if name in HEADINGS:
            self._end_open_ended(int(name[1]))
        elif name == "box" and data.entry:
            self._end_entry()
        if name in HEADINGS and self.active:
            self.active = [element for element in self.active if element is None or element.name != "marked"]
        if name in ("li", "dd", "dt"):
            self._end_item(("li",) if name == "li" else ("dd", "dt"))
            self._close_p()
        elif name in CLOSES_P:
            self._close_p()
            if self.between and name != "p":
                self._reconstruct()
            if name in HEADINGS and self.stack[-1].name in HEADINGS:
                self._pop()
        else:
            self._reconstruct()
        self._insert(name, attrs, data)

    def _open_in_table(self, structure: El, name: str, attrs: tuple[tuple[str, str], ...], data: Any) -> bool:
        if name == "caption":
            self._clear_to(("table",))
            self._insert(name, attrs, data)
            self.active.append(None)
        elif name == "tr":
            self._clear_to(("table", "row-group"))
            self._insert(name, attrs, data)
        elif name in ("td", "th"):
            if structure.name != "tr":
                self._clear_to(("table", "row-group"))
                self._insert("tr")
            else:
                self._clear_to(("tr",))
            self._insert(name, attrs, data)
            self.active.append(None)
        elif name == "table":
            self._pop_to("table")
            self.open(name, attrs, data)
        elif name in GROUPS and self.stack[-1].name in STRUCTURE:
            self._clear_to(("table", "row-group"))
            self._insert("row-group", attrs, (name, data))
        else:
            return False
        return True

    def void(self, name: str, attrs: tuple[tuple[str, str], ...] = ()) -> None:
        if name == "empty-row":
            self._empty_row()
            return
        if name in ("hr", "toc"):
            self._close_p()
        else:
            self._reconstruct()
        self._append(El(name, attrs, self.line))

    def _empty_row(self) -> None:
        """A table without rows gets an empty one, unless it is a table of records."""
        if self._last_table().data is None:
            for name in ("tr", "td"):
                self.open(name)
            for name in ("td", "tr"):
                self.close(name)

    def close(self, name: str, data: Any = None) -> None:
        if name in FORMATTING:
            self._adopt(name)
        elif name == "table":
            if self._in_scope("table", frozenset(("root",))):
                self._pop_to("table")
        elif name in ("td", "th", "caption", "tr"):
            self._close_cell(name)
        elif name in GROUPS:
            self._close_group(name, data)
        elif name == "p":
            self._close_paragraph()
        elif name in HEADINGS:
            if any(self._in_scope(heading, SCOPE) for heading in HEADINGS):
                self._imply(name)
                while self._pop().name not in HEADINGS:
                    pass
        elif name == "br":
            self.void("br")
        elif name in SPECIAL:
            if self._in_scope(name, LIST_SCOPE if name == "li" else SCOPE):
                self._imply(name)
                self._pop_to(name)
        else:
            self._close_other(name)

    def _close_paragraph(self) -> None:
        if not self._in_scope("p", SCOPE):
            self._insert("p", (), "stray")
        self._imply("p")
        self._pop_to("p")

    def _close_cell(self, name: str) -> None:
        stops = frozenset(("table", "root"))
        if not self._in_scope(name, stops):
            return
        self._imply("")
        self._pop_to(name)
        if name != "tr":
            self._clear_active()

    def finish(self) -> El:
        """Close what is open; the tree."""
        for element in self.stack[1:]:
            element.end = max(element.line, self.last)
            if element.name in GROUPS:
                self._unclosed(element)
        del self.stack[1:]
        split_formatting(self.root)
        return self.root
