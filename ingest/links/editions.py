"""A name in other editions than its own: another text of the concept, what now holds the term, or nothing.

A page that speaks in an edition and has no such term there has dropped it: its older text is no answer to a reader of
that edition. What the term stood in may still tell it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from ingest.glossary.model import Entry, EntryId
from ingest.links.forms import bare
from ingest.links.meaning import Meaning
from ingest.visible import fold

LENT = 3  # how near a name is to an entry that does not bear it itself: behind every form that it bears


class Editions:
    """The texts of every concept and page, by edition."""

    def __init__(self, entries: Iterable[Entry], text_of: Callable[[EntryId], str]) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._text_of = text_of
        self._concepts: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        self._pages: dict[tuple[str, str], dict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
        for entry in self._entries.values():
            self._concepts[entry.concept, entry.language].append(entry)
            for edition in {entry.edition or "", *entry.editions}:
                self._pages[entry.page, entry.language][edition].append(entry)

    def shared(self, found: list[Meaning]) -> list[Meaning]:
        """*found*, and the other texts of their concepts: a name of one is a name of all."""
        known = {meaning.entry for meaning in found}
        shared = list(found)
        for meaning in found:
            own = self._entries[meaning.entry]
            for twin in self._concepts[own.concept, own.language]:
                if twin.id not in known and not any(twin.edition and other.speaks(twin.edition) for other in shared):
                    known.add(twin.id)
                    shared.append(_as(meaning, twin, 1))
        return shared

    def placed(self, form: str, found: list[Meaning], bearers: Collection[EntryId]) -> list[Meaning]:
        """*found* without the editions whose text of the same page dropped the term, and what holds it there.

        *bearers* are those of *found* that bear the name themselves.
        """
        placed: list[Meaning] = []
        held: dict[EntryId, Meaning] = {}
        for meaning in found:
            gone = frozenset(self._dropped(meaning, found, bearers)) if meaning.entry in bearers else frozenset()
            placed.append(replace(meaning, barred=meaning.barred | gone, reached=frozenset()))
            for edition in sorted(gone):
                holder = self._holder(form, meaning, edition)
                if holder is not None:
                    held.setdefault(holder.id, _as(meaning, holder, 2))
        known = {meaning.entry for meaning in placed}
        return [*placed, *(meaning for key, meaning in held.items() if key not in known)]

    def _dropped(self, meaning: Meaning, found: list[Meaning], bearers: Collection[EntryId]) -> Iterator[str]:
        spoken = [other for other in found if other.entry in bearers]
        for edition in self._pages.get((meaning.page, meaning.language), ()) if meaning.edition else ():
            if edition and edition not in meaning.reached and not any(other.speaks(edition) for other in spoken):
                yield edition

    def _holder(self, form: str, meaning: Meaning, edition: str) -> Entry | None:
        """What the term stood in, or the lead of its page, as *edition* has it, where that text holds the name."""
        here = self._pages[meaning.page, meaning.language][edition]
        above = {entry.concept: entry for entry in here}
        chain = [above[concept] for concept in self._above(meaning.entry) if concept in above]
        leads = [entry for entry in here if entry.parent is None and not entry.heading]
        word = re.compile(rf"(?<!\w){re.escape(form)}(?!\w)", re.IGNORECASE)
        return next((entry for entry in (*chain, *leads) if word.search(self._text_of(entry.id))), None)

    def _above(self, entry: EntryId) -> Iterator[str]:
        seen: set[EntryId] = set()
        parent = self._entries[entry].parent
        while parent in self._entries and parent not in seen:
            seen.add(parent)
            yield self._entries[parent].concept
            parent = self._entries[parent].parent


def favoured(found: list[Meaning], weight: Mapping[str, int]) -> dict[EntryId, int]:
    """1 for every homonym of an edition whose page fewer pages link than that of another; else 0."""
    most: dict[tuple[str | None, str], int] = {}
    for meaning in found:
        key = (meaning.edition, meaning.language)
        most[key] = max(most.get(key, 0), weight.get(meaning.page, 0))
    return {item.entry: int(weight.get(item.page, 0) < most[item.edition, item.language]) for item in found}


def _as(meaning: Meaning, entry: Entry, bent: int) -> Meaning:
    """*meaning* lent to another *entry*; *bent* is the place of that in its rank."""
    return replace(
        meaning, entry=entry.id, concept=entry.concept, name=fold(bare(entry.name)), kind=entry.kind, edition=entry.edition, editions=entry.editions,
        page=entry.page, rank=(*meaning.rank[:bent], LENT, *meaning.rank[bent + 1 :]), barred=frozenset(), reached=frozenset(),
    )  # fmt: skip
