"""One rulebook on its way to a document: where reading stands, what stands open, what was made so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from ingest.rulebook.blocks import Anchors, paragraph
from ingest.rulebook.depths import last_places
from ingest.rulebook.lines import Line
from ingest.rulebook.outline import ENTRY, Open, Outline
from ingest.rulebook.records import opens_record, printed_fields
from ingest.rulebook.titles import (
    Title,
    is_acronym,
    labels_of,
    listed,
    may_be_plain_title,
    may_be_title,
    run_in,
    same_name,
    take_apart,
)  # fmt: skip
from ingest.rulebook.words import Words
from ingest.tree import Box, Definition, Doubt, Element, Heading, Node, Text

_AHEAD = 12  # lines


class Build:
    """Lines on one side, blocks on the other."""

    def __init__(self, lines: Sequence[Line], words: Words) -> None:
        self.lines = lines
        self.words = words
        self.blocks: list[Node] = []
        self.doubts: list[Doubt] = []
        self.outline = Outline(words)
        self.anchors = Anchors()
        self.at = 0
        self.mode: str | None = None  # of the next record
        self.after_class = False  # the line may be one of labels
        self.first_entries = _entry_depth(lines)
        self.last_places = last_places(lines)

    # -- lines --------------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 1) -> Line | None:
        """The line *ahead* of the one that is read."""
        place = self.at + ahead
        return self.lines[place] if place < len(self.lines) else None

    def run(self, keep: Callable[[Line], bool]) -> list[Line]:
        """The lines from here on that *keep* accepts; goes behind them."""
        start = self.at
        while self.at < len(self.lines) and keep(self.lines[self.at]):
            self.at += 1
        return list(self.lines[start : self.at])

    def take(self, *nodes: Node) -> bool:
        """Add *nodes* and go on to the next line."""
        self.blocks.extend(nodes)
        self.at += 1
        return True

    def doubt(self, code: str, message: str, line: Line, severity: Literal["note", "warning"] = "note") -> None:
        """Say what was read with doubt."""
        self.doubts.append(Doubt(severity=severity, code=code, message=message, line=line.line))

    # -- what a line could be -----------------------------------------------------------------------------------------

    def is_title(self, place: int) -> bool:
        """Whether the line at *place* is a title of its own."""
        line = self.lines[place]
        after = self.lines[place + 1] if place + 1 < len(self.lines) else None
        if line.depth:
            return True
        if line.bullet or line.prose:
            return False
        if may_be_title(line.text):
            title = take_apart(line.text)
            if not title.stopped:
                return True
            return after is not None and (bool(after.bullet) or bool(title.groups))
        if not may_be_plain_title(line.text) or after is None:
            return False
        alone = line.gap and after.gap and len(after.text) > len(line.text)
        return alone or (not after.gap and len(after.text) > 2 * len(line.text))

    def class_of(self, title: Title) -> tuple[str | None, tuple[str, ...]]:
        """The class and labels in the last bracket of *title*."""
        if not title.groups:
            return None, ()
        cls, labels = class_and_labels(title.groups[-1])
        if ";" in title.groups[-1] or self.words.is_class(cls):
            return cls, labels
        again = not is_acronym(title.groups[-1], title.name) and ":" not in title.groups[-1]
        waiting = self.outline.waits_for_class(title.name) if again else None
        return (cls, labels) if waiting is not None and not waiting.classed else (None, ())

    def record_follows(self) -> bool:
        """Whether a record stands below this line, before the next title."""
        for place in range(self.at + 1, min(self.at + _AHEAD, len(self.lines))):
            line = self.lines[place]
            printed = printed_fields(line.text, self.words)
            if printed is not None and opens_record(printed, self.words.table):
                return True
            if line.bullet or self.words.part(line.text):
                continue
            if self.is_title(place) or run_in(line.text):
                return False
        return False

    def class_follows(self, name: str) -> bool:
        """Whether the next title gives *name* its class."""
        for place in range(self.at + 1, min(self.at + _AHEAD, len(self.lines))):
            if not self.lines[place].bullet and self.is_title(place) and not self.words.part(self.lines[place].text):
                title = take_apart(self.lines[place].text)
                return self.class_of(title)[0] is not None and same_name(title.name, name)
        return False

    # -- blocks -------------------------------------------------------------------------------------------------------

    def head(self, line: Line, title: Title, opened: Open, defines: Definition | None, *, run: bool = False) -> bool:
        """Open a heading and go behind its line."""
        self.outline.push(opened)
        self.mode = None
        self.blocks.append(
            Heading(
                level=opened.level,
                children=(Text(title.text),),
                anchor=self.anchors.take(title.text),
                run_in=run,
                defines=defines,
                line=line.line,
                end_line=line.end_line,
            )
        )
        self.at += 1
        return True

    def settle(self) -> None:
        """The open entry has begun: a second heading can no longer be its own."""
        entry = self.outline.entry()
        if entry is not None:
            entry.settled = True

    def patch(self, **changes: object) -> None:
        """Tell the heading of the open entry what was printed of it since."""
        entry = self.outline.standing() or self.outline.entry()
        self.patch_at(entry, **changes)

    def patch_at(self, entry: Open | None, **changes: object) -> None:
        """Tell the heading of *entry* what was printed of it since."""
        heading = self.blocks[entry.place] if entry is not None else None
        if entry is not None and isinstance(heading, Heading) and heading.defines is not None:
            defined = msgspec.structs.replace(heading.defines, **changes)
            self.blocks[entry.place] = msgspec.structs.replace(heading, defines=defined)

    def learn_alias(self, entry: Open, alias: str) -> None:
        """Another name by which the text calls *entry*."""
        heading = self.blocks[entry.place]
        if isinstance(heading, Heading) and heading.defines is not None and alias not in entry.names():
            entry.aliases.append(alias)
            self.patch_at(entry, aliases=(*heading.defines.aliases, alias))

    def definition(
        self, title: Title, *, kind: str | None, rule: str, cls: str | None = None, labels: tuple[str, ...] = ()
    ) -> Definition:
        """What *title* says of the term that it names."""
        acronym, category, aliases = None, None, []
        for group in title.groups[:-1] if cls else title.groups:
            if is_acronym(group, title.name):
                acronym = group
            elif values := labels_of(group):
                labels = (*labels, *values)
            elif cls:
                category = group
            elif len(group) > 2 and group[0].isupper() and (group.isupper() or "-" in group):
                aliases.append(group)
        found = self.words.levels.search(title.name)
        level = next((value for value in found.groups() if value), None) if found else None
        if found is not None and level is not None:
            aliases.append(_other_spelling(title.name, found.span(), level))
        return Definition(
            name=title.name, cls=cls, labels=labels, acronym=acronym, aliases=tuple(aliases), level=level, kind=kind or None,
            category=category, rule=rule,
        )  # fmt: skip


def _other_spelling(name: str, span: tuple[int, int], level: str) -> str:
    """``Dance L2`` for ``Dance Level 2``, and the other way round."""
    start, end = span
    other = f"Level {level}" if name[start:end] == f"L{level}" else f"L{level}"
    return name[:start] + other + name[end:]


def _entry_depth(lines: Sequence[Line]) -> int:
    """The least printed depth of a title that is an entry: below chapters, which are below the title of all."""
    told = [line for line in lines if line.depth]
    outer = sorted({line.depth for line in told})
    if told and all(line.title.isupper() for line in told):
        return 2  # chapters are shouted, entries are not
    if len(outer) > 2 and sum(line.depth == outer[0] for line in told) == 1:
        outer = outer[1:]
    return outer[1] if len(outer) > 1 else outer[0] if outer else 0


def class_and_labels(group: str) -> tuple[str, tuple[str, ...]]:
    """``Short Skill/ARO; Attack, Optional``, or the same with a comma."""
    cls, sign, rest = group.partition(";")
    if sign:
        return cls.strip(), listed(rest)
    values = listed(group)
    return (values[0], values[1:]) if values else (group, ())


def bold(line: Line) -> Node:
    """A line that stands out and is no heading."""
    shown = Element(name="b", children=(Text(line.text),), line=line.line)
    return msgspec.structs.replace(paragraph("", line), children=(shown,))


def box_of(line: Line, kind: str, text: str, title: str = "") -> Box:
    """A box that one line fills."""
    children = (paragraph(text, line),) if text else ()
    return Box(
        kind=kind, title=(Text(title),) if title else (), children=children, line=line.line, end_line=line.end_line
    )  # fmt: skip


def entry_level(build: Build) -> int:
    """The level below the open entry."""
    standing = build.outline.standing()
    return min(6, (standing.level if standing else ENTRY - 1) + 1)
