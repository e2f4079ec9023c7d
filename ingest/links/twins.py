"""Names of one thing in two languages, suggested with evidence for a person to confirm in the profile's table.

Three observations: lists and headings of two languages in the same order, words of the same stems, one acronym. What
the profile already translates anchors the comparison and is not suggested again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from ingest.glossary.model import Entry
from ingest.links.cognates import alike
from ingest.links.forms import acronyms, bare
from ingest.links.names import PageNames
from ingest.profile import Profile
from ingest.visible import fold

ANCHORED = 1 / 3  # share of positions that must agree already before the rest of two lists is believed
SHORTEST = 3  # names in a list


class Twin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A name in another language and its twin in the profile's first one."""

    language: str
    name: str
    twin: str
    evidence: tuple[str, ...]
    confidence: float


class _Clue(Struct, frozen=True):
    language: str
    name: str
    twin: str
    weight: float
    sentence: str


def suggest_twins(pages: Iterable[PageNames], entries: Iterable[Entry], profile: Profile) -> tuple[Twin, ...]:
    """Suggest pairs for the profile's table of translations, surest first; known ones are left out."""
    own = profile.languages[0] if profile.languages else "en"
    known = {
        (language, fold(bare(name))): fold(bare(twin))
        for language, table in profile.translations.items()
        for name, twin in table.items()
    }
    rows = list(_rows(pages))
    spoken = sorted(entries, key=lambda entry: entry.id)
    clues = [*_from_order(rows, known, own), *_from_entries(spoken, own)]
    sums: dict[tuple[str, str, str], list[_Clue]] = defaultdict(list)
    for clue in clues:
        if (clue.language, fold(bare(clue.name))) not in known and fold(clue.name) != fold(clue.twin):
            sums[(clue.language, bare(clue.name), bare(clue.twin))].append(clue)
    twins = [_twin(key, found) for key, found in sorted(sums.items())]
    return tuple(sorted(_unrivalled(twins), key=lambda twin: (-twin.confidence, twin.language, twin.name)))


class _Row(Struct, frozen=True):
    language: str
    place: str
    names: tuple[str, ...]


def _rows(pages: Iterable[PageNames]) -> Iterator[_Row]:
    """Everything that stands in an order that a translation keeps: navigation lists and the headings of a page."""
    for page in sorted(pages, key=lambda page: page.page):
        for names in page.lists:
            yield _Row(page.language, f"the navigation of {page.title!r}", names)
        headings = tuple(section.heading for section in page.sections if section.heading)
        yield _Row(page.language, f"the headings of {page.title!r}", headings)


def _from_order(rows: Sequence[_Row], known: Mapping[tuple[str, str], str], own: str) -> Iterator[_Clue]:
    ours: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        if row.language == own and len(row.names) >= SHORTEST:
            ours[len(row.names)].append(row)
    for row in rows:
        for other in ours.get(len(row.names), ()) if row.language != own else ():
            pairs = list(zip(row.names, other.names, strict=True))
            anchored = sum(known.get((row.language, fold(bare(a)))) == fold(bare(b)) or alike(a, b) for a, b in pairs)
            if anchored >= len(pairs) * ANCHORED:
                sentence = (
                    f"same place in {row.place} and {other.place}, {anchored} of {len(pairs)} places agree already"
                )
                yield from (_Clue(row.language, a, b, 0.6, sentence) for a, b in pairs)


def _from_entries(entries: Sequence[Entry], own: str) -> Iterator[_Clue]:
    """Entries of one edition and kind whose names share their stems or their acronym."""
    ours: dict[tuple[str | None, str, tuple[str, ...]], list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.language == own:
            for key in sorted(_keys(entry)):
                ours[(entry.edition, entry.kind, key)].append(entry)
    for entry in entries:
        for key in sorted(_keys(entry)) if entry.language != own else ():
            for other in ours.get((entry.edition, entry.kind, key), ()):
                if key[0] == "=":
                    yield _Clue(entry.language, entry.name, other.name, 0.35, f"both are {key[1]} for short")
                elif alike(entry.name, other.name):
                    yield _Clue(entry.language, entry.name, other.name, 0.5, "the words have the same stems")


def _keys(entry: Entry) -> set[tuple[str, ...]]:
    short = {entry.acronym or "", *acronyms(entry.name)}
    initials = tuple(sorted(word[0] for word in fold(bare(entry.name)).split()))
    return {("=", acronym) for acronym in short if len(acronym) > 1} | {("~", *initials)}


def _twin(key: tuple[str, str, str], clues: list[_Clue]) -> Twin:
    doubt = 1.0
    for weight in {clue.sentence: clue.weight for clue in clues}.values():
        doubt *= 1 - weight
    sentences = tuple(dict.fromkeys(clue.sentence for clue in clues))
    return Twin(language=key[0], name=key[1], twin=key[2], evidence=sentences, confidence=round(1 - doubt, 3))


def _unrivalled(twins: list[Twin]) -> Iterator[Twin]:
    """A name with two equally likely twins has none."""
    best: dict[tuple[str, str], list[Twin]] = defaultdict(list)
    for twin in twins:
        best[(twin.language, fold(twin.name))].append(twin)
    for rivals in best.values():
        top = max(twin.confidence for twin in rivals)
        winners = [twin for twin in rivals if twin.confidence == top]
        if len(winners) == 1:
            yield winners[0]
