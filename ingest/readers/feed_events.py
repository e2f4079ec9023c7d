"""The expat side of Atom and RSS: XML events in, entries out, newest first as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.readers.xml_events import XmlEvents

_FEED_LEAVES = {"id", "title", "link", "generator", "subtitle", "description", "language"}
_ENTRY_LEAVES = {
    "id", "title", "link", "updated", "published", "summary", "content", "guid", "description", "pubDate", "creator",
    "date", "encoded", "author",
}  # fmt: skip


class RawEntry:
    """One <entry> or <item>, everything still text."""

    __slots__ = ("fields", "line", "text_end", "text_line")

    def __init__(self, line: int) -> None:
        self.line = line
        self.fields: dict[str, str] = {}
        self.text_line = line
        self.text_end = line

    def first(self, *names: str) -> str:
        """The first of some fields that is there and not blank."""
        return next((value for name in names if (value := self.fields.get(name, "")).strip()), "")


class FeedEvents(XmlEvents):
    """A push parser of both formats: feed bytes, take entries."""

    ROOT = b"<feed>"
    RESTART = re.compile(rb"<(?:[\w.-]+:)?(?:entry|item)[\s>]")

    def __init__(self) -> None:
        super().__init__()
        self.root = ""
        self.fields: dict[str, str] = {}
        self._entry: RawEntry | None = None
        self._done: list[RawEntry] = []

    def taken(self) -> Iterator[RawEntry]:
        """Yield the entries that are whole by now, once."""
        done, self._done = self._done, []
        yield from done

    def started(self, local: str, parent: str, attributes: dict[str, str]) -> None:
        if not parent:
            self.root = local
        elif local in ("entry", "item"):
            self._entry = RawEntry(self.line)
        elif local == "link" and "href" in attributes:
            if attributes.get("rel", "alternate") in ("alternate", "self"):
                self._into().setdefault("link", attributes["href"])
        elif local == "name" and parent == "author":
            self.collect()
        elif local in (_FEED_LEAVES if self._entry is None else _ENTRY_LEAVES) and local != "author":
            self.collect()
            if self._entry is not None and local in ("summary", "content", "description", "encoded"):
                self._entry.text_line = self.line

    def valued(self, local: str, parent: str, value: str) -> None:
        self._into().setdefault(local, value)
        if self._entry is not None and local in ("summary", "content", "description", "encoded"):
            self._entry.text_end = self.line

    def broken(self) -> None:
        self._entry = None

    def ended(self, local: str, parent: str) -> None:
        if local in ("entry", "item") and self._entry is not None:
            self._done.append(self._entry)
            self._entry = None

    def _into(self) -> dict[str, str]:
        return self.fields if self._entry is None else self._entry.fields
