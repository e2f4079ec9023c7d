"""Other titles of pages, inferred from what the pages say, each with its evidence in sentences.

A wiki whose titles are in one language and whose links are in another gives itself away: a hub repeats a page's first
sentence and then links it, a printed page holds the same headings in the same order under another name, a navigation
list names what the page's headings join. Each such observation is a :class:`Clue`; clues for the same title add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from ingest.glossary.model import Entry
from ingest.links.clues import ENOUGH, Clue, Corpus, clues_of
from ingest.links.forms import bare
from ingest.links.model import Alias
from ingest.links.names import PageNames
from ingest.links.written import title_key
from ingest.model import PageId
from ingest.profile import Profile
from ingest.visible import fold

CLEARLY = 0.15  # by how much one page must be the likelier owner of a title that two claim


def infer_aliases(
    pages: Iterable[PageNames],
    profile: Profile,
    *,
    confirmed: Mapping[str, Collection[str]] | None = None,
    refused: Mapping[str, Collection[str]] | None = None,
    tables: bool = True,
) -> tuple[Alias, ...]:
    """Infer other titles of *pages*.

    *confirmed* and *refused* are a person's word: page title → titles. ``tables=False`` leaves out the tables of the
    profile, to see what inference alone finds.
    """
    corpus = Corpus(pages, profile)
    said = list(_from_people(corpus, confirmed or {}, tables))
    no = _refusals(profile, refused or {}, tables)
    return _judge(corpus, clues_of(corpus), said, no)


def titles_of(aliases: Iterable[Alias]) -> dict[PageId, tuple[str, ...]]:
    """Page → other titles that links may use, surest first; refused ones are left out."""
    found: dict[PageId, list[Alias]] = defaultdict(list)
    for alias in aliases:
        if alias.confirmed is not False:
            found[alias.page].append(alias)
    return {
        page: tuple(a.title for a in sorted(rows, key=lambda a: (-a.confidence, a.title)))
        for page, rows in sorted(found.items())
    }


def with_titles(entry: Entry, titles: Mapping[PageId, tuple[str, ...]]) -> Entry:
    """*entry* with the other titles of its page as its own aliases, where it is what the page is about."""
    title = entry.page.partition(":")[2]
    if entry.page not in titles or entry.anchor or fold(bare(entry.name)) != fold(bare(title)):
        return entry
    return replace(entry, aliases=tuple(dict.fromkeys((*entry.aliases, *titles[entry.page]))))


def _from_people(corpus: Corpus, confirmed: Mapping[str, Collection[str]], tables: bool) -> Iterator[Clue]:
    profile = corpus.profile
    for page in corpus.pages:
        for title in confirmed.get(page.title, ()):
            yield Clue(page.page, title, 1.0, "the configuration confirms it")
        if tables:
            for foreign in profile.translations.values():
                translated = foreign.get(page.title)
                if translated and not corpus.is_title(page, translated):
                    yield Clue(page.page, translated, 1.0, "the profile translates it so")
            for other, name in sorted(profile.terms.aliases.items()):
                if fold(name) == fold(page.title) and not corpus.is_title(page, other):
                    yield Clue(page.page, other, 1.0, "the profile lists it")


def _refusals(profile: Profile, refused: Mapping[str, Collection[str]], tables: bool) -> set[tuple[str, str]]:
    pairs = {(fold(page), fold(title)) for page, titles in refused.items() for title in titles}
    if tables:
        pairs |= {(fold(page), fold(title)) for page, titles in profile.terms.refused.items() for title in titles}
    return pairs


def _judge(corpus: Corpus, clues: list[Clue], said: list[Clue], no: set[tuple[str, str]]) -> tuple[Alias, ...]:
    """Add up the clues of each title, drop what a real page bears, leave what two pages claim alike."""
    by_id = {page.page: page for page in corpus.pages}
    sums: dict[tuple[PageId, str], list[Clue]] = defaultdict(list)
    for clue in (*clues, *said):
        page = by_id[clue.page]
        title = title_key(clue.title)
        if clue.weight > 0 and not corpus.is_title(page, title) and title:
            sums[(clue.page, title)].append(clue)
    confidence = {key: _together(corpus, key[1], found) for key, found in sums.items()}
    by_title: dict[str, list[tuple[PageId, float]]] = defaultdict(list)
    for (owner, title), value in confidence.items():
        by_title[title].append((owner, value))
    people = {(clue.page, title_key(clue.title)) for clue in said}
    aliases = []
    for (owner, title), found in sorted(sums.items()):
        page = by_id[owner]
        verdict = False if (fold(page.title), fold(title)) in no else True if (owner, title) in people else None
        if verdict is None and not _wins(by_title[title], by_id, owner):
            continue
        sentences = [clue.sentence for clue in found]
        listed = corpus.listed.get(fold(bare(title)))
        if listed and listed[1].page != owner:
            sentences.append(f"the page {listed[1].title!r} lists {listed[0]!r}")
        aliases.append(
            Alias(
                page=owner,
                title=title,
                evidence=tuple(dict.fromkeys(sentences)),
                confidence=confidence[(owner, title)],
                confirmed=verdict,
            )
        )
    return tuple(_with_bare(aliases, corpus))


def _together(corpus: Corpus, title: str, clues: list[Clue]) -> float:
    doubt = 1.0
    for weight in {clue.sentence: clue.weight for clue in clues}.values():
        doubt *= 1 - weight
    if fold(bare(title)) in corpus.listed:
        doubt *= 0.8
    return round(min(1 - doubt, 1.0), 3)


def _wins(claims: Iterable[tuple[PageId, float]], pages: Mapping[PageId, PageNames], owner: PageId) -> bool:
    """Tell whether *owner* is clearly the likeliest of the pages of its wiki that claim one title."""
    values = {page: value for page, value in claims if pages[page].wiki == pages[owner].wiki}
    own = values.pop(owner)
    return own >= ENOUGH and all(own >= value + CLEARLY for value in values.values())


def _with_bare(aliases: list[Alias], corpus: Corpus) -> Iterator[Alias]:
    """``Zone of Control (ZoC)`` is also reached as ``Zone of Control``."""
    known = {(alias.page, fold(alias.title)) for alias in aliases}
    for alias in aliases:
        yield alias
        short = bare(alias.title)
        if (alias.page, fold(short)) not in known and alias.confirmed is not False:
            known.add((alias.page, fold(short)))
            sentence = f"{alias.title!r} without its parenthesis"
            yield Alias(
                page=alias.page,
                title=short,
                evidence=(sentence, *alias.evidence),
                confidence=alias.confidence,
                confirmed=alias.confirmed,
            )
