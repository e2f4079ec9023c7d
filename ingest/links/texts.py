"""The entries that stand at places of pages, and the texts of each concept: which of them a link means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from ingest.glossary.model import ConceptId, Entry, EntryId, is_second
from ingest.links.forms import bare
from ingest.links.meaning import home_of
from ingest.links.model import Resolution
from ingest.model import PageId


class _Standing(Struct, frozen=True):
    """An entry that stands at a place; a ``variant`` adds something in parentheses to the name of the place."""

    entry: EntryId
    home: str
    variant: bool
    editions: frozenset[str]
    language: str

    def far(self, edition: str | None, language: str) -> tuple[bool, bool, bool]:
        """How far it is from a text of *edition* in *language*; lower is nearer."""
        own = self.entry.rpartition("@")[2].rpartition(".")[0]
        return (
            edition is not None and edition not in self.editions,
            self.language != language,
            edition is not None and own.casefold() != edition.casefold(),
        )


class Texts:
    """All entries by place and by concept; built once, then only read."""

    def __init__(self) -> None:
        self._at: dict[tuple[PageId, str], list[_Standing]] = defaultdict(list)
        self._titled: dict[PageId, list[_Standing]] = defaultdict(list)  # whose other name is the page's title
        self._of: dict[ConceptId, list[_Standing]] = defaultdict(list)
        self._concepts: dict[EntryId, ConceptId] = {}  # of the texts whose id does not say it

    def note(self, entry: Entry) -> None:
        """Remember of what concept *entry* is a text."""
        if is_second(entry.id, entry.concept):
            self._concepts[entry.id] = entry.concept

    def add(self, entry: Entry, *, anchored: bool, own: bool, titled: bool) -> None:
        """Put *entry* at its anchor and at its page, where it is what these name; *titled* if another name of it is."""
        standing = _Standing(
            entry.id, home_of(entry.page), bare(entry.name) != entry.name, frozenset({*entry.editions, entry.edition or ""}), entry.language
        )  # fmt: skip
        if not entry.superseded:
            self._of[entry.concept].append(standing)
        if entry.anchor and anchored:
            self._at[entry.page, entry.anchor].append(standing)
        if own:
            self._at[entry.page, ""].append(standing)
        elif titled:
            self._titled[entry.page].append(standing)

    def concepts(self) -> Iterable[ConceptId]:
        """Every concept that has a text."""
        return self._of.keys()

    def at(self, page: PageId, anchor: str, edition: str | None, language: str) -> EntryId | None:
        """The entry that stands at *anchor* of *page*: nearest edition and language first, then a name without an addition."""
        found = self._at.get((page, anchor), []) or (self._titled.get(page, []) if not anchor else [])
        nearest = min(found, key=lambda item: (item.far(edition, language), item.variant, item.entry), default=None)
        return nearest.entry if nearest else None

    def twin(self, entry: EntryId, edition: str | None, language: str) -> EntryId:
        """The text of the same concept in *edition* and *language*; *entry* itself where there is none, or it is that."""
        concept = self.concept_of(entry)
        found = self._of.get(concept, [])
        own = next((item for item in found if item.entry == entry), None)
        if own is None or edition is None:
            return entry

        def distance(item: _Standing) -> tuple[object, ...]:
            elsewhere, second = item.home != own.home, is_second(item.entry, concept)
            return item.far(edition, language), item.entry != entry, elsewhere, second, item.entry

        nearest = min(found, key=distance)
        return nearest.entry if nearest.far(edition, language) < own.far(edition, language) else entry

    def concept_of(self, entry: EntryId) -> ConceptId:
        """What *entry* is a text of."""
        return self._concepts.get(entry) or entry.partition("@")[0]

    def reach(self, found: Resolution, concept: ConceptId) -> bool:
        """Tell whether a link leads to a text of *concept*."""
        return self.concept_of(found.entry or "") == concept
