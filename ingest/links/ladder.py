"""The ladder: for each step, surest first, the places that a name may mean, and which of them is nearest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ingest.links.asked import Asked
from ingest.links.names import PageNames
from ingest.links.steps import LIKELY, SURE, WHY, Spot, Step
from ingest.links.table import Mark, NameTable
from ingest.links.written import plain_title, title_key
from ingest.visible import fold

Noted: TypeAlias = Callable[[Callable[[], frozenset[int]]], tuple[frozenset[int], frozenset[Mark]]]


class Ladder:
    """The steps over one table; *noted* tells with an answer what it depends on."""

    def __init__(self, table: NameTable, noted: Noted) -> None:
        self._table = table
        self._noted = noted
        self._links: dict[tuple[int, int], tuple[frozenset[int], frozenset[Mark]]] = {}

    def climb(self, asked: Asked) -> tuple[list[Spot], str, str]:
        """Where the first step leads that answers, why, and the status that it gives by itself."""
        known: dict[Step, list[Spot]] = {}
        for steps in (SURE, LIKELY):
            for near in (self.is_home, self.is_neighbour):
                for step in steps:
                    if step not in known:
                        known[step] = [spot for spot in self.spots(step, asked) if self._defines(step, asked, spot)]
                    spots = self._choose(asked, [spot for spot in known[step] if near(asked, spot)])
                    if spots:
                        return spots, _why(step, spots[0]), "alias" if step is Step.ALIAS else ""
        return [], "", ""

    def spots(self, step: Step, asked: Asked) -> list[Spot]:
        """All places that one *step* knows."""
        found: dict[tuple[int, int], Spot] = {}
        for form in asked.forms.of(step):
            for spot in self._table.at(step, form):
                found.setdefault((spot.page, spot.section), spot)
        return list(found.values())

    def _defines(self, step: Step, asked: Asked, spot: Spot) -> bool:
        """A passage that links the term itself speaks of it and defines it not, unless a heading says so."""
        if step not in (Step.ENTRY, Step.OF_KIND, Step.OLDER):
            return True
        page = self._table.pages[spot.page]
        section = page.sections[max(spot.section, 0)] if page.sections else None
        wanted = fold(plain_title(asked.target))
        return section is None or not any(fold(plain_title(link)) == wanted for link in section.links)

    def is_home(self, asked: Asked, spot: Spot) -> bool:
        """Tell whether *spot* is of the link's own page or wiki."""
        page = self._table.pages[spot.page]
        if spot.page == asked.page:
            return True
        return page.wiki == asked.wiki and (bool(asked.wiki) or _shares(page, asked.edition))

    def is_neighbour(self, asked: Asked, spot: Spot) -> bool:
        """Tell whether *spot* is of another source in the link's edition."""
        page = self._table.pages[spot.page]
        return page.wiki != asked.wiki and _shares(page, asked.edition)

    def _choose(self, asked: Asked, spots: list[Spot]) -> list[Spot]:
        """Keep the nearest of *spots*: each rule speaks only where it leaves some."""
        if len(spots) < 2:
            return spots
        pages = self._table.pages
        places: set[int] = set()
        preferences: tuple[Callable[[Spot], bool], ...] = (
            lambda spot: spot.page != asked.page,
            lambda spot: _shares(pages[spot.page], asked.edition),
            lambda spot: pages[spot.page].language == asked.language,
            lambda spot: not self._is_summary(spot),
            lambda spot: not self._is_mark(asked, spot),
            lambda spot: spot.section < 0,
            lambda spot: not any(page in places and page != spot.page for page in self._linked(spot)),
        )
        for prefers in preferences:
            if len(spots) > 1:
                places = {spot.page for spot in spots}
                spots = [spot for spot in spots if prefers(spot)] or spots
        if len({spot.page for spot in spots}) == 1:
            return [min(spots, key=lambda spot: (len(spot.name), spot.section))]
        return spots

    def _is_summary(self, spot: Spot) -> bool:
        if spot.section < 0:
            return False
        section = self._table.pages[spot.page].sections[spot.section]
        return bool(section.more or section.points_to)

    def _is_mark(self, asked: Asked, spot: Spot) -> bool:
        """Tell whether the entry at *spot* is of a kind that only marks other entries, as labels do."""
        page = self._table.pages[spot.page]
        anchor = page.sections[spot.section].anchor if spot.section >= 0 else ""
        entry = spot.entry or self._table.texts.at(page.page, anchor, asked.edition, asked.language)
        return entry is not None and entry.partition("/")[0] in self._table.profile.linking.marks

    def _linked(self, spot: Spot) -> frozenset[int]:
        """The pages that the section of *spot* links: it speaks of what such a page defines."""
        if spot.section < 0:
            return frozenset()
        place = (spot.page, spot.section)
        if place not in self._links:
            self._links[place] = self._noted(lambda: self._find_linked(spot))
        found, asked = self._links[place]
        if self._table.asked is not None:
            self._table.asked |= asked
        return found

    def _find_linked(self, spot: Spot) -> frozenset[int]:
        links = self._table.pages[spot.page].sections[spot.section].links
        steps = ((Step.TITLE, title_key), (Step.SPELLING, fold), (Step.ALIAS, fold))
        found = (self._table.at(step, form(plain_title(link))) for link in links for step, form in steps)
        return frozenset(target.page for targets in found for target in targets)


def _why(step: Step, spot: Spot) -> str:
    words = WHY[step].format(name=spot.name)
    return f"{words}: {spot.note}" if spot.note else words


def _shares(page: PageNames, edition: str | None) -> bool:
    """Tell whether *page* holds for *edition*; where neither names one, there is only one game."""
    return page.edition == edition or edition in page.editions
