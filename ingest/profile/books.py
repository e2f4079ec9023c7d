"""Tables of a profile that say how rulebooks print: plain ones, saved pages, numbered rules."""

from __future__ import annotations

import msgspec
from msgspec import Struct

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
    asides: tuple[str, ...] = (
        r"\band\b",
        r"\bvs\b",
        r"\bAgainst\b",
    )  # a run-in title with these clarifies, defines nothing
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

    # "1. Title", "Article 1: Title", "§ 1 Title"; a letter, or a number without a sign, counts only before a title
    chapter: str = (
        r"(?:(?:Chapter|Part|Article|Section|Rule|Cap[ií]tulo|Parte|Art[ií]culo|Secci[oó]n|Regla|§)\s*)?"
        r"(?P<id>\d{1,2}|[A-Z](?=[.):]))(?:[.):]|\s+[-–—])?\s+(?=\S)"
    )
    section: str = r"(?P<id>\d{3})\.\s+(?=\S)"
    rule: str = r"(?P<id>\d{3}\.\d+[a-z]?(?:\.(?:\d{1,2}|[a-z]))*)\.?\s+(?=\S)"
    # "1.2.3 text", "A.1 - text", "[1.1] text", "B3.2 text", "B3. text"; depth is that of its parts
    outline: str = (
        r"[\[(]?(?P<id>[A-Z](?:\.\w+)*(?= - )|(?:[A-Z]\.?)?\d{1,2}\.\d{1,2}(?:\.(?:\d{1,2}|[a-z]))*[a-z]?|[A-Z]\d{1,2}[a-z]?(?=[.):\]]))"
        r"[\])]?(?: - |[.):]?\s+)(?=\S)"
    )
    reference: str = (
        r"(?<![\w.])(?P<id>(?:[A-Z]\.?)?\d{1,3}\.\d{1,3}(?:\.(?:\d{1,3}|[a-z])(?!\w))*(?:\.\d{1,3})*[a-z]?)(?![\d])"
        r"|(?:\b(?:[Rr]ules?|[Aa]rticles?|[Ss]ections?|[Cc]hapters?|[Aa]rtículos?|[Rr]eglas?|[Ss]ecci(?:ón|ones)|[Cc]apítulos?)|§)"
        r" (?P<whole>[A-Z]?\d{1,3})(?!\.?\d)"
    )
    # what may stand between a reference and the next, and the word that may be said again: "rules 508 and 509", "601.2f–h"
    joins: str = r" ?[-–—] ?|,? (?:and|or|to|through|y|o|hasta) |, "
    again: str = r"(?:[Rr]ules?|[Aa]rticles?|[Ss]ections?|[Rr]eglas?|[Aa]rtículos?|[Ss]ecci(?:ón|ones)) "
    glossary: tuple[str, ...] = ("Glossary", "Glosario", "Glossar", "Glossaire", "Glossario")
    closes: tuple[str, ...] = ("Credits", "Créditos")  # headings after the glossary
    contents: tuple[str, ...] = (
        "Contents",
        "Table of Contents",
        "Índice",
        "Contenido",
        "Contenidos",
        "Inhalt",
        "Sommaire",
        "Indice",
    )
    kind: str = "rule"
    term: str = "term"
    date: str = ""  # pattern with a group ``date``, of the day from which the text holds
