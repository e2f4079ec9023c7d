"""Titles run into a paragraph or a bullet: ``Name. text``, ``- Name (Class; Label). Requirements: …``."""

from __future__ import annotations

import re

import msgspec

from ingest.rulebook.blocks import make_list, parts_within
from ingest.rulebook.boxes import read_box
from ingest.rulebook.build import Build, entry_level
from ingest.rulebook.heads import IMPRINT, label_values
from ingest.rulebook.lines import Line
from ingest.rulebook.outline import OTHER, Open
from ingest.rulebook.records import opens_record, printed_fields
from ingest.rulebook.titles import Title, run_in, shortened, take_apart
from ingest.tree import Box, Labels, Node, Part, Text
from ingest.visible import slug

_COLON_TITLE = 40


def read_run_in(build: Build, line: Line) -> bool:
    """A title run into its paragraph: a term, a field, or only what the sentences behind it are about."""
    opened = run_in(line.text)
    if opened is None or (build.at == 0 and IMPRINT.match(opened[2])):
        return False
    head, sign, rest = opened
    title = take_apart(head)
    cls, labels = build.class_of(title)
    if cls is not None:
        return _with_class(build, line, head, title, cls, labels, rest)
    if sign == "!" or (sign == ":" and (len(head) > _COLON_TITLE or "," in head or rest[-1] not in ".!?")):
        return False
    chapter = build.outline.chapter()
    if chapter is not None and chapter.fields and build.outline.first_entry() is not None:
        shown = Part(name=title.name, key=slug(title.name), run_in=True, line=line.line, end_line=line.end_line)
        build.blocks.append(shown)
        return _boxed(build, line, title, head, rest, rule="field that the parts do not know")
    recorded = build.record_follows()
    if not recorded and build.outline.is_aside(title.name):
        for entry in build.outline.stack:
            if entry.defines and (alias := shortened(title.name, entry.name)):
                build.learn_alias(entry, alias)
        return _headed(build, line, head, title, rest, None, rule="")
    standing = build.outline.standing()
    around = standing.kind if standing else chapter.kind if chapter else None
    if not recorded and around not in (None, "", OTHER):
        told = (chapter.bullets or chapter.kind) if standing is None and chapter is not None else None
        return _boxed(build, line, title, head, rest, rule="title run into its paragraph", told=told)
    kind = (chapter.kind if recorded and chapter else OTHER) or None
    return _headed(build, line, head, title, rest, kind or OTHER, rule="title run into its paragraph")


def _headed(build: Build, line: Line, head: str, title: Title, rest: str, kind: str | None, *, rule: str) -> bool:
    """A heading at the head of its paragraph; without a kind it defines nothing."""
    within = build.words.chapter(head)
    opened = Open(
        level=entry_level(build), name=title.name, place=len(build.blocks), kind=kind, chapter=within,
        defines=kind is not None, settled=True, run_in=True,
    )  # fmt: skip
    defined = build.definition(title, kind=kind, rule=rule) if kind else None
    build.head(line, take_apart(head), opened, defined, run=True)
    build.blocks.extend(parts_within(rest, line, build.words))
    return True


def _with_class(
    build: Build, line: Line, head: str, title: Title, cls: str, labels: tuple[str, ...], rest: str
) -> bool:
    """``Name (Class). Label, Label.`` is a heading; a longer text makes it a term in a box."""
    told = label_values(rest) if not labels else ()
    if not told:
        return _boxed(build, line, title, head, rest, cls=cls, labels=labels, rule="run-in title with a class")
    level = build.outline.level_of(title.name, classed=True, single=False)
    kind = build.outline.kind_of(title.name, cls, level=level, recorded=False, doubled=False)
    defined = build.definition(title, kind=kind, cls=cls, labels=told, rule="title with a class and its labels")
    opened = Open(
        level=level, name=title.name, place=len(build.blocks), kind=kind, defines=True, classed=True, settled=True
    )  # fmt: skip
    build.head(line, take_apart(head), opened, defined)
    build.blocks.append(Labels(values=told, line=line.line))
    return True


def _boxed(
    build: Build,
    line: Line,
    title: Title,
    head: str,
    rest: str,
    *,
    rule: str,
    cls: str | None = None,
    labels: tuple[str, ...] = (),
    told: str | None = None,  # the kind of what its chapter lists
) -> bool:
    """A term defined in one paragraph or bullet, and what goes on with it: the entry around goes on behind it."""
    kind = (build.words.kind_of_class(cls) if cls else None) or told or OTHER
    children: list[Node] = [Labels(values=labels, line=line.line)] if labels else []
    children.extend(parts_within(rest, line, build.words))
    build.at += 1
    start = len(build.blocks)
    _following(build, line, children)
    children.extend(build.blocks[start:])
    del build.blocks[start:]
    build.blocks.append(
        Box(
            kind="term",
            title=(Text(head),),
            children=tuple(children),
            defines=build.definition(title, kind=kind, cls=cls, labels=labels, rule=rule),
            line=line.line,
            end_line=build.lines[build.at - 1].end_line,
        )
    )
    return True


def _following(build: Build, line: Line, children: list[Node]) -> None:
    """The bullets below a bullet's term, the remarks below a paragraph's."""
    chapter, after = build.outline.chapter(), build.peek(0)
    if line.bullet:
        plain = (
            after is not None
            and after.bullet
            and bullet_title(build, after) is None
            and not build.words.part(after.text)
        )
        if plain and (chapter is None or not chapter.fields):
            children.append(make_list(_plain_bullets(build)))
        return
    while (after := build.peek(0)) is not None and not after.bullet:
        found = build.words.box(after.text)
        if found is None or found[0] == "example" or not read_box(build, after):
            return


# -- bullets ----------------------------------------------------------------------------------------------------------


def read_bullet(build: Build, line: Line) -> bool:
    """A bullet that defines a term, or a list of bullets that do not."""
    if _defining(build, line):
        return True
    items = _plain_bullets(build)
    for item in items:
        if build.words.is_transcriber(item.text):
            build.doubt("transcription-note", "this line says something of the copy, not of the rules", item)
    last = _glued(build, items[-1])
    if last is None:
        build.blocks.append(make_list(items))
        return True
    shorter, part = last
    build.blocks.extend((make_list([*items[:-1], shorter]), part))
    where = msgspec.structs.replace(items[-1], line=items[-1].end_line)
    build.doubt("glued-part", f"{part.name} is printed at the end of the line above its text", where)
    return True


def _plain_bullets(build: Build) -> list[Line]:
    """The plain bullets that begin here; goes behind them."""
    start, build.at = build.at, _items_end(build)
    return list(build.lines[start : build.at])


def _items_end(build: Build) -> int:
    place = build.at + 1
    while place < len(build.lines) and build.lines[place].bullet:
        line = build.lines[place]
        printed = printed_fields(line.text, build.words)
        if printed is not None and opens_record(printed, build.words.table):
            break
        part = build.words.part(line.text)
        if (
            (part and part[2])
            or bullet_title(build, line) is not None
            or _glued(build, build.lines[place - 1]) is not None
        ):
            break
        place += 1
    return place


def _glued(build: Build, line: Line) -> tuple[Line, Part] | None:
    """A part's head that is printed at the end of the line above."""
    match = re.search(r"(?<=[.!?])\s+(?P<head>[^\W\d_][\w ]{2,30})$", line.text)
    key = build.words.part_key(match["head"]) if match else None
    if match is None or key is None:
        return None
    shorter = msgspec.structs.replace(line, text=line.text[: match.start()])
    return shorter, Part(name=match["head"], key=key, line=line.end_line, end_line=line.end_line)


def bullet_title(build: Build, line: Line) -> tuple[str, str] | None:
    """The title and the text of a bullet that defines a term here."""
    opened = run_in(line.text)
    if opened is None or opened[1] == "!":
        return None
    title = take_apart(opened[0])
    if not build.words.table.chapters and line.line in build.words.habits.defining and not build.words.box(line.text):
        return opened[0], opened[2]  # no profile says where bullets define terms: a whole list of titles does
    if opened[1] != ".":
        return None
    if build.class_of(title)[0] is not None:
        return opened[0], opened[2]
    chapter = build.outline.chapter()
    if chapter is None or not chapter.bullets or build.words.is_mode(title.name):
        return None
    return opened[0], opened[2]


def _defining(build: Build, line: Line) -> bool:
    found = bullet_title(build, line)
    if found is None:
        return False
    head, rest = found
    title = take_apart(head)
    cls, labels = build.class_of(title)
    chapter, standing = build.outline.chapter(), build.outline.standing()
    inside = standing is not None and standing.defines and standing.chapter is None
    if cls is not None or (chapter is not None and chapter.fields) or inside:
        return _boxed(build, line, title, head, rest, cls=cls, labels=labels, rule="bullet with a title")
    kind = (chapter.bullets if chapter else "") or OTHER
    return _headed(build, line, head, title, rest, kind, rule="bullet with a title")
