"""MediaWiki XML dumps of schema 0.3 to 0.11, read by local names as one stream with expat.

Entities that a document type declares are never expanded. Of several slots the main one is the text. Text that is
marked as deleted, or that a stub leaves out, is unknown and not empty. What came before a break is kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from ingest.model import Facts, Known, Model, Place, Reading, Sighting, Source
from ingest.readers.dump_events import DumpEvents, RawRevision, SiteInfo
from ingest.readers.protocol import Described, Evidence, Head, doubt
from ingest.readers.stream import Stream
from ingest.readers.times import iso_time
from ingest.readers.xml_reading import feed_head, read_xml
from ingest.readers.xml_start import xml_of

NAME = "mediawiki-dump"

_ROOT = re.compile(r"<(?:[\w.-]+:)?mediawiki\b[^>]*>")
_PAGES = re.compile(r"<(?:[\w.-]+:)?page\b[^>]*>\s*<(?:[\w.-]+:)?title\b")
_EMPTY_SHA1 = "phoiac9h4m842xq45sp7s6u21eteeq1"
_CODE_TITLE = re.compile(r"(?:.*\.(?:css|js|json))$")


def recognise(head: Head) -> Evidence | None:
    """Look for a <mediawiki> root, or for <page> elements with titles in other XML."""
    text = xml_of(head.text)
    if not text:
        return None
    if root := _ROOT.search(text[:20_000]):
        schema = re.search(r'version="([\d.]+)"', root[0])
        return Evidence(confidence=100, sentence=f"has a <mediawiki> root, schema {schema[1] if schema else 'unknown'}")
    if "<siteinfo" in text:
        return Evidence(confidence=95, sentence="is XML with a <siteinfo> element")
    if _PAGES.search(text) and "<revision" in text:
        return Evidence(confidence=95, sentence="is XML with <page>, <title> and <revision> elements")
    return None


def describe(head: Head) -> Described:
    """Read <siteinfo>."""
    events = DumpEvents()
    feed_head(events, head)
    site = events.site
    base = _base(site.base)
    return Described(
        site_name=site.name or None, language=site.language or None, base=base, host=base.split("/")[2] if base else "",
        namespaces=dict(site.namespaces), case=site.case if site.case in ("first-letter", "case-sensitive") else "",
    )  # fmt: skip


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield one sighting for each revision."""
    events = DumpEvents()

    def readings(raw: RawRevision, count: int) -> Iterator[Reading]:
        return _readings(raw, events.site, source, order=count)

    yield from read_xml(stream, source, events, events.taken, readings, noun="revisions")


def _readings(raw: RawRevision, site: SiteInfo, source: Source, *, order: int) -> Iterator[Reading]:
    if not raw.title:
        yield doubt(source, "warning", "page-without-title", "A page has no title; it was left out.", line=raw.line)
        return
    known, text = _text_of(raw)
    facts = _facts(raw, raw.title.replace("_", " "), site, known, text, order)
    line, end = (raw.text_line, raw.text_end) if text is not None else (raw.line, raw.line)
    yield Sighting(place=Place(source=source.id, line=line, end_line=end), wiki=source.wiki, facts=facts, text=text)
    yield from _checked(raw, facts, text, source)


def _facts(raw: RawRevision, title: str, site: SiteInfo, known: Known, text: str | None, order: int) -> Facts:
    get = raw.fields.get
    namespace = _number(raw.namespace)
    return Facts(
        title=title,
        namespace=site.namespace_of(title) if namespace is None else namespace,
        page_id=_number(raw.page_id),
        revision_id=_number(get("id")),
        parent_id=_number(get("parentid")) or None,
        timestamp=iso_time(get("timestamp")),
        user=get("username") or get("ip"),
        summary=None if raw.comment_deleted else get("comment", ""),
        minor="minor" in raw.fields,
        model=_model(raw),
        content_format=get("format"),
        redirect=raw.redirect,
        known=known,
        size=len(text.encode()) if text is not None else _number(raw.text_attributes.get("bytes")),
        sha1=_sha1_given(raw),
        order=order,
    )


def _text_of(raw: RawRevision) -> tuple[Known, str | None]:
    attributes = raw.text_attributes
    if "deleted" in attributes:
        return "deleted", None
    if raw.text is None:
        return "unknown", None
    if raw.text == "":
        size, sha1 = _number(attributes.get("bytes")), _sha1_given(raw)
        stub = size is None and ("id" in attributes or "location" in attributes)
        if size or stub or (sha1 and sha1 != _EMPTY_SHA1):
            return "unknown", None
    return "whole", raw.text


def _sha1_given(raw: RawRevision) -> str | None:
    """The text's own hash, or the revision's where it has no other slot."""
    given = raw.text_attributes.get("sha1") or (raw.fields.get("sha1") if not raw.slots else None)
    return given if given and re.fullmatch(r"[0-9a-z]{1,31}", given) else None


def _checked(raw: RawRevision, facts: Facts, text: str | None, source: Source) -> Iterator[Reading]:
    name = f"{facts.title!r}, revision {facts.revision_id}"
    if text is not None and facts.sha1 and not _has_sha1(text, facts.sha1):
        message = f"The text of {name} does not have the SHA-1 that the dump gives."
        yield doubt(source, "warning", "sha1-mismatch", message, line=raw.text_line)
    if raw.slots:
        roles = ", ".join(sorted(raw.slots))
        message = f"{name} has other slots ({roles}); the main one was read."
        yield doubt(source, "note", "other-slots", message, line=raw.line)
    if facts.timestamp is None and (given := raw.fields.get("timestamp")):
        yield doubt(source, "warning", "bad-time", f"The time {given!r} of {name} is no time.", line=raw.line)
    if facts.revision_id is None and (given := raw.fields.get("id")):
        yield doubt(
            source, "warning", "bad-id", f"The id {given!r} of a revision of {name} is no number.", line=raw.line
        )


def _has_sha1(text: str, sha1: str) -> bool:
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest) == int(sha1, 36)


def _model(raw: RawRevision) -> Model:
    given = raw.fields.get("model")
    if given:
        return "wikitext" if given == "wikitext" else "other"
    if _number(raw.namespace) in (2, 8) and _CODE_TITLE.match(raw.title or ""):
        return "other"
    return "wikitext"


def _base(main_page: str) -> str | None:
    """The address of the main page without its title."""
    match = re.match(r"(https?://[^/\s?#]+/(?:[^\s?#]*/)?)", main_page + ("" if main_page.count("/") > 2 else "/"))
    return match[1] if match else None


def _number(text: str | None) -> int | None:
    text = (text or "").strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None
