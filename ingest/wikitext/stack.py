"""The stack of open elements: what opens, what closes, and where content goes that stands wrongly in a table."""

from __future__ import annotations

from typing import Any

from ingest.wikitext.elements import CELLS, GROUPS, IMPLIED, SCOPE, SPECIAL, STRUCTURE, El, index_of
from ingest.wikitext.work import Work

_MAX_DEPTH = 60
_MAX_AGAIN = 12  # elements of formatting taken up again at once

_MAX_INNER_DEPTH = 20  # inside texts inside texts


class Stack:
    """The elements that are open, innermost last, and the moves every rule is made of."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.root = El("root")
        self.stack: list[El] = [self.root]
        self.limit = _MAX_DEPTH if work.depth == 0 else _MAX_INNER_DEPTH
        self.active: list[El | None] = []
        self.tabular = False  # a table or a part of one was opened
        self.line = 0
        self.last = 0  # line of the newest content
        self.between = False  # a paragraph just ended: open formatting is taken up by the next block

    def _insert(self, name: str, attrs: tuple[tuple[str, str], ...] = (), data: Any = None) -> El:
        element = El(name, attrs, self.line, data)
        if len(self.stack) > self.limit:
            self.work.doubt(
                "nested-too-deep", "Elements are nested too deep; the inner ones are joined.", line=self.line
            )
            self._pop()
        self._append(element)
        self.stack.append(element)
        self.tabular = self.tabular or name in STRUCTURE or name in CELLS
        return element

    def _append(self, element: El) -> None:
        top = self.stack[-1]
        self.last = self.line
        if top.name in STRUCTURE and element.name not in ("tr", "td", "th", "caption", "row-group"):
            table = self._last_table()
            parent = table.parent or self.root
            element.parent = parent
            at = index_of(parent.kids, table)
            parent.kids.insert(at, element)
            return
        element.parent = top
        if top.name == "p" and not top.kids:
            top.line = self.line
        top.kids.append(element)

    def _foster_text(self, text: str, solid: bool) -> None:
        table = self._last_table()
        parent = table.parent or self.root
        if not solid:  # words that move before the table stay apart
            at = index_of(parent.kids, table)
            if 0 < at < len(parent.kids) and not (
                isinstance(before := parent.kids[at - 1], str) and before.endswith(" ")
            ):
                parent.kids.insert(at, text)
            return
        if self.active and self.active[-1] is not None and self.active[-1] not in self.stack:
            self._reconstruct()
            if self.stack[-1].name not in STRUCTURE:
                self.stack[-1].kids.append(text)
                return
        at = index_of(parent.kids, table)
        if at and type(parent.kids[at - 1]) is str:
            parent.kids[at - 1] += text  # type: ignore[operator]
        else:
            parent.kids.insert(at, text)

    def _last_table(self) -> El:
        for element in reversed(self.stack):
            if element.name == "table":
                return element
        return self.root

    def _pop(self) -> El:
        if len(self.stack) == 1:
            return self.root
        element = self.stack.pop()
        element.end = max(element.line, self.last)
        return element

    def _pop_to(self, name: str) -> None:
        while len(self.stack) > 1:
            element = self._pop()
            if element.name in GROUPS or (element.name == "row-group" and name == "table"):
                self._unclosed(element)
            if element.name in CELLS:
                self._clear_active()
            if element.name == name:
                return

    def _context(self) -> El | None:
        """The innermost element that has to do with a table."""
        if not self.tabular:
            return None
        for element in reversed(self.stack):
            if element.name in STRUCTURE or element.name in CELLS:
                return element
        return None

    def _end_cell(self) -> None:
        self._imply("")
        while len(self.stack) > 1:
            element = self._pop()
            if element.name in GROUPS:
                self._unclosed(element)
            if element.name in CELLS:
                self._clear_active()
                return

    def _clear_to(self, names: tuple[str, ...]) -> None:
        while len(self.stack) > 1 and self.stack[-1].name not in names:
            self._pop()

    def _imply(self, name: str) -> None:
        while self.stack[-1].name in IMPLIED and self.stack[-1].name != name:
            self._pop()

    def _in_scope(self, name: str, stops: frozenset[str]) -> bool:
        for element in reversed(self.stack):
            if element.name == name:
                return True
            if element.name in stops:
                return False
        return False

    def _close_p(self) -> None:
        if self._in_scope("p", SCOPE):
            self._imply("p")
            self._pop_to("p")

    def _end_item(self, names: tuple[str, ...]) -> None:
        for element in reversed(self.stack):
            if element.name in names:
                self._imply(element.name)
                self._pop_to(element.name)
                return
            if (element.name in SPECIAL and element.name not in ("div", "p")) or element.name == "root":
                return

    def _close_other(self, name: str) -> None:
        for element in reversed(self.stack):
            if element.name == name:
                self._imply(name)
                while self._pop() is not element:
                    pass
                return
            if element.name in SPECIAL or element.name == "root":
                return

    def _reconstruct(self) -> None:
        active = self.active
        if not active or active[-1] is None or active[-1] in self.stack:
            return
        at = len(active) - 1
        while at > 0 and active[at - 1] is not None and active[at - 1] not in self.stack:
            at -= 1
        at = max(at, len(active) - _MAX_AGAIN)
        for number in range(at, len(active)):
            old = active[number]
            if old is not None:
                active[number] = self._insert(old.name, old.attrs, old.data)

    def _clear_active(self) -> None:
        while self.active:
            if self.active.pop() is None:
                return

    def _unclosed(self, element: El) -> None:
        data = element.data[1] if element.name == "row-group" else element.data
        if not data.open_ended:
            element.closed = False
            self.work.doubt("unclosed-box", "A box is never closed; it ends with what it stands in.", line=element.line)
