"""From the knowledge base to what can be found: entries first, then sections of pages, then rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ingest.glossary.model import Entry, RulingEntry, WeaponProfile
from ingest.glossary.records import split_list
from ingest.model import Page
from site_src import paths
from site_src.atlas import Atlas, PageRef, bare_label
from site_src.names import all_aliases
from site_src.search.model import SearchDocument
from site_src.search.sections import Section, sections
from site_src.search.tokens import key

_LAST_PARENTHESES = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*\Z")
_FIGURES = ("damage", "ps", "burst", "saves")
_WITH_REMARK = re.compile(r"([0-9]{1,9})\s*[(\[]")  # "4 (1 in CC)" is 4
_CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z][^\W\d_A-Z])")
_CLASS_AND_REST = re.compile(r"([^\W\d_]{2,8})\s*:\s+(\S.*)\Z")


class Redirect(NamedTuple):
    """A page that redirects, and the section that it leads to, if to one."""

    ref: PageRef
    anchor: str


def documents(atlas: Atlas) -> Iterator[SearchDocument]:
    """Yield everything that the site lets people find, what deserves the first places first."""
    for entry in atlas.all_entries():
        yield entry_document(entry, atlas)
    redirects = _redirects(atlas)
    for ref in sorted(atlas.pages.values(), key=lambda ref: (_is_aside(ref.namespace), ref.wiki, ref.title, ref.id)):
        page = atlas.kb.pages.get(ref.id)
        if page is not None and ref.redirect is None:
            shorter = redirects.get((page.wiki, key(page.title)), ())
            yield from page_documents(page, ref, atlas, shorter)
    for ruling in atlas.kb.rulings:
        if atlas.shows(ruling.source.source):
            yield ruling_document(ruling, atlas)


def entry_document(entry: Entry, atlas: Atlas) -> SearchDocument:
    """The document of one entry."""
    page = atlas.pages.get(entry.page)
    twins = [ref.name for ref in atlas.concepts.get(entry.concept, ()) if ref.id != entry.id]
    above = [page.title if page else "", entry.heading, entry.cls or "", entry.category or "", entry.level or ""]
    names = every_name((entry.name, entry.acronym, *all_aliases(entry, atlas)))
    implied = implied_names((*names, *spelt_out(names, entry.text)), (*_short_name(entry),))
    return SearchDocument(
        id=entry.id, name=entry.name, kind=entry.kind, page=entry.page, section=entry.heading or None,
        url=atlas.entries[entry.id].path, edition=entry.edition, editions=entry.editions or _only(entry.edition),
        language=entry.language, source=entry.source.source, line=entry.source.line,
        names=names, implied=implied, also=_others((*twins, *above), names), text=entry.text, fields=tuple(_fields(entry)),
        numbers=tuple(_numbers(entry.profiles)), order=2 if entry.superseded else 0, boost=60 if entry.superseded else 100,
        group=f"{entry.concept}.{entry.language}", recency=atlas.edition_rank(entry.edition),
    )  # fmt: skip


def page_documents(
    page: Page, ref: PageRef, atlas: Atlas, redirects: tuple[Redirect, ...] = ()
) -> Iterator[SearchDocument]:
    """The documents of one page: its head, then each section that is no entry of its own, then what redirects to it."""
    document = atlas.kb.document(page.newest) if page.newest else None
    entries = {entry.anchor for entry in atlas.kb.entries.of_page(page.id) if entry.anchor and not entry.superseded}
    found = list(sections(document)) if document else [Section()]
    first = page.source.line or 1
    for number, section in enumerate(found):
        if number == 0:
            names = every_name((page.title, *page.aliases, document.title if document else None))
            yield _of_page(page, ref, atlas, section, names, first)
        elif section.anchor not in entries and (key(section.heading) or section.text):
            yield _of_page(page, ref, atlas, section, every_name((section.heading,)), first)
    for item in redirects:
        section = next(
            (section for section in found if item.anchor and key(section.heading) == key(item.anchor)), found[0]
        )
        yield _of_redirect(item.ref, _of_page(page, ref, atlas, section, every_name((item.ref.title,)), first))


def ruling_document(ruling: RulingEntry, atlas: Atlas) -> SearchDocument:
    """The document of one printed question with its answer."""
    name = ruling.title or ruling.question
    names = every_name((name, ruling.question))
    related = [atlas.entries[target].name if target in atlas.entries else target for target in ruling.related]
    return SearchDocument(
        id=ruling.id, name=name, kind="ruling", page=ruling.page, section=ruling.section,
        url=atlas.ruling_path(ruling) or paths.page_path(ruling.page),
        edition=ruling.edition, editions=_only(ruling.edition), language=ruling.language,
        source=ruling.source.source, line=ruling.source.line, names=names, implied=implied_names(names), also=_others(related, names),
        text=f"{ruling.question}\n{ruling.answer}", fields=(("kind", "ruling"),), order=4, boost=70,
        recency=atlas.edition_rank(ruling.edition),
    )  # fmt: skip


def every_name(printed: Iterable[str | None]) -> tuple[str, ...]:
    """The names of *printed*, each once."""
    found: dict[str, str] = {}
    for name in printed:
        if name and key(name):
            found.setdefault(key(name), name)
    return tuple(found.values())


def implied_names(names: Iterable[str], more: Iterable[str] = ()) -> tuple[str, ...]:
    """What *names* imply beside themselves: ``Line of Fire (LoF)`` is ``Line of Fire`` and ``LoF`` too."""
    found = {key(name): "" for name in names}
    for variant in (*(variant for name in names for variant in _variants(name)), *more):
        if key(variant):
            found.setdefault(key(variant), variant)
    return tuple(filter(None, found.values()))


def spelt_out(names: Iterable[str], text: str) -> Iterator[str]:
    """The names that *text* prints with an acronym behind them: ``Line of Fire (LoF)``."""
    for name in names:
        at = text.find(f"{name} (")
        inside = text[at + len(name) + 2 :].partition(")")[0] if at >= 0 else ""
        if " " in name and _is_acronym(inside):
            yield f"{name} ({inside})"


def _short_name(entry: Entry) -> Iterator[str]:
    """The name without what only says its kind, which an entry's address leaves out: ``Viral`` of ``Viral Ammunition``."""
    slug = entry.id.partition("/")[2].partition("@")[0].replace("-", " ")
    if key(entry.name).startswith(f"{key(slug)} "):
        yield slug


def _variants(name: str) -> Iterator[str]:
    if _CAMEL.search(name):
        yield _CAMEL.sub(" ", name)
    if inside := _LAST_PARENTHESES.search(name):
        yield name[: inside.start()]
        if _is_acronym(inside[1]):
            yield inside[1]
    elif (pair := _CLASS_AND_REST.match(name)) and pair[1].isupper():
        yield pair[1]
        yield pair[2]


def _is_acronym(text: str) -> bool:
    """Whether *text* is short for something: ``LoF``, ``W``; not ``Great``."""
    capitals = sum(char.isupper() for char in text)
    return text.isalnum() and len(text) <= 8 and (capitals > 1 or len(text) == capitals == 1)


def _of_page(
    page: Page, ref: PageRef, atlas: Atlas, section: Section, names: tuple[str, ...], first: int
) -> SearchDocument:
    aside = _is_aside(page.namespace)
    head = section.heading or page.title
    above = (page.title, *section.above) if section.heading else ()
    return SearchDocument(
        id=f"{page.id}#{section.anchor}" if section.heading else page.id, name=head,
        kind="section" if section.heading else "page", page=page.id, section=section.heading or None,
        url=atlas.place(ref.id, section.anchor),
        edition=page.edition, editions=page.editions or _only(page.edition), language=page.language or atlas.language,
        source=page.source.source, line=first + section.line - 1 if section.line else page.source.line,
        names=names, implied=implied_names(names), also=_others(above, names), text=section.text, fields=(), order=(6 if aside else 1 if not section.heading else 3),
        boost=40 if aside else 80 if section.heading else 75,
        group=f"{'section' if section.heading else 'page'}:{key(head)}.{page.language}", recency=atlas.edition_rank(page.edition),
    )  # fmt: skip


def _of_redirect(ref: PageRef, leads_to: SearchDocument) -> SearchDocument:
    """A page that redirects: found by its own name, read where it leads."""
    return msgspec.structs.replace(leads_to, id=ref.id, name=ref.title, page=ref.id, kind="page", order=2, group="")


def _redirects(atlas: Atlas) -> dict[tuple[str, str], tuple[Redirect, ...]]:
    """The pages that redirect to each page."""
    found: dict[tuple[str, str], tuple[Redirect, ...]] = {}
    for ref in atlas.pages.values():
        if ref.redirect:
            title, _, anchor = ref.redirect.partition("#")
            place = (ref.wiki, key(title))
            found[place] = (*found.get(place, ()), Redirect(ref, anchor.replace("_", " ")))
    return found


def _fields(entry: Entry) -> Iterator[tuple[str, str]]:
    values = [("label", label) for label in entry.labels]
    for profile in entry.profiles:
        values += [("trait", trait) for trait in profile.traits]
        values += [("ammo", profile.ammunition)] if profile.ammunition else []
        values += [("attribute", profile.saving_attribute)] if profile.saving_attribute else []
        values += [(name, part) for name, value in profile.fields for part in (value, *split_list(value))]
    values += [("class", entry.cls)] if entry.cls else []
    values += [("level", entry.level)] if entry.level else []
    for name, value in dict.fromkeys(values):
        yield name, value
        if bare_label(value) != value:
            yield name, bare_label(value)


def _numbers(profiles: Sequence[WeaponProfile]) -> Iterator[tuple[str, int]]:
    found = {number for profile in profiles for number in profile.numbers}
    for profile in profiles:
        for name in _FIGURES:
            remark = _WITH_REMARK.match(getattr(profile, name) or "")
            found |= {(name, int(remark[1]))} if remark else set()
    yield from sorted(found)


def _others(texts: Iterable[str], names: tuple[str, ...]) -> tuple[str, ...]:
    known = {key(name) for name in names}
    found = {key(text): text for text in reversed(list(texts)) if text and key(text) not in known}
    return tuple(reversed(found.values()))


def _only(edition: str | None) -> tuple[str, ...]:
    return (edition,) if edition else ()


def _is_aside(namespace: int) -> bool:
    """Whether pages of *namespace* speak of the wiki rather than of the game."""
    return namespace % 2 == 1 or namespace in (2, 6, 8, 10, 828)
