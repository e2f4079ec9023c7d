r"""What is known while one text is being read: marks standing in for markup, doubts, categories, notes.

Between the passes, markup that was understood stands in the text as a *mark*: ``\x01``, a letter, a number, ``\x02``.
The letter tells the block pass what it needs (``i`` inline, ``o`` suspends paragraphs, ``c`` ends one, ``b`` a block
quote, ``a`` and ``z`` an external link); the number leads to the `Mark`. Two more characters keep line numbers true: ``\x1e`` is a line of the source that
was taken out, ``\x1f`` before a newline says that the source has none here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ingest.profile import Profile
from ingest.titles import Site, Title, read_title
from ingest.tree import Doubt, Node

Templates: TypeAlias = Mapping[str, str] | Callable[[str], str | None]
Verb: TypeAlias = Literal["open", "close", "void", "node", "text"]
MARK = re.compile("\x01[a-z]([0-9]+)\x02")
TRIM = " \t\n\r\v"  # what PHP's trim takes
LOST, ADDED = "\x1e", "\x1f"

SUSPENDS = frozenset(("table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "p", "ul", "ol", "dl"))
ALWAYS = frozenset(("tr", "caption", "dt", "dd", "li"))
ENDS = frozenset(
    ("center", "blockquote", "div", "hr", "figure", "gallery", "box", "errata", "marked-block", "navigation")
)


@dataclass(slots=True)
class Mark:
    """One piece of understood markup."""

    verb: Verb
    name: str = ""
    attrs: tuple[tuple[str, str], ...] = ()
    node: Node | None = None
    text: str = ""
    data: Any = None


def letter_of(verb: Verb, name: str) -> str:
    """The class of a tag for the block pass."""
    if name in ALWAYS:
        return "o"
    if name in SUSPENDS:
        return "o" if verb != "close" else "c"
    if name in ("td", "th"):
        return "c" if verb != "close" else "o"
    if name == "blockquote":
        return "b"
    if name == "a":
        return "a" if verb == "open" else "z"
    return "c" if name in ENDS else "i"


@dataclass(slots=True)
class Work:
    """One reading of one text."""

    site: Site
    title: Title
    profile: Profile | None
    templates: Templates
    marks: list[Mark] = field(default_factory=list)
    doubts: dict[Doubt, None] = field(default_factory=dict)
    categories: dict[str, None] = field(default_factory=dict)
    languages: dict[tuple[str, str], None] = field(default_factory=dict)
    switches: dict[str, None] = field(default_factory=dict)
    transcluded: dict[str, bool] = field(default_factory=dict)
    notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    anchors: dict[str, int] = field(default_factory=dict)
    simple: dict[tuple[str, str], str] = field(default_factory=dict)
    line: int = 0  # of the construct being expanded
    external: int = 0  # links that are only numbered
    depth: int = 0  # of readings inside readings
    budget: int = 2_000_000  # characters that expansion may still add
    passages: list[bool] = field(default_factory=list)  # of an edition, open now: whether each is a block
    variables: dict[str, str] = field(default_factory=dict)

    def doubt(
        self, code: str, message: str, *, line: int = 0, severity: Literal["note", "warning", "error"] = "warning"
    ) -> None:
        """Remember what was read with doubt."""
        self.doubts.setdefault(Doubt(severity=severity, code=code, message=message, line=line or self.line))

    def put(self, mark: Mark, letter: str = "i") -> str:
        """The text that stands for *mark*."""
        self.marks.append(mark)
        return f"\x01{letter}{len(self.marks) - 1}\x02"

    def open(self, name: str, attrs: tuple[tuple[str, str], ...] = (), data: Any = None) -> str:
        """The text that stands for a start tag."""
        if not attrs and data is None:
            return self._plain("open", name)
        return self.put(Mark("open", name, attrs, data=data), letter_of("open", name))

    def close(self, name: str) -> str:
        """The text that stands for an end tag."""
        return self._plain("close", name)

    def void(self, name: str, attrs: tuple[tuple[str, str], ...] = ()) -> str:
        """The text that stands for a tag without content."""
        if not attrs:
            return self._plain("void", name)
        return self.put(Mark("void", name, attrs), letter_of("void", name))

    def literal(self, text: str) -> str:
        """The text that stands for *text*, which no later pass may read."""
        return self.put(Mark("text", text=text))

    def node(self, node: Node, *, block: bool = False) -> str:
        """The text that stands for a finished *node*."""
        return self.put(Mark("node", node=node), "c" if block else "i")

    def mark_of(self, match: re.Match[str]) -> Mark:
        return self.marks[int(match[1])]

    def plain(self, text: str) -> str:
        """*text* with literal marks as their text and all others dropped: for attributes and names."""
        if "\x01" not in text:
            return text
        return MARK.sub(lambda match: self.mark_of(match).text, text)

    def find_title(self, text: str, namespace: int = 0) -> Title | None:
        """The title that *text* names on this wiki."""
        return read_title(text, site=self.site, namespace=namespace)

    def _plain(self, verb: Verb, name: str) -> str:
        found = self.simple.get((verb, name))
        if found is None:
            found = self.simple[verb, name] = self.put(Mark(verb, name), letter_of(verb, name))
        return found
