"""What the ranking asks of an index, wherever its postings come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from msgspec import Struct


class Surface(NamedTuple):
    """A word as it is printed (folded), the terms it stands for, and in how many documents they are."""

    word: str
    terms: tuple[int, ...]
    documents: int


class Class(Struct, frozen=True, array_like=True):
    """What many documents share."""

    kind: str
    edition: str | None
    editions: tuple[str, ...]
    language: str
    order: int = 0


class Settings(Struct, frozen=True, kw_only=True):
    """What a profile says of searching; every word is a key."""

    languages: tuple[str, ...] = ("en",)
    synonyms: dict[str, tuple[str, ...]] = {}  # what is typed → what it may mean
    translations: dict[str, tuple[str, ...]] = {}  # the same for what is typed in another language
    stop_words: tuple[str, ...] = ()
    kinds: dict[str, str] = {}  # what people call a kind → the kind
    kind_names: dict[str, dict[str, str]] = {}  # language → kind → its name
    fields: dict[str, str] = {}  # what is typed before a colon → the field of rows of data


class Reader(Protocol):
    """What the ranking asks of an index."""

    @property
    def count(self) -> int: ...
    @property
    def classes(self) -> tuple[Class, ...]: ...
    @property
    def stop_words(self) -> frozenset[str]: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def numbers(self) -> Mapping[str, tuple[int, ...]]: ...

    def surface(self, word: str) -> Surface | None: ...
    def beginning(self, prefix: str) -> Iterable[Surface]: ...
    def near(self, word: str, *, wide: bool = False) -> Iterable[Surface]: ...
    def impacts(self, term: int) -> Mapping[int, int]: ...
    def holders(self, term: int) -> tuple[int, ...]: ...
    def named(
        self, key: str
    ) -> tuple[int, ...]: ...  # twice the document's number, plus 1 where its name only implies it
    def names_from(self, prefix: str) -> Iterable[tuple[str, tuple[int, ...]]]: ...
    def names_around(self, key: str) -> tuple[str, ...]: ...
    def class_of(self, document: int) -> int: ...
    def twin_of(self, document: int) -> int: ...
    def holds(self, document: int, phrase: tuple[str, ...]) -> bool: ...
