"""Tags in any order become a tree: the part of HTML's tree construction that wikitext can reach.

Misnested formatting is split, paragraphs and items end where they must, what stands wrongly inside a table moves before
it. Depth and the list of active formatting are bounded; past the bound an element's content joins its parent's.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from ingest.wikitext.entities import decode
from ingest.wikitext.work import Mark, Work

Kid: TypeAlias = "str | El | Mark"
FORMATTING = frozenset("marked a b big code em font i s small strike strong tt u".split())
_CLOSES_P = frozenset(
    "blockquote center div dl figure ol p ul h1 h2 h3 h4 h5 h6 pre hr table gallery box errata marked-block navigation li dd dt".split()
)
_SPECIAL = _CLOSES_P | frozenset("br caption td th tr tbody wbr row-group".split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_SCOPE = frozenset(("table", "td", "th", "caption", "root"))
_LIST_SCOPE = _SCOPE | {"ul", "ol"}
_STRUCTURE = frozenset(("table", "tr", "row-group"))
_CELLS = frozenset(("td", "th", "caption"))
_IMPLIED = frozenset(("dd", "dt", "li", "p", "rb", "rp", "rt", "rtc"))
_MARK = re.compile("\x01[a-z]([0-9]+)\x02")
_MAX_DEPTH = 60
_MAX_INNER_DEPTH = 20  # inside texts inside texts
_MAX_ACTIVE = 12
_GROUPS = frozenset(("box", "errata", "marked-block"))
_PASSAGES = frozenset(("errata", "marked-block"))


class El:
    """One element while the tree grows."""

    __slots__ = ("attrs", "closed", "data", "end", "kids", "line", "name", "parent")

    def __init__(self, name: str, attrs: tuple[tuple[str, str], ...] = (), line: int = 0, data: Any = None) -> None:
        self.name = name
        self.attrs = attrs
        self.kids: list[Kid] = []
        self.parent: El | None = None
        self.line = line
        self.end = line
        self.data = data
        self.closed = True


class Builder:
    """Takes text and tags in reading order; ``root`` is the tree."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.root = El("root")
        self.stack: list[El] = [self.root]
        self.limit = _MAX_DEPTH if work.depth == 0 else _MAX_INNER_DEPTH
        self.active: list[El | None] = []
        self.line = 0
        self.last = 0  # line of the newest content
        self.between = False  # a paragraph just ended: open formatting is taken up by the next block

    # what comes in

    def feed(self, text: str) -> None:
        """Text, its marks replaced by what they stand for."""
        if "\x01" not in text:
            if text:
                self.text(text)
            return
        for number, bit in enumerate(_MARK.split(text)):
            if number % 2:
                self.mark(self.work.marks[int(bit)])
            elif bit:
                self.text(bit)

    def mark(self, mark: Mark) -> None:
        match mark.verb:
            case "text":
                self._inline(decode(mark.text), bool(mark.text.strip()))
            case "open":
                self.open(mark.name, mark.attrs, mark.data)
            case "close":
                self.close(mark.name, mark.data)
            case "void":
                self.void(mark.name, mark.attrs)
            case "node":
                self._node(mark)

    def text(self, text: str) -> None:
        self._inline(decode(text), not text.isspace())

    def _inline(self, kid: str, solid: bool) -> None:
        top = self.stack[-1]
        if solid:
            self.last = self.line
            self.between = False
        if top.name in _STRUCTURE:
            if not solid:
                return
            self._foster_text(kid)
            return
        if self.active and self.active[-1] is not None and self.active[-1] not in self.stack:
            self._reconstruct()
            top = self.stack[-1]
        kids = top.kids
        if not kids and top.name == "p":
            if not solid:
                return
            top.line = self.line
        if kids and type(kids[-1]) is str:
            kids[-1] += kid
        else:
            kids.append(kid)

    def _node(self, mark: Mark) -> None:
        if mark.name == "record" and self._in_record_table():
            self._table_record(mark)
            return
        if mark.name == "navigation":
            self._end_open_ended(1)
        if mark.name == "link":
            self._end_link()
        block = mark.name not in ("link", "image", "note", "inline")
        if block:
            self._close_p()
        elif self.stack[-1].name not in _STRUCTURE:
            self._reconstruct()
        self._append(El("*", line=self.line, data=mark))

    def _table_record(self, mark: Mark) -> None:
        self._clear_to(("table", "row-group"))
        record = El("*", line=self.line, data=mark)
        record.parent = self.stack[-1]
        self.stack[-1].kids.append(record)

    # tags

    def open(self, name: str, attrs: tuple[tuple[str, str], ...] = (), data: Any = None) -> None:
        structure = self._context()
        if structure is not None and structure.name in _STRUCTURE:
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
        if name in _HEADINGS:
            self._end_open_ended(int(name[1]))
        elif name == "box" and data.entry:
            self._end_entry()
        if name in _HEADINGS and self.active:
            self.active = [element for element in self.active if element is None or element.name != "marked"]
        if name in ("li", "dd", "dt"):
            self._end_item(("li",) if name == "li" else ("dd", "dt"))
            self._close_p()
        elif name in _CLOSES_P:
            self._close_p()
            if self.between and name != "p":
                self._reconstruct()
            if name in _HEADINGS and self.stack[-1].name in _HEADINGS:
                self._pop()
        else:
            self._reconstruct()
        self._insert(name, attrs, data)

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
        elif name in _GROUPS and self.stack[-1].name in _STRUCTURE:
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
        elif name in _GROUPS:
            self._close_group(name, data)
        elif name == "p":
            self._close_paragraph()
        elif name in _HEADINGS:
            if any(self._in_scope(heading, _SCOPE) for heading in _HEADINGS):
                self._imply(name)
                while self._pop().name not in _HEADINGS:
                    pass
        elif name == "br":
            self.void("br")
        elif name in _SPECIAL:
            if self._in_scope(name, _LIST_SCOPE if name == "li" else _SCOPE):
                self._imply(name)
                self._pop_to(name)
        else:
            self._close_other(name)

    def _close_paragraph(self) -> None:
        if self._in_scope("p", _SCOPE):
            self._imply("p")
            self._pop_to("p")

    def _close_other(self, name: str) -> None:
        for element in reversed(self.stack):
            if element.name == name:
                self._imply(name)
                while self._pop() is not element:
                    pass
                return
            if element.name in _SPECIAL or element.name == "root":
                return

    def _close_cell(self, name: str) -> None:
        stops = frozenset(("table", "root"))
        if not self._in_scope(name, stops):
            return
        self._imply("")
        self._pop_to(name)
        if name != "tr":
            self._clear_active()

    def _close_group(self, name: str, data: Any) -> None:
        if data is not None:
            inline = self._find_active("marked") if name == "marked-block" else None
            if inline is not None and inline.data.editions and _agree(inline.data, data):
                self._adopt("marked")
                return
            if self._ends_group(data):
                return
        self.work.doubt("stray-end", "A passage ends here that was never opened.", line=self.line)

    def _ends_group(self, data: Any) -> bool:
        """Close the nearest open group that *data*, the end as the profile knows it, may close."""
        fallback: El | None = None
        for element in reversed(self.stack):
            if element.name in _CELLS:
                break
            name, opened = element.data if element.name == "row-group" else (element.name, element.data)
            if name not in _GROUPS or name != data.group or not _agree(opened, data):
                continue
            if opened.family == data.family:
                return self._close_to(element, data)
            fallback = fallback or element
        if fallback is None:
            return False
        if data.group == "box":
            self.work.doubt("wrong-end", f"The end of {data.family!r} closes another box.", line=self.line, severity="note")
        return self._close_to(fallback, data)

    def _close_to(self, element: El, data: Any) -> bool:
        if data.group != "box" and self._swap(element):
            return True
        while (top := self._pop()) is not element:
            if top.name in _GROUPS:
                self._unclosed(top)
        return True

    def _swap(self, group: El) -> bool:
        """An entry that begins inside an errata or edition passage and goes on after it holds the passage instead."""
        if getattr(group.data, "role", "") == "original" or group.name == "row-group" or group.parent is None:
            return False
        at = self.stack.index(group)
        inner = self.stack[at + 1 :]
        box = next((element for element in inner if element.name == "box" and element.data.entry), None)
        if box is None or any(element.name in _GROUPS for element in inner if element is not box) or box.parent is not group:
            return False
        others = [kid for kid in group.kids if kid is not box and not (isinstance(kid, str) and not kid.strip())]
        if others or (group.name != "errata" and any(_is_part(kid) for kid in box.kids)):
            return False
        while self.stack[-1] is not group:
            self._pop()
        self._pop()
        parent = group.parent
        parent.kids[_index(parent.kids, group)] = box
        box.parent, group.kids, box.kids = parent, box.kids, [group]
        for kid in group.kids:
            if isinstance(kid, El):
                kid.parent = group
        group.parent = box
        self.stack.append(box)
        return True

    def finish(self) -> El:
        """Close what is open; the tree."""
        for element in self.stack[1:]:
            element.end = max(element.line, self.last)
            if element.name in _GROUPS:
                self._unclosed(element)
        del self.stack[1:]
        return self.root

    # the stack

    def _insert(self, name: str, attrs: tuple[tuple[str, str], ...] = (), data: Any = None) -> El:
        element = El(name, attrs, self.line, data)
        if len(self.stack) > self.limit:
            self.work.doubt("nested-too-deep", "Elements are nested too deep; the inner ones are joined.", line=self.line)
            self._pop()
        self._append(element)
        self.stack.append(element)
        return element

    def _append(self, element: El) -> None:
        top = self.stack[-1]
        self.last = self.line
        if top.name in _STRUCTURE and element.name not in ("tr", "td", "th", "caption", "row-group"):
            table = self._last_table()
            parent = table.parent or self.root
            element.parent = parent
            at = _index(parent.kids, table)
            parent.kids.insert(at, element)
            return
        element.parent = top
        if top.name == "p" and not top.kids:
            top.line = self.line
        top.kids.append(element)

    def _foster_text(self, text: str) -> None:
        table = self._last_table()
        parent = table.parent or self.root
        if self.active and self.active[-1] is not None and self.active[-1] not in self.stack:
            self._reconstruct()
            if self.stack[-1].name not in _STRUCTURE:
                self.stack[-1].kids.append(text)
                return
        at = _index(parent.kids, table)
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
            if element.name in _GROUPS or (element.name == "row-group" and name == "table"):
                self._unclosed(element)
            if element.name in _CELLS:
                self._clear_active()
            if element.name == name:
                return

    def _unclosed(self, element: El) -> None:
        data = element.data[1] if element.name == "row-group" else element.data
        if not data.open_ended:
            element.closed = False
            self.work.doubt("unclosed-box", "A box is never closed; it ends with what it stands in.", line=element.line)

    def _context(self) -> El | None:
        """The innermost element that has to do with a table."""
        for element in reversed(self.stack):
            if element.name in _STRUCTURE or element.name in _CELLS:
                return element
        return None

    def _in_record_table(self) -> bool:
        context = self._context()
        return context is not None and (self._last_table().data is not None or context.name in _STRUCTURE)

    def _end_open_ended(self, level: int) -> None:
        """End the boxes that have no end of their own, where the next thing begins."""
        for at in range(len(self.stack) - 1, 0, -1):
            element = self.stack[at]
            if element.name in _CELLS:
                return
            if element.name == "box" and not element.data.open_ended:
                return
            if element.name == "box" and (level <= 2 or not element.data.entry) and _is_filled(element):
                self._leave(at)
                return

    def _end_entry(self) -> None:
        """An entry begins: the one before it, still open, ends here."""
        for at in range(len(self.stack) - 1, 0, -1):
            element = self.stack[at]
            if element.name in _CELLS or (element.name == "errata" and element.data.role == "original"):
                return
            if element.name == "box" and element.data.entry:
                self._unclosed(element)
                self._leave(at)
                return

    def _leave(self, at: int) -> None:
        """End the box at *at* of the stack; passages that began inside it and go on are taken up after it."""
        box = self.stack[at]
        passages = [element for element in self.stack[at + 1 :] if element.name in _PASSAGES]
        while self._pop() is not box:
            pass
        for passage in passages:
            if not _is_filled(passage) or all(kid in passages for kid in passage.kids):
                _detach(passage)
        self._unswap(box)
        for passage in passages:
            self._insert(passage.name, passage.attrs, passage.data)

    def _unswap(self, box: El) -> None:
        """A box that got nothing after its passage ended belongs into the passage again."""
        kids = [kid for kid in box.kids if not (isinstance(kid, str) and not kid.strip())]
        parent = box.parent
        if len(kids) == 1 and isinstance(kids[0], El) and kids[0].name in _PASSAGES and parent is not None and not kids[0].kids:
            passage = kids[0]
            parent.kids[_index(parent.kids, box)] = passage
            passage.parent, passage.kids, box.kids, box.parent = parent, [box], [], passage

    def _end_cell(self) -> None:
        self._imply("")
        while len(self.stack) > 1:
            element = self._pop()
            if element.name in _GROUPS:
                self._unclosed(element)
            if element.name in _CELLS:
                self._clear_active()
                return

    def _clear_to(self, names: tuple[str, ...]) -> None:
        while len(self.stack) > 1 and self.stack[-1].name not in names:
            self._pop()

    def _imply(self, name: str) -> None:
        while self.stack[-1].name in _IMPLIED and self.stack[-1].name != name:
            self._pop()

    def _in_scope(self, name: str, stops: frozenset[str]) -> bool:
        for element in reversed(self.stack):
            if element.name == name:
                return True
            if element.name in stops:
                return False
        return False

    def _close_p(self) -> None:
        if self._in_scope("p", _SCOPE):
            self._imply("p")
            self._pop_to("p")

    def _end_item(self, names: tuple[str, ...]) -> None:
        for element in reversed(self.stack):
            if element.name in names:
                self._imply(element.name)
                self._pop_to(element.name)
                return
            if element.name in _SPECIAL and element.name not in ("div", "p") or element.name == "root":
                return

    # active formatting

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
        if len(self.active) > _MAX_ACTIVE * 8:
            del self.active[: len(self.active) - _MAX_ACTIVE * 8]

    def _find_active(self, name: str) -> El | None:
        for element in reversed(self.active):
            if element is None:
                return None
            if element.name == name:
                return element
        return None

    def _clear_active(self) -> None:
        while self.active:
            if self.active.pop() is None:
                return

    def _reconstruct(self) -> None:
        active = self.active
        if not active or active[-1] is None or active[-1] in self.stack:
            return
        at = len(active) - 1
        while at > 0 and active[at - 1] is not None and active[at - 1] not in self.stack:
            at -= 1
        at = max(at, len(active) - _MAX_ACTIVE)
        for number in range(at, len(active)):
            old = active[number]
            if old is not None:
                active[number] = self._insert(old.name, old.attrs, old.data)

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
            if any(other.name in _SCOPE for other in self.stack[at + 1 :]):
                return
            furthest = next((other for other in self.stack[at + 1 :] if other.name in _SPECIAL), None)
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
            _move_to(last, clone)
            last = clone
        if ancestor.name in _STRUCTURE:
            _detach(last)
            table = self._last_table()
            parent = table.parent or self.root
            last.parent = parent
            parent.kids.insert(_index(parent.kids, table), last)
        else:
            _move_to(last, ancestor)
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


def _agree(opened: Any, end: Any) -> bool:
    """Whether an end may close a passage: one of an edition closes only passages of that edition."""
    return opened.editions == end.editions or bool(set(opened.editions) & set(end.editions))


def _is_part(kid: Kid) -> bool:
    return isinstance(kid, El) and isinstance(kid.data, Mark) and kid.data.name == "part"


def _is_filled(element: El) -> bool:
    return any(isinstance(kid, El) or kid.strip() for kid in element.kids)  # type: ignore[union-attr]


def _index(kids: list[Kid], element: El) -> int:
    for at in range(len(kids) - 1, -1, -1):
        if kids[at] is element:
            return at
    return len(kids)


def _detach(element: El) -> None:
    if element.parent is not None:
        kids = element.parent.kids
        at = _index(kids, element)
        if at < len(kids):
            del kids[at]


def _move_to(element: El, parent: El) -> None:
    _detach(element)
    element.parent = parent
    parent.kids.append(element)
