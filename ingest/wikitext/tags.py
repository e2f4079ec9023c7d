"""Extension tags: ``nowiki``, ``pre``, ``ref``, ``references``, ``gallery`` and those that only a running wiki can show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ingest.tree import Element, Gallery, Image, Item, List, Node, Note, Pre, Text
from ingest.wikitext.attributes import clean_attributes, read_attributes
from ingest.wikitext.entities import decode
from ingest.wikitext.images import image_options
from ingest.wikitext.infobox import infobox, tabs
from ingest.wikitext.links import mark_links
from ingest.wikitext.preprocess import EXTENSIONS, preprocess
from ingest.wikitext.reading import line_numbers, read_blocks, read_inline
from ingest.wikitext.work import TRIM, Mark, Work

if TYPE_CHECKING:
    from ingest.wikitext.expand import Expander, Frame

_NOWIKI = re.compile(r"<nowiki>(.*?)</nowiki>", re.S | re.I)
_INDENTED = re.compile("^( +|:+)(.*)$", re.M)
_CODE = frozenset(("source", "syntaxhighlight"))
_SILENT = frozenset(("templatestyles", "indicator", "categorytree", "inputbox", "mapframe", "maplink", "graph"))
_IMAGE_LINE = re.compile(r"\s*(?:\[\[)?([^|\]\n]+?)\s*(?:\|(.*))?$", re.S)


def say(expander: Expander, name: str, attributes: str, body: str | None, frame: Frame) -> str:
    """The text that stands for one extension tag."""
    work = expander.work
    attributes = work.plain(attributes)
    if name == "nowiki":
        return work.literal(work.plain(body or ""))
    if name == "pre":
        return _pre(work, attributes, body or "")
    if name == "ref":
        return _ref(expander, attributes, body, frame)
    if name == "references":
        return _references(expander, attributes, body, frame)
    if name == "gallery":
        return _gallery(expander, attributes, body or "", frame)
    if name == "poem":
        return _poem(expander, attributes, body or "", frame)
    if name == "infobox":
        return infobox(expander, body or "", frame)
    if name == "tabber":
        return tabs(expander, body or "", frame)
    if name in _SILENT:
        work.doubt("extension-not-shown", f"The extension <{name}> is shown by a running wiki only.", severity="note")
        return ""
    if name in EXTENSIONS:
        return _code(work, name, body or "")
    return work.literal(f"<{name}{attributes}>") + (body or "") + work.literal(f"</{name}>")


def _pre(work: Work, attributes: str, body: str) -> str:
    text = decode(_NOWIKI.sub(r"\1", work.plain(body)).removeprefix("\n"))
    pre = Pre(children=(Text(text),), attrs=clean_attributes(attributes, "pre"), line=work.line)
    return work.put(Mark("node", "pre", node=pre), "c")


def _code(work: Work, name: str, body: str) -> str:
    if name in _CODE:
        return work.put(Mark("node", "pre", node=Pre(children=(Text(body.strip("\n")),), line=work.line)), "c")
    work.doubt(
        "extension-not-shown",
        f"The extension <{name}> is shown by a running wiki only; its text is shown.",
        severity="note",
    )
    return work.put(Mark("node", "inline", node=Element(name="code", children=(Text(body),), line=work.line)))


def _poem(expander: Expander, attributes: str, body: str, frame: Frame) -> str:
    text = expander.expand(preprocess(body.strip("\n")), frame)
    text = _INDENTED.sub(lambda match: _indented(match[1], match[2]), text).replace("\n", "<br />\n")
    nodes = read_inline(expander.work, text, expander.work.line)
    attrs = clean_attributes(attributes, "div")
    return expander.work.put(
        Mark("node", "poem", node=Element(name="div", attrs=attrs, children=nodes, line=expander.work.line)), "c"
    )


def _indented(marks: str, words: str) -> str:
    """A line of a poem that begins with blanks or colons."""
    if marks[0] == " ":
        return "\u00a0" * len(marks) + words
    return f'<span style="display:inline-block;margin-left:{min(len(marks), 40)}em">{words}</span>'


def _ref(expander: Expander, attributes: str, body: str | None, frame: Frame) -> str:
    work = expander.work
    named = read_attributes(attributes)
    group, name = named.get("group", ""), named.get("name", "")
    notes: dict[str, _Footnote] = work.notes.setdefault(group, {})
    text = expander.expand(preprocess(body), frame).strip(TRIM) if body and body.strip() else ""
    if (goes_on := notes.get(named.get("follow", ""))) and not name:  # a note that goes on on another page of a book
        goes_on.text = f"{goes_on.text} {text}".strip()
        return ""
    note = notes.get(name) if name else None
    if note is None:
        note = _Footnote(name, len(notes) + 1)
        notes[name or f"#{note.number}"] = note
    if text:
        note.text = text
        note.line = work.line
    note.uses += 1
    return work.put(Mark("node", "note", node=Note(number=note.number, group=group, name=name)))


class _Footnote:
    __slots__ = ("line", "name", "number", "text", "uses")

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self.text = ""
        self.line = 0
        self.uses = 0


def _references(expander: Expander, attributes: str, body: str | None, frame: Frame) -> str:
    group = read_attributes(attributes).get("group", "")
    if body:
        expander.expand(preprocess(body), frame)
    node = footnotes(expander.work, group)
    return expander.work.put(Mark("node", "references", node=node), "c") if node else ""


def footnotes(work: Work, group: str) -> Node | None:
    """The list of the notes of *group* so far, which ends the group."""
    notes: dict[str, _Footnote] = work.notes.pop(group, {})
    if not notes:
        return None
    items = []
    for note in notes.values():
        if not note.text:
            work.doubt(
                "note-without-text",
                f"The note {note.name or note.number!r} is used and never written.",
                severity="note",
            )
        attrs = (("id", f"cite_note-{group}{note.number}"),)
        items.append(Item(children=read_inline(work, note.text, note.line), attrs=attrs, line=note.line))
    listed = List(kind="ol", items=tuple(items), attrs=(("class", "references"),), line=work.line)
    return Element(name="references", attrs=(("group", group),), children=(listed,), line=work.line)


def _gallery(expander: Expander, attributes: str, body: str, frame: Frame) -> str:
    work = expander.work
    images = []
    for line in body.split("\n"):
        image = _gallery_line(expander, line, frame)
        if image is not None:
            images.append(image)
    named = read_attributes(attributes)
    caption = (
        read_inline(work, expander.expand(preprocess(named["caption"]), frame), work.line)
        if named.get("caption")
        else ()
    )
    attrs = tuple((key, value) for key, value in clean_attributes(attributes, "gallery") if key != "caption")
    gallery = Gallery(images=tuple(images), caption=caption, attrs=attrs, line=work.line)
    return work.put(Mark("node", "gallery", node=gallery), "c")


def _gallery_line(expander: Expander, line: str, frame: Frame) -> Image | None:
    work = expander.work
    match = _IMAGE_LINE.match(line) if line.strip() else None
    if match is None:
        return None
    title = work.find_title(match[1], 6)
    if title is None or title.namespace != 6:
        work.doubt("gallery-line", f"{match[1]!r} is no picture; the line is left out.", severity="note")
        return None
    text = mark_links(work, expander.expand(preprocess(match[2] or ""), frame))
    options, _ = image_options(work, [])
    words, kept = text.split("|"), []
    found: dict[str, str] = {}
    for word in words:
        named = image_options(work, [word])
        if named[1] or not named[0]:
            kept.append(word)
        else:
            found.update(named[0])
    nodes = read_blocks(work, "|".join(kept).strip(), line_numbers("", work.line)) if kept else ()
    return Image(name=title.text, caption=nodes, options=tuple({**dict(options), **found}.items()), line=work.line)
