"""A rulebook as plain text: no markup, no depth, one paragraph, heading, bullet or table row a line.

Each line is asked in turn what it is, the surest answer first: a table row, a record, a box, an example, the head of
a part, a fact, a bullet, a class or label line, a title, a title run into its paragraph; else it is a paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ingest.profile import GENERIC_HEADS, Profile
from ingest.rulebook.blocks import make_steps, paragraph, parts_within, step_mark
from ingest.rulebook.boxes import read_box, read_chart, read_contents, read_example, read_table, read_transcriber
from ingest.rulebook.build import Build
from ingest.rulebook.depths import with_depths
from ingest.rulebook.evidence import habits_of
from ingest.rulebook.heads import read_class_line, read_label_line, read_title, read_told
from ingest.rulebook.lines import Line, is_rule, physical_lines, with_rows
from ingest.rulebook.markdown import front_matter, without_markdown, without_quotes
from ingest.rulebook.misplaced import misplaced
from ingest.rulebook.records import goes_on, inline_bands, make_records, opens_record, printed_fields
from ingest.rulebook.runs import read_bullet, read_run_in
from ingest.rulebook.titles import take_apart
from ingest.rulebook.words import words_of
from ingest.rulebook.wrapping import logical_lines, page_marks
from ingest.tree import Band, Document, Doubt, Element, Navigation, Node, Paragraph, Part, Text

_TITLE = 120


def parse_rulebook(text: str, *, profile: Profile) -> Document:
    """Read a rulebook that prints no markup. Lines count within *text*."""
    text = without_quotes(text)
    printed = physical_lines(text)
    marks = page_marks(printed) | front_matter(printed)
    lines = with_depths(tuple(with_rows(without_markdown(logical_lines(text, without=marks)))))
    habits = habits_of(lines, () if profile.parts else GENERIC_HEADS)
    build = Build(lines, msgspec.structs.replace(words_of(profile), habits=habits))
    while build.at < len(lines):
        line = lines[build.at]
        fresh, build.after_class = build.after_class, False
        if not (
            read_contents(build, line)
            or read_table(build, line)
            or _record(build, line)
            or _marked(build, line, fresh=fresh)
        ):
            build.take(paragraph(line.text, line))
    build.blocks.extend(_page_mark(printed, line) for line in sorted(marks) if printed[line - 1].strip())
    return _document(build)


def _page_mark(printed: Sequence[str], line: int) -> Node:
    """A page's number or running head: kept, but no part of the text."""
    shown = Paragraph(children=(Text(printed[line - 1].strip()),), line=line, end_line=line)
    return Navigation(children=(shown,), name="page", line=line, end_line=line)


def _document(build: Build) -> Document:
    doubts = build.doubts
    cut = bool(build.lines) and any(doubt.code == "cut-row" and doubt.line == build.lines[-1].line for doubt in doubts)
    if cut:
        doubts.append(Doubt(code="cut-off", message="the text ends within a table", line=build.lines[-1].end_line))
    doubts.extend(misplaced(build.blocks))
    title = next((line.title or line.text for line in build.lines if not is_rule(line.text)), "")
    return Document(
        title=title if len(title) <= _TITLE else "", blocks=tuple(build.blocks), complete=not cut, doubts=tuple(doubts)
    )  # fmt: skip


def _marked(build: Build, line: Line, *, fresh: bool) -> bool:
    """Everything that a word or a shape marks."""
    if line.bullet:
        part = build.words.part(line.text)
        return (part is not None and part[2] != "" and _part(build, line)) or read_bullet(build, line)
    if line.depth:
        return _told_part(build, line) or read_told(build, line)
    if is_rule(line.text):
        return build.take(Element(name="hr", line=line.line, end_line=line.end_line))
    return (
        _steps(build, line)
        or read_chart(build, line)
        or read_transcriber(build, line)
        or read_box(build, line)
        or read_example(build, line)
        or _part(build, line)
        or (fresh and read_label_line(build, line))
        or _fact(build, line)
        or read_class_line(build, line)
        or read_title(build, line)
        or read_run_in(build, line)
    )


def _steps(build: Build, line: Line) -> bool:
    """Steps that are counted, two at least."""
    after = build.peek()
    if not step_mark(line) or after is None or not step_mark(after):
        return False
    build.blocks.append(make_steps(build.run(lambda item: step_mark(item) != "")))
    return True


def _part(build: Build, line: Line) -> bool:
    """The head of a part, with or without its text."""
    found = build.words.part(line.text)
    if found is None:
        return False
    head, key, rest = found
    build.settle()
    if key == "category" and rest:
        build.patch(category=rest.rstrip("."))
    build.blocks.append(Part(name=head, key=key, run_in=bool(rest), line=line.line, end_line=line.end_line))
    build.blocks.extend(parts_within(rest, line, build.words))
    build.at += 1
    return True


def _told_part(build: Build, line: Line) -> bool:
    """A part whose head is marked as titles are, ``### Effects``, with no title below it."""
    after = next((other for other in build.lines[build.at + 1 :] if other.depth), None)
    if build.at == 0 or build.words.part_key(line.title) is None or (after is not None and after.depth > line.depth):
        return False
    return _part(build, msgspec.structs.replace(line, text=line.title))


def _fact(build: Build, line: Line) -> bool:
    if build.words.facts is None or not build.words.facts.match(line.text):
        return False
    return build.take(paragraph(line.text, line))


def _record(build: Build, line: Line) -> bool:
    """A record, on this line or on this and the next ones."""
    words = build.words
    printed = printed_fields(line.text, words)
    if printed is None or not opens_record(printed, words.table):
        return False
    found, seen = [(line.line, printed)], {name for name, _, _ in printed.fields}
    bands: tuple[Band, ...] = ()
    build.at += 1
    while (after := build.peek(0)) is not None and not bands:
        bands = inline_bands(after.text)
        more = printed_fields(after.text, words)
        names = {name for name, _, _ in more.fields} if more else set()
        if not bands and (more is None or not goes_on(more) or opens_record(more, words.table) or seen & names):
            break
        if more is not None and not bands:
            found.append((after.line, more))
        seen |= names
        build.at += 1
    entry = build.outline.entry()
    name = entry.name if entry else take_apart(printed.prefix).name
    end = build.lines[build.at - 1].end_line
    build.blocks.extend(make_records(found, name=name, mode=build.mode, words=words, bands=bands, end_line=end))
    build.settle()
    build.mode = None
    return True
