"""Passages that one template opens and another ends: closed by their own end, a wrong one, the next thing, or the page."""

from __future__ import annotations

from typing import Any

from ingest.wikitext.elements import CELLS, GROUPS, PASSAGES, STRUCTURE, El, agree, detach, index_of, is_filled, is_part
from ingest.wikitext.formatting import Formatting


class Passages(Formatting):
    """Boxes, errata and editions: groups that templates open and, sometimes, close."""

    def _in_record_table(self) -> bool:
        context = self._context()
        return context is not None and (self._last_table().data is not None or context.name in STRUCTURE)

    def _end_open_ended(self, level: int) -> None:
        """End the boxes that have no end of their own, where the next thing begins."""
        for at in range(len(self.stack) - 1, 0, -1):
            element = self.stack[at]
            if element.name in CELLS:
                return
            if element.name == "box" and not element.data.open_ended:
                return
            if element.name == "box" and (level <= 2 or not element.data.entry) and is_filled(element):
                self._leave(at)
                return

    def _end_entry(self) -> None:
        """An entry begins: the one before it, still open, ends here."""
        for at in range(len(self.stack) - 1, 0, -1):
            element = self.stack[at]
            if element.name in CELLS or (element.name == "errata" and element.data.role == "original"):
                return
            if element.name == "box" and element.data.entry:
                self._unclosed(element)
                self._leave(at)
                return

    def _leave(self, at: int) -> None:
        """End the box at *at* of the stack; passages that began inside it and go on are taken up after it."""
        box = self.stack[at]
        passages = [element for element in self.stack[at + 1 :] if element.name in PASSAGES]
        while self._pop() is not box:
            pass
        for passage in passages:
            if not is_filled(passage) or all(kid in passages for kid in passage.kids):
                detach(passage)
        self._unswap(box)
        for passage in passages:
            self._insert(passage.name, passage.attrs, passage.data)

    def _unswap(self, box: El) -> None:
        """A box that got nothing after its passage ended belongs into the passage again."""
        kids = [kid for kid in box.kids if not (isinstance(kid, str) and not kid.strip())]
        parent = box.parent
        if (
            len(kids) == 1
            and isinstance(kids[0], El)
            and kids[0].name in PASSAGES
            and parent is not None
            and not kids[0].kids
        ):
            passage = kids[0]
            parent.kids[index_of(parent.kids, box)] = passage
            passage.parent, passage.kids, box.kids, box.parent = parent, [box], [], passage

    def _close_group(self, name: str, data: Any) -> None:
        if data is not None:
            inline = self._find_active("marked") if name == "marked-block" else None
            if inline is not None and inline.data.editions and agree(inline.data, data):
                self._adopt("marked")
                return
            if self._ends_group(data):
                return
        self.work.doubt("stray-end", "A passage ends here that was never opened.", line=self.line)

    def _ends_group(self, data: Any) -> bool:
        """Close the nearest open group that *data*, the end as the profile knows it, may close."""
        fallback: El | None = None
        for element in reversed(self.stack):
            if element.name in CELLS:
                break
            name, opened = element.data if element.name == "row-group" else (element.name, element.data)
            if name not in GROUPS or name != data.group or not agree(opened, data):
                continue
            if opened.family == data.family:
                return self._close_to(element, data)
            fallback = fallback or element
        if fallback is None:
            return False
        if data.group == "box":
            self.work.doubt(
                "wrong-end", f"The end of {data.family!r} closes another box.", line=self.line, severity="note"
            )
        return self._close_to(fallback, data)

    def _close_to(self, element: El, data: Any) -> bool:
        if data.group != "box" and self._swap(element):
            return True
        while (top := self._pop()) is not element:
            if top.name in GROUPS:
                self._unclosed(top)
        return True

    def _swap(self, group: El) -> bool:
        """An entry that begins inside an errata or edition passage and goes on after it holds the passage instead."""
        if getattr(group.data, "role", "") == "original" or group.name == "row-group" or group.parent is None:
            return False
        at = self.stack.index(group)
        inner = self.stack[at + 1 :]
        box = next((element for element in inner if element.name == "box" and element.data.entry), None)
        if (
            box is None
            or any(element.name in GROUPS for element in inner if element is not box)
            or box.parent is not group
        ):
            return False
        others = [kid for kid in group.kids if kid is not box and not (isinstance(kid, str) and not kid.strip())]
        if others or (group.name != "errata" and any(is_part(kid) for kid in box.kids)):
            return False
        while self.stack[-1] is not group:
            self._pop()
        self._pop()
        parent = group.parent
        parent.kids[index_of(parent.kids, group)] = box
        box.parent, group.kids, box.kids = parent, box.kids, [group]
        for kid in group.kids:
            if isinstance(kid, El):
                kid.parent = group
        group.parent = box
        self.stack.append(box)
        return True
