"""One element while the tree grows, and what HTML says of each kind of element."""

from __future__ import annotations

from typing import Any, TypeAlias

from ingest.wikitext.work import Mark

Kid: TypeAlias = "str | El"
FORMATTING = frozenset(
    ["marked", "a", "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"]
)
CLOSES_P = frozenset(
    [
        "blockquote",
        "center",
        "div",
        "dl",
        "figure",
        "ol",
        "p",
        "ul",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "pre",
        "hr",
        "table",
        "gallery",
        "box",
        "errata",
        "marked-block",
        "navigation",
        "li",
        "dd",
        "dt",
    ]
)
SPECIAL = CLOSES_P | frozenset(["br", "caption", "td", "th", "tr", "tbody", "wbr", "row-group"])
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
SCOPE = frozenset(("table", "td", "th", "caption", "root"))
LIST_SCOPE = SCOPE | {"ul", "ol"}
STRUCTURE = frozenset(("table", "tr", "row-group"))
CELLS = frozenset(("td", "th", "caption"))
IMPLIED = frozenset(("dd", "dt", "li", "p", "rb", "rp", "rt", "rtc"))
GROUPS = frozenset(("box", "errata", "marked-block"))
PASSAGES = frozenset(("errata", "marked-block"))
INLINE_MARKS = frozenset(("link", "image", "note", "inline"))  # finished nodes that stand inside a line


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


def agree(opened: Any, end: Any) -> bool:
    """Whether an end may close a passage: one of an edition closes only passages of that edition."""
    same_end = end.why == opened.why == "edition" and not end.editions  # an end that names none closes any
    return same_end or opened.editions == end.editions or bool(set(opened.editions) & set(end.editions))


def is_part(kid: Kid) -> bool:
    return isinstance(kid, El) and isinstance(kid.data, Mark) and kid.data.name == "part"


def is_filled(element: El) -> bool:
    return any(isinstance(kid, El) or kid.strip() for kid in element.kids)


def index_of(kids: list[Kid], element: El) -> int:
    for at in range(len(kids) - 1, -1, -1):
        if kids[at] is element:
            return at
    return len(kids)


def detach(element: El) -> None:
    if element.parent is not None:
        kids = element.parent.kids
        at = index_of(kids, element)
        if at < len(kids):
            del kids[at]


def move_to(element: El, parent: El) -> None:
    detach(element)
    element.parent = parent
    parent.kids.append(element)
