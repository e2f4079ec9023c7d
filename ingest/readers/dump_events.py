"""The expat side of a dump: XML events in, raw revisions out."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

BUFFER = 1 << 20
_PAGE_LEAVES = {"title", "ns", "id"}
_REVISION_LEAVES = {"id", "parentid", "timestamp", "comment", "model", "format", "text", "sha1"}
_SITE_LEAVES = {"sitename", "base", "case", "dbname"}


class SiteInfo:
    """What <siteinfo> says."""

    def __init__(self) -> None:
        self.name = ""
        self.base = ""
        self.case = ""
        self.language = ""
        self.namespaces: dict[str, int] = {}

    def namespace_of(self, title: str) -> int:
        """Find the namespace by the title's prefix, for dumps that print no number."""
        prefix, colon, _ = title.partition(":")
        if not colon:
            return 0
        wanted = prefix.replace("_", " ").strip().casefold()
        return next((key for name, key in self.namespaces.items() if name.casefold() == wanted and name), 0)


class RawRevision:
    """One <revision> with what its <page> says, everything still text."""

    __slots__ = (
        "comment_deleted", "fields", "line", "namespace", "page_id", "redirect", "slots", "text", "text_attributes",
        "text_end", "text_line", "title",
    )  # fmt: skip

    def __init__(self, line: int) -> None:
        self.line = line
        self.fields: dict[str, str] = {}
        self.title: str | None = None
        self.namespace: str | None = None
        self.page_id: str | None = None
        self.redirect: str | None = None
        self.comment_deleted = False
        self.text: str | None = None
        self.text_attributes: dict[str, str] = {}
        self.text_line = line
        self.text_end = line
        self.slots: list[str] = []


class DumpEvents:
    """A push parser: feed bytes, take revisions. ``error`` says where and why the XML broke."""

    def __init__(self) -> None:
        self.site = SiteInfo()
        self.doubts: list[tuple[str, str, int]] = []
        self.error: str | None = None
        self.line = 1
        self._path: list[str] = []
        self._page: dict[str, str] = {}
        self._revision: RawRevision | None = None
        self._held: RawRevision | None = None  # the page's last revision so far: a redirect is said of the newest
        self._done: list[RawRevision] = []
        self._text: list[str] = []
        self._role = ""
        self._key = ""
        self._parser = self._made()

    def _made(self) -> expat.XMLParserType:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.buffer_size = BUFFER
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        # A handler for the rest keeps expat from expanding entities that the document declares.
        parser.DefaultHandler = self._rest
        return parser

    def feed(self, piece: bytes | str) -> None:
        """Parse one more piece."""
        self._parse(piece, final=False)

    def end(self) -> None:
        """Say that nothing follows."""
        self._parse(b"", final=True)

    def taken(self) -> Iterator[RawRevision]:
        """Yield the revisions that are whole by now, once."""
        done, self._done = self._done, []
        yield from done

    def _parse(self, piece: bytes | str, *, final: bool) -> None:
        try:
            self._parser.Parse(piece, final)
            self.line = self._parser.CurrentLineNumber
        except expat.ExpatError as error:
            self.error = expat.errors.messages.get(error.code, "damage")
            self.line = error.lineno
        except ValueError as error:  # an encoding that nothing here knows
            self.error = str(error)
        if self.error or final:
            self._release(last=False)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        path = self._path
        parent = path[-1] if path else ""
        path.append(local)
        if local == "revision" and parent == "page":
            self._revision = RawRevision(self._parser.CurrentLineNumber)
        elif local == "page":
            self._page = {}
        elif self._revision is not None:
            self._start_in_revision(local, parent, attributes)
        elif parent == "page":
            if local in _PAGE_LEAVES:
                self._collect(local)
            elif local == "redirect":
                self._page["redirect"] = attributes.get("title", "")
        elif local == "namespace":
            self._key = attributes.get("key", "")
            self._collect(local)
        elif parent == "siteinfo" and local in _SITE_LEAVES:
            self._collect(local)
        elif not parent:
            self.site.language = attributes.get("xml:lang", "")

    def _start_in_revision(self, local: str, parent: str, attributes: dict[str, str]) -> None:
        revision = self._revision
        assert revision is not None
        if parent == "revision":
            if local in _REVISION_LEAVES:
                self._collect(local)
            if local == "text":
                revision.text_attributes = attributes
                revision.text_line = self._parser.CurrentLineNumber
            elif local == "comment":
                revision.comment_deleted = "deleted" in attributes
            elif local == "minor":
                revision.fields["minor"] = ""
            elif local == "content":
                self._role = ""
        elif (parent == "contributor" and local in ("username", "ip")) or (parent == "content" and local == "role"):
            self._collect(local)

    def _collect(self, _local: str) -> None:
        self._text = []
        self._parser.CharacterDataHandler = self._characters

    def _characters(self, data: str) -> None:
        self._text.append(data)

    def _end(self, name: str) -> None:
        path = self._path
        local = path.pop() if path else name
        parent = path[-1] if path else ""
        if self._parser.CharacterDataHandler is not None:
            self._parser.CharacterDataHandler = None
            self._value(local, parent, "".join(self._text))
        elif local == "content" and self._revision is not None:
            self._revision.slots.append(self._role or "unnamed")
        elif local == "revision" and self._revision is not None and parent == "page":
            self._finish_revision(self._revision)
        elif local == "page":
            self._release(last=True)
            self._page = {}

    def _value(self, local: str, parent: str, value: str) -> None:
        revision = self._revision
        if revision is not None:
            if parent == "content":
                self._role = value.strip()
            elif local == "text":
                revision.text = value
                revision.text_end = self._parser.CurrentLineNumber
            else:
                revision.fields[local] = value if local == "comment" else value.strip()
        elif parent == "page":
            self._page[local] = value.strip()
        elif local == "namespace":
            if self._key.removeprefix("-").isdecimal() and value.strip():
                self.site.namespaces[value.strip()] = int(self._key)
        else:
            setattr(self.site, "name" if local == "sitename" else local, value.strip())

    def _finish_revision(self, revision: RawRevision) -> None:
        revision.title = self._page.get("title")
        revision.namespace = self._page.get("ns")
        revision.page_id = self._page.get("id")
        self._release(last=False)
        self._held, self._revision = revision, None

    def _release(self, *, last: bool) -> None:
        if self._held is not None:
            if last:
                self._held.redirect = self._page.get("redirect")
            self._done.append(self._held)
            self._held = None

    def _entity(self, name: str, *_: object) -> None:
        line = self._parser.CurrentLineNumber
        self.doubts.append(("entity-declared", f"The XML declares an entity {name!r}; it is not expanded.", line))

    def _rest(self, data: str) -> None:
        if data.startswith("&") and self._parser.CharacterDataHandler is not None:
            self._text.append(data)
