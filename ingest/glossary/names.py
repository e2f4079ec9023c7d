"""What the comparison of all pages knows of each candidate: names, never trees."""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeAlias

from msgspec import Struct

from ingest.glossary.model import Candidate, WeaponProfile
from ingest.glossary.names_of import name_of
from ingest.model import PageId, RevisionId
from ingest.visible import fold

Scope: TypeAlias = tuple[str | None, str]  # edition, language
_HEAD = 4  # words of a line that may be no more than a head
ROW = "row of data"  # how the rule of an entry begins that is nothing but rows
# … and of an entry that running text defines, or that a title only points to
PHRASES = (
    "bold",
    "line",
    "acronym",
    "symbol",
    "sentence",
    "title of a box",
    "title that links",
    "table whose",
    "called so",
)


class NameRow(Struct, frozen=True, kw_only=True):
    """What the comparison needs to know of one candidate; ``rank``: 0 its own page or box, 1 a heading, 2 a phrase, 3 rows."""

    page: PageId
    title: str
    revision: RevisionId
    index: int  # among the candidates of its revision and edition
    edition: str | None
    editions: tuple[str, ...]
    language: str
    kind: str
    name: str
    above: str = ""  # the name of what it stands in
    heading: str = ""  # printed above it
    acronym: str | None = None
    aliases: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    twin: str = ""  # its name in the profile's first language, where a link to the other wiki says so
    rank: int = 1
    line: int = 0
    profiles: tuple[WeaponProfile, ...] = ()
    neighbours: int = 0  # how many other rows of data its page prints
    told: str = ""  # of a phrase: the digest of the paragraph that says it
    superseded: bool = False
    book: str = ""  # the rulebook that prints it, "" on the page of a wiki

    @property
    def source(self) -> str:
        """The wiki or the rulebook that prints it: what each calls by one name in one edition is one thing."""
        return self.book or self.page.partition(":")[0]


def row_of(
    candidate: Candidate, *, page: PageId, title: str, revision: RevisionId, index: int, edition: str | None,
    editions: tuple[str, ...], language: str, parent: Candidate | None, superseded: bool = False, book: str = "",
) -> NameRow:  # fmt: skip
    """The row of *candidate*, which *parent* holds."""
    rank = _rank(candidate, title)
    return NameRow(
        page=page, title=title, revision=revision, index=index, edition=edition, editions=editions, language=language,
        kind=candidate.kind, name=candidate.name, above=parent.name if parent else candidate.above or name_of(title).name,
        acronym=candidate.acronym, aliases=candidate.aliases, labels=candidate.labels, rank=rank, line=candidate.line, heading=candidate.heading,
        profiles=candidate.profiles, superseded=superseded, book=book, told=_digest(candidate.text) if rank == 2 else "",
    )  # fmt: skip


def _digest(text: str) -> str:
    said = next((line for line in text.split("\n") if len(line.split()) > _HEAD), text)
    return blake2b(fold(said).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _rank(candidate: Candidate, title: str) -> int:
    if candidate.rule.startswith(ROW):
        return 3
    if candidate.rule.startswith(("lead of the page", "box", "template:")) or fold(candidate.name) == fold(title):
        return 0
    return 2 if candidate.rule.startswith(PHRASES) else 1
