"""Tables of a profile that say how its language bends words, how terms link, and what players call things."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct


def _check_patterns(patterns: tuple[str, ...]) -> None:
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"{pattern!r} is no regular expression: {error}") from error


class LanguageRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a language bends words: (pattern, replacement) pairs over folded words, and words with a task."""

    singulars: tuple[tuple[str, str], ...] = ()
    plurals: tuple[tuple[str, str], ...] = ()
    verbs: tuple[tuple[str, str], ...] = ()
    function_words: tuple[str, ...] = ()
    joiners: tuple[str, ...] = ()  # "and": of "Labels and Traits"
    articles: tuple[str, ...] = ()  # a name that begins with one is a phrase, no term
    determiners: tuple[str, ...] = ()  # after a word at the head of a sentence they betray a verb: "Cover the"
    definitions: tuple[str, ...] = ()  # patterns with a group "term" of sentences that introduce a term
    types: tuple[str, ...] = ()  # patterns with a group "noun" of headings whose children are "Regular Order" …
    endings: tuple[tuple[str, str], ...] = ()  # of this language and of the profile's first: ("cion$", "tion")

    def __post_init__(self) -> None:
        pairs = (*self.singulars, *self.plurals, *self.verbs, *self.endings)
        _check_patterns((*(pattern for pattern, _ in pairs), *self.definitions, *self.types))


Case: TypeAlias = Literal["capital", "any", "exact"]


class Linking(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How terms of the game are linked where nobody linked them by hand."""

    case: Case = "capital"  # terms are printed with capitals, or not
    cases: dict[str, Case] = {}  # the same for single names
    cases_of: dict[str, dict[str, Case]] = {}  # edition → the same for names in its texts
    never: tuple[str, ...] = ()  # patterns of whole names that never link by themselves
    verbs: tuple[str, ...] = ()  # kinds of entries whose names are verbs too: "Dodging"
    kinds: tuple[str, ...] = ()  # kinds of entries that link by themselves; empty means all
    marks: tuple[
        str, ...
    ] = ()  # kinds whose entries are marks on others: a link means them last, save in its own field
    shortest: int = 2  # fewest letters of a name that links by itself
    languages: dict[str, LanguageRules] = {}

    def __post_init__(self) -> None:
        _check_patterns(self.never)


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person confirmed of names: other names of terms, and refused guesses."""

    aliases: dict[str, str] = {}  # other name → name: "F2F" = "Face to Face Roll"
    refused: dict[str, tuple[str, ...]] = {}  # page title → titles that are not its aliases


class Search(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How players say things: what is typed → what the texts say. Whole words or phrases, folded before they are compared."""

    synonyms: dict[str, tuple[str, ...]] = {}  # "link" = ["Fireteam"]; one way only
    stop_words: tuple[str, ...] = ()  # words that say nothing in this game, besides those of its languages
