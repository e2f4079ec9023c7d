"""The expat side of a dump: XML events in, raw revisions out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.readers.xml_events import XmlEvents

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


class DumpEvents(XmlEvents):
    """A push parser: feed bytes, take revisions."""

    ROOT = b"<mediawiki>"
    RESTART = re.compile(rb"<(?:[\w.-]+:)?(page|revision)\s*>")

    def __init__(self) -> None:
        super().__init__()
        self.site = SiteInfo()
        self._page: dict[str, str] = {}
        self._goes_on = False  # the page that begins is the one that broke
        self._revision: RawRevision | None = None
        self._held: RawRevision | None = None  # the page's last revision so far: a redirect is said of the newest
        self._done: list[RawRevision] = []
        self._role = ""
        self._key = ""

    def taken(self) -> Iterator[RawRevision]:
        """Yield the revisions that are whole by now, once."""
        done, self._done = self._done, []
        yield from done

    def started(self, local: str, parent: str, attributes: dict[str, str]) -> None:
        if self._revision is not None:
            self._started_in_revision(self._revision, local, parent, attributes)
        elif parent == "page":
            if local == "revision":
                self._revision = RawRevision(self.line)
            elif local in _PAGE_LEAVES:
                self.collect()
            elif local == "redirect":
                self._page["redirect"] = attributes.get("title", "")
        elif local == "page":
            self._page = self._page if self._goes_on else {}
            self._goes_on = False
        elif local == "namespace":
            self._key = attributes.get("key", "")
            self.collect()
        elif parent == "siteinfo" and local in _SITE_LEAVES:
            self.collect()
        elif not parent:
            self.site.language = attributes.get("xml:lang", self.site.language)

    def _started_in_revision(self, revision: RawRevision, local: str, parent: str, attributes: dict[str, str]) -> None:
        if parent == "revision":
            if local in _REVISION_LEAVES:
                self.collect()
            if local == "text":
                revision.text_attributes = attributes
                revision.text_line = self.line
            elif local == "comment":
                revision.comment_deleted = "deleted" in attributes
            elif local == "minor":
                revision.fields["minor"] = ""
            elif local == "content":
                self._role = ""
        elif (parent == "contributor" and local in ("username", "ip")) or (parent == "content" and local == "role"):
            self.collect()

    def broken(self) -> None:
        self._release(last=False)
        self._revision = None

    def above(self, rest: bytes) -> bytes:
        """A revision behind a broken one is of the same page."""
        found = self.RESTART.match(rest)
        self._goes_on = found is not None and found[1] == b"revision"
        return self.ROOT + b"<page>" if self._goes_on else self.ROOT

    def ended(self, local: str, parent: str) -> None:
        revision = self._revision
        if revision is not None:
            if local == "content" and parent == "revision":
                revision.slots.append(self._role or "unnamed")
            elif local == "revision":
                self._finish(revision)
        elif local == "page":
            self._release(last=True)
            self._page = {}

    def valued(self, local: str, parent: str, value: str) -> None:
        revision = self._revision
        if revision is not None:
            self._valued_in_revision(revision, local, parent, value)
        elif parent == "page":
            self._page[local] = value.strip()
        elif local == "namespace":
            if self._key.removeprefix("-").isdecimal() and value.strip():
                self.site.namespaces[value.strip()] = int(self._key)
        else:
            setattr(self.site, "name" if local == "sitename" else local, value.strip())

    def _valued_in_revision(self, revision: RawRevision, local: str, parent: str, value: str) -> None:
        if parent == "content":
            self._role = value.strip()
        elif local == "text":
            revision.text = value
            revision.text_end = self.line
        else:
            revision.fields[local] = value if local == "comment" else value.strip()

    def _finish(self, revision: RawRevision) -> None:
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
