"""From a link as written to where it leads: a ladder of steps, surest first, and never a guess in silence.

A step answers only where it leaves one answer. Pages of the link's own wiki come first, then documents of its
edition; texts of another edition are named as candidates and never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rapidfuzz import fuzz, process

from ingest.links.anchors import section_of
from ingest.links.asked import Asked, forms_of
from ingest.links.forms import bare
from ingest.links.ladder import Ladder
from ingest.links.languages import number_key, rules_of
from ingest.links.model import Resolution
from ingest.links.steps import Spot, Step
from ingest.links.table import Mark, NameTable
from ingest.links.written import anchor_forms, plain_title, split_target, title_key
from ingest.model import PageId
from ingest.visible import fold

T = TypeVar("T")
REDIRECTS = 10  # how far a chain of redirects is followed
CLOSE = 84.0  # from this likeness on, a title is worth naming as a candidate
CANDIDATES = 5
REMEMBERED = 100_000  # answers that are kept: pages repeat their links from revision to revision


class Resolver:
    """Answers for every link of a site; equal questions get equal answers."""

    def __init__(self, table: NameTable, *, hears: bool = False) -> None:
        self.table = table
        self.heard: set[Mark] | None = set() if hears else None  # the names that all answers depend on
        self._known: dict[tuple[object, ...], tuple[Resolution, frozenset[Mark]]] = {}
        self._ladder = Ladder(table, self._noted)
        self._titles = {fold(page.title): number for number, page in enumerate(table.pages)}

    def resolve(
        self,
        target: str,
        anchor: str | None = None,
        *,
        page: PageId | None = None,
        edition: str | None = None,
        language: str = "en",
    ) -> Resolution:
        """Where the link *target*#*anchor* leads that stands on *page*, in a text of *edition* and *language*."""
        question = (target, anchor, page, edition, language)
        if question not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[question] = self._noted(lambda: self._answer(target, anchor, page, edition, language))
        answer, asked = self._known[question]
        if self.heard is not None:
            self.heard |= asked
        return answer

    def listen(self) -> None:
        """Forget what was heard: what is asked from now on is another's business."""
        if self.heard is not None:
            self.heard.clear()

    def _noted(self, answer: Callable[[], T]) -> tuple[T, frozenset[Mark]]:
        """An answer and the names that it depends on; none where nobody wants to know."""
        if self.heard is None:
            return answer(), frozenset()
        outer, self.table.asked = self.table.asked, set()
        found, asked = answer(), frozenset(self.table.asked)
        self.table.asked = outer
        return found, asked

    def reach(self, name: str, *, wiki: str, edition: str | None, language: str) -> Resolution:
        """Where a link of *name* would lead from anywhere on *wiki*; nobody is told what else it may have meant."""
        asked = self._asked(name, None, -1, wiki, edition, language)
        spots, why, status = self._ladder.climb(asked)
        return self._at(asked, spots[0], why, status) if len(spots) == 1 else _missing(asked, why)

    def _answer(
        self, target: str, anchor: str | None, page: PageId | None, edition: str | None, language: str
    ) -> Resolution:
        title, fragment = split_target(target, anchor)
        if title.startswith("/") and page:
            title = f"{page.partition(':')[2]}{title.rstrip('/')}"
        number = self.table.number.get(page, -1) if page is not None else -1
        wiki = self.table.pages[number].wiki if number >= 0 else (page or "").partition(":")[0]
        found = self._find(self._asked(title, fragment, number, wiki, edition, language))
        return _as_written(found, target, anchor)

    def _asked(self, title: str, anchor: str | None, page: int, wiki: str, edition: str | None, language: str) -> Asked:
        rules = rules_of(self.table.profile, language)
        return Asked(
            target=title, anchor=anchor, page=page, wiki=wiki, edition=edition, language=language, rules=rules,
            forms=forms_of(title, rules),
        )  # fmt: skip

    def _find(self, asked: Asked) -> Resolution:
        if not plain_title(asked.target):
            if asked.page < 0:
                return _missing(asked, "no title")
            self.table.look_at(asked.page)
            return self._at(asked, Spot(asked.page, -1, ""), "section of the same page")
        spots, why, status = self._ladder.climb(asked)
        if len(spots) == 1:
            return self._at(asked, spots[0], why, status)
        if spots:
            return Resolution(
                target=asked.target,
                status="ambiguous",
                candidates=self._names(spots),
                why=f"{why}: {len(spots)} places, none nearer",
            )
        moved = self._moved(asked)
        return moved or Resolution(
            target=asked.target,
            status="missing",
            candidates=self._nearest(asked),
            why="no title, heading or entry of this name",
        )

    # The answer

    def _at(self, asked: Asked, spot: Spot, why: str, status: str = "") -> Resolution:
        spot, why = self._follow(spot, why, asked.wiki)
        page = self.table.pages[spot.page]
        if spot.page < 0:
            return _missing(asked, why)
        if asked.anchor and spot.section < 0:
            return self._anchored(asked, spot.page, why, status)
        section = page.sections[spot.section] if spot.section >= 0 else None
        anchor = section.anchor if section else ""
        entry = spot.entry or self.table.texts.at(page.page, anchor, asked.edition, asked.language)
        heading = section.heading if section and section.heading else None
        return Resolution(
            target=asked.target, status="section" if heading else "alias" if status == "alias" else "page",
            page=page.page, section=heading, fragment=anchor, entry=entry, why=why,
        )  # fmt: skip

    def _follow(self, spot: Spot, why: str, wiki: str) -> tuple[Spot, str]:
        seen = {spot.page}
        for _ in range(REDIRECTS):
            redirect = self.table.pages[spot.page].redirect
            if spot.section >= 0 or not redirect:
                return spot, why
            title, fragment = split_target(redirect, None)
            found = [s for s in self.table.at(Step.TITLE, title_key(title)) if self.table.pages[s.page].wiki == wiki]
            if not found:
                return spot, f"{why}; it redirects to {redirect!r}, which is not there"
            if found[0].page in seen:
                return spot, f"{why}; its redirects go in a circle"
            seen.add(found[0].page)
            spot, why = self._section_spot(found[0], fragment), f"{why}; redirect to {redirect!r}"
        return spot, f"{why}; its redirects do not end"

    def _section_spot(self, spot: Spot, fragment: str | None) -> Spot:
        found = section_of(self.table.pages[spot.page], fragment, self.table) if fragment else None
        return spot if found is None else Spot(spot.page, found[0], spot.name)

    # Anchors

    def _anchored(self, asked: Asked, number: int, why: str, status: str) -> Resolution:
        page = self.table.pages[number]
        found = section_of(page, asked.anchor or "", self.table, asked.language)
        if found:
            section = page.sections[found[0]]
            entry = self.table.texts.at(page.page, section.anchor, asked.edition, asked.language)
            return Resolution(
                target=asked.target, status="section", page=page.page, section=section.heading, fragment=section.anchor,
                entry=entry, why=f"{why}; {found[1]}",
            )  # fmt: skip
        moved = self._moved(asked)
        if moved:
            return moved
        close = process.extract(
            asked.anchor, [s.heading for s in page.sections if s.heading], scorer=fuzz.WRatio, limit=3, score_cutoff=70
        )
        return Resolution(
            target=asked.target, status="alias" if status == "alias" else "page", page=page.page,
            entry=self.table.texts.at(page.page, "", asked.edition, asked.language),
            candidates=tuple(f"{page.title}#{heading}" for heading, _, _ in close),
            why=f"{why}; no heading answers to the anchor {asked.anchor!r}",
        )  # fmt: skip

    def _moved(self, asked: Asked) -> Resolution | None:
        """The only section of the wiki, or of its edition, that bears the anchor's name, where the page has none."""
        if not asked.anchor:
            return None
        for near in (self._ladder.is_home, self._ladder.is_neighbour):
            spots = [
                spot for form in anchor_forms(asked.anchor) for spot in self.table.at(Step.HEADING, fold(form))
                if near(asked, spot)
            ]  # fmt: skip
            places = {(spot.page, spot.section): spot for spot in spots}
            if len({page for page, _ in places}) == 1:
                spot = min(places.values(), key=lambda spot: spot.section)
                section, page = self.table.pages[spot.page].sections[spot.section], self.table.pages[spot.page]
                return Resolution(
                    target=asked.target, status="section", page=page.page, section=section.heading, fragment=section.anchor,
                    entry=self.table.texts.at(page.page, section.anchor, asked.edition, asked.language),
                    why=f"the section {section.heading!r} stands on {page.title!r} only",
                )  # fmt: skip
        return None

    # What it may have meant

    def _nearest(self, asked: Asked) -> tuple[str, ...]:
        spots = [spot for step in Step for spot in self._ladder.spots(step, asked)]
        spots += self.table.with_words(number_key(bare(asked.target), asked.rules))
        if self.table.asked is not None:
            self.table.asked.add(fold(asked.target))
        close = process.extract(fold(asked.target), self._titles.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=CLOSE)
        spots += [Spot(self._titles[title], -1, title) for title, _, _ in close]
        return self._names(spots)

    def _names(self, spots: Iterable[Spot]) -> tuple[str, ...]:
        names = []
        for spot in spots:
            page = self.table.pages[spot.page]
            heading = page.sections[spot.section].heading if spot.section >= 0 else ""
            names.append(f"{page.title}#{heading}" if heading else page.title)
        return tuple(dict.fromkeys(names))[:CANDIDATES]


def are_close(target: str, title: str) -> bool:
    """Tell whether a folded *title* is named as what a folded *target*, which leads nowhere, may have meant."""
    return fuzz.ratio(target, title) >= CLOSE


def _missing(asked: Asked, why: str) -> Resolution:
    return Resolution(target=asked.target, status="missing", why=why)


def _as_written(found: Resolution, target: str, anchor: str | None) -> Resolution:
    return Resolution(
        target=target, anchor=anchor, status=found.status, page=found.page, section=found.section, fragment=found.fragment,
        entry=found.entry, candidates=found.candidates, why=found.why,
    )  # fmt: skip
