"""What is searched and what is found."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

FORMAT = 3  # of the index, of the shards and of api/search.json


class Dropped(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When an older wording left its page, and with what."""

    revision: str | None = None
    date: str | None = None
    user: str | None = None
    since: str | None = None  # the revision that brought the wording
    update: str | None = None  # the printed update that replaced it


class SearchDocument(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that can be found: an entry, a section of a page, a page's head, a ruling; or an older wording."""

    id: str
    name: str
    kind: str
    page: str
    url: str
    section: str | None = None
    edition: str | None = None
    editions: tuple[str, ...] = ()
    language: str = "en"
    source: str = ""
    line: int | None = None
    names: tuple[str, ...] = ()  # everything it is called, its own name first
    implied: tuple[str, ...] = ()  # what its names imply: "Line of Fire (LoF)" is "Line of Fire", and "LoF"
    also: tuple[str, ...] = ()  # words for it that it does not bear: names in other languages, headings above
    text: str = ""
    fields: tuple[tuple[str, str], ...] = ()  # ("label", "Optional"), ("trait", "Silent"), ("ammo", "N")
    numbers: tuple[tuple[str, int], ...] = ()  # ("burst", 3)
    order: int = 0  # among bearers of one name, lower first
    boost: int = 100  # per cent
    group: str = ""  # near-duplicates of other editions share it
    recency: int = 0  # of its edition; later is higher
    dropped: Dropped | None = None  # of an older wording


class Variant(Struct, frozen=True, kw_only=True):
    """The same text in another edition."""

    id: str
    edition: str | None
    url: str


class Hit(Struct, frozen=True, kw_only=True):
    """One document that was found."""

    rank: int
    id: str
    name: str
    kind: str
    page: str
    section: str | None
    edition: str | None
    language: str
    url: str
    score: int
    source: dict[str, str | int | None]
    tier: str
    snippet: str = ""
    marks: tuple[tuple[int, int], ...] = ()  # where the words of the query stand in the snippet
    variants: tuple[Variant, ...] = ()
    dropped: Dropped | None = None
    why: str = ""  # with explain: a line for each word that counted

    def as_json(self) -> dict[str, Any]:
        """The hit as the command prints it in JSON."""
        shown = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ("why", "dropped")}
        shown["variants"] = [{"id": item.id, "edition": item.edition, "url": item.url} for item in self.variants]
        if self.dropped:
            shown["dropped"] = to_builtins(self.dropped)
        return shown | ({"why": self.why.split("\n")} if self.why else {})


class Facet(Struct, frozen=True, kw_only=True):
    """One value by which hits can be narrowed, and how many there are."""

    value: str
    count: int


class Results(Struct, frozen=True, kw_only=True):
    """What a query gives."""

    hits: tuple[Hit, ...] = ()
    total: int = 0
    corrected: str | None = None  # the query as it was understood, where a word was misspelt
    suggestions: tuple[str, ...] = ()  # the nearest names, where nothing was found
    facets: dict[str, tuple[Facet, ...]] = {}
    notes: tuple[str, ...] = ()  # what the engine had to say: that the index was built again
