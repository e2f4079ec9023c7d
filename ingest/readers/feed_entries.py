"""Entries of MediaWiki's feeds as sightings; Atom and RSS differ only in the names of their fields.

A revision's number stands in the link (``diff=``). What stands beside it (``oldid=``) is no parent: recent changes take
neighbouring edits of one user together. What has neither a number nor a text is no revision: a log entry,
or the entry that stands for a page that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import msgspec

from ingest.model import Facts, Known, Place, Reading, Sighting, Source
from ingest.readers.feed_events import FeedEvents, RawEntry
from ingest.readers.feed_text import FeedText, take_apart
from ingest.readers.protocol import Described, Head, doubt
from ingest.readers.stream import Stream
from ingest.readers.times import iso_time
from ingest.readers.xml_reading import feed_head, read_xml

_SITE = re.compile(r"(?P<site>.*\S)\s+- .+? \[[a-z][a-z-]*\]$")
TITLE = 300  # characters: longer ones are no titles
_COLON = re.compile(r"\s*[:：]\s*")  # " : " in French, "：" in Chinese


def describe(head: Head) -> Described:
    """Read the site's name off the feed's title and its host off the feed's links."""
    events = FeedEvents()
    feed_head(events, head)
    fields = events.fields
    title = _SITE.match(fields.get("title", "").strip()[:TITLE])
    site = title["site"].strip() if title and not _is_history(fields) else None
    return Described(site_name=site, host=_host(fields))


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield a sighting for each entry that is a revision; places count down, since the newest stands first."""
    events = FeedEvents()

    def readings(entry: RawEntry, count: int) -> Iterator[Reading]:
        return _readings(entry, events.fields, source, order=-count)

    yield from read_xml(stream, source, events, events.taken, readings, noun="entries")


def _readings(entry: RawEntry, feed: dict[str, str], source: Source, *, order: int) -> Iterator[Reading]:
    parts = take_apart(entry.first("summary", "content", "encoded", "description"))
    facts = _facts(entry, feed, parts, order)
    if facts.revision_id is None and parts.text is None:
        title = entry.first("title").strip()
        yield doubt(
            source, "note", "no-revision", f"The entry {title!r} is no revision; it was left out.", line=entry.line
        )
        return
    if facts.revision_id is None and not _is_contributions(feed, facts.user):
        yield from _new_page(entry, facts, parts, source)
        return
    start = entry.line if parts.text is None else entry.text_line + parts.lines_before
    end = entry.line if parts.text is None else start + parts.text.count("\n")
    place = Place(source=source.id, line=start, end_line=end)
    yield Sighting(place=place, wiki=source.wiki, facts=facts, text=parts.text)


def _new_page(entry: RawEntry, facts: Facts, parts: FeedText, source: Source) -> Iterator[Reading]:
    """A feed of new pages shows who began a page and when, but the text and summary that the page has today."""
    begun = msgspec.structs.replace(facts, known="partial", summary=None, size=None)
    place = Place(source=source.id, line=entry.line, end_line=entry.line)
    yield Sighting(place=place, wiki=source.wiki, facts=begun)
    today = msgspec.structs.replace(facts, timestamp=None, user=None, summary=None)
    start = entry.text_line + parts.lines_before
    place = Place(source=source.id, line=start, end_line=start + (parts.text or "").count("\n"))
    yield Sighting(place=place, wiki=source.wiki, facts=today, text=parts.text)


def _is_contributions(feed: dict[str, str], user: str | None) -> bool:
    """Old wikis give contributions no number either: their feed is told by the user in its address."""
    addresses = " ".join(unquote(feed.get(name, "")).replace("_", " ") for name in ("link", "id"))
    return user is not None and user in addresses


def _facts(entry: RawEntry, feed: dict[str, str], parts: FeedText, order: int) -> Facts:
    link = entry.first("link", "guid", "id")
    query = _query(entry.first("id", "guid")) or _query(link)
    user = entry.first("name", "creator").strip() or None
    known: Known = "whole" if parts.text is not None else "partial" if _shows_edit(entry) else "unknown"
    return Facts(
        title=_title(entry, feed, query),
        revision_id=_number(query, "diff") or (_number(query, "oldid") if parts.text is None else None),
        timestamp=iso_time(entry.first("updated", "pubDate", "date", "published")),
        user=user,
        summary=_summary(entry, feed, parts, user),
        known=known,
        size=len(parts.text.encode()) if parts.text is not None else None,
        order=order,
    )


def _shows_edit(entry: RawEntry) -> bool:
    return bool(entry.first("summary", "content", "encoded", "description"))


def _title(entry: RawEntry, feed: dict[str, str], query: dict[str, list[str]]) -> str:
    """A history's entries are titled by user and comment: their page is in the link, or in the feed's title."""
    if query.get("title"):
        return query["title"][0].replace("_", " ")
    if _is_history(feed):
        return feed.get("title", "").rpartition(" - ")[0].strip() or feed.get("title", "").strip()
    return entry.first("title").strip().replace("_", " ")


def _is_history(feed: dict[str, str]) -> bool:
    return any("action=history" in feed.get(name, "") for name in ("link", "id"))


def _summary(entry: RawEntry, feed: dict[str, str], parts: FeedText, user: str | None) -> str | None:
    if parts.head is not None:
        return _after_user(parts.head, user)
    title = entry.first("title").strip()
    if _is_history(feed) and user and title.startswith(user) and _COLON.match(title[len(user) :]):
        return _after_user(title, user)
    return parts.comment


def _after_user(text: str, user: str | None) -> str:
    if user and text.startswith(user):
        rest = text[len(user) :]
        return rest[colon.end() :] if (colon := _COLON.match(rest)) else rest
    return text.partition(": ")[2]


def _number(query: dict[str, list[str]], name: str) -> int | None:
    value = query.get(name, [""])[0]
    return int(value) if value.isascii() and value.isdecimal() and 0 < len(value) < 18 and int(value) else None


def _query(link: str) -> dict[str, list[str]]:
    return parse_qs(_split(link).query)


def _split(link: str) -> SplitResult:
    try:
        return urlsplit(link.strip())
    except ValueError:  # "http://[": an address that is none
        return urlsplit("")


def _host(feed: dict[str, str]) -> str:
    return next((host for name in ("link", "id") if (host := _split(feed.get(name, "")).netloc)), "")
