"""Tables of a profile that say what the game is and what its entries are."""

from __future__ import annotations

from msgspec import Struct


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


class PartName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One part of an entry and the words that head it, in every language."""

    key: str
    heads: tuple[str, ...]
    names: dict[str, str] = {}  # language → what a page in it prints where a template says only the key


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
    tables: bool = True  # the rows of a table two of whose columns are ``rulebook.fields`` are records too
    no_weapons: tuple[str, ...] = ()  # kinds of record that are not in the tables of weapons
    field_names: dict[str, dict[str, str]] = {}  # language → what it calls the other fields of records
    term_columns: tuple[str, ...] = ()  # patterns of the first head of a table whose first column names terms
    spelled: tuple[str, ...] = ()  # words of one spelling, where a title shouts them: "ARO", "LoF"
    cut: tuple[str, ...] = ()  # patterns cut from a name before names are compared, whatever its kind
    sum_of_damage_and_ps: int = 0  # where a later edition prints what is left of a sum instead of damage
