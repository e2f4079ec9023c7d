"""What stands apart in a rulebook: charts, remarks that a word opens, examples, words of the one who typed it off."""

from __future__ import annotations

import re

import msgspec

from ingest.rulebook.blocks import is_row, make_list, make_table, paragraph
from ingest.rulebook.build import Build, box_of
from ingest.rulebook.depths import contents_end
from ingest.rulebook.lines import Line, is_rule
from ingest.rulebook.outline import ENTRY, Open
from ingest.rulebook.records import printed_fields
from ingest.rulebook.titles import is_title_case, may_be_title, run_in, take_apart
from ingest.tree import TRANSCRIPTION, Box, Definition, Navigation, Node, Text

_CHART_TITLE = 130
_DATA = re.compile(r"\S:\s\S.*(?:[·•|;]|\s)\s*[^\W\d_][\w ]*:\s\S")  # "Cost: 3 · Range: 4" names nothing
_FOOTNOTE = re.compile(r"(?i)\S* ?\*+\s*:|\*")
_WHOLE = re.compile(r"[(\[]|No |The source|[A-Z].*\bare not duplicated")


def is_table_row(line: Line) -> bool:
    return is_row(line.text) and not line.bullet


def read_table(build: Build, line: Line) -> bool:
    """A table without a title."""
    if not is_table_row(line):
        return False
    table, doubts = make_table(build.run(is_table_row))
    build.doubts.extend(doubts)
    build.blocks.append(table)
    return True


def read_contents(build: Build, line: Line) -> bool:
    """A list of contents: nothing but titles that come again, or that have a page behind dots."""
    end = contents_end(build.lines, build.at, build.last_places)
    if line.bullet or end == build.at:
        return False
    rows = build.lines[build.at : end]
    build.blocks.append(
        Navigation(
            children=tuple(paragraph(row.text, row) for row in rows),
            name="contents",
            line=line.line,
            end_line=rows[-1].end_line,
        )
    )
    build.at = end
    return True


def read_chart(build: Build, line: Line) -> bool:
    """A title on which a table follows at once, with its footnotes."""
    after = build.peek()
    if after is None or not is_table_row(after) or len(line.text) > _CHART_TITLE:
        return False
    title = take_apart(line.text)
    if line.depth or not is_title_case(title.name.split(" ")[0]) or (title.stopped and len(title.name.split()) > 4):
        return False
    if _DATA.search(line.text):
        return False
    build.at += 1
    table, doubts = make_table(build.run(is_table_row))
    build.doubts.extend(doubts)
    children: list[Node] = [table]
    while (note := build.peek(0)) is not None and _FOOTNOTE.match(note.text) and not note.bullet:
        children.append(box_of(note, "note", note.text))
        build.at += 1
    defined = Definition(name=title.name.rstrip(":"), kind="chart", rule="title above a table")
    build.blocks.append(
        Box(
            kind="chart",
            title=(Text(line.text),),
            children=tuple(children),
            defines=defined,
            line=line.line,
            end_line=build.lines[build.at - 1].end_line,
        )
    )
    return True


def read_transcriber(build: Build, line: Line) -> bool:
    """What is said of the copy, not of the rules."""
    if not build.words.is_transcriber(line.text):
        return False
    build.doubt("transcription-note", "this line says something of the copy, not of the rules", line)
    if _WHOLE.match(line.text) and not run_in(line.text):
        return build.take(box_of(line, TRANSCRIPTION, line.text))
    return False


def read_box(build: Build, line: Line) -> bool:
    """A remark that a word opens, run in or with what follows."""
    found = build.words.box(line.text)
    if found is None:
        return False
    kind, words, rest = found
    if kind == "example":
        titled = may_be_title(rest) and not rest.endswith((".", "!", "?"))
        return example_box(build, line, f"{words}: {rest}" if titled else words, "" if titled else rest)
    title = words.rstrip(" *")
    if rest:
        return build.take(box_of(line, kind, rest, title))
    return _open_box(build, line, kind, title)


def _open_box(build: Build, line: Line, kind: str, title: str) -> bool:
    """A word alone on its line: the bullets below are its text, or else the paragraph below."""
    build.at += 1
    items = build.run(lambda item: bool(item.bullet))
    children: tuple[Node, ...] = (make_list(items),) if items else ()
    after = build.peek(0)
    if not items and after is not None and not build.is_title(build.at) and not is_row(after.text):
        children = (paragraph(after.text, after),)
        build.at += 1
    end = build.lines[build.at - 1].end_line
    shown = (Text(title),) if title else ()
    build.blocks.append(Box(kind=kind, title=shown, children=children, closed=False, line=line.line, end_line=end))
    return True


# -- examples ---------------------------------------------------------------------------------------------------------


def read_example(build: Build, line: Line) -> bool:
    """``X Game Example #2. Text``, or a title of its own over several examples."""
    words = build.words
    match = re.match(rf"(?P<title>.{{0,110}}?(?:{words.table.examples})[^.]{{0,60}})\.\s+(?P<rest>\S.*)$", line.text)
    if match and is_title_case(take_apart(match["title"]).name.replace(".", "")):
        return example_box(build, line, match["title"], match["rest"])
    if words.examples.search(line.text) and may_be_title(line.text):
        return _section(build, line)
    return False


def _section(build: Build, line: Line) -> bool:
    title = take_apart(line.text)
    outline = build.outline
    level = ENTRY + 1 if outline.is_aside(title.name) or outline.related(title.name) else ENTRY
    build.head(line, title, Open(level=level, name=title.name, place=len(build.blocks)), None)
    after = build.peek(0)
    if after is None or not _goes_on(build, after, headed=True):
        return True
    build.at -= 1
    return example_box(build, msgspec.structs.replace(after, text="", bullet=""), "", "")


def example_box(build: Build, line: Line, title: str, rest: str) -> bool:
    """An example and what goes on with it; below a title of its own line that may be bullets and run-in titles."""
    headed = not rest
    children: list[Node] = [] if headed else [paragraph(rest, line)]
    build.at += 1
    while (after := build.peek(0)) is not None and _goes_on(build, after, headed=headed):
        if after.bullet:
            children.append(make_list(build.run(lambda item: bool(item.bullet))))
        else:
            children.append(paragraph(after.text, after))
            build.at += 1
    end = max(line.end_line, build.lines[build.at - 1].end_line)
    build.blocks.append(
        Box(
            kind="example",
            title=(Text(title),) if title else (),
            children=tuple(children),
            closed=end == line.end_line,
            line=line.line,
            end_line=end,
        )
    )
    return True


def _goes_on(build: Build, line: Line, *, headed: bool) -> bool:
    words = build.words
    if line.bullet:
        return headed and printed_fields(line.text, words) is None
    if is_row(line.text) or is_rule(line.text) or words.box(line.text) or _opens_example(build, line.text):
        return False
    if words.part(line.text) or may_be_title(line.text) or words.is_transcriber(line.text):
        return False
    if build.is_title(build.lines.index(line, build.at)):
        return False
    return headed or run_in(line.text) is None


def _opens_example(build: Build, text: str) -> bool:
    opened = run_in(text)
    head = opened[0] if opened else text[:120].split(". ")[0]
    return bool(build.words.examples.search(head)) and is_title_case(take_apart(head).name)
