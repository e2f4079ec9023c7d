"""A rulebook whose rules carry numbers: ``7. Rules``, ``702. Keywords``, ``702.9. Flying``, ``702.9a Flying is …``.

The number tells the depth, names the anchor, and makes the references in the text links. A list of contents is
recognised by its numbers, which come again; a glossary by its heading and its blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import takewhile

import msgspec

from ingest.profile import Profile
from ingest.rulebook.blocks import Anchors, is_row, make_list, make_table
from ingest.rulebook.lines import Line
from ingest.rulebook.numbers import Number, Numbers
from ingest.rulebook.references import References
from ingest.rulebook.titles import may_be_title
from ingest.rulebook.words import Words, words_of
from ingest.rulebook.wrapping import logical_lines
from ingest.tree import Box, Definition, Document, Doubt, Heading, Link, Navigation, Node, Paragraph, Text
from ingest.visible import fold

_RUN_IN = re.compile(r"(?P<name>[^\W_][^:.;–—]{1,50}?)(?::\s+|\s+[–—-]\s+)(?P<text>\S.*)", re.DOTALL)
_SECTION = 2  # the depth below chapters
_SHARE = 0.6  # of the lines of a glossary that hold term and text, and each line is one


def parse_numbered(text: str, *, profile: Profile) -> Document:
    """Read rules that carry numbers. Lines count within *text*."""
    return _Reader(logical_lines(text), profile).document()


def _deepest_titles(numbers: Sequence[Number | None]) -> Iterator[Number]:
    """The titles of an outline, below its chapters, under which no other title stands: they are what it tells of."""
    told = [number for number in numbers if number is not None]
    for place, number in enumerate(told):
        below = takewhile(lambda other: other.depth > number.depth, told[place + 1 :])  # noqa: B023
        if number.titled and number.outlined and number.depth == _SECTION and not any(item.titled for item in below):
            yield number


def _are_run_in(lines: Sequence[Line]) -> bool:
    """Whether the lines of a glossary each hold a term and its text."""
    return bool(lines) and sum(_RUN_IN.match(line.text) is not None for line in lines) >= _SHARE * len(lines)


class _Reader:
    def __init__(self, lines: Sequence[Line], profile: Profile) -> None:
        self.table = profile.numbered
        self.words: Words = words_of(profile)
        rows = tuple(Numbers(self.table).whole(lines))
        self.lines = tuple(line for line, _ in rows)
        self.numbers = tuple(number for _, number in rows)
        self.body = self._end_of_contents()
        self.known = {number.id for number in self.numbers[self.body :] if number is not None}
        self.references = References(self.table, self.known)
        self.anchors = Anchors()
        self.taken: set[str] = set()
        self.terms = frozenset(_deepest_titles(self.numbers))
        claimed = any(kind.chapters or kind.names_like or kind.when for kind in profile.kinds)
        self.titled_kind = None if claimed and self.table.kind == profile.glossary.other else self.table.kind
        self.doubts: list[Doubt] = []

    def document(self) -> Document:
        """Read every line: what stands before the contents, the contents, the rules, the glossary, the rest."""
        blocks = (*self._front(), *self._rules())
        return Document(
            title=self._title(), blocks=blocks,
            doubts=tuple(self.doubts),
        )  # fmt: skip

    def _title(self) -> str:
        """The first line that has the shape of a title, two words at least."""
        stop = self._contents()
        front = [line.text for line in self.lines[: self.body if stop is None else stop]][:40]
        titles = [
            text for text in front if may_be_title(text) and len(text.split()) > 1 and not text.endswith((".", ")"))
        ]
        return next(iter(titles), next((text for text in front if len(text) <= 120), ""))

    def _named(self, text: str, names: Sequence[str]) -> bool:
        return fold(text).rstrip(":") in {fold(name) for name in names}

    # -- before the rules ---------------------------------------------------------------------------------------------

    def _contents(self) -> int | None:
        return next((at for at, line in enumerate(self.lines) if self._named(line.text, self.table.contents)), None)

    def _end_of_contents(self) -> int:
        """The place of the first numbered line that is no line of the contents."""
        start = self._contents()
        if start is None:
            return next((at for at, number in enumerate(self.numbers) if number is not None), len(self.lines))
        seen: set[str] = set()
        for at in range(start, len(self.lines)):
            number = self.numbers[at]
            if number is not None and number.id in seen:
                return at
            if number is not None:
                seen.add(number.id)
        return next((at for at in range(start, len(self.lines)) if self.numbers[at] is not None), len(self.lines))

    def _front(self) -> Iterator[Node]:
        start = self._contents()
        stop = self.body if start is None else start
        for place, line in enumerate(self.lines[:stop]):
            if place and may_be_title(line.text) and not line.text.endswith("."):
                yield self._heading(line, 1)
            elif place == 0 and len(line.text) <= 120:
                yield Heading(
                    level=1,
                    children=(Text(line.text),),
                    anchor=self.anchors.take(line.text),
                    line=line.line,
                    end_line=line.end_line,
                )
            else:
                yield self._paragraph(line)
        if start is not None and start < self.body:
            rows = self.lines[start : self.body]
            yield Navigation(
                children=tuple(self._paragraph(row) for row in rows),
                name="contents",
                line=rows[0].line,
                end_line=rows[-1].end_line,
            )

    # -- rules --------------------------------------------------------------------------------------------------------

    def _rules(self) -> Iterator[Node]:
        at = self.body
        while at < len(self.lines):
            line, number = self.lines[at], self.numbers[at]
            if self._named(number.text if number else line.text, self.table.glossary):
                yield self._heading(line, 1)
                at = yield from self._glossary(at + 1)
                continue
            if number is not None:
                yield from self._numbered(number)
            elif self._named(line.text, self.table.closes):
                yield self._heading(line, 1)
            elif line.bullet:
                run = self._run(at, lambda item: bool(item.bullet))
                yield make_list(run)
                at += len(run) - 1
            elif is_row(line.text):
                run = self._run(at, lambda item: is_row(item.text))
                table, doubts = make_table(run)
                self.doubts.extend(doubts)
                yield table
                at += len(run) - 1
            else:
                yield self._unnumbered(line)
            at += 1

    def _run(self, at: int, keep: Callable[[Line], bool]) -> Sequence[Line]:
        end = at
        while end < len(self.lines) and keep(self.lines[end]):
            end += 1
        return self.lines[at:end]

    def _numbered(self, number: Number) -> Iterator[Node]:
        line = number.line
        if number.id in self.taken:
            self.doubts.append(Doubt(code="repeated-number", message=f"{number.id} is printed twice", line=line.line))
        self.taken.add(number.id)
        is_term = number.depth > 2 or (number.depth > 1 and not number.titled) or number in self.terms
        defines = self._definition(number) if is_term else None
        mark = line.text[: len(line.text) - len(number.text)].rstrip() if number.text else line.text
        shown = line.text if number.titled else mark
        yield Heading(
            level=number.depth, children=(Text(shown),), anchor=self.anchors.take(number.id), run_in=not number.titled,
            defines=defines, line=line.line, end_line=line.end_line,
        )  # fmt: skip
        if not number.titled and number.text:
            yield Paragraph(children=self._linked(number.text, number.id), line=line.line, end_line=line.end_line)

    def _definition(self, number: Number) -> Definition:
        if number.titled:
            return Definition(
                name=number.text.rstrip(" :"), aliases=(number.id,), kind=self.titled_kind, rule="numbered title"
            )
        return Definition(name=number.id, kind=self.table.kind, rule="numbered rule")

    def _unnumbered(self, line: Line) -> Node:
        found = self.words.box(line.text)
        if found is None and (match := re.match(r"(?P<word>[^\W\d_]+) - (?=\S)", line.text)):
            found = self.words.box(f"{match['word']}: {line.text[match.end() :]}")
        if found is not None and found[2]:
            kind, _, rest = found
            body = Paragraph(children=self._linked(rest), line=line.line, end_line=line.end_line)
            return Box(kind=kind, children=(body,), line=line.line, end_line=line.end_line)
        return self._paragraph(line)

    # -- the glossary -------------------------------------------------------------------------------------------------

    def _glossary(self, at: int) -> Generator[Node, None, int]:
        """The terms from *at* on, each above its text or in one line with it; gives back the place behind them."""
        if _are_run_in(self._below(at)):
            return (yield from self._run_in_terms(at))
        while at < len(self.lines) and not self._named(self.lines[at].text, self.table.closes):
            line = self.lines[at]
            at += 1
            if not line.gap or line.bullet:
                yield self._paragraph(line)
                continue
            names = [name.strip() for name in line.text.split(",") if name.strip()]
            defined = Definition(
                name=line.text, aliases=tuple(names) if len(names) > 1 else (), kind=self.table.term, rule="glossary"
            )
            yield self._heading(line, 2, defines=defined)
        return at

    def _below(self, at: int) -> Sequence[Line]:
        """The lines from *at* to what closes the glossary, or to a chapter behind it."""
        end = at
        while end < len(self.lines) and not self._named(self.lines[end].text, self.table.closes):
            number = self.numbers[end]
            if number is not None and number.depth == 1 and number.titled:
                break
            end += 1
        return self.lines[at:end]

    def _run_in_terms(self, at: int) -> Generator[Node, None, int]:
        """Terms that stand before a colon or a dash on the line of their text."""
        lines = self._below(at)
        for line in lines:
            found = _RUN_IN.match(line.text)
            if found is None:
                yield self._paragraph(line)
                continue
            defined = Definition(name=found["name"], kind=self.table.term, rule="glossary")
            yield msgspec.structs.replace(
                self._heading(msgspec.structs.replace(line, text=found["name"]), 2, defines=defined), run_in=True
            )
            yield Paragraph(children=self._linked(found["text"]), line=line.line, end_line=line.end_line)
        return at + len(lines)

    # -- small things -------------------------------------------------------------------------------------------------

    def _heading(self, line: Line, level: int, *, defines: Definition | None = None) -> Heading:
        return Heading(
            level=level, children=(Text(line.text),), anchor=self.anchors.take(line.text), defines=defines, line=line.line,
            end_line=line.end_line,
        )  # fmt: skip

    def _paragraph(self, line: Line) -> Paragraph:
        text = f"{line.bullet} {line.text}".strip()
        return Paragraph(children=self._linked(text), line=line.line, end_line=line.end_line)

    def _linked(self, text: str, own: str = "") -> tuple[Node, ...]:
        """*text* with links where it names the number of a rule that this text holds."""
        nodes: list[Node] = []
        start = 0
        for found in self.references.find(text):
            if found.id == own:
                continue
            if found.start > start:
                nodes.append(Text(text[start : found.start]))
            label = Text(text[found.start : found.end])
            nodes.append(Link(kind="page", target="", anchor=found.id, children=(label,)))
            start = found.end
        if start < len(text):
            nodes.append(Text(text[start:]))
        return tuple(nodes)
