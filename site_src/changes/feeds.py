"""Atom feeds of what changed: for the site, for each page, for each kind of entry.

Times are those of the revisions and ids are names, so that a rebuilt site never repeats an item in a reader's list.
"""

from __future__ import annotations

import heapq
import re
import uuid
import zlib
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from ingest.align.model import PageChange
from ingest.model import RevisionId
from site_src import paths
from site_src.atlas import Atlas
from site_src.texts import Texts, texts
from site_src.views.changes import change_lines, pair_path, touched
from site_src.views.history import feed_path, visible_words

NEWEST = 50
LINES = 12  # typed changes told of one item
_NAMES = uuid.UUID("5f0c7c5e-6b52-5f0c-9f2e-3f4b6d1e7a10")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})\Z")
_WHOLE = re.compile(r"[-\d]{10}T[:\d]{8}(?!\.)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NEVER = "2000-01-01T00:00:00Z"  # the time of what has none: readers of feeds take anything before 1990 for a mistake


class FeedItem(Struct, frozen=True, kw_only=True):
    """One change as a feed tells it."""

    id: str
    title: str
    path: str
    updated: str
    author: str
    summary: str
    kinds: tuple[str, ...]


def feed_files(atlas: Atlas) -> Iterator[tuple[str, bytes]]:
    """Every feed of the site, with its path."""
    newest: list[tuple[str, str, FeedItem]] = []
    by_kind: dict[str, list[tuple[str, str, FeedItem]]] = {}
    for ref in atlas.pages.values():
        if ref.revisions < 2:
            continue
        changes = [change for change in atlas.kb.changes.of_page(ref.id) if change.comparable]
        language = ref.language or atlas.language
        items = [_item(change, atlas, language) for change in changes]
        title = texts(language)("history-of", title=ref.title)
        yield feed_path(ref.id), feed(atlas, feed_path(ref.id), title, paths.history_path(ref.id), _newest(items))
        for change, own in zip(changes, items, strict=True):
            if change.severity != "layout":
                item = own if language == atlas.language else _item(change, atlas, atlas.language)
                _keep(newest, item)
                for kind in item.kinds:
                    _keep(by_kind.setdefault(kind, []), item)
    words = texts(atlas.language)
    yield "changes.atom", feed(atlas, "changes.atom", words("nav-changes"), "changes.html", _sorted(newest))
    for kind, _ in atlas.kinds:
        name = atlas.kind_name(kind, atlas.language, plural=True)
        path = kind_feed_path(kind)
        yield (
            path,
            feed(atlas, path, f"{words('nav-changes')}: {name}", paths.kind_path(kind), _sorted(by_kind.get(kind, []))),
        )


def kind_feed_path(kind: str) -> str:
    """The feed of all entries of *kind*."""
    return paths.kind_path(kind).removesuffix(".html") + ".atom"


def _keep(heap: list[tuple[str, str, FeedItem]], item: FeedItem) -> None:
    """Keep the newest items only."""
    entry = (item.updated, item.id, item)
    if len(heap) < NEWEST:
        heapq.heappush(heap, entry)
    elif entry[:2] > heap[0][:2]:
        heapq.heapreplace(heap, entry)


def _sorted(heap: Iterable[tuple[str, str, FeedItem]]) -> list[FeedItem]:
    return [item for _, _, item in sorted(heap, key=lambda entry: entry[:2], reverse=True)]


def _newest(items: Iterable[FeedItem]) -> list[FeedItem]:
    return sorted(items, key=lambda item: (item.updated, item.id), reverse=True)[:NEWEST]


def _item(change: PageChange, atlas: Atlas, language: str) -> FeedItem:
    ref = atlas.pages[change.page]
    revision = atlas.kb.revisions.get(change.new)
    words = texts(language)
    return FeedItem(
        id=identity("change", change.page, change.old, change.new),
        title=f"{ref.title}: {visible_words(change, words)}",
        path=pair_path(change, atlas),
        updated=_within_its_second(moment(revision.timestamp if revision else None), change.new), author=(revision.user if revision else None) or "",
        summary=_summary(change, words),
        kinds=tuple(sorted({atlas.entries[entry].kind for entry in touched(change, atlas)})),
    )  # fmt: skip


def _summary(change: PageChange, words: Texts) -> str:
    all_of_it = change_lines(change.changes, words)
    lines, more = all_of_it[:LINES], len(all_of_it[LINES:])
    told = "; ".join(f"{line.section + ': ' if line.section else ''}{line.type}, {line.detail}" for line in lines)
    return (f"{told}; {words('more', n=more)}" if more else told) or visible_words(change, words)


def identity(*names: str) -> str:
    """A stable id for what *names* name."""
    return f"urn:uuid:{uuid.uuid5(_NAMES, chr(31).join(names))}"


def moment(timestamp: str | None) -> str:
    """*timestamp* as RFC 3339 wants it; a mere date is its midnight, nonsense the epoch."""
    if timestamp and _TIME.match(timestamp):
        return timestamp
    return f"{timestamp}T00:00:00Z" if timestamp and _DATE.match(timestamp) else _NEVER


def _within_its_second(moment: str, revision: RevisionId) -> str:
    """*moment* with a fraction for the place of *revision* among those of its second: no two items have one time."""
    if not _WHOLE.match(moment):
        return moment
    number = int(revision) if revision.isdecimal() and revision.isascii() else zlib.crc32(revision.encode())
    return f"{moment[:19]}.{number % 1_000_000:06}{moment[19:]}"


def feed(atlas: Atlas, path: str, title: str, page: str, items: list[FeedItem]) -> bytes:
    """One feed. Without an address of the site its links, that to itself among them, are relative to its own place."""
    base = atlas.options.url.rstrip("/") + "/" if atlas.options.url else paths.root_of(path)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{identity('feed', atlas.title, path)}</id>",
        _said("title", f"{title} · {atlas.title}"),
        f"<updated>{max((item.updated for item in items), default=_NEVER)}</updated>",
        f"<author><name>{text(atlas.title)}</name></author>",
        "<generator>Ludex</generator>",
        f'<link rel="alternate" type="text/html" href={quoteattr(paths.href(page, root=base))}/>',
        f'<link rel="self" type="application/atom+xml" href={quoteattr(paths.href(path, root=base))}/>',
    ]
    for item in items:
        lines += _entry(item, base)
    return ("\n".join([*lines, "</feed>"]) + "\n").encode("utf-8", "replace")


def _entry(item: FeedItem, base: str) -> Iterator[str]:
    yield "<entry>"
    yield f"<id>{item.id}</id>"
    yield _said("title", item.title)
    yield f"<updated>{item.updated}</updated>"
    if text(item.author).strip():
        yield f"<author><name>{text(item.author)}</name></author>"
    yield f'<link rel="alternate" type="text/html" href={quoteattr(paths.href(item.path, root=base))}/>'
    for kind in item.kinds:
        yield f"<category term={quoteattr(kind)}/>"
    yield _said("summary", item.summary)
    yield "</entry>"


def _said(name: str, value: str) -> str:
    """A text construct; what looks like markup is told as HTML that shows it, since readers of feeds take it for HTML."""
    if "<" in value or "&" in value:
        return f'<{name} type="html">{text(text(value))}</{name}>'
    return f"<{name}>{text(value)}</{name}>"


def text(value: str) -> str:
    """*value* as character data: markup escaped, what XML cannot hold left out."""
    return escape(_CONTROL.sub("", value))
