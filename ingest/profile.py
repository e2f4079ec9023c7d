"""A game as configuration: patterns and vocabularies, never line numbers, never a list of a source's entries.

A profile is one TOML file. Each table below is one struct, read strictly: an unknown key is an error that names the
nearest known one. Patterns are Python regular expressions.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from ingest.errors import ProfileError
from ingest.profile_patterns import line_of, wrong_patterns


class Tells(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What betrays the game: each pattern that occurs counts its weight once."""

    patterns: dict[str, int] = {}
    threshold: int = 3


class Edition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One edition; ``tells`` are patterns that only its texts hold, with weights."""

    id: str
    name: str = ""
    order: int = 0  # later editions have higher numbers
    since: str | None = None  # date of publication, ISO
    tells: dict[str, int] = {}  # on visible text
    templates: dict[str, int] = {}  # on folded names of navigation and marking templates
    shares: tuple[str, ...] = ()  # editions whose unmarked passages hold for this one too


class KindRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Evidence that only counts together: every pattern given must be found in what it speaks of."""

    cls: str = ""  # the printed class
    name: str = ""
    chapter: str = ""  # any heading above, or the page's title
    category: str = ""  # any category or navigation template of the page
    label: str = ""  # any label
    part: str = ""  # key of any part


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of entry; names by language: ``{en = "Skill", es = "Habilidad"}``."""

    id: str
    names: dict[str, str] = {}
    plurals: dict[str, str] = {}
    classes: tuple[str, ...] = ()  # patterns of printed classes that make an entry this kind
    chapters: tuple[str, ...] = ()  # patterns of chapter or section titles under which headings are this kind
    categories: tuple[str, ...] = ()  # patterns of wiki categories or navigation templates
    pages: tuple[str, ...] = ()  # patterns of list pages whose every heading is an entry of this kind
    names_like: tuple[str, ...] = ()  # patterns of entry names
    when: tuple[KindRule, ...] = ()  # tried before all of the above
    trim: tuple[str, ...] = ()  # patterns cut from a name before names are compared: "Foxhole State" is "Foxhole"


class Template(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a template of the wiki means where its definition is not at hand. Names are folded (case, ``_``, ``-``)."""

    means: Literal[
        "box", "box-end", "labels", "part", "heading", "record-table", "record", "edition", "edition-end", "errata",
        "errata-end", "highlight", "ruling", "navigation", "image", "text", "hidden",
    ]  # fmt: skip
    box: str = ""  # kind of box
    title: str = ""  # argument that holds the title: "1", "title"
    label: str = ""  # argument that holds the class
    colour: str = ""
    entry: bool = False  # the box defines an entry named by its title
    part: str = ""  # canonical key of the part
    role: str = ""  # "update" or "original"
    version: str = ""  # argument that holds the version label
    editions: tuple[str, ...] = ()  # of a marked passage
    record: str = ""  # kind of record
    fields: dict[str, str] = {}  # argument → canonical field
    bands: dict[str, int] = {}  # argument → far end of the range band
    value: str = ""  # argument that is shown or holds the values
    chapter: str = ""  # navigation: chapter it stands for
    note: str = ""


class Templates(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All templates; ``patterns`` are tried on folded names where ``names`` has none."""

    names: dict[str, Template] = {}
    patterns: dict[str, Template] = {}


class PartName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One part of an entry and the words that head it, in every language."""

    key: str
    heads: tuple[str, ...]


class Glossary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which headings and passages define terms; what they define is the business of the kinds."""

    other: str = "rule"  # kind of a defined term that no kind claims
    chart: str = "chart"  # kind of a table of reference
    charts: tuple[str, ...] = ()  # patterns of headings and titles of such tables
    # patterns of headings that define nothing: "See Also", "Example"
    no_terms: tuple[str, ...] = (
        r"^see also\b", r"\bexamples?\b", r"^(?:references|external links|notes?|gallery|trivia|history|contents)$",
    )  # fmt: skip
    no_pages: tuple[str, ...] = ()  # patterns of page titles that name a list or a chapter, not a term
    callouts: tuple[str, ...] = ("important", "remember", "note", "attention")  # boxes that belong to the entry above
    examples: tuple[str, ...] = ("example",)  # boxes that define nothing and quote other rules
    labels: tuple[str, ...] = ("label", "trait")  # kinds whose entries say what a label means
    run_in: bool = True  # a bold "Term:" at the head of a paragraph or item defines Term
    records: dict[str, str] = {}  # kind of record → kind of the entry it is a profile of
    term_columns: tuple[str, ...] = ()  # patterns of the first head of a table whose first column names terms
    spelled: tuple[str, ...] = ()  # words of one spelling, where a title shouts them: "ARO", "LoF"
    cut: tuple[str, ...] = ()  # patterns cut from a name before names are compared, whatever its kind
    sum_of_damage_and_ps: int = 0  # where a later edition prints what is left of a sum instead of damage


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


class Linking(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How terms of the game are linked where nobody linked them by hand."""

    case: Literal["capital", "any", "exact"] = "capital"  # terms are printed with capitals, or not
    cases: dict[str, Literal["capital", "any", "exact"]] = {}  # the same for single names
    never: tuple[str, ...] = ()  # patterns of whole names that never link by themselves
    verbs: tuple[str, ...] = ()  # kinds of entries whose names are verbs too: "Dodging"
    kinds: tuple[str, ...] = ()  # kinds of entries that link by themselves; empty means all
    marks: tuple[str, ...] = ()  # kinds whose entries are marks on others: a link means them last, save in its own field
    shortest: int = 2  # fewest letters of a name that links by itself
    languages: dict[str, LanguageRules] = {}

    def __post_init__(self) -> None:
        _check_patterns(self.never)


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person confirmed of names: other names of terms, and refused guesses."""

    aliases: dict[str, str] = {}  # other name → name: "F2F" = "Face to Face Roll"
    refused: dict[str, tuple[str, ...]] = {}  # page title → titles that are not its aliases


_BOX_WORDS: dict[str, tuple[str, ...]] = {  # words that open a box in a rulebook
    "note": (r"notes?(?: \*+)?", "nota"),
    "remember": ("remember", "recuerda"),
    "important": ("important", "importante", "warning", "caution"),
    "advice": (r"(?:[\w']+ )?(?:advice|tip|hint)s?", "consejo"),
    "example": (r"(?:game )?examples?", "ejemplos?"),
    "background": ("background", "flavou?r(?: text)?", "trasfondo"),
    "designer": (r"designer(?:'?s'?)? notes?",),
}
_BOX_LINES: dict[str, tuple[str, ...]] = {  # lines that open a box in a saved page
    "important": ("IMPORTANT", "IMPORTANTE"),
    "note": ("NOTE", "NOTA"),
    "remember": ("REMEMBER", "RECUERDA"),
    "example": ("EXAMPLE", "EJEMPLO"),
    "advice": (r"[\w'’]+(?:'s|’s) Advice",),
}


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter or section of a plain rulebook, told by its title, and what the headings under it are."""

    title: str  # pattern of the whole title
    level: int = 1
    kind: str = ""  # of the entries under it; "" leaves it to their classes and to the kinds
    bullets: str = ""  # kind of the terms that bullets define under it ("- Name. text"); "" where they define none
    fields: bool = False  # entries under it are made of fields ("Deployment. text")
    defines: bool = False  # its own heading is an entry too


class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a plain rulebook prints. The words sharpen what typography tells; none of them is needed."""

    chapters: tuple[Chapter, ...] = ()
    classes: dict[str, tuple[str, ...]] = {}  # kind → patterns of printed classes
    strong: tuple[str, ...] = ()  # kinds whose class outweighs the chapter
    parts: dict[str, tuple[str, ...]] = {}  # key → patterns of heads that only rulebooks print
    facts: tuple[str, ...] = ()  # words that head a fact on a line of its own and no part: "Marker"
    boxes: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: dict(_BOX_WORDS))  # kind → patterns
    examples: str = r"\bExamples?\b|\bEjemplos?\b"  # a title that holds this opens an example
    charts: str = r"\b(?:Charts?|Tables?|Tablas?)\b"
    levels: str = r"\b(?:Level|Nivel) (?P<level>[A-Z]|\d{1,2}|[IVX]+)\b|\bL(?P<short>\d{1,2})\b"
    asides: tuple[str, ...] = (r"\band\b", r"\bvs\b", r"\bAgainst\b")  # a run-in title with these clarifies, defines nothing
    transcriber: tuple[str, ...] = ()  # patterns of what the one who typed the text off says himself
    record: str = "weapon"  # kind of the records that ``fields`` make
    fields: dict[str, str] = {}  # printed name → canonical name; two of them on a line make a record
    opens: str = ""  # the printed field that begins a record, or several with "|" between
    bands: str = ""  # the printed field that gives range bands, or several with "|" between
    beyond: str = r"(?:beyond (?P<one>\d+),? no fire|no fire beyond (?P<other>\d+))"
    modes: str = ""  # pattern of what stands in brackets or alone and is a mode, not a name
    record_words: tuple[str, ...] = ()  # words behind a record's name that are none of it: "profile"


class Rendered(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a saved wiki page prints what its markup said."""

    boxes: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: dict(_BOX_LINES))  # kind → patterns
    titled: tuple[str, ...] = ("note", "advice", "example")  # boxes whose first short lines are their titles
    separators: tuple[str, ...] = ("||", " | ")  # between the links of a navigation line


class Numbered(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rulebook whose rules carry numbers. Patterns match at the head of a line; group ``id`` is the number."""

    chapter: str = r"(?P<id>\d{1,2})\. (?=\S)"
    section: str = r"(?P<id>\d{3})\. (?=\S)"
    rule: str = r"(?P<id>\d{3}\.\d+[a-z]?)\.? (?=\S)"
    outline: str = r"(?P<id>[A-Z](?:\.\w+)*(?= - )|\d{1,2}(?:\.\d{1,2})+[a-z]?)(?: - |[.)]? )(?=\S)"  # depth is that of its parts
    reference: str = r"(?<![\d.])(?P<id>\d{1,3}(?:\.\d{1,3})+[a-z]?)(?![\d])|\b[Rr]ules? (?P<whole>\d{3})(?![\d.])"
    glossary: tuple[str, ...] = ("Glossary",)
    closes: tuple[str, ...] = ("Credits",)  # headings after the glossary
    contents: tuple[str, ...] = ("Contents", "Table of Contents")
    kind: str = "rule"
    term: str = "term"
    date: str = ""  # pattern with a group ``date``, of the day from which the text holds


class Search(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How players say things: what is typed → what the texts say. Whole words or phrases, folded before they are compared."""

    synonyms: dict[str, tuple[str, ...]] = {}  # "link" = ["Fireteam"]; one way only
    stop_words: tuple[str, ...] = ()  # words that say nothing in this game, besides those of its languages


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game."""

    name: str
    title: str = ""
    languages: tuple[str, ...] = ("en",)
    tells: Tells = Tells()
    editions: tuple[Edition, ...] = ()
    kinds: tuple[Kind, ...] = ()
    parts: tuple[PartName, ...] = ()
    templates: Templates = Templates()
    linking: Linking = Linking()
    terms: Terms = Terms()
    glossary: Glossary = Glossary()
    search: Search = Search()
    rulebook: Rulebook = Rulebook()
    rendered: Rendered = Rendered()
    numbered: Numbered = Numbered()
    translations: dict[str, dict[str, str]] = {}  # language → its term → the term in the first of ``languages``

    @property
    def digest(self) -> str:
        """Sixteen hex digits: two profiles with the same digest read alike."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()[:16]


def read_profile(text: str, *, origin: str) -> Profile:
    """Read a profile from TOML; *origin* names the file in errors. Raises ProfileError."""
    try:
        data = tomllib.loads(text)
        profile = msgspec.convert(data, Profile)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{origin} is not valid TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise ProfileError(f"{origin}: {error}.", hint=_hint(str(error))) from error
    for wrong in wrong_patterns(profile):
        line = line_of(text, wrong.pattern)
        place = f"{origin}, line {line}" if line else origin
        raise ProfileError(
            f"{place}: {wrong.pattern!r} in {wrong.where} is no regular expression: {wrong.why}.",
            hint="In a basic TOML string every backslash is written twice.",
        )
    return profile


@cache
def shipped_profiles() -> tuple[Profile, ...]:
    """The profiles that come with the product, by name."""
    folder = resources.files("ingest.profiles")
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return tuple(read_profile(file.read_text("utf-8"), origin=file.name) for file in files)


def load_profile(path: Path) -> Profile:
    """Read the profile file *path*. Raises ProfileError."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"The profile {path} cannot be read: {error}.") from error
    return read_profile(text, origin=str(path))


def _hint(message: str) -> str:
    unknown = message.partition("unknown field `")[2].partition("`")[0]
    fields = {
        name for item in globals().values() if isinstance(item, type) and issubclass(item, Struct)
        for name in item.__struct_fields__
    }  # fmt: skip
    close = difflib.get_close_matches(unknown, sorted(fields), n=1)
    return f"Did you mean {close[0]!r}?" if close else ""
