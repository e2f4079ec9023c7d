"""Which of the entries that bear a name a text means: what a written link of the name would reach comes first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from ingest.glossary.model import EntryId
from ingest.links.editions import favoured
from ingest.links.meaning import Meaning
from ingest.links.model import Resolution
from ingest.links.resolve import Resolver


def ranked(
    meanings: list[Meaning], resolver: Resolver, editions: Collection[str], weight: Mapping[str, int]
) -> list[Meaning]:
    """Put what a written link would reach first; bar it where the name leads elsewhere."""

    @cache  # thousands of entries may bear one name: it is looked up once
    def reach(printed: str, wiki: str, edition: str | None, language: str) -> Resolution:
        return resolver.reach(printed, wiki=wiki, edition=edition, language=language)

    found = []
    less = favoured(meanings, weight)
    for meaning in meanings:
        reached = reach(meaning.printed, meaning.wiki, meaning.edition, meaning.language)
        if reached.entry == meaning.entry or not _misses(reached, meaning):
            others = {
                edition: reach(meaning.printed, meaning.wiki, edition, meaning.language)
                for edition in editions if not meaning.speaks(edition)
            }  # fmt: skip
            barred = frozenset(edition for edition, there in others.items() if _differs(there, meaning, resolver))
            here = frozenset(edition for edition, there in others.items() if there.entry == meaning.entry)
            found.append(
                replace(
                    meaning,
                    rank=_with(meaning, resolver.table.texts.reach(reached, meaning.concept), less),
                    barred=barred | meaning.barred,
                    reached=here,
                )
            )
    return found


def _with(meaning: Meaning, reaches: bool, less: Mapping[EntryId, int]) -> tuple[int, ...]:
    """The rank of *meaning* beside its homonyms: what a written link reaches, then the home that more pages link."""
    mark, bent, title, concept, *rest = meaning.rank
    return (int(not reaches), mark, bent, title, concept, less[meaning.entry], *rest)


def nearest_of(meanings: Iterable[Meaning]) -> tuple[Meaning, ...]:
    """Of meanings that any text would find alike near, the one that it would take."""
    best: dict[tuple[object, ...], Meaning] = {}
    for meaning in meanings:
        key = (
            meaning.edition, meaning.editions, meaning.language, meaning.kind, meaning.case, meaning.printed, meaning.name, meaning.barred,
            meaning.home,
        )  # fmt: skip
        known = best.get(key)
        if known is None or (meaning.rank, meaning.entry) < (known.rank, known.entry):
            best[key] = meaning
    return tuple(best.values())


def _misses(reached: Resolution, meaning: Meaning) -> bool:
    """Tell whether a written link of the name leads to a page that has nothing to do with the entry."""
    return reached.status in ("page", "alias") and reached.page != meaning.page and reached.entry is None


def _differs(reached: Resolution, meaning: Meaning, resolver: Resolver) -> bool:
    """Tell whether another edition's link of the name leads to another page and another concept."""
    if reached.page is None or reached.page == meaning.page:
        return False
    return not resolver.table.texts.reach(reached, meaning.concept)
