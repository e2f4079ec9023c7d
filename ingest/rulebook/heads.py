"""Titles on lines of their own: chapters, entries, second headings with a class, modes, lines of classes and labels."""

from __future__ import annotations

import re

import msgspec

from ingest.rulebook.blocks import is_row, last_line
from ingest.rulebook.build import Build, bold, class_and_labels
from ingest.rulebook.lines import Line
from ingest.rulebook.outline import ENTRY, Open
from ingest.rulebook.titles import Title, is_title_case, listed, recased, same_name, take_apart
from ingest.tree import Box, Definition, Heading, Labels

_LABEL_LINE = 140
IMPRINT = re.compile(r"(?i)(?:version|versión|edition|revision|copyright|©)\b")
_ALONE = re.compile(r"\((?P<inside>[^()]*(?:\([^()]*\)[^()]*)*)\)\.?")


def read_title(build: Build, line: Line) -> bool:
    """A title; what stands around it tells of what."""
    if not build.is_title(build.at) or (build.at < 8 and IMPRINT.match(line.text)):
        return False
    title = take_apart(line.text)
    cls, labels = build.class_of(title)
    if cls is not None:
        return _class_heading(build, line, title, cls, labels)
    if _chapter(build, line, title):
        return True
    if build.at == 0 and not title.groups and _is_book_title(build):
        return build.head(line, title, Open(level=1, name=title.name, place=0), None)
    if build.words.is_mode(title.name) and build.record_follows():
        build.mode = title.name
        return build.take(bold(line))
    return _plain_heading(build, line, title)


def read_told(build: Build, line: Line) -> bool:
    """A title whose depth is printed."""
    title, outline = take_apart(line.title), build.outline
    shown = msgspec.structs.replace(title, text=line.title if line.text.startswith("#") else line.text)
    cls, labels = build.class_of(title)
    if cls is not None and (waiting := outline.waits_for_class(title.name)) is not None:
        return _second_heading(build, line, shown, waiting, cls, labels)
    chapter = build.words.chapter(title.name)
    level = line.depth if line.depth < build.first_entries else min(6, ENTRY + line.depth - build.first_entries)
    lone = level == ENTRY - 1 and build.at != 0 and chapter is None and cls is None and _tells_itself(build, line)
    if build.at == 0 or (cls is None and not lone and (chapter is not None or level < ENTRY)):
        level = min(level, chapter.level if chapter else 1 if build.at == 0 else level)
        return build.head(
            line, shown, Open(level=level, name=title.name, place=len(build.blocks), chapter=chapter), None
        )
    if build.words.examples.search(title.name) or _holds_titles(build):
        return build.head(line, shown, Open(level=level, name=title.name, place=len(build.blocks)), None)
    kind = outline.kind_of(title.name, cls, level=level, recorded=build.record_follows(), doubled=False)
    name = title.name if not title.name.isupper() else recased(title.name)
    defined = build.definition(
        msgspec.structs.replace(title, name=name), kind=kind, cls=cls, labels=labels, rule="title whose depth is printed"
    )  # fmt: skip
    if lone:
        outline.close(level)  # the section before it holds it not
    opened = Open(
        level=max(level, ENTRY), name=title.name, place=len(build.blocks), kind=kind, defines=True, classed=cls is not None,
        settled=bool(labels),
    )  # fmt: skip
    build.head(line, shown, opened, defined)
    if lone:
        build.blocks[-1] = msgspec.structs.replace(build.blocks[-1], level=level)
    if labels:
        build.blocks.append(Labels(values=labels, line=line.line))
    build.after_class = cls is not None and not labels
    return True


def _tells_itself(build: Build, line: Line) -> bool:
    """Whether a section has a text of its own and no title below it: it is a rule, as others are that stand in sections."""
    below = build.lines[build.at + 1 :]
    after = next((other for other in below if other.depth), None)
    told = bool(below) and not below[0].depth and below[0].line not in build.words.habits.defining
    return told and line.depth > 1 and (after is None or after.depth <= line.depth)


def _is_book_title(build: Build) -> bool:
    """Whether the first line is the title of all: blank lines part it from the rest, or more titles follow."""
    after = build.peek()
    return after is not None and (after.gap or build.is_title(build.at + 1) or bool(IMPRINT.match(after.text)))


# -- chapters ---------------------------------------------------------------------------------------------------------


def _chapter(build: Build, line: Line, title: Title) -> bool:
    """A chapter that the profile or a class names."""
    chapter = build.words.chapter(line.text.rstrip(".")) or build.words.chapter(title.name)
    if chapter is None:
        if title.groups or not build.words.heads_chapter(title.name):
            return False
        return build.head(line, title, Open(level=1, name=title.name, place=len(build.blocks)), None)
    defines = (
        Definition(name=title.name, kind="rule", rule="chapter that is a rule itself") if chapter.defines else None
    )
    opened = Open(
        level=chapter.level, name=title.name, place=len(build.blocks), chapter=chapter, defines=chapter.defines
    )
    return build.head(line, title, opened, defines)


def _holds_titles(build: Build) -> bool:
    """Whether another title follows at once that is no second heading of this one."""
    after = build.peek()
    if after is None or (build.at < 8 and IMPRINT.match(after.text)):
        return True
    words = build.words
    if after.bullet or after.text[:1] in "([" or words.part(after.text) or words.box(after.text):
        return False
    if not build.is_title(build.at + 1):
        return False
    name, below = take_apart(build.lines[build.at].text).name, take_apart(after.text)
    if words.levels.search(below.name) or (below.groups and same_name(below.name, name)):
        return False
    if words.is_mode(below.name) or words.examples.search(after.text):
        return False
    row = build.peek(2)
    return row is None or row.bullet != "" or not is_row(row.text) or bool(words.charts.search(name))


def _container(build: Build, line: Line, title: Title) -> bool:
    before = build.blocks[-1] if build.blocks else None
    level = 1
    if isinstance(before, Heading) and before.defines is None and not before.run_in:
        level = min(before.level + 1, ENTRY - 1)
    else:
        known = build.outline.chapter()
        level = 2 if known is not None and known.level == 1 and known.kind == "" else 1
    return build.head(line, title, Open(level=level, name=title.name, place=len(build.blocks)), None)


# -- entries ----------------------------------------------------------------------------------------------------------


def _plain_heading(build: Build, line: Line, title: Title) -> bool:
    if _holds_titles(build):
        return _container(build, line, title)
    outline, follows = build.outline, build.class_follows(title.name)
    holder = outline.holder()
    if holder is not None and holder.singles and follows and holder.level > 1:
        # Entries here had name and class on one line: two titles belong to the chapter around.
        outline.close(holder.level)
    level = outline.level_of(title.name, classed=False, single=False)
    kind = outline.kind_of(title.name, None, level=level, recorded=False, doubled=False)
    if holder is not None and holder.singles and kind is not None and not follows:
        kind = "rule"
    entry = outline.entry()
    opened = Open(level=level, name=title.name, place=len(build.blocks))
    if entry is not None and entry.settled and outline.is_aside(title.name) and level > ENTRY and title.stopped:
        return build.head(line, title, opened, None)
    defined = build.definition(title, kind=kind, rule="title with a text of its own")
    opened.kind, opened.defines = kind, True
    opened.aliases.extend([defined.acronym] if defined.acronym else [])
    return build.head(line, title, opened, defined)


def _class_heading(build: Build, line: Line, title: Title, cls: str, labels: tuple[str, ...]) -> bool:
    waiting = _waiting(build, title)
    if waiting is not None:
        return _second_heading(build, line, title, waiting, cls, labels)
    outline, single = build.outline, ";" in title.groups[-1]
    level = outline.level_of(title.name, classed=True, single=single)
    kind = outline.kind_of(title.name, cls, level=level, recorded=build.record_follows(), doubled=False)
    holder = outline.holder()
    if holder is not None and single and level == ENTRY:
        holder.singles += 1
    defined = build.definition(title, kind=kind, cls=cls, labels=labels, rule="title with a class")
    opened = Open(level=level, name=title.name, place=len(build.blocks), kind=kind, defines=True, classed=True)
    build.head(line, title, opened, defined)
    if labels:
        build.blocks.append(Labels(values=labels, line=line.line))
        opened.settled = True
    build.after_class = not labels
    return True


def _waiting(build: Build, title: Title) -> Open | None:
    """The open entry that this second heading belongs to: it has its name, or it only says how its record is used."""
    waiting = build.outline.waits_for_class(title.name)
    entry = build.outline.entry()
    if waiting is not None or entry is None or entry.settled or not build.record_follows():
        return waiting
    if build.words.levels.search(title.name) or build.outline.related(title.name):
        return None
    if build.words.is_mode(title.name):
        build.mode = title.name
    return entry


def _second_heading(build: Build, line: Line, title: Title, entry: Open, cls: str, labels: tuple[str, ...]) -> bool:
    _box_children(build, entry)
    if same_name(title.name, entry.name) and title.name.casefold() != entry.name.casefold():
        build.learn_alias(entry, title.name)
    if build.blocks[-1] is build.blocks[entry.place]:
        build.blocks[-1] = msgspec.structs.replace(build.blocks[-1], end_line=line.end_line)
    build.blocks.append(bold(line))
    build.patch(rule="doubled title")
    classify(build, cls, labels, line)
    if labels:
        build.blocks.append(Labels(values=labels, line=line.line))
    build.at += 1
    return True


def _box_children(build: Build, entry: Open) -> None:
    """Put what stands under deeper headings into boxes, so that the text goes on in *entry* itself."""
    build.outline.close(entry.level + 1)
    after = build.blocks[entry.place + 1 :]
    heads = [place for place, node in enumerate(after) if isinstance(node, Heading) and not node.run_in]
    if not heads:
        return
    kept = after[: heads[0]]
    for start, end in zip(heads, [*heads[1:], len(after)], strict=True):
        head, children = after[start], tuple(after[start + 1 : end])
        if isinstance(head, Heading):
            last = max((last_line(node) for node in children), default=head.end_line)
            kept.append(
                Box(kind="entry", title=head.children, children=children, defines=head.defines, line=head.line, end_line=last)
            )  # fmt: skip
    build.blocks[entry.place + 1 :] = kept


# -- lines of classes and labels --------------------------------------------------------------------------------------


def classify(build: Build, cls: str, labels: tuple[str, ...], line: Line) -> None:
    """Give the open entry the class that was printed for it."""
    entry = build.outline.entry()
    if entry is None:
        return
    entry.classed = entry.doubled = True
    told = build.outline.kind_of(entry.name, cls, level=entry.level, recorded=False, doubled=True)
    entry.kind = told or entry.kind
    build.patch(cls=cls, kind=entry.kind)
    if labels:
        build.patch(labels=labels)
        entry.settled = True
    build.after_class = not labels


def read_class_line(build: Build, line: Line) -> bool:
    """``(Short Skill, Optional)`` alone, below its title."""
    match = _ALONE.fullmatch(line.text)
    before = build.blocks[-1] if build.blocks else None
    if match is None or not isinstance(before, Heading) or before.defines is None:
        return False
    cls, labels = class_and_labels(match["inside"])
    if not build.words.is_class(cls) and ";" not in match["inside"]:
        return False
    classify(build, cls, labels, line)
    build.blocks[-1] = msgspec.structs.replace(build.blocks[-1], end_line=line.end_line)
    build.at += 1
    return True


def read_label_line(build: Build, line: Line) -> bool:
    """``Fire-Sensitive, NFB, Optional.`` below a class."""
    values = label_values(line.text)
    if not values:
        return False
    build.patch(labels=values)
    build.settle()
    return build.take(Labels(values=values, line=line.line))


def label_values(text: str) -> tuple[str, ...]:
    """The labels of a text that prints nothing else."""
    if len(text) > _LABEL_LINE or ":" in text or not (text.endswith(".") or "," in text):
        return ()
    values = listed(text)
    if not values or any(len(value.split()) > 5 or not is_title_case(value) or ". " in value for value in values):
        return ()
    return values
