"""An expat push parser that expands no declared entity, collects leaf texts, and remembers where the XML broke."""

from __future__ import annotations

from html.entities import html5
from xml.parsers import expat

BUFFER = 1 << 20


def local_name(name: str) -> str:
    """*name* without its prefix: schemas differ in namespaces, hardly in names."""
    return name.rpartition(":")[2]


class XmlEvents:
    """Feed pieces, then end. ``error`` says why the XML broke and ``line`` where; nothing is raised."""

    def __init__(self) -> None:
        self.doubts: list[tuple[str, str, int]] = []  # code, message, line
        self.error: str | None = None
        self.line = 1
        self.path: list[str] = []
        self._text: list[str] = []
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.buffer_size = BUFFER
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        # A default handler keeps expat from expanding what the document declares; a foreign DTD turns names that
        # nobody declared (&nbsp;) into such events instead of an error.
        parser.DefaultHandler = self._rest
        parser.UseForeignDTD(True)

    def feed(self, piece: bytes | str) -> None:
        """Parse one more piece."""
        self._parse(piece, final=False)

    def end(self) -> None:
        """Say that nothing follows."""
        self._parse(b"", final=True)

    def started(self, local: str, parent: str, attributes: dict[str, str]) -> None:
        """An element begins; call ``collect`` to get its text."""

    def valued(self, local: str, parent: str, value: str) -> None:
        """A collected leaf ends."""

    def ended(self, local: str, parent: str) -> None:
        """Any other element ends."""

    def collect(self) -> None:
        """Collect the text of the element that just began."""
        self._text = []
        self.parser.CharacterDataHandler = self._text.append

    def here(self) -> int:
        """The line of the event at hand."""
        return self.parser.CurrentLineNumber

    def _parse(self, piece: bytes | str, *, final: bool) -> None:
        if self.error:
            return
        try:
            self.parser.Parse(piece, final)
            self.line = self.parser.CurrentLineNumber
        except expat.ExpatError as error:
            self.error = expat.errors.messages.get(error.code, "damage")
            self.line = error.lineno
        except (ValueError, LookupError) as error:  # an encoding that nothing here knows
            self.error = str(error)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = local_name(name)
        parent = self.path[-1] if self.path else ""
        self.path.append(local)
        self.started(local, parent, attributes)

    def _end(self, name: str) -> None:
        local = self.path.pop()
        parent = self.path[-1] if self.path else ""
        if self.parser.CharacterDataHandler is not None:
            self.parser.CharacterDataHandler = None
            self.valued(local, parent, "".join(self._text))
        else:
            self.ended(local, parent)

    def _entity(self, name: str, *_: object) -> None:
        self.doubts.append(("entity-declared", f"The XML declares an entity {name!r}; it is not expanded.", self.here()))

    def _rest(self, data: str) -> None:
        if data.startswith("&") and self.parser.CharacterDataHandler is not None:
            self._text.append(html5.get(data[1:], data))
