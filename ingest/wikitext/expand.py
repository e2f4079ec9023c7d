"""Template calls replaced by what they say: definitions, parser functions, magic words, else the profile's meaning.

Depth, loops and size are bounded as MediaWiki bounds them; a call past a bound leaves a message in its place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from ingest.titles import Site, Title, read_title, subpage_of
from ingest.wikitext import functions, meanings, tags
from ingest.wikitext.names import fold_name
from ingest.wikitext.pairs import meanings_of
from ingest.wikitext.pieces import Call, Gap, Nest, Parameter, Part, Piece, Tag
from ingest.wikitext.preprocess import flat, preprocess
from ingest.wikitext.work import LOST, TRIM, Work

_MAX_DEPTH = 100
_MAX_NESTING = 60  # of calls inside calls, whoever wrote them: Python's own stack is finite
_LONG_LINE = 400  # characters around a call that are looked at, whatever the length of its line
REDIRECT = re.compile(
    r"\s*#(?:redirect|redirección|redireccion|weiterleitung|redirection|rinvia|doorverwijzing|перенаправление|patrz|転送|重定向)"
    r"\s*:?\s*\[\[([^\[\]|\n]+)(?:\|[^\]\n]*)?\]\]",
    re.I,
)
_BLANK = re.compile(r"\s*")
_NAMED = re.compile(r"[^=|{}]*=\s*")
_NAME = re.compile(r"\{\{\s*([^{}|\n]{1,60}?)\s*(?=[|}])")
_CALLS = re.compile(r"\{\{[^{}]*\}\}|<!--.*?-->")
_STARTS_BLOCK = re.compile(r"\{\||[:;#*]")


@dataclass(slots=True)
class Frame:
    """The arguments with which a template was called."""

    title: str = ""
    args: dict[str, Callable[[], str]] = field(default_factory=dict)
    depth: int = 0
    chain: frozenset[str] = frozenset()
    top: bool = True


class Expander:
    """Expands the pieces of one text."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.nesting = 0
        self._parsed: dict[str, list[Piece]] = {}
        self._text = ""  # what is being expanded: the page or a template
        self._page = ""
        self._first_line = 1
        self._breaks: list[int] = []  # where the page's lines end
        self._unclosed: frozenset[int] | None = None

    def page(self, text: str, first_line: int = 1) -> tuple[str, list[int]]:
        """The whole *text* expanded, and the source line of each line of it."""
        frame, out, lines, line = Frame(title=self.work.title.full), [], [first_line], first_line
        self._text = self._page = text
        self._first_line, self._breaks = first_line, []
        for piece in preprocess(text):
            if isinstance(piece, Nest):
                continue
            if isinstance(piece, str):
                out.append(piece)
                count = piece.count("\n") + piece.count(LOST)
                lines.extend(range(line + 1, line + count + 1))
                line += count
                continue
            self.work.line = line
            span = text.count("\n", piece.start, piece.end)
            said = self._safely(piece, frame)
            if "\n" in said:
                lines.extend(min(line + step, line + span) for step in range(1, said.count("\n") + 1))
            line += span
            if not said and (not out or out[-1].endswith("\n")):
                lines[-1] = line  # what took lines and says nothing: the line goes on below it
            elif said:
                out.append(said)
        return "".join(out), lines

    def _safely(self, piece: Piece, frame: Frame) -> str:
        try:
            return self.piece(piece, frame)
        except RecursionError:  # the caller's own stack may be nearly full
            self.nesting = 0
            return self._too_deep(piece) if isinstance(piece, Call | Parameter) else ""

    def expand(self, pieces: list[Piece], frame: Frame) -> str:
        """What *pieces* say inside *frame*."""
        if len(pieces) == 1 and type(only := pieces[0]) is str:
            return only
        return "".join([piece if type(piece) is str else self.piece(piece, frame) for piece in flat(pieces)])

    def piece(self, piece: Piece, frame: Frame) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, Gap | Nest):
            return ""
        if isinstance(piece, Tag):
            return tags.say(self, piece.name, piece.attributes, piece.body, frame)
        self.nesting += 1
        try:
            if self.nesting > _MAX_NESTING:
                return self._too_deep(piece)
            return self.call(piece, frame) if isinstance(piece, Call) else self.parameter(piece, frame)
        finally:
            self.nesting -= 1

    def _too_deep(self, piece: Call | Parameter) -> str:
        self.work.doubt("nested-too-deep", "Template calls are nested too deep here; the inner ones are kept as text.")
        return self.work.literal(self._text[piece.start : piece.end])

    def literal(self, piece: Call | Parameter, frame: Frame) -> str:
        """*piece* as it was written, its arguments expanded."""
        width = 2 if isinstance(piece, Call) else 3
        inner = "|".join(self.expand(part.pieces, frame) for part in piece.parts)
        return "{" * width + inner + "}" * width

    def parameter(self, piece: Parameter, frame: Frame) -> str:
        name = self.expand(piece.parts[0].pieces, frame).strip(TRIM)
        value = frame.args.get(name)
        if value is not None:
            return value()
        if len(piece.parts) > 1:
            return self.expand(piece.parts[1].pieces, frame)
        return self.literal(piece, frame)

    def call(self, piece: Call, frame: Frame) -> str:
        name = self.expand(piece.parts[0].pieces, frame)
        said = functions.say(self, name, piece, frame)
        if said is not None:
            return self._on_line(said, piece)
        name = name.strip(TRIM)
        bare = name
        if not bare or "\n" in bare or "\x01" in bare:
            return self.literal(piece, frame)
        title = self._title(bare)
        if title is None:
            return self.literal(piece, frame)
        return self._on_line(self.template(title, bare, piece, frame), piece)

    def _title(self, name: str) -> Title | None:
        if name.startswith(("/", "../")):
            here = subpage_of(self.work.title, name, self.work.site)
            return self.work.find_title(here) if here != name else None
        return self.work.find_title(name, 10)

    def template(self, title: Title, written: str, piece: Call, frame: Frame) -> str:
        work, key = self.work, title.full
        if title.interwiki:
            return f"[[{written}]]" if ":" in written else self.literal(piece, frame)
        if title.namespace == -1:
            work.doubt(
                "special-transclusion", f"The special page {key!r} is shown by a running wiki only.", severity="note"
            )
            return f"[[:{key}]]"
        if key in frame.chain:
            work.doubt("template-loop", f"{key!r} calls itself.")
            return f'<span class="error">Template loop detected: [[{key}]]</span>'
        if frame.depth >= _MAX_DEPTH:
            work.doubt("template-depth", "Templates call one another too deep.")
            return '<span class="error">Template recursion depth limit exceeded</span>'
        text = self.definition(key) if work.templates else None
        short = title.text if title.namespace == 10 else key
        if text is None:
            work.transcluded.setdefault(short, False)
            return meanings.say(self, written, title, piece, frame)
        work.transcluded[short] = True
        if len(text) > work.budget:
            work.doubt("expansion-too-large", "Templates say more than a page may hold; the rest of them is left out.")
            return f"[[:{key}]]"
        work.budget -= len(text)
        inner = Frame(key, self.arguments(piece, frame), frame.depth + 1, frame.chain | {key}, top=False)
        pieces = self._parsed.get(key)
        if pieces is None:
            pieces = self._parsed[key] = preprocess(text, included=True)
        outer, self._text = self._text, text
        said = self.expand(pieces, inner)
        self._text = outer
        return said

    def arguments(self, piece: Call, frame: Frame) -> dict[str, Callable[[], str]]:
        """The arguments of a call by name and number; each is expanded when it is asked for, and only once."""
        return {name: self._later(part, frame) for name, part in self.named_parts(piece, frame).items()}

    def named_parts(self, piece: Call, frame: Frame) -> dict[str, Part]:
        """The parts of a call by name and number; of equal names the last one holds."""
        parts: dict[str, Part] = {}
        number = 0
        for part in piece.parts[1:]:
            if part.equals is None:
                number += 1
                parts[str(number)] = part
            else:
                parts[self.expand(part.pieces[: part.equals], frame).strip(TRIM)] = part
        return parts

    def _later(self, part: Part, frame: Frame) -> Callable[[], str]:
        found: list[str] = []

        def value() -> str:
            if not found:
                found.append(self._value(part, frame))
            return self._within_budget(found[0])

        return value

    def value(self, part: Part, frame: Frame) -> str:
        """What one argument says."""
        return self._within_budget(self._value(part, frame))

    def _value(self, part: Part, frame: Frame) -> str:
        if part.equals is None:
            return self.expand(part.pieces, frame)
        return self.expand(part.pieces[part.equals + 1 :], frame).strip(TRIM)

    def _within_budget(self, said: str) -> str:
        self.work.budget -= len(said)
        return said if self.work.budget > 0 else ""

    def definition(self, key: str) -> str | None:
        """The wikitext of the page *key*, redirects followed."""
        text = self.lookup(key)
        for _ in range(3):
            match = REDIRECT.match(text) if text else None
            if match is None:
                break
            target = read_title(match[1], site=self.work.site)
            text = self.lookup(target.full) if target else None
        return text

    def lookup(self, key: str) -> str | None:
        """The wikitext stored for the full title *key*; spelling variants of its name are tried last."""
        templates = self.work.templates
        short = key.partition(":")[2] if key.startswith(self.work.site.printed[10] + ":") else key
        if not isinstance(templates, Mapping):
            return templates(short)
        known, folded = _definitions(templates, self.work.site)
        found = known.get(key)
        if found is None and folded and self.work.site.missing == "call":
            found = folded.get(fold_name(key))
        return found

    def value_line(self, part: Part) -> int:
        """The source line on which the value of an argument of the page itself begins."""
        if not self._breaks:
            ends = accumulate(map(len, self._page.split("\n")))
            self._breaks = [number + end for number, end in enumerate(ends)]
        match = (_BLANK if part.equals is None else _NAMED).match(self._page, part.start)
        return self._first_line + bisect_left(self._breaks, match.end() if match else part.start)

    def height(self, piece: Call) -> int:
        """How many lines below its first one a call of the page reaches."""
        return self._text.count("\n", piece.start, piece.end)

    def is_unclosed(self, offset: int) -> bool:
        """Whether the box that begins at *offset* of the page is never closed."""
        if self._unclosed is None:
            profile = self.work.profile
            self._unclosed = meanings_of(profile).unclosed(self._page) if profile is not None else frozenset()
        return offset in self._unclosed

    def goes_on(self, piece: Call) -> bool:
        """Whether the passage that a call opens goes on below its line: no end of a passage follows on the line."""
        rest = self._text[piece.end : piece.end + _LONG_LINE].partition("\n")[0]
        profile = self.work.profile
        known = meanings_of(profile) if profile is not None else None
        for match in _NAME.finditer(rest):
            meaning = known.get(match[1]) if known is not None else None
            if meaning is not None and meaning.means == "edition-end":
                return False
        return True

    def stands_alone(self, piece: Call) -> bool:
        """Whether a call has its line for itself, but for other calls."""
        before = self._text[max(0, piece.start - _LONG_LINE) : piece.start].rpartition("\n")[2]
        after = self._text[piece.end : piece.end + _LONG_LINE].partition("\n")[0]
        return not _CALLS.sub("", before + after).strip()

    def part_text(self, part: Part, frame: Frame) -> str:
        return self.expand(part.pieces, frame)

    def _on_line(self, said: str, piece: Call) -> str:
        if said and not piece.at_line_start and _STARTS_BLOCK.match(said):
            return "\n" + said
        return said


_newest: list[tuple[Mapping[str, str], Site, int, dict[str, str], dict[str, str]]] = []


def _definitions(templates: Mapping[str, str], site: Site) -> tuple[dict[str, str], dict[str, str]]:
    """*templates* by full title and by folded name; the newest ones are remembered from page to page."""
    for known in _newest:
        if known[0] is templates and known[1] is site and known[2] == len(templates):
            return known[3], known[4]
    titles: dict[str, str] = {}
    for name, text in templates.items():
        title = read_title(name, site=site, namespace=10)
        titles.setdefault(title.full if title else name, text)
    folded = {fold_name(name): text for name, text in titles.items()}
    _newest[:] = [(templates, site, len(templates), titles, folded), *_newest[:1]]
    return titles, folded


def expand(work: Work, text: str, first_line: int = 1) -> tuple[str, list[int]]:
    """*text* with every call expanded, and the source line of each line of the result."""
    return Expander(work).page(text, first_line)
