"""Questions and answers, and what updates changed: each as a list of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from markupsafe import Markup
from msgspec import Struct

from ingest.glossary.model import ErratumEntry, RulingEntry
from site_src import paths
from site_src.atlas import Atlas
from site_src.bodies import paragraphs
from site_src.texts import texts
from site_src.views.base import View
from site_src.views.entry import Chip, RulingView, ruling_view

T = TypeVar("T")
LENGTH = 100


class RulingItem(Struct, frozen=True, kw_only=True):
    ruling: RulingView
    page_title: str
    related: tuple[Chip, ...]
    edition: str
    language: str


class RulingsPage(View, frozen=True, kw_only=True):
    items: tuple[RulingItem, ...]
    sheets: tuple[Chip, ...]
    count: int


class ErratumItem(Struct, frozen=True, kw_only=True):
    title: str
    path: str
    section: str
    version: str
    edition: str
    updated: Markup
    original: Markup | None
    language: str


class ErrataPage(View, frozen=True, kw_only=True):
    items: tuple[ErratumItem, ...]
    sheets: tuple[Chip, ...]
    count: int


def rulings_pages(atlas: Atlas) -> Iterator[RulingsPage]:
    """All rulings, newest edition first, page by page."""
    found = [item for item in atlas.kb.rulings if atlas.shows(item.source.source) and item.page in atlas.pages]
    found.sort(key=lambda item: (-atlas.edition_rank(item.edition), atlas.pages[item.page].title.casefold(), item.id))
    for number, cut in _cuts(found):
        yield RulingsPage(
            path=paths.numbered("rulings", number), title=texts(atlas.language)("nav-rulings"), language=atlas.language,
            section="rulings", items=tuple(_ruling(item, atlas) for item in cut), sheets=_sheets(atlas, "rulings", number, len(found)),
            count=len(found),
        )  # fmt: skip


def errata_pages(atlas: Atlas) -> Iterator[ErrataPage]:
    """All printed updates, newest version first."""
    found = [item for item in atlas.kb.errata if atlas.shows(item.source.source) and item.page in atlas.pages]
    found.sort(
        key=lambda item: (
            -atlas.edition_rank(item.edition),
            atlas.pages[item.page].title.casefold(),
            item.source.line or 0,
            item.id,
        )
    )
    for number, cut in _cuts(found):
        yield ErrataPage(
            path=paths.numbered("errata", number), title=texts(atlas.language)("nav-errata"), language=atlas.language,
            section="rulings", items=tuple(_erratum(item, atlas) for item in cut), sheets=_sheets(atlas, "errata", number, len(found)),
            count=len(found),
        )  # fmt: skip


def _cuts(items: list[T]) -> Iterator[tuple[int, list[T]]]:
    for start in range(0, max(len(items), 1), LENGTH):
        yield start // LENGTH + 1, items[start : start + LENGTH]


def _sheets(atlas: Atlas, stem: str, number: int, count: int) -> tuple[Chip, ...]:
    last = max(1, -(-count // LENGTH))
    numbers = texts(atlas.language).number
    return tuple(
        Chip(text=numbers(other), path=paths.numbered(stem, other), current=other == number) for other in range(1, last + 1)
    ) if last > 1 else ()  # fmt: skip


def _ruling(item: RulingEntry, atlas: Atlas) -> RulingItem:
    related = tuple(
        Chip(text=atlas.entries[target].name, path=atlas.entries[target].path)
        if target in atlas.entries
        else Chip(text=target)
        for target in item.related
        if "@" not in target or target in atlas.entries
    )
    return RulingItem(
        ruling=ruling_view(item, atlas), page_title=atlas.pages[item.page].title, related=related, edition=atlas.edition_name(item.edition),
        language=item.language,
    )  # fmt: skip


def _erratum(item: ErratumEntry, atlas: Atlas) -> ErratumItem:
    entry = atlas.entries.get(item.entry or "")
    page = atlas.pages[item.page]
    return ErratumItem(
        title=entry.name if entry else page.title, path=entry.path if entry else atlas.printed_path(item.page, item.revision, item.anchor), section=item.section or "",
        version=item.version or "", edition=atlas.edition_name(item.edition), updated=paragraphs(item.updated),
        original=paragraphs(item.original) if item.original else None, language=item.language,
    )  # fmt: skip
