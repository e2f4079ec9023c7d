"""The first page, and the pages about the site itself."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from textwrap import shorten

from msgspec import Struct

from ingest.model import Revision, Source
from site_src import paths
from site_src.atlas import Atlas
from site_src.texts import Texts, texts
from site_src.views.base import View
from site_src.views.changes import change_lines, visible
from site_src.views.entry import Chip
from site_src.views.lists import edition_tabs, kind_tabs

NEWEST = 8
LONGEST_NEWS = 120  # characters


class News(Struct, frozen=True, kw_only=True):
    """One of the newest revisions."""

    title: str
    path: str
    date: str
    user: str
    what: str


class HomePage(View, frozen=True, kw_only=True):
    entries: int
    pages: int
    revisions: int
    kinds: tuple[Chip, ...]
    editions: tuple[Chip, ...]
    news: tuple[News, ...]


class SourceView(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    format: str
    date: str
    sha256: str
    licence: str
    attribution: str
    live: str


class AboutPage(View, frozen=True, kw_only=True):
    sources: tuple[SourceView, ...]
    profile: str
    pocket: str  # path of the pocket edition, where there is one
    lists: tuple[Chip, ...]


class NotFoundPage(View, frozen=True, kw_only=True):
    """What a static host shows for an address that is not there (``404.html``)."""


class SheetPage(View, frozen=True, kw_only=True):
    """The reader's own pins; all of it happens in the browser."""


def home_page(atlas: Atlas) -> HomePage:
    """The first page."""
    return HomePage(
        path="index.html", title=atlas.title, language=atlas.language, section="home", entries=len(atlas.concepts),
        pages=sum(not ref.redirect for ref in atlas.pages.values()), revisions=sum(ref.revisions for ref in atlas.pages.values()),
        kinds=kind_tabs(atlas), editions=edition_tabs(atlas), news=_news(atlas),
    )  # fmt: skip


def site_pages(atlas: Atlas) -> Iterator[View]:
    """About, 404 and the reader's sheet."""
    words = texts(atlas.language)
    yield AboutPage(
        path="about.html", title=words("nav-about"), language=atlas.language, sources=tuple(_source(source, words) for source in atlas.sources.values()),
        pocket="pocket.html" if atlas.options.pocket else "", profile=atlas.kb.profile.title or atlas.kb.profile.name,
        lists=tuple(
            Chip(text=name, path=f"api/{name}.json")
            for name in ("entries", "pages", "revisions", "links", "changes", "comparisons", "rulings", "errata", "diagnostics", "build")
        ),
    )  # fmt: skip
    yield NotFoundPage(path="404.html", title=words("not-found"), language=atlas.language)
    yield SheetPage(path="sheet.html", title=words("nav-sheet"), language=atlas.language, section="sheet")


def _news(atlas: Atlas) -> tuple[News, ...]:
    newest = nlargest(
        NEWEST, (ref for ref in atlas.pages.values() if ref.last), key=lambda ref: (ref.last or "", ref.id)
    )
    return tuple(_news_item(atlas, revision) for ref in newest if (revision := _last(atlas, ref.id)))


def _last(atlas: Atlas, page: str) -> Revision | None:
    return max(atlas.kb.history(page), key=lambda revision: revision.number, default=None)


def _news_item(atlas: Atlas, revision: Revision) -> News:
    ref = atlas.pages[revision.page]
    what = _told(revision, atlas) or " · ".join(
        filter(None, (revision.section and f"→ {revision.section}", revision.comment))
    )
    path = paths.history_path(ref.id) if ref.revisions > 1 else ref.path
    return News(title=ref.title, path=path, date=revision.timestamp or "", user=revision.user or "", what=what)


def _told(revision: Revision, atlas: Atlas) -> str:
    """The weightiest of what *revision* changed; "" where nobody would notice anything."""
    told = (change for change in atlas.kb.changes.of_page(revision.page) if change.new == revision.id)
    change = next(told, None)
    if change is None:
        return ""
    words = texts(atlas.language)
    lines = change_lines((item for item in change.changes if item.severity != "layout"), words)
    if not lines:
        return visible(change, words) if change.comparable else ""
    more = f" · {words('more', n=len(lines) - 1)}" if len(lines) > 1 else ""
    return f"{lines[0].type}: {shorten(lines[0].detail, LONGEST_NEWS, placeholder=' …')}".removesuffix(": ") + more


def _source(source: Source, words: Texts) -> SourceView:
    key = f"format-{source.format}"
    base = source.rights.base_url or ""
    return SourceView(
        id=source.id, name=source.site_name or source.document or source.id, format=words(key) if words.has(key) else source.format, date=source.date or "",
        sha256=source.sha256, licence=source.rights.licence or "", attribution=source.rights.attribution or "",
        live=base if base.startswith(("https://", "http://")) else "",
    )  # fmt: skip
