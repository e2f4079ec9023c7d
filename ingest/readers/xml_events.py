"""An expat push parser that expands no declared entity, collects leaf texts, and goes on after broken XML.

Where the XML breaks, everything before stays; reading goes on at the next element that ``RESTART`` finds, as if it
stood first below the root. Nothing is raised: ``breaks`` says where and why.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import ClassVar
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from msgspec import Struct

BUFFER = 1 << 20
MOST_BREAKS = 50  # told one by one; later ones are counted
OVERLAP = 64  # bytes kept while looking for the next element, so that one cut by a chunk is found


_JUNK = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]


class Break(Struct, frozen=True):
    """Where XML broke, and where reading went on."""

    reason: str
    line: int
    resumed: int | None = None


def local_name(name: str) -> str:
    """*name* without its prefix: schemas differ in namespaces, hardly in names."""
    return name.rpartition(":")[2]


class XmlEvents:
    """Feed UTF-8 pieces, then end."""

    ROOT: ClassVar[bytes] = b"<root>"
    RESTART: ClassVar[re.Pattern[bytes]]

    def __init__(self) -> None:
        self.breaks: list[Break] = []
        self.doubts: list[tuple[str, str, int]] = []  # code, message, line
        self.path: list[str] = []
        self._text: list[str] = []
        self._depth = 0  # of the element whose text is being collected
        self._fed = 0  # bytes given to the parser at hand, this piece excepted
        self._above = 0  # lines before the parser at hand began
        self._start_at = 0  # the break itself may be no start again, unless a new document begins there
        self._lost: bytes | None = None  # the end of what was skipped while looking for the next element
        self.parser = self._made()

    @property
    def line(self) -> int:
        """The line that reading has come to."""
        return self._above + self.parser.CurrentLineNumber

    def feed(self, piece: bytes) -> None:
        """Parse one more piece."""
        while piece:
            piece = self._parsed(piece) if self._lost is None else self._found(piece)

    def end(self) -> None:
        """Say that nothing follows."""
        if self._lost is None:
            self._parsed(b"", final=True)

    def started(self, local: str, parent: str, attributes: dict[str, str]) -> None:
        """An element begins; call ``collect`` to get its text."""

    def valued(self, local: str, parent: str, value: str) -> None:
        """A collected leaf ends."""

    def ended(self, local: str, parent: str) -> None:
        """Any other element ends."""

    def broken(self) -> None:
        """The XML broke: what is not whole goes."""

    def above(self, rest: bytes) -> bytes:
        """What the element that begins *rest*, at which reading goes on, stands below."""
        return self.ROOT

    def collect(self) -> None:
        """Collect the text of the element that just began."""
        self._text, self._depth = [], len(self.path)
        self.parser.CharacterDataHandler = self._text.append

    def _made(self) -> expat.XMLParserType:
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.buffer_size = BUFFER
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        # A default handler keeps expat from expanding what the document declares; a foreign DTD turns names that
        # nobody declared (&nbsp;) into such events instead of an error.
        parser.DefaultHandler = self._rest
        parser.UseForeignDTD(True)
        return parser

    def _parsed(self, piece: bytes, *, final: bool = False) -> bytes:
        """Parse *piece*; where it breaks, give back what follows the break."""
        try:
            self.parser.Parse(piece, final)
        except expat.ExpatError as error:
            reason = expat.errors.messages.get(error.code, "damage")
            self._start_at = 0 if error.code == _JUNK else 1
            self._break(reason, self._above + error.lineno)
            return piece[max(0, self.parser.ErrorByteIndex - self._fed) :]
        self._fed += len(piece)
        return b""

    def _break(self, reason: str, line: int) -> None:
        self.broken()
        self._above, self._lost = line - 1, b""
        if len(self.breaks) < MOST_BREAKS:
            self.breaks.append(Break(reason, line))

    def _found(self, piece: bytes) -> bytes:
        """Look for the next element that reading can go on with; give back what starts with it."""
        assert self._lost is not None
        skipped = self._lost
        match = self.RESTART.search(skipped + piece, self._start_at)
        if match is None:
            self._above += piece.count(b"\n")
            self._lost, self._start_at = (skipped + piece)[-OVERLAP:], 0
            return b""
        rest = (skipped + piece)[match.start() :]
        self._above += piece.count(b"\n") - rest.count(b"\n")
        self._restart(self.above(rest))
        return rest

    def _restart(self, above: bytes) -> None:
        self.parser, self._fed, self._lost, self.path = self._made(), 0, None, []
        last = self.breaks[-1]
        if last.resumed is None:
            self.breaks[-1] = Break(last.reason, last.line, self._above + 1)
        self._parsed(above)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = local_name(name)
        parent = self.path[-1] if self.path else ""
        self.path.append(local)
        if self.parser.CharacterDataHandler is None:
            self.started(local, parent, attributes)
        else:  # markup that somebody forgot to escape is part of the text
            self._text.append(f"<{name}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}>")

    def _end(self, name: str) -> None:
        depth = len(self.path)
        local = self.path.pop()
        parent = self.path[-1] if self.path else ""
        if self.parser.CharacterDataHandler is None:
            self.ended(local, parent)
        elif depth > self._depth:
            if self._text[-1].startswith(f"<{name}") and self._text[-1].endswith(">"):
                self._text[-1] = self._text[-1][:-1] + " />"
            else:
                self._text.append(f"</{name}>")
        else:
            self.parser.CharacterDataHandler = None
            self.valued(local, parent, "".join(self._text))

    def _entity(self, name: str, *_: object) -> None:
        if len(self.doubts) < MOST_BREAKS:
            message = f"The XML declares an entity {name!r}; it is not expanded."
            self.doubts.append(("entity-declared", message, self.line))

    def _rest(self, data: str) -> None:
        if data.startswith("&") and self.parser.CharacterDataHandler is not None:
            self._text.append(html5.get(data[1:], data))
