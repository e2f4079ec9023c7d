"""A wiki page saved as it was shown: headings are bare lines, boxes begin with a word in capitals and end nowhere.

What marks a heading is that it is short, ends like no sentence and has a text below; what ends a box is the next
heading or the next box. Numbers of steps stand as typed ("1.2"), and a page may break off anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from ingest.profile import Profile, Rendered
from ingest.rulebook.blocks import Anchors, is_row, last_line, make_table
from ingest.rulebook.lines import Line, is_rule
from ingest.rulebook.titles import may_be_plain_title, may_be_title, take_apart
from ingest.rulebook.wrapping import logical_lines
from ingest.tree import Box, Document, Doubt, Element, Heading, Item, List, Navigation, Node, Paragraph, Text

_STEP = re.compile(
    r"^(?:(?P<mark>\d{1,2}(?:\.\d{1,2})*)[.)](?!\d)\s*|(?P<bare>\d{1,2}(?:\.\d{1,2})+)\s+)(?P<rest>[^\W\d_“\"'(].*)?$",
    re.DOTALL,
)
_GLUED = re.compile(r"(?<=[.!?])\s+(?P<mark>\d{1,2})\.\s+(?P<title>[^\W\d_][^.!?]{2,60})$")
_HEAD = re.compile(
    r"^(?P<head>[^\W\d_][^.:!?,;]{1,60}?(?:\s\([^()]*\))?)(?P<sign>:|\.(?!\.))\s+(?P<rest>\S.*)$", re.DOTALL
)
_ENDS = tuple(".!?…:;)]”\"'»|")
_LINKS = 3  # separators that make a line of names a navigation line


def parse_rendered(text: str, *, profile: Profile) -> Document:
    """Read a wiki page that was saved as text. Lines count within *text*."""
    return _Reader(tuple(_unglued(logical_lines(text))), profile.rendered).document()


def _unglued(lines: Sequence[Line]) -> Iterator[Line]:
    """Part a line at whose end the next step begins."""
    for line in lines:
        step, glued = _STEP.match(line.text), _GLUED.search(line.text)
        if step and glued and int(glued["mark"]) == int(_mark(step).split(".")[0]) + 1:
            yield msgspec.structs.replace(line, text=line.text[: glued.start()])
            yield msgspec.structs.replace(line, text=line.text[glued.start() :].strip(), line=line.end_line, gap=False)
        else:
            yield line


def _mark(step: re.Match[str]) -> str:
    return str(step["mark"] or step["bare"])


def is_navigation(text: str, table: Rendered) -> bool:
    """Whether *text* is a line of names with signs between them."""
    if is_row(text):
        return False
    count = sum(text.count(sign) for sign in table.separators)
    names = [name.strip() for name in re.split("|".join(re.escape(sign) for sign in table.separators), text)]
    return count >= _LINKS and all(len(name) <= 60 and not name.endswith(".") for name in names)


class _Reader:
    def __init__(self, lines: Sequence[Line], table: Rendered) -> None:
        self.lines = lines
        self.table = table
        self.boxes = [
            (kind, re.compile("|".join(f"(?:{pattern})" for pattern in patterns)))
            for kind, patterns in table.boxes.items()
        ]
        self.anchors = Anchors()
        self.blocks: list[Node] = []
        self.doubts: list[Doubt] = []
        self.at = 0

    def document(self) -> Document:
        """Read every line."""
        self._front()
        while self.at < len(self.lines):
            self.blocks.append(self._box() or self._heading() or self._block())
        cut = self._cut()
        if cut is not None:
            self.doubts.append(cut)
        title = self.lines[0].text if self.lines and self._is_short(self.lines[0]) else ""
        return Document(title=title, blocks=tuple(self.blocks), complete=cut is None, doubts=tuple(self.doubts))

    def _front(self) -> None:
        """The title, and the chapter and the names of its pages that stand above the text."""
        if not self.lines or not self._is_short(self.lines[0]):
            return
        self.blocks.append(self._headed(self.lines[0], 1))
        self.at = 1
        stop = next((at for at, line in enumerate(self.lines[1:5], 1) if is_navigation(line.text, self.table)), None)
        if stop is not None and all(self._is_short(line) or is_rule(line.text) for line in self.lines[1:stop]):
            self.blocks.append(self._navigation(self.lines[1 : stop + 1]))
            self.at = stop + 1

    def _navigation(self, lines: Sequence[Line]) -> Navigation:
        return Navigation(
            children=tuple(_paragraph(line) for line in lines), line=lines[0].line, end_line=lines[-1].end_line
        )  # fmt: skip

    # -- headings and boxes -------------------------------------------------------------------------------------------

    def _is_short(self, line: Line) -> bool:
        if line.bullet or is_row(line.text) or _STEP.match(line.text) or len(line.text) > 80:
            return False
        return line.text[-1] not in ".,;:…" and (may_be_title(line.text) or may_be_plain_title(line.text))

    def _is_heading(self, place: int) -> bool:
        line = self.lines[place]
        if (
            not self._is_short(line)
            or self._box_kind(line)
            or is_rule(line.text)
            or is_navigation(line.text, self.table)
        ):
            return False
        after = self.lines[place + 1] if place + 1 < len(self.lines) else None
        return after is None or not self._box_kind(after) or self._is_short(line)

    def _heading(self) -> Node | None:
        if not self._is_heading(self.at):
            return None
        self.at += 1
        return self._headed(self.lines[self.at - 1], 2)

    def _headed(self, line: Line, level: int) -> Heading:
        return Heading(
            level=level, children=(Text(line.text),), anchor=self.anchors.take(line.text), line=line.line, end_line=line.end_line
        )  # fmt: skip

    def _box_kind(self, line: Line) -> str | None:
        if line.bullet:
            return None
        return next((kind for kind, pattern in self.boxes if pattern.fullmatch(line.text.rstrip(":"))), None)

    def _box(self) -> Node | None:
        """A box: from its word to the next heading, box or navigation line."""
        opening = self.lines[self.at]
        kind = self._box_kind(opening)
        if kind is None:
            return None
        self.at += 1
        title = [Text(opening.text)] if kind == "advice" else []
        children: list[Node] = []
        if kind in self.table.titled:
            while self.at < len(self.lines) and self._is_heading(self.at):
                line = self.lines[self.at]
                if title:
                    children.append(_bold(line))
                else:
                    title.append(Text(line.text))
                self.at += 1
        while self.at < len(self.lines) and not self._ends_box():
            children.append(self._block())
        end = max((last_line(child) for child in children), default=self.lines[self.at - 1].end_line)
        self.doubts.append(
            Doubt(severity="note", code="guessed-box-end", message="where this box ends is not printed", line=opening.line)
        )  # fmt: skip
        return Box(
            kind=kind, title=tuple(title), children=tuple(children), closed=False, line=opening.line, end_line=end
        )

    def _ends_box(self) -> bool:
        line = self.lines[self.at]
        return self._is_heading(self.at) or self._box_kind(line) is not None or is_navigation(line.text, self.table)

    # -- other blocks -------------------------------------------------------------------------------------------------

    def _block(self) -> Node:
        line = self.lines[self.at]
        if is_row(line.text) and not line.bullet:
            return self._table()
        if is_rule(line.text):
            self.at += 1
            return Element(name="hr", line=line.line, end_line=line.end_line)
        if is_navigation(line.text, self.table):
            self.at += 1
            return self._navigation((line,))
        if line.bullet:
            return self._bullets()
        if _STEP.match(line.text):
            return self._steps()
        self.at += 1
        return _paragraph(line)

    def _table(self) -> Node:
        start = self.at
        while self.at < len(self.lines) and is_row(self.lines[self.at].text) and not self.lines[self.at].bullet:
            self.at += 1
        table, doubts = make_table(self.lines[start : self.at])
        self.doubts.extend(doubts)
        return table

    def _bullets(self) -> Node:
        start = self.at
        while self.at < len(self.lines) and self.lines[self.at].bullet:
            self.at += 1
        run = self.lines[start : self.at]
        items = tuple(
            Item(children=_headed_text(line.text, loose=True), line=line.line, end_line=line.end_line) for line in run
        )
        return List(kind="ul", items=items, line=run[0].line, end_line=run[-1].end_line)

    def _steps(self) -> Node:
        """Numbered steps; a paragraph between two of them belongs to the first."""
        items: list[Item] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            step = _STEP.match(line.text) if not line.bullet else None
            if step is not None:
                items.append(
                    Item(
                        children=_headed_text(step["rest"] or "", title=True),
                        mark=_mark(step),
                        line=line.line,
                        end_line=line.end_line,
                    )
                )
                self.at += 1
            elif items and self._step_follows():
                last = items[-1]
                block = self._bullets() if line.bullet else self._plain()
                items[-1] = msgspec.structs.replace(last, children=(*last.children, block), end_line=last_line(block))
            else:
                break
        return List(kind="ol", items=tuple(items), line=items[0].line, end_line=items[-1].end_line)

    def _plain(self) -> Node:
        self.at += 1
        return _paragraph(self.lines[self.at - 1])

    def _step_follows(self) -> bool:
        for place in range(self.at, len(self.lines)):
            line = self.lines[place]
            if not line.bullet and _STEP.match(line.text):
                return True
            if (
                self._is_heading(place)
                or self._box_kind(line)
                or is_navigation(line.text, self.table)
                or is_row(line.text)
            ):
                return False
        return False

    # -- the end ------------------------------------------------------------------------------------------------------

    def _cut(self) -> Doubt | None:
        """Why the text seems to break off at its end."""
        rest = [line for line in self.lines if not is_navigation(line.text, self.table)]
        if not rest:
            return None
        line = rest[-1]
        step = _STEP.match(line.text) if not line.bullet else None
        why = ""
        if step is not None and not step["rest"]:
            why = f"the text ends in the number {_mark(step)} without its step"
        elif len(rest) > 1 and self._is_heading(self.lines.index(line)):
            why = "the text ends in a heading with nothing below"
        elif len(line.text) > 60 and not line.text.endswith(_ENDS):
            why = "the text ends within a sentence"
        return Doubt(code="cut-off", message=why, line=line.end_line) if why else None


def _headed_text(text: str, *, title: bool = False, loose: bool = False) -> tuple[Node, ...]:
    """*text* with the term it opens with in bold, as pages show it: ``Term: what it means``."""
    match = _HEAD.match(text)
    if (
        match
        and 0 < len(take_apart(match["head"]).name.split()) <= 7
        and match["head"][0].isupper()
        and (
            (match["sign"] == ":" and (loose or title))
            or ((match["sign"] == ":" or title) and may_be_title(match["head"]))
        )
    ):
        head = Element(name="b", children=(Text(match["head"] + match["sign"]),))
        return (head, Text(f" {match['rest']}"))
    if title and text and may_be_title(text):
        return (Element(name="b", children=(Text(text),)),)
    return (Text(text),) if text else ()


def _paragraph(line: Line) -> Paragraph:
    return Paragraph(children=_headed_text(line.text), line=line.line, end_line=line.end_line)


def _bold(line: Line) -> Paragraph:
    return Paragraph(children=(Element(name="b", children=(Text(line.text),)),), line=line.line, end_line=line.end_line)
