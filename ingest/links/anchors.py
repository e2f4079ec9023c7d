"""Which heading of a page an anchor names: as written, then as a heading may be written, surest comparison first."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.links.cognates import alike
from ingest.links.forms import acronyms, bare, beginnings, colon_parts
from ingest.links.languages import number_key
from ingest.links.names import PageNames
from ingest.links.table import NameTable
from ingest.links.written import anchor_forms
from ingest.profile import LanguageRules
from ingest.visible import fold


def section_of(page: PageNames, anchor: str, table: NameTable, language: str = "en") -> tuple[int, str] | None:
    """The section of *page* that *anchor* names, and by what comparison; *language* is that of the link's text."""
    forms = anchor_forms(anchor)
    anchors = table.anchors(page)
    for form in forms:
        if form in anchors:
            return anchors[form], f"anchor {page.sections[anchors[form]].anchor!r}"
    headings = [(number, section) for number, section in enumerate(page.sections) if section.heading]
    foreign = page.language != language
    best: tuple[int, int, str] | None = None
    for number, section in headings:
        for rank, words in _agreements(forms, section.heading, table, table.rules(page), foreign=foreign):
            if best is None or rank < best[0]:
                best = rank, number, words.format(section.heading)
    return best[1:] if best else None


def _agreements(
    forms: tuple[str, ...], heading: str, table: NameTable, rules: LanguageRules, *, foreign: bool
) -> Iterator[tuple[int, str]]:
    """How a form of the anchor agrees with *heading*: a rank, lower is surer, and the words for it."""
    wanted = {fold(form) for form in forms}
    if fold(heading) in wanted:
        yield 0, "heading {!r} apart from spelling"
    if fold(bare(heading)) in wanted or any(form in acronyms(heading) for form in forms):
        yield 1, "acronym or name of the heading {!r}"
    if number_key(bare(heading), rules) in {number_key(bare(form), rules) for form in forms}:
        yield 2, "other number of the heading {!r}"
    if wanted & {fold(other) for other, _ in table.other_names(heading)}:
        yield 3, "translation of the heading {!r}"
    if wanted & {fold(part) for part in colon_parts(heading)}:
        yield 4, "part of the heading {!r}"
    if wanted & {fold(part) for part in beginnings(heading, rules)}:
        yield 5, "beginning of the heading {!r}"
    if foreign and any(alike(form, heading) for form in forms):
        yield 6, "heading {!r}, whose words have the same stems in another language"
