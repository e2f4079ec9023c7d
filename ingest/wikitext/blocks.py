"""Paragraphs, lists and indented text, line by line: MediaWiki's block level pass, feeding a tree builder."""

from __future__ import annotations

import re

from ingest.wikitext.tidy import Builder
from ingest.wikitext.work import ADDED, LOST, TRIM, Work

_BLOCK = re.compile("\x01([ocb])([0-9]+)\x02")
_MAX_LIST_DEPTH = 40
_LISTS = {"*": "ul", "#": "ol", ":": "dl", ";": "dl"}
_ITEMS = {"*": "li", "#": "li", ":": "dd", ";": "dt"}
_MARKS = "*#:;"


class BlockPass:
    """One text's way from lines to blocks."""

    def __init__(self, work: Work, builder: Builder) -> None:
        self.work = work
        self.builder = builder
        self.paragraph = ""  # "p" or "pre" while one is open
        self.pending = ""  # "open": a <p> waits for text; "next": </p><p> does
        self.dt_open = False
        self.suspended = False  # inside a table, heading … no paragraphs are made
        self.in_pre = False
        self.in_quote = False
        self.last = ""

    def run(self, text: str, lines: list[int]) -> None:
        """Feed every line of *text*; ``lines`` gives the source line of each."""
        at, final = 0, len(lines) - 1
        *rows, last = text.split("\n")
        moved = LOST in text or ADDED in text
        for line in rows:
            self.builder.line = lines[min(at, final)]
            if moved:
                at += line.count(LOST)
                line = line.replace(LOST, "")
                at -= line.endswith(ADDED)
                line = line.removesuffix(ADDED)
            self.line(line)
            at += 1
        self.builder.line = lines[min(at, final)]
        self.line(last.replace(LOST, "").removesuffix(ADDED), last=True)
        for mark in reversed(self.last):
            self._close_list(mark)
        self._close_paragraph()

    def line(self, text: str, *, last: bool = False) -> None:
        prefix = ""
        if not self.in_pre and text and text[0] in _MARKS:
            prefix, text = self._prefix(text)
        if prefix or self.last:
            text = self._lists(prefix, text)
        if not prefix:
            self._paragraphs(text)
        if not self.pending:
            said = text.strip(TRIM) if prefix else text if self._text is None else self._text
            self.builder.feed(said + "\n" if not last or (self.paragraph and not prefix) else said)
        self._text = None

    _text: str | None = None

    def _prefix(self, line: str) -> tuple[str, str]:
        """The list marks that *line* begins with, and the rest."""
        text = line.lstrip(_MARKS)
        prefix = line[: len(line) - len(text)]
        if len(prefix) > _MAX_LIST_DEPTH:
            self.work.doubt(
                "list-too-deep", "A list is nested too deep; its innermost levels are joined.", line=self.builder.line
            )
        return prefix[:_MAX_LIST_DEPTH], text

    # lists

    def _lists(self, prefix: str, text: str) -> str:
        folded = prefix.replace(";", ":")
        if prefix and self.last == folded:
            self._next_item(prefix[-1])
            self.pending = ""
            return self._term(text) if prefix[-1] == ";" else text
        common = _common(prefix, self.last)  # of the prefix as written: MediaWiki begins a new list here
        self.pending = ""
        for mark in reversed(self.last[common:]):
            self._close_list(mark)
        if common and len(prefix) <= common:
            self._next_item(prefix[common - 1])
        if self.dt_open and common and prefix[common - 1] == ":":
            self._next_item(":")
        if self.last and len(prefix) > common:
            self.builder.feed("\n")
        for mark in prefix[common:]:
            self._open_list(mark)
            if mark == ";":
                text = self._term(text)
        if not prefix and self.last:
            self.builder.feed("\n")
        self.last = folded
        return text

    def _term(self, text: str) -> str:
        colon = find_colon(text, self.work)
        if colon < 0:
            return text
        self.builder.feed(text[:colon].rstrip(TRIM))
        self._next_item(":")
        return text[colon + 1 :]

    def _open_list(self, mark: str) -> None:
        self._close_paragraph()
        self.builder.open(_LISTS[mark])
        self.builder.open(_ITEMS[mark])
        if mark == ";":
            self.dt_open = True

    def _next_item(self, mark: str) -> None:
        if mark in "*#":
            self.builder.close("li")
            self.builder.open("li")
            return
        self.builder.close("dt" if self.dt_open else "dd")
        self.dt_open = mark == ";"
        self.builder.open(_ITEMS[mark])

    def _close_list(self, mark: str) -> None:
        if mark == ":":
            self.builder.close("dt" if self.dt_open else "dd")
            self.dt_open = False
        else:
            self.builder.close("li")
        self.builder.close(_LISTS[mark])

    # paragraphs

    def _close_paragraph(self) -> None:
        if self.paragraph:
            self.builder.close(self.paragraph)
            self.builder.between = True  # MediaWiki prints a newline here, which takes open formatting up again
        self.in_pre = False
        self.paragraph = ""

    def _paragraphs(self, text: str) -> None:
        if "\x01" in text and ("\x01o" in text or "\x01c" in text or "\x01b" in text):
            self._blocks(_BLOCK.findall(text))
        elif not self.suspended and not self.in_pre:
            blank = not text.strip(TRIM)
            if text.startswith(" ") and (self.paragraph == "pre" or not blank) and not self.in_quote:
                if self.paragraph != "pre":
                    self.pending = ""
                    self._close_paragraph()
                    self.builder.open("pre")
                    self.paragraph = "pre"
                self._text = text[1:]
            elif blank:
                self._blank()
            else:
                self._words()

    def _blank(self) -> None:
        if self.pending:
            self._start_pending()  # MediaWiki shows more space here, a <br>; a reader of rules has no use for it
            self.paragraph = "p"
        elif self.paragraph != "p":
            self._close_paragraph()
            self.pending = "open"
        else:
            self.pending = "next"

    def _words(self) -> None:
        if self.pending:
            self._start_pending()
            self.paragraph = "p"
        elif self.paragraph != "p":
            self._close_paragraph()
            self.builder.open("p")
            self.paragraph = "p"

    def _start_pending(self) -> None:
        if self.pending == "next":
            self.builder.close("p")
        self.builder.open("p")
        self.pending = ""

    def _blocks(self, found: list[tuple[str, str]]) -> None:
        pre_opens = pre_closes = ends = False
        for letter, number in found:
            mark = self.work.marks[int(number)]
            if mark.name == "pre":
                pre_opens = pre_opens or mark.verb == "open"
                pre_closes = pre_closes or mark.verb == "close"
            if letter != "o":
                ends = True
                if letter == "b":
                    self.in_quote = mark.verb == "open"
        self.pending = ""
        if not self.in_pre or pre_opens:
            self._close_paragraph()
        self.in_pre = (self.in_pre or pre_opens) and not pre_closes
        self.suspended = not ends


def _common(one: str, other: str) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def find_colon(text: str, work: Work) -> int:
    """Where the first ``:`` of *text* stands that is in no link and no tag; -1 where there is none."""
    colon = text.find(":")
    if colon < 0:
        return -1
    if "\x01" not in text[:colon]:
        return colon
    depth = 0
    for match in re.finditer(r"\x01[a-z]([0-9]+)\x02|:", text):
        if match[1] is None:
            if depth == 0:
                return match.start()
            continue
        verb = work.marks[int(match[1])].verb
        depth += (verb == "open") - (verb == "close")
        depth = max(depth, 0)
    return -1
