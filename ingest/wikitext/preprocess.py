"""Wikitext as a tree of template calls, parameters and extension tags: MediaWiki's brace matching, in linear time.

Comments are gone, ``noinclude`` and its siblings are applied. A string stands for itself. Nothing is expanded here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.wikitext.pieces import Call, Gap, Nest, Parameter, Part, Piece, Tag

EXTENSIONS = frozenset(
    [
        "nowiki",
        "pre",
        "ref",
        "references",
        "gallery",
        "math",
        "source",
        "syntaxhighlight",
        "poem",
        "score",
        "timeline",
        "hiero",
        "templatestyles",
        "imagemap",
        "inputbox",
        "categorytree",
        "chem",
        "ce",
        "graph",
        "mapframe",
        "maplink",
        "section",
        "indicator",
        "youtube",
        "tabber",
        "infobox",
        "html",
    ]
)
_TRANSLATED = frozenset(("translate", "tvar", "languages"))  # marks of translators around what is shown
_INCLUDE = frozenset(("noinclude", "includeonly", "onlyinclude"))
_TAG = re.compile(r"<(/?)([a-zA-Z]+)(?=[\s/>])", re.A)
_OUTSIDE = re.compile(r"\{\{+|<")
_LINKED = r"\[\[[^{}\[\]<>\n]*+\]\]"  # a link, with its bars and equals signs
_SIMPLE = re.compile(rf"\{{\{{((?!\{{)(?:[^{{}}\[\]<>=\n]++|\n(?!=)|(?<!\n)=|{_LINKED})*+)\}}\}}(?!\}})")
_BEFORE_BAR = re.compile(rf"(?:[^\[|]++|{_LINKED})*+")
_BEFORE_EQUALS = re.compile(rf"((?:[^\[=]++|{_LINKED})*+)=(.*)", re.S)
_INSIDE = re.compile(r"\{\{+|\[\[|\}\}+|\]\]|[|=]|<|\n=*")


@dataclass(slots=True)
class _Open:
    mark: str  # "{", "[" or "\n" for a heading
    count: int
    parts: list[Part]
    start: int
    at_line_start: bool
    depth: int = 0

    def literal(self) -> list[Piece]:
        """What stands here, if it is never closed."""
        pieces: list[Piece] = [self.mark * self.count]
        for number, part in enumerate(self.parts):
            if number:
                pieces.append("|")
            pieces.extend(part.pieces)
        return pieces


class _Scanner:
    def __init__(self, text: str, *, included: bool) -> None:
        self.text = text
        self.included = included
        self.root: list[Piece] = []
        self.stack: list[_Open] = []
        self.unclosed: set[str] = set()
        self.fresh = False  # a comment took the whole line before this place
        lowered = text.lower() if "nclude>" in text or "NCLUDE>" in text else ""
        self.only = included and "<onlyinclude>" in lowered and "</onlyinclude>" in lowered

    @property
    def pieces(self) -> list[Piece]:
        return self.stack[-1].parts[-1].pieces if self.stack else self.root

    def add(self, piece: Piece) -> None:
        if piece != "":
            self.pieces.append(piece)

    def run(self) -> list[Piece]:
        text, at = self.text, 0
        if self.only:
            at = self._skip_to_onlyinclude(0)
        while at < len(text):
            match = (_INSIDE if self.stack else _OUTSIDE).search(text, at)
            if match is None:
                break
            start = match.start()
            if at < start:
                self.pieces.append(text[at:start])
            simple = _SIMPLE.match(text, start) if not self.stack else None
            at = self._simple(simple) if simple is not None else self._take(match.group(), start)
        self.add(text[at:])
        root = self.root
        for opened in self.stack:
            root.extend(opened.literal())
        return root

    def _simple(self, match: re.Match[str]) -> int:
        """A call without anything nested in it, at once."""
        start, at = match.start(), match.start() + 2
        line_start = start == 0 or self.text[start - 1] == "\n" or self.fresh
        self.fresh = False
        inner = match[1]
        words = _between_bars(inner) if "[" in inner else inner.split("|")
        parts = [Part([words[0]], None, at)]
        for word in words[1:]:
            at += len(words[len(parts) - 1]) + 1
            parts.append(_simple_part(word, at))
        self.root.append(Call(parts, start, match.end(), line_start))
        return match.end()

    def _take(self, found: str, at: int) -> int:
        first = found[0]
        if first == "<":
            return self._angle(at)
        if first in "{[":
            return self._open(found, at)
        if first in "}]":
            return self._close(found, at)
        if first == "\n":
            return self._line(found, at)
        part = self.stack[-1].parts[-1]
        if first == "|":
            if self.stack[-1].mark == "{":
                self.stack[-1].parts.append(Part(start=at + 1))
            else:
                part.pieces.append("|")
        else:
            if part.equals is None and self.stack[-1].mark == "{" and len(self.stack[-1].parts) > 1:
                part.equals = len(part.pieces)
            part.pieces.append("=")
        return at + 1

    def _open(self, found: str, at: int) -> int:
        line_start = at == 0 or self.text[at - 1] == "\n" or (self.fresh and self.text[at - 1] != "\n")
        self.fresh = False
        self.stack.append(_Open(found[0], len(found), [Part(start=at + len(found))], at, line_start))
        return at + len(found)

    def _close(self, found: str, at: int) -> int:
        top = self.stack[-1]
        if top.mark != ("{" if found[0] == "}" else "["):
            self.add(found)
            return at + len(found)
        if top.mark == "[":
            self.stack.pop()
            self.pieces.append(Nest(top.literal()))
            self.add("]]")
            return at + 2
        width = min(3, top.count, len(found))
        if width < 2:
            self.add(found)
            return at + len(found)
        self.stack.pop()
        start, end = top.start + top.count - width, at + width
        node: Piece
        if width == 3:
            node = Parameter(top.parts, start, end)
        else:
            node = Call(top.parts, start, end, top.at_line_start and top.count == 2)
        rest = top.count - width
        if rest >= 2:
            self.stack.append(_Open("{", rest, [Part(pieces=[node], start=start)], top.start, top.at_line_start))
        else:
            self.add("{" * rest)
            self.add(node)
        return end

    def _line(self, found: str, at: int) -> int:
        if self.stack[-1].mark == "\n":  # a heading ends with its line
            opened = self.stack.pop()
            self.pieces.append(Nest(opened.literal()[1:]))
            return at if self.stack else self._outside_line(at)
        self.add("\n")
        equals = len(found) - 1
        part = self.stack[-1].parts[-1]
        names = self.stack[-1].mark == "{" and len(self.stack[-1].parts) > 1 and part.equals is None
        if equals == 0:
            return at + 1
        if equals == 1 and names:
            return at + 1
        self.stack.append(_Open("\n", 0, [Part(pieces=["=" * equals], start=at + 1)], at, False))
        return at + len(found)

    def _outside_line(self, at: int) -> int:
        self.add("\n")
        return at + 1

    def _angle(self, at: int) -> int:
        text = self.text
        if text.startswith("<!--", at):
            return self._comment(at)
        match = _TAG.match(text, at)
        if match is None:
            self.add("<")
            return at + 1
        closing, name = match[1], match[2].lower()
        if name in _TRANSLATED and (end := text.find(">", match.end())) >= 0:
            self.add(Gap(at, end + 1))
            return end + 1
        if name in _INCLUDE:
            return self._include(name, closing, at, match.end())
        if closing or name not in EXTENSIONS or name in self.unclosed:
            self.add("<")
            return at + 1
        return self._extension(name, at, match.end())

    def _extension(self, name: str, at: int, after: int) -> int:
        text = self.text
        end = text.find(">", after)
        if end < 0:
            self.unclosed.add(name)
            self.add("<")
            return at + 1
        if text[end - 1] == "/":
            self.add(Tag(name, text[after : end - 1], None, at, end + 1))
            return end + 1
        close = re.compile(rf"</{name}\s*>", re.I).search(text, end + 1)
        if close is None:
            self.unclosed.add(name)
            self.add(text[at : end + 1])
            return end + 1
        self.add(Tag(name, text[after:end], text[end + 1 : close.start()], at, close.end()))
        return close.end()

    def _include(self, name: str, closing: str, at: int, after: int) -> int:
        text = self.text
        end = text.find(">", after)
        if end < 0:
            self.add("<")
            return at + 1
        if self.only and name == "onlyinclude" and closing:
            return self._skip_to_onlyinclude(end + 1)
        skipped = "noinclude" if self.included else "includeonly"
        if (name == skipped and closing) or (self.included and name == "onlyinclude"):
            self.add("<")  # it says nothing here, and so it is text
            return at + 1
        if name != skipped or text[end - 1] == "/":
            self.add(Gap(at, end + 1))
            return end + 1
        close = re.compile(rf"</{name}\s*>", re.I).search(text, end + 1)
        stop = close.end() if close else len(text)
        self.add(Gap(at, stop))
        return stop

    def _skip_to_onlyinclude(self, at: int) -> int:
        match = re.compile(r"<onlyinclude>", re.I).search(self.text, at)
        return match.end() if match else len(self.text)

    def _comment(self, at: int) -> int:
        text = self.text
        end = text.find("-->", at + 4)
        if end < 0:
            self.add(Gap(at, len(text)))
            return len(text)
        before = at
        while before and text[before - 1] in " \t":
            before -= 1
        after = _blanks(text, end + 3)
        while text.startswith("<!--", after):
            more = text.find("-->", after + 4)
            if more < 0:
                break
            end, after = more, _blanks(text, more + 3)
        whole = before > 0 and text[before - 1] == "\n" and text.startswith("\n", after)
        if not whole:
            self.add(Gap(at, end + 3))
            return end + 3
        pieces = self.pieces
        if before < at and pieces and isinstance(pieces[-1], str):
            pieces[-1] = pieces[-1][: len(pieces[-1]) - (at - before)]
        self.add(Gap(before, after + 1))
        self.fresh = True
        return after + 1


def _between_bars(inner: str) -> list[str]:
    """*inner* split at the bars that stand in no link."""
    words, at = [], 0
    while at <= len(inner):
        match = _BEFORE_BAR.match(inner, at)
        end = match.end() if match else len(inner)
        words.append(inner[at:end])
        at = end + 1
    return words


def _simple_part(words: str, at: int) -> Part:
    if "=" not in words:
        return Part([words], None, at)
    if "[" not in words:
        name, _, value = words.partition("=")
        return Part([name, "=", value], 1, at)
    match = _BEFORE_EQUALS.match(words)
    return Part([match[1], "=", match[2]], 1, at) if match else Part([words], None, at)


def _blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def flat(pieces: list[Piece]) -> list[Piece]:
    """*pieces* without nests."""
    if Nest not in map(type, pieces):
        return pieces
    found: list[Piece] = []
    stack = [iter(pieces)]
    while stack:
        for piece in stack[-1]:
            if isinstance(piece, Nest):
                stack.append(iter(piece.pieces))
                break
            found.append(piece)
        else:
            stack.pop()
    return found


def preprocess(text: str, *, included: bool = False) -> list[Piece]:
    """The pieces of *text*; *included* reads it as a template's definition, as a page else."""
    return flat(_Scanner(text, included=included).run())
