"""Observations in favour of a title, each a sentence: what pages repeat, list and link gives their other titles away."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from ingest.links.cognates import alike, content_words
from ingest.links.forms import joined_parts
from ingest.links.languages import number_key, rules_of
from ingest.links.names import PageNames, SectionNames
from ingest.links.written import plain_title
from ingest.model import PageId
from ingest.profile import Profile
from ingest.visible import fold

ENOUGH = 0.5  # confidence of an alias that links may follow
RUN = 2  # headings in the same order that are evidence
FORM = 20  # pages that open with the same headings, above which the headings are a form that is filled in
HUB = 3  # pages that a page must summarise to be the hub of their category


class Clue(Struct, frozen=True):
    """One observation in favour of a title."""

    page: PageId
    title: str
    weight: float
    sentence: str


class Corpus:
    """The pages that clues are sought in, by what they open with, list and link."""

    def __init__(self, pages: Iterable[PageNames], profile: Profile) -> None:
        self.profile = profile
        self.pages = tuple(sorted((page for page in pages if not page.redirect), key=lambda page: page.page))
        self.titles = {(page.wiki, fold(page.title)) for page in self.pages}
        self.by_said: dict[str, list[PageNames]] = defaultdict(list)
        for page in self.pages:
            if page.said:
                self.by_said[page.said].append(page)
        self.listed = {fold(name): (name, page) for page in self.pages for names in page.lists for name in names}

    def opens_with(self, said: str, *, seen_on: PageNames) -> PageNames | None:
        """The only page that opens with a sentence that also stands on another page."""
        others = [page for page in self.by_said.get(said, ()) if page is not seen_on and _comparable(page, seen_on)]
        wikis = [page for page in others if page.wiki] or others
        return wikis[0] if len(wikis) == 1 else None

    def is_title(self, page: PageNames, title: str) -> bool:
        """Tell whether *title* names a page of the wiki of *page*."""
        return (page.wiki, fold(plain_title(title))) in self.titles


def clues_of(corpus: Corpus) -> list[Clue]:
    """Everything that the pages of *corpus* say of each other's titles."""
    clues = [clue for find in FINDERS for clue in find(corpus)]
    clues += list(_from_hubs(corpus, clues))
    clues += list(_from_cognates(corpus, clues))
    clues += list(_from_endings(corpus, clues))
    return clues


def _from_summaries(corpus: Corpus) -> Iterator[Clue]:
    """A section that repeats the first sentence of a page names the page, surest where it links it."""
    for hub, section, page in _summaries(corpus):
        place = f"{hub.title}#{section.heading}"
        links = [target for target in (*section.more, section.points_to or "") if target]
        for target in dict.fromkeys(map(plain_title, links)):
            yield Clue(page.page, target, 0.85, f"opens with the same sentence as {place}, which links [[{target}]]")
        if section.heading not in links and fold(section.heading) not in _headings(page):
            yield Clue(page.page, section.heading, 0.5 if links else 0.6, f"opens with the same sentence as {place}")


def _summaries(corpus: Corpus) -> Iterator[tuple[PageNames, SectionNames, PageNames]]:
    for hub in corpus.pages:
        for section in hub.sections:
            page = corpus.opens_with(section.said, seen_on=hub) if section.said and section.heading else None
            if page is not None and section.said != hub.said:
                yield hub, section, page


def _from_twins(corpus: Corpus) -> Iterator[Clue]:
    """Two pages of different sources that open alike have two titles."""
    for page in corpus.pages:
        for twin in corpus.by_said.get(page.said, ()):
            if twin.wiki != page.wiki and _comparable(page, twin):
                yield Clue(page.page, twin.title, 0.7, f"opens with the same sentence as the page {twin.title!r}")


def _from_runs(corpus: Corpus) -> Iterator[Clue]:
    """All headings of a page that stand in the same order elsewhere, under one heading: that heading names it."""
    openings: dict[tuple[str, ...], list[tuple[PageNames, tuple[str, ...]]]] = defaultdict(list)
    for page in corpus.pages:
        names = _headings(page)
        if len(names) >= RUN:
            openings[names[:RUN]].append((page, names))
    for other in corpus.pages:
        names = _headings(other)
        for start in range(len(names) - RUN + 1):
            same = openings.get(names[start : start + RUN], ())
            for page, own in same if len(same) <= FORM else ():
                run = _run(own, names[start:])
                above = _above(other, start)
                if page.page != other.page and _comparable(page, other) and above:
                    share = run / len(own)
                    yield Clue(
                        page.page, above, round(0.85 * share, 3) if share >= 0.6 else 0.0,
                        f"{run} of its headings stand in the same order under {above!r} on the page {other.title!r}",
                    )  # fmt: skip


def _from_lists(corpus: Corpus) -> Iterator[Clue]:
    """A navigation list that names what a page's only headings are together: ``Labels and Traits``."""
    by_parts = {
        parts: (name, page) for _, (name, page) in corpus.listed.items() if (parts := _joined(corpus, page, name))
    }
    for page in corpus.pages:
        rules = rules_of(corpus.profile, page.language)
        tops = tuple(sorted(number_key(section.heading, rules) for section in page.sections if section.heading))
        name, where = by_parts.get(tops, ("", page))
        if name and _comparable(page, where):
            yield Clue(
                page.page, name, 0.8, f"its headings are the parts of {name!r}, which the page {where.title!r} lists"
            )


def _from_interlanguage(corpus: Corpus) -> Iterator[Clue]:
    for page in corpus.pages:
        for language, title in page.languages:
            yield Clue(page.page, plain_title(title), 0.9, f"its interlanguage link to {language!r} says so")


FINDERS: tuple[Callable[[Corpus], Iterator[Clue]], ...] = (
    _from_summaries,
    _from_twins,
    _from_runs,
    _from_lists,
    _from_interlanguage,
)


def _from_hubs(corpus: Corpus, clues: list[Clue]) -> Iterator[Clue]:
    """A page that summarises the pages of a category, and is not in it, bears the category's name."""
    for hub, pages in _hubs(corpus).items():
        counts = Counter(category for page in pages for category in page.categories)
        for category, count in sorted(counts.items()):
            if count >= HUB and count * 5 >= len(pages) * 4 and category not in hub.categories:
                yield Clue(
                    hub.page, category, 0.7, f"summarises {count} pages of the category {category!r}, and is not in it"
                )
        known = {fold(clue.title) for clue in clues if any(clue.page == page.page for page in pages)}
        for printed in corpus.pages:
            listed = {fold(name) for names in printed.lists for name in names} & known
            for chapter in printed.chapters if len(listed) >= HUB else ():
                yield Clue(
                    hub.page, chapter, 0.6,
                    f"summarises {len(listed)} pages that {printed.title!r} lists under the chapter {chapter!r}",
                )  # fmt: skip


def _hubs(corpus: Corpus) -> dict[PageNames, list[PageNames]]:
    found: dict[PageId, list[PageNames]] = defaultdict(list)
    for hub, _, page in _summaries(corpus):
        found[hub.page].append(page)
    return {hub: found[hub.page] for hub in corpus.pages if len(found.get(hub.page, ())) >= HUB}


def _from_cognates(corpus: Corpus, clues: list[Clue]) -> Iterator[Clue]:
    """A name that links, lists or clues use and no page bears, of the same stems as one page's title."""
    by_initials: dict[tuple[str, ...], list[PageNames]] = defaultdict(list)
    for page in corpus.pages:
        by_initials[_initials(page.title)].append(page)
    for name, places in sorted(_unowned(corpus).items()):
        owners = [
            page
            for page in by_initials.get(_initials(name), ())
            if _is_foreign(page, places) and alike(name, page.title)
        ]
        if len(owners) == 1:
            weight = 0.65 if len(content_words(name)) > 1 else 0.35
            yield Clue(owners[0].page, name, weight, f"the words of {name!r} have the stems of its own title")
    foreign = {page.page: page for page in corpus.pages if not page.says_its_title}
    for owner, name in sorted({(clue.page, clue.title) for clue in clues}):
        if owner in foreign and alike(name, foreign[owner].title):
            yield Clue(owner, name, 0.4, f"the words of {name!r} have the stems of its own title")


def _initials(name: str) -> tuple[str, ...]:
    """What cognates share at least: the first letters of their words, in whatever order."""
    return tuple(sorted(word[0] for word in content_words(name)))


def _unowned(corpus: Corpus) -> dict[str, list[PageNames]]:
    names: dict[str, list[PageNames]] = defaultdict(list)
    for page in corpus.pages:
        written = {plain_title(target) for target in page.targets} | {name for list_ in page.lists for name in list_}
        for name in sorted(written):
            if name and not corpus.is_title(page, name):
                names[name].append(page)
    return names


def _from_endings(corpus: Corpus, clues: list[Clue]) -> Iterator[Clue]:
    """A page nobody else names, its title one word of a language whose endings have a fixed twin: ``-ción``, ``-tion``."""
    own = corpus.profile.languages[0] if corpus.profile.languages else "en"
    named = {clue.page for clue in clues if clue.weight >= ENOUGH}
    renamed = {page.wiki for page in corpus.pages if page.page in named}
    for page in corpus.pages:
        if (
            page.page in named
            or page.wiki not in renamed
            or page.language != own
            or page.says_its_title
            or " " in page.title
        ):
            continue
        for language in corpus.profile.languages[1:]:
            for ending, twin in rules_of(corpus.profile, language).endings:
                word, count = re.subn(ending, twin, fold(page.title))
                if count:
                    title = word[:1].upper() + word[1:]
                    yield Clue(
                        page.page,
                        title,
                        0.5,
                        f"its text is in {own!r}, its title in {language!r}, where the ending {ending!r} is {twin!r}",
                    )
                    break


def _comparable(left: PageNames, right: PageNames) -> bool:
    """Tell whether two pages speak of the same game as it is played in one edition."""
    if left.wiki and left.wiki == right.wiki:
        return True
    return bool({*left.editions, left.edition} & {*right.editions, right.edition})


def _is_foreign(page: PageNames, places: list[PageNames]) -> bool:
    """Tell whether the title of *page* is in another language than the *places* that use the name."""
    return any(
        _comparable(page, place) and (page.language != place.language or not page.says_its_title) for place in places
    )


def _headings(page: PageNames) -> tuple[str, ...]:
    return tuple(fold(section.heading) for section in page.sections if section.heading)


def _run(wanted: tuple[str, ...], found: tuple[str, ...]) -> int:
    length = 0
    for left, right in zip(wanted, found, strict=False):
        if left != right:
            break
        length += 1
    return length


def _above(page: PageNames, start: int) -> str:
    """The heading that the run at *start* stands under, or the page's title where it opens the page."""
    with_heading = [section for section in page.sections if section.heading]
    if start == 0:
        return page.title
    before, first = with_heading[start - 1], with_heading[start]
    return before.heading if before.empty or before.level < first.level else ""


def _joined(corpus: Corpus, page: PageNames, name: str) -> tuple[str, ...]:
    rules = rules_of(corpus.profile, page.language)
    return tuple(sorted(number_key(part, rules) for part in joined_parts(name, rules)[:2]))
