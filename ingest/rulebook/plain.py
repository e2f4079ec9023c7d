"""A rulebook as plain text: no markup, no depth, one paragraph, heading, bullet or table row a line.

Each line is asked in turn what it is, the surest answer first: a table row, a record, a box, an example, the head of
a part, a fact, a bullet, a class or label line, a title, a title run into its paragraph; else it is a paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from ingest.profile import Profile
from ingest.rulebook.blocks import Anchors, is_row, last_line, make_list, make_table, paragraph, parts_within
from ingest.rulebook.lines import Line, is_rule, logical_lines
from ingest.rulebook.outline import ENTRY, Open, Outline
from ingest.rulebook.records import Printed, goes_on, make_records, opens_record, printed_fields
from ingest.rulebook.titles import (
    Title, is_acronym, is_title_case, labels_of, listed, may_be_plain_title, may_be_title, run_in, same_name, take_apart,
)  # fmt: skip
from ingest.rulebook.words import Words, words_of
from ingest.tree import Box, Definition, Document, Doubt, Element, Heading, Labels, Node, Part, Text

_CHART_TITLE = 130


def parse_rulebook(text: str, *, profile: Profile) -> Document:
    """Read a rulebook that prints no markup. Lines count within *text*."""
    lines = logical_lines(text)
    words = msgspec.structs.replace(words_of(profile), recurring=_recurring(lines))
    return _Reader(lines, words).document()


def _recurring(lines: Sequence[Line]) -> frozenset[str]:
    """What stands in the last bracket of several titles: a class, whatever the game calls it."""
    seen: Counter[str] = Counter()
    names: dict[str, set[str]] = {}
    for line in lines:
        if line.bullet or not may_be_title(line.text):
            continue
        title = take_apart(line.text)
        if title.groups and not is_acronym(title.groups[-1], title.name):
            cls = re.split(r"[;,]", title.groups[-1])[0].strip().casefold()
            if cls and ":" not in cls:
                seen[cls] += 1
                names.setdefault(cls, set()).add(title.name)
    return frozenset(cls for cls, count in seen.items() if count >= 2 and len(names[cls]) >= 2)


class _Reader:
    """One text on its way to a document."""

    def __init__(self, lines: Sequence[Line], words: Words) -> None:
        self.lines = lines
        self.words = words
        self.blocks: list[Node] = []
        self.doubts: list[Doubt] = []
        self.outline = Outline(words)
        self.anchors = Anchors()
        self.at = 0
        self.mode: str | None = None
        self.after_class = False

    def document(self) -> Document:
        """Read every line."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            fresh, self.after_class = self.after_class, False
            if not (self._table(line) or self._record(line) or self._marked(line, fresh=fresh)):
                self._take(paragraph(line.text, line))
        cut = bool(self.doubts) and self.doubts[-1].code == "cut-row" and self.doubts[-1].line == self.lines[-1].line
        if cut:
            self.doubts.append(
                Doubt(code="cut-off", message="the text ends within a table", line=self.lines[-1].end_line)
            )  # fmt: skip
        title = next((line.text for line in self.lines if not is_rule(line.text)), "")
        shown = title if title and len(title) <= _CHART_TITLE else ""
        return Document(title=shown, blocks=tuple(self.blocks), complete=not cut, doubts=tuple(self.doubts))

    # -- helpers ------------------------------------------------------------------------------------------------------

    def _take(self, *nodes: Node) -> bool:
        """Add *nodes* and go on to the next line."""
        self.blocks.extend(nodes)
        self.at += 1
        return True

    def _peek(self, ahead: int = 1) -> Line | None:
        place = self.at + ahead
        return self.lines[place] if place < len(self.lines) else None

    def _settle(self) -> None:
        entry = self.outline.entry()
        if entry is not None:
            entry.settled = True

    def _doubt(self, code: str, message: str, line: Line, severity: str = "note") -> None:
        level: str = severity
        self.doubts.append(Doubt(severity="note" if level == "note" else "warning", code=code, message=message, line=line.line))

    # -- tables and records -------------------------------------------------------------------------------------------

    def _table(self, line: Line) -> bool:
        if not is_row(line.text) or line.bullet:
            return False
        rows = self._run(lambda item: is_row(item.text) and not item.bullet)
        table, doubts = make_table(rows)
        self.doubts.extend(doubts)
        self.blocks.append(table)
        return True

    def _run(self, keep: object) -> list[Line]:
        """The lines from here on that *keep* accepts; goes behind them."""
        start = self.at
        while self.at < len(self.lines) and keep(self.lines[self.at]):  # type: ignore[operator]
            self.at += 1
        return list(self.lines[start : self.at])

    def _record(self, line: Line) -> bool:
        printed = printed_fields(line.text, self.words)
        if printed is None or not opens_record(printed, self.words.table):
            return False
        found: list[tuple[int, Printed]] = [(line.line, printed)]
        self.at += 1
        seen = {name for name, _, _ in printed.fields}
        while (after := self._peek(0)) is not None:
            more = printed_fields(after.text, self.words)
            if more is None or not goes_on(more) or opens_record(more, self.words.table):
                break
            if seen & {name for name, _, _ in more.fields}:
                break
            seen |= {name for name, _, _ in more.fields}
            found.append((after.line, more))
            self.at += 1
        entry = self.outline.entry()
        name = entry.name if entry else take_apart(printed.prefix).name
        self.blocks.extend(make_records(found, name=name, mode=self.mode, words=self.words))
        self._settle()
        self.mode = None
        return True

    # -- everything that a word or a shape marks ----------------------------------------------------------------------

    def _marked(self, line: Line, *, fresh: bool) -> bool:
        if line.bullet:
            return self._bullet(line)
        if is_rule(line.text):
            return self._take(Element(name="hr", line=line.line, end_line=line.end_line))
        return (
            self._chart(line)
            or self._transcriber(line)
            or self._box(line)
            or self._example(line)
            or self._part(line)
            or (fresh and self._label_line(line))
            or self._fact(line)
            or self._class_line(line)
            or self._title(line)
            or self._run_in(line)
        )

    def _chart(self, line: Line) -> bool:
        """A title on which a table follows at once."""
        after = self._peek()
        if after is None or after.bullet or not is_row(after.text) or len(line.text) > _CHART_TITLE:
            return False
        title = take_apart(line.text)
        if not is_title_case(title.name.split(" ")[0]):
            return False
        self.at += 1
        rows = self._run(lambda item: is_row(item.text) and not item.bullet)
        table, doubts = make_table(rows)
        self.doubts.extend(doubts)
        children: list[Node] = [table]
        while (note := self._peek(0)) is not None and re.match(r"(?i)\S* ?\*+\s*:|\*", note.text) and not note.bullet:
            children.append(self._box_of(note, "note", note.text))
            self.at += 1
        defined = Definition(name=title.name.rstrip(":"), kind="chart", rule="title above a table")
        self.blocks.append(
            Box(
                kind="chart", title=(Text(line.text),), children=tuple(children), defines=defined, line=line.line,
                end_line=self.lines[self.at - 1].end_line,
            )  # fmt: skip
        )
        return True

    def _transcriber(self, line: Line) -> bool:
        if not self.words.is_transcriber(line.text):
            return False
        self._doubt("transcription-note", "says something of the copy, not of the rules", line)
        if re.match(r"[(\[]|No |The source|[A-Z].*\bare not duplicated", line.text) and not run_in(line.text):
            return self._take(self._box_of(line, "transcription", line.text))
        return False

    def _box_of(self, line: Line, kind: str, text: str, title: str = "") -> Box:
        children = (paragraph(text, line),) if text else ()
        return Box(
            kind=kind, title=(Text(title),) if title else (), children=children, line=line.line, end_line=line.end_line
        )  # fmt: skip

    def _box(self, line: Line) -> bool:
        found = self.words.box(line.text)
        if found is None:
            return False
        kind, words, rest = found
        if kind == "example":
            return self._example_box(line, "" if rest and not _is_heading_rest(rest) else rest, rest)
        title = "" if words.casefold().rstrip(" *") == kind else words
        self.at += 1
        if rest:
            self.blocks.append(self._box_of(line, kind, rest, title))
            return True
        items = self._run(lambda item: bool(item.bullet))
        children: tuple[Node, ...] = (make_list(items),) if items else ()
        if not items and (after := self._peek(0)) is not None and not may_be_title(after.text) and not is_row(after.text):
            children = (paragraph(after.text, after),)
            self.at += 1
        end = self.lines[self.at - 1].end_line
        self.blocks.append(
            Box(kind=kind, title=(Text(title),) if title else (), children=children, closed=False, line=line.line, end_line=end)
        )
        return True

    # -- examples -----------------------------------------------------------------------------------------------------

    def _example(self, line: Line) -> bool:
        match = re.match(rf"(?P<title>.{{0,110}}?(?:{self.words.table.examples})[^.]{{0,60}})\.(?:\s+(?P<rest>.*))?$", line.text)
        if match and match["rest"] and is_title_case(take_apart(match["title"]).name.replace(".", "")):
            return self._example_box(line, match["title"], match["rest"] or "")
        if self.words.examples.search(line.text) and may_be_title(line.text):
            return self._example_section(line)
        return False

    def _example_section(self, line: Line) -> bool:
        """Examples below a title of their own."""
        title = take_apart(line.text)
        level = ENTRY + 1 if self.outline.is_aside(title.name) or self.outline.related(title.name) else ENTRY
        self._head(line, title, Open(level=level, name=title.name, place=len(self.blocks)), None)
        after = self._peek(0)
        if after is not None and self._goes_on(after, headed=True):
            self.at -= 1
            return self._example_box(msgspec.structs.replace(after, text="", bullet=""), "", "")
        return True

    def _example_box(self, line: Line, title: str, rest: str) -> bool:
        """An example and what goes on with it; a title of its own line also takes bullets and run-in titles."""
        headed = not rest or rest == title
        children: list[Node] = [] if headed else [paragraph(rest, line)]
        self.at += 1
        while (after := self._peek(0)) is not None and self._goes_on(after, headed=headed):
            if after.bullet:
                children.append(make_list(self._run(lambda item: bool(item.bullet))))
            else:
                children.append(paragraph(after.text, after))
                self.at += 1
        end = self.lines[self.at - 1].end_line
        self.blocks.append(
            Box(
                kind="example", title=(Text(title),) if title else (), children=tuple(children),
                closed=end == line.end_line, line=line.line, end_line=end,
            )  # fmt: skip
        )
        return True

    def _goes_on(self, line: Line, *, headed: bool) -> bool:
        if line.bullet:
            return headed and printed_fields(line.text, self.words) is None
        if is_row(line.text) or is_rule(line.text) or self.words.box(line.text) or self._is_example(line.text):
            return False
        if self.words.part(line.text) or may_be_title(line.text) or self.words.is_transcriber(line.text):
            return False
        opened = run_in(line.text)
        return opened is None or headed

    def _is_example(self, text: str) -> bool:
        opened = run_in(text)
        head = opened[0] if opened else text[:120].split(". ")[0]
        return bool(self.words.examples.search(head)) and is_title_case(take_apart(head).name)

    # -- parts, facts, labels -----------------------------------------------------------------------------------------

    def _part(self, line: Line) -> bool:
        found = self.words.part(line.text)
        if found is None:
            return False
        head, key, rest = found
        self._settle()
        if key == "category" and rest:
            self._patch(category=rest.rstrip("."))
        self.blocks.append(Part(name=head, key=key, run_in=bool(rest), line=line.line, end_line=line.end_line))
        if rest:
            self.blocks.extend(parts_within(rest, line, self.words))
        self.at += 1
        return True

    def _fact(self, line: Line) -> bool:
        if self.words.facts is None or not self.words.facts.match(line.text):
            return False
        return self._take(paragraph(line.text, line))

    def _label_line(self, line: Line) -> bool:
        values = _label_values(line.text)
        if not values:
            return False
        self._patch(labels=values)
        self._settle()
        return self._take(Labels(values=values, line=line.line))

    def _patch(self, **changes: object) -> None:
        """Tell the heading of the open entry what was printed of it since."""
        entry = self.outline.entry()
        if entry is None:
            return
        heading = self.blocks[entry.place]
        if isinstance(heading, Heading) and heading.defines is not None:
            defined = msgspec.structs.replace(heading.defines, **changes)
            self.blocks[entry.place] = msgspec.structs.replace(heading, defines=defined)

    # -- titles -------------------------------------------------------------------------------------------------------

    def _class_line(self, line: Line) -> bool:
        """``(Short Skill, Optional)`` alone, below its title."""
        match = re.fullmatch(r"\((?P<inside>[^()]*(?:\([^()]*\)[^()]*)*)\)\.?", line.text)
        before = self.blocks[-1] if self.blocks else None
        if match is None or not isinstance(before, Heading) or before.defines is None:
            return False
        cls, labels = _class_and_labels(match["inside"])
        if not self.words.is_class(cls) and ";" not in match["inside"]:
            return False
        self._classed(cls, labels, line)
        self.blocks[-1] = msgspec.structs.replace(self.blocks[-1], end_line=line.end_line)
        self.at += 1
        return True

    def _classed(self, cls: str, labels: tuple[str, ...], line: Line, *, doubled: bool = True) -> None:
        entry = self.outline.entry()
        if entry is None:
            return
        entry.classed, entry.doubled = True, doubled
        kind = self.outline.kind_of(entry.name, cls, level=entry.level, recorded=False, doubled=doubled) or entry.kind
        entry.kind = kind
        self._patch(cls=cls, kind=kind, **({"labels": labels} if labels else {}))
        if labels:
            entry.settled = True
            self.blocks.append(Labels(values=labels, line=line.line)) if doubled and not isinstance(
                self.blocks[-1], Heading
            ) else None
        self.after_class = not labels

    def _title(self, line: Line) -> bool:
        if not self._is_title(line):
            return False
        title = take_apart(line.text)
        chapter = self.words.chapter(line.text.rstrip(".")) or self.words.chapter(title.name)
        cls, labels = self._class_of(title)
        if chapter is not None and cls is None:
            return self._chapter(line, title)
        if cls is None and self.words.is_mode(title.name) and self._record_follows():
            return self._mode(line, title.name)
        if cls is not None:
            return self._class_heading(line, title, cls, labels)
        return self._plain_heading(line, title)

    def _is_title(self, line: Line, place: int | None = None) -> bool:
        at = self.at if place is None else place
        after = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if may_be_title(line.text):
            if not line.text.endswith((".", "!", "?")) or take_apart(line.text).text.endswith(".") is False:
                return True
            title = take_apart(line.text)
            return not title.stopped or (after is not None and (bool(after.bullet) or bool(title.groups)))
        if not may_be_plain_title(line.text) or after is None:
            return False
        alone = line.gap and after.gap
        return (alone and len(after.text) > len(line.text)) or (not after.gap and len(after.text) > 2 * len(line.text))

    def _class_of(self, title: Title) -> tuple[str | None, tuple[str, ...]]:
        if not title.groups:
            return None, ()
        cls, labels = _class_and_labels(title.groups[-1])
        if ";" in title.groups[-1] or self.words.is_class(cls):
            return cls, labels
        return None, ()

    def _chapter(self, line: Line, title: Title) -> bool:
        chapter = self.words.chapter(line.text.rstrip(".")) or self.words.chapter(title.name)
        assert chapter is not None
        defines = Definition(name=title.name, kind="rule", rule="chapter that is a rule itself") if chapter.defines else None
        opened = Open(
            level=chapter.level, name=title.name, place=len(self.blocks), chapter=chapter, defines=chapter.defines
        )  # fmt: skip
        return self._head(line, title, opened, defines)

    def _head(self, line: Line, title: Title, opened: Open, defines: Definition | None, *, run: bool = False) -> bool:
        self.outline.push(opened)
        self.mode = None
        self.blocks.append(
            Heading(
                level=opened.level, children=(Text(title.text),), anchor=self.anchors.take(title.text), run_in=run,
                defines=defines, line=line.line, end_line=line.end_line,
            )  # fmt: skip
        )
        self.at += 1
        return True

    def _mode(self, line: Line, mode: str) -> bool:
        self.mode = mode
        return self._take(_bold(line))

    def _record_follows(self) -> bool:
        """Whether a record stands below this line, before the next title."""
        for place in range(self.at + 1, min(self.at + 12, len(self.lines))):
            line = self.lines[place]
            printed = printed_fields(line.text, self.words)
            if printed is not None and opens_record(printed, self.words.table):
                return True
            if not line.bullet and (self._is_title(line, place) or run_in(line.text)) and not self.words.part(line.text):
                return False
        return False

    def _class_heading(self, line: Line, title: Title, cls: str, labels: tuple[str, ...]) -> bool:
        waiting = self.outline.waits_for_class(title.name)
        recorded = self._record_follows()
        entry = self.outline.entry()
        if waiting is None and recorded and entry is not None and not entry.settled and not self._is_own(title.name, entry):
            waiting = entry
            if self.words.is_mode(title.name):
                self.mode = title.name
        if waiting is not None:
            return self._second_heading(line, title, waiting, cls, labels)
        level = self.outline.level_of(title.name, classed=True, single=";" in title.groups[-1])
        kind = self.outline.kind_of(title.name, cls, level=level, recorded=recorded, doubled=False)
        holder = self.outline.holder()
        if holder is not None and ";" in title.groups[-1] and level == ENTRY:
            holder.singles += 1
        defined = self._definition(title, kind=kind, cls=cls, labels=labels, rule="title with a class")
        opened = Open(level=level, name=title.name, place=len(self.blocks), kind=kind, defines=True, classed=True)
        self._head(line, title, opened, defined)
        if labels:
            self.blocks.append(Labels(values=labels, line=line.line))
            opened.settled = True
        self.after_class = not labels
        return True

    def _is_own(self, name: str, entry: Open) -> bool:
        """Whether a class heading below *entry* speaks of a thing of its own: it has a level or adds to the name."""
        return bool(self.words.levels.search(name)) or self.outline.related(name)

    def _second_heading(self, line: Line, title: Title, entry: Open, cls: str, labels: tuple[str, ...]) -> bool:
        self._box_children(entry)
        told = [title.name] if self._renames(title.name, entry) else []
        entry.aliases.extend(told)
        heading = self.blocks[entry.place]
        if told and isinstance(heading, Heading) and heading.defines is not None:
            self._patch(aliases=(*heading.defines.aliases, *told))
        if self.blocks and self.blocks[-1] is heading:
            self.blocks[-1] = msgspec.structs.replace(heading, end_line=line.end_line)
        self.blocks.append(_bold(line))
        self._patch(rule="doubled title")
        self._classed(cls, labels, line)
        self.at += 1
        return True

    def _box_children(self, entry: Open) -> None:
        """Put what stands under deeper headings into boxes, so that the text goes on in *entry* itself."""
        self.outline.close(entry.level + 1)
        after = self.blocks[entry.place + 1 :]
        heads = [place for place, node in enumerate(after) if isinstance(node, Heading) and not node.run_in]
        if not heads:
            return
        kept = after[: heads[0]]
        for start, end in zip(heads, [*heads[1:], len(after)], strict=True):
            head, children = after[start], tuple(after[start + 1 : end])
            assert isinstance(head, Heading)
            last = max((last_line(node) for node in children), default=head.end_line)
            kept.append(
                Box(kind="entry", title=head.children, children=children, defines=head.defines, line=head.line, end_line=last)
            )  # fmt: skip
        self.blocks[entry.place + 1 :] = kept

    def _renames(self, name: str, entry: Open) -> bool:
        return name.casefold() != entry.name.casefold() and same_name(name, entry.name)

    def _plain_heading(self, line: Line, title: Title) -> bool:
        if self._holds_titles():
            return self._container(line, title)
        holder = self.outline.holder()
        follows = self._class_follows(title.name)
        if holder is not None and holder.singles and follows and holder.level > 1:
            # Entries here had name and class on one line: two titles belong to the chapter around.
            self.outline.close(holder.level)
        level = self.outline.level_of(title.name, classed=False, single=False)
        kind = self.outline.kind_of(title.name, None, level=level, recorded=False, doubled=False)
        if holder is not None and holder.singles and kind is not None and not follows:
            kind = "rule"
        entry = self.outline.entry()
        if entry is not None and entry.settled and self.outline.is_aside(title.name) and level > ENTRY and title.stopped:
            opened = Open(level=level, name=title.name, place=len(self.blocks))
            return self._head(line, title, opened, None)
        defined = self._definition(title, kind=kind, rule="title with a text of its own")
        opened = Open(level=level, name=title.name, place=len(self.blocks), kind=kind, defines=True)
        opened.aliases.extend([defined.acronym] if defined.acronym else [])
        return self._head(line, title, opened, defined)

    def _holds_titles(self) -> bool:
        """Whether another title follows at once that is no second heading of this one."""
        after = self._peek()
        if after is None:
            return True
        if after.bullet or after.text[:1] in "([" or self.words.part(after.text) or self.words.box(after.text) or not self._is_title(after, self.at + 1):
            return False
        name = take_apart(self.lines[self.at].text).name
        below = take_apart(after.text)
        if self._class_of(below)[0] is not None and (same_name(below.name, name) or self.words.levels.search(below.name)):
            return False
        if self.words.is_mode(below.name) or self.words.examples.search(after.text):
            return False
        nxt = self._peek(2)
        return not (nxt is not None and is_row(nxt.text) and not nxt.bullet)

    def _class_follows(self, name: str) -> bool:
        for place in range(self.at + 1, min(self.at + 8, len(self.lines))):
            line = self.lines[place]
            if not line.bullet and self._is_title(line, place):
                title = take_apart(line.text)
                return self._class_of(title)[0] is not None and same_name(title.name, name)
        return False

    def _container(self, line: Line, title: Title) -> bool:
        before = self.blocks[-1] if self.blocks else None
        stacked = isinstance(before, Heading) and before.defines is None and not before.run_in
        level = min(before.level + 1, ENTRY - 1) if stacked and isinstance(before, Heading) else 1
        known = self.outline.chapter()
        if known is not None and known.level == 1 and not stacked:
            level = 2 if known.kind == "" else 1
        opened = Open(level=level, name=title.name, place=len(self.blocks))
        return self._head(line, title, opened, None)

    def _definition(
        self, title: Title, *, kind: str | None, rule: str, cls: str | None = None, labels: tuple[str, ...] = ()
    ) -> Definition:
        acronym, category, aliases = None, None, []
        groups = title.groups[:-1] if cls else title.groups
        for group in groups:
            if is_acronym(group, title.name):
                acronym = group
            elif values := labels_of(group):
                labels = (*labels, *values)
            elif cls:
                category = group
            elif group.isupper() or any(char.isdigit() for char in group) or "-" in group:
                aliases.append(group)
        found = self.words.levels.search(title.name)
        level = next((value for value in found.groups() if value), None) if found else None
        return Definition(
            name=title.name, cls=cls, labels=labels, acronym=acronym, aliases=tuple(aliases), level=level, kind=kind or None,
            category=category, rule=rule,
        )  # fmt: skip

    # -- titles run into a paragraph or a bullet ----------------------------------------------------------------------

    def _run_in(self, line: Line) -> bool:
        opened = run_in(line.text)
        if opened is None:
            return False
        head, sign, rest = opened
        title = take_apart(head)
        cls, labels = self._class_of(title)
        if cls is not None:
            return self._run_in_class(line, head, title, cls, labels, rest)
        if sign == "!" or (sign == ":" and (len(head) > 40 or "," in head)):
            return False
        chapter = self.outline.chapter()
        if chapter is not None and chapter.fields and self.outline.first_entry() is not None:
            return self._field(line, head, title, rest)
        recorded = self._record_follows()
        aside = not recorded and self.outline.is_aside(title.name)
        kind = (chapter.kind if recorded and chapter else "rule") or None
        standing = self.outline.standing()
        around = standing.kind if standing else chapter.kind if chapter else None
        if not aside and not recorded and around not in (None, "", "rule"):
            return self._defined_box(line, title, head, rest, rule="title run into its paragraph")
        return self._run_in_head(line, head, title, rest, None if aside else kind, rule="title run into its paragraph")

    def _run_in_head(self, line: Line, head: str, title: Title, rest: str, kind: str | None, *, rule: str) -> bool:
        within = self.words.chapter(head)
        standing = self.outline.standing()
        level = min(6, (standing.level if standing else ENTRY - 1) + 1)
        defined = self._definition(title, kind=kind, rule=rule) if kind else None
        opened = Open(
            level=level, name=title.name, place=len(self.blocks), kind=kind, chapter=within, defines=kind is not None, settled=True,
            run_in=True,
        )  # fmt: skip
        self._head(line, take_apart(head), opened, defined, run=True)
        self.blocks.extend(parts_within(rest, line, self.words))
        return True

    def _run_in_class(
        self, line: Line, head: str, title: Title, cls: str, labels: tuple[str, ...], rest: str
    ) -> bool:
        told = _label_values(rest)
        if told and not labels:
            level = self.outline.level_of(title.name, classed=True, single=False)
            kind = self.outline.kind_of(title.name, cls, level=level, recorded=False, doubled=False)
            defined = self._definition(title, kind=kind, cls=cls, labels=told, rule="title with a class and its labels")
            opened = Open(
                level=level, name=title.name, place=len(self.blocks), kind=kind, defines=True, classed=True, settled=True
            )  # fmt: skip
            self._head(line, take_apart(head), opened, defined)
            self.blocks.append(Labels(values=told, line=line.line))
            return True
        self._defined_box(line, title, head, rest, cls=cls, labels=labels, rule="run-in title with a class")
        return True

    def _field(self, line: Line, head: str, title: Title, rest: str) -> bool:
        """A run-in title of an entry that is made of fields: a part, and a term of its own where no part is called so."""
        self.blocks.append(Part(name=title.name, key=title.name.casefold(), run_in=True, line=line.line, end_line=line.end_line))
        return self._defined_box(line, title, head, rest, rule="field that the parts do not know")

    def _defined_box(
        self, line: Line, title: Title, head: str, rest: str, *, rule: str, cls: str | None = None, labels: tuple[str, ...] = ()
    ) -> bool:
        """A term defined in one paragraph or bullet, and the boxes that follow it."""
        kind = (self.words.kind_of_class(cls) if cls else None) or "rule"
        defined = self._definition(title, kind=kind, cls=cls, labels=labels, rule=rule)
        children: list[Node] = [Labels(values=labels, line=line.line)] if labels else []
        children.extend(parts_within(rest, line, self.words))
        self.at += 1
        start = len(self.blocks)
        chapter = self.outline.chapter()
        if line.bullet and chapter is not None and not chapter.fields and (after := self._peek(0)) is not None and after.bullet:
            if self._bullet_title(after) is None and not self.words.part(after.text):
                children.append(make_list(self._plain_bullets()))
        while not line.bullet and (after := self._peek(0)) is not None and not after.bullet:
            found = self.words.box(after.text)
            if found is None or found[0] == "example" or not self._box(after):
                break
        children.extend(self.blocks[start:])
        del self.blocks[start:]
        self.blocks.append(
            Box(
                kind="term", title=(Text(head),), children=tuple(children), defines=defined, line=line.line,
                end_line=self.lines[self.at - 1].end_line,
            )  # fmt: skip
        )
        return True

    def _bullet(self, line: Line) -> bool:
        if found := self.words.part(line.text):
            if found[2]:
                return self._part(line)
        if self._defining_bullet(line):
            return True
        items = self._plain_bullets()
        last = self._glued(items[-1])
        if last is None:
            self.blocks.append(make_list(items))
            return True
        shorter, part = last
        self.blocks.extend((make_list([*items[:-1], shorter]), part))
        self._doubt("glued-part", f"{part.name} is printed at the end of the line above its text", items[-1])
        return True

    def _plain_bullets(self) -> list[Line]:
        """The plain bullets that begin here; goes behind them."""
        start, self.at = self.at, self._items_end()
        return list(self.lines[start : self.at])

    def _items_end(self) -> int:
        """Where the plain bullets that begin here end."""
        place = self.at + 1
        while place < len(self.lines) and self.lines[place].bullet:
            line, before = self.lines[place], self.lines[place - 1]
            printed = printed_fields(line.text, self.words)
            if printed is not None and opens_record(printed, self.words.table):
                break
            part = self.words.part(line.text)
            if (part and part[2]) or self._bullet_title(line) is not None or self._glued(before) is not None:
                break
            place += 1
        return place

    def _glued(self, line: Line) -> tuple[Line, Part] | None:
        """A part's head that is printed at the end of the line above."""
        match = re.search(r"(?<=[.!?])\s+(?P<head>[^\W\d_][\w ]{2,30})$", line.text)
        key = self.words.part_key(match["head"]) if match else None
        if match is None or key is None:
            return None
        shorter = msgspec.structs.replace(line, text=line.text[: match.start()])
        return shorter, Part(name=match["head"], key=key, line=line.end_line, end_line=line.end_line)

    def _bullet_title(self, line: Line) -> tuple[str, str] | None:
        """The title and text of a bullet that defines a term here."""
        opened = run_in(line.text)
        if opened is None or opened[1] != ".":
            return None
        title = take_apart(opened[0])
        if self._class_of(title)[0] is not None:
            return opened[0], opened[2]
        chapter = self.outline.chapter()
        if chapter is None or not chapter.bullets or self.words.is_mode(title.name):
            return None
        return opened[0], opened[2]

    def _defining_bullet(self, line: Line) -> bool:
        found = self._bullet_title(line)
        if found is None:
            return False
        head, rest = found
        title = take_apart(head)
        cls, labels = self._class_of(title)
        chapter = self.outline.chapter()
        if cls is not None or (chapter is not None and chapter.fields):
            return self._defined_box(line, title, head, rest, cls=cls, labels=labels, rule="bullet with a title")
        kind = (chapter.bullets if chapter else "") or "rule"
        standing = self.outline.standing()
        if standing is not None and standing.defines and standing.chapter is None:
            return self._defined_box(line, title, head, rest, rule="bullet with a title")
        return self._run_in_head(line, head, title, rest, kind, rule="bullet with a title")


def _bold(line: Line) -> Node:
    return msgspec.structs.replace(
        paragraph("", line), children=(Element(name="b", children=(Text(line.text),), line=line.line),)
    )  # fmt: skip


def _is_heading_rest(rest: str) -> bool:
    return may_be_title(rest) and not rest.endswith((".", "!", "?"))


def _class_and_labels(group: str) -> tuple[str, tuple[str, ...]]:
    """``Short Skill/ARO; Attack, Optional`` or the same with a comma."""
    cls, sign, rest = group.partition(";")
    if sign:
        return cls.strip(), listed(rest)
    values = listed(group)
    return (values[0], values[1:]) if values else (group, ())


def _label_values(text: str) -> tuple[str, ...]:
    """The labels of a line that prints nothing else."""
    if len(text) > 140 or not text.endswith(".") and "," not in text:
        return ()
    values = listed(text)
    if not values or any(len(value.split()) > 5 or not is_title_case(value) or ". " in value for value in values):
        return ()
    return values
