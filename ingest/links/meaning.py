"""What one form of a name may stand for."""

from __future__ import annotations

from msgspec import Struct

from ingest.glossary.model import ConceptId, EntryId
from ingest.model import PageId

_PLAIN = ("", "doc")  # of documents that are of no wiki


def home_of(page: PageId) -> str:
    """What a text is at home in: the wiki of its *page*, or the plain document that it is."""
    wiki = page.partition(":")[0]
    return page if wiki in _PLAIN else wiki


class Meaning(Struct, frozen=True):
    """One entry that one form of a name may stand for."""

    entry: EntryId
    concept: ConceptId
    name: str  # folded, without its parenthesis: never linked where the text is about it
    kind: str
    edition: str | None
    editions: tuple[str, ...]
    language: str
    rank: tuple[int, ...]  # lower is nearer
    case: str  # "capital", "any" or "exact"
    printed: str  # the form as a person would write it
    page: PageId
    barred: frozenset[str] = frozenset()  # editions in which a link of the name leads elsewhere

    reached: frozenset[str] = frozenset()  # editions in which a link of the name leads here

    @property
    def wiki(self) -> str:
        """The wiki of its page."""
        return self.page.partition(":")[0]

    @property
    def home(self) -> str:
        """The wiki of its page, or the plain document that it is."""
        return home_of(self.page)

    def speaks(self, edition: str) -> bool:
        """Tell whether it is a text of *edition*."""
        return edition == self.edition or edition in self.editions
