"""Formatting that overlaps other elements: taken up again after them, split where it must be."""

from __future__ import annotations

from ingest.wikitext.elements import SCOPE, SPECIAL, STRUCTURE, El, detach, index_of, move_to
from ingest.wikitext.stack import Stack

_MAX_ACTIVE = 96


class Formatting(Stack):
    """The list of active formatting and the adoption agency."""

    def _activate(self, element: El) -> None:
        same = 0
        for at in range(len(self.active) - 1, -1, -1):
            other = self.active[at]
            if other is None:
                break
            if other.name == element.name and other.attrs == element.attrs:
                same += 1
                if same == 3:
                    del self.active[at]
                    break
        self.active.append(element)
        if len(self.active) > _MAX_ACTIVE:
            del self.active[: len(self.active) - _MAX_ACTIVE]

    def _find_active(self, name: str) -> El | None:
        for element in reversed(self.active):
            if element is None:
                return None
            if element.name == name:
                return element
        return None

    def _adopt(self, name: str) -> None:
        """The adoption agency algorithm: end formatting that other elements overlap."""
        top = self.stack[-1]
        if top.name == name and top not in self.active:
            self._pop()
            return
        for _ in range(8):
            element = self._find_active(name)
            if element is None:
                self._close_other(name)
                return
            if element not in self.stack:
                self.active.remove(element)
                return
            at = self.stack.index(element)
            if any(other.name in SCOPE for other in self.stack[at + 1 :]):
                return
            furthest = next((other for other in self.stack[at + 1 :] if other.name in SPECIAL), None)
            if furthest is None:
                while self._pop() is not element:
                    pass
                self.active.remove(element)
                return
            self._move(element, furthest)

    def _move(self, element: El, furthest: El) -> None:
        at = self.stack.index(element)
        ancestor = self.stack[at - 1]
        bookmark = self.active.index(element)
        node_at = self.stack.index(furthest)
        last = furthest
        steps = 0
        while True:
            node_at -= 1
            node = self.stack[node_at]
            if node is element:
                break
            steps += 1
            if steps > 3 and node in self.active:
                self.active.remove(node)
            if node not in self.active:
                self.stack.remove(node)
                continue
            clone = El(node.name, node.attrs, node.line, node.data)
            self.active[self.active.index(node)] = clone
            self.stack[node_at] = clone
            if last is furthest:
                bookmark = self.active.index(clone) + 1
            move_to(last, clone)
            last = clone
        if ancestor.name in STRUCTURE:
            detach(last)
            table = self._last_table()
            parent = table.parent or self.root
            last.parent = parent
            parent.kids.insert(index_of(parent.kids, table), last)
        else:
            move_to(last, ancestor)
        clone = El(element.name, element.attrs, element.line, element.data)
        clone.kids, furthest.kids = furthest.kids, []
        for kid in clone.kids:
            if isinstance(kid, El):
                kid.parent = clone
        clone.parent = furthest
        furthest.kids.append(clone)
        old = self.active.index(element)
        del self.active[old]
        self.active.insert(bookmark - (old < bookmark), clone)
        self.stack.remove(element)
        self.stack.insert(self.stack.index(furthest) + 1, clone)

    def _end_link(self) -> None:
        """A link ends where another one begins."""
        if self._find_active("a") is None:
            return
        self._adopt("a")
        stale = self._find_active("a")
        if stale is not None:
            self.active.remove(stale)
            if stale in self.stack:
                self.stack.remove(stale)
