"""The names that links may mean: titles, headings with anchors, and what is said beside them. Names only, no texts.

One pass over the newest document of every page gives a :class:`PageNames` each; the resolver and the inference of
aliases read these and nothing else, so a wiki of any size costs its headings.
"""

from __future__ import annotations

import hashlib
import re

from msgspec import Struct

from ingest.links.languages import number_key, rules_of
from ingest.links.sections import Section, first_paragraph, navigation_lists, opening, page_links, sections
from ingest.model import Page, PageId
from ingest.profile import LanguageRules, Profile
from ingest.tree import Document, Link, Navigation, Node, Text, walk
from ingest.visible import fold, inline_text, sentences, text_of, words

SAID_AT_LEAST = 5  # words of a sentence whose repetition elsewhere is evidence


class SectionNames(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One heading and what stands beside it; the lead has no heading."""

    heading: str = ""
    anchor: str = ""
    level: int = 0
    points_to: str | None = None  # the target of a heading that is nothing but a link
    links: tuple[str, ...] = ()  # distinct titles that it links
    more: tuple[str, ...] = ()  # targets of links labelled "[...]" in its first paragraph
    said: str = ""  # digest of its first sentence
    defined: tuple[str, ...] = ()  # terms that a sentence of it introduces: "are called X"
    defines: str = ""  # the term that its heading defines, as the reader of the text saw it
    empty: bool = False  # nothing stands between it and the next heading


class PageNames(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All names of one page's current text."""

    page: PageId
    wiki: str
    title: str
    namespace: int = 0
    model: str = "wikitext"
    language: str = "en"
    edition: str | None = None
    editions: tuple[str, ...] = ()
    redirect: str | None = None
    revision: str | None = None  # whose text it is
    categories: tuple[str, ...] = ()
    navigations: tuple[str, ...] = ()  # names of the templates that print its navigation
    lists: tuple[tuple[str, ...], ...] = ()  # names that its navigation prints, in order
    chapters: tuple[str, ...] = ()  # short lines printed above its first navigation, the title left out
    sections: tuple[SectionNames, ...] = ()
    says_its_title: bool = True  # False where no word of its text is one of its title: a title in another language
    languages: tuple[tuple[str, str], ...] = ()  # interlanguage links

    @property
    def targets(self) -> tuple[str, ...]:
        """The distinct titles that it links."""
        written = (target for section in self.sections for target in (*section.links, section.points_to or ""))
        return tuple(dict.fromkeys(target for target in written if target))

    @property
    def said(self) -> str:
        """The digest of the sentence that the page opens with; the summary of another page is no opening."""
        first = next((section for section in self.sections if section.said), None)
        return "" if first is None or first.more or first.points_to else first.said


def page_names(page: Page, document: Document, profile: Profile) -> PageNames:
    """Take the names from the current *document* of *page*. Pure."""
    rules = rules_of(profile, page.language)
    found = list(sections(document))
    return PageNames(
        page=page.id, wiki=page.wiki, title=page.title, namespace=page.namespace, model=page.model,
        language=page.language or "en", edition=page.edition, editions=page.editions or _one(page.edition),
        redirect=page.redirect or document.redirect, revision=page.newest, categories=document.categories, languages=document.languages,
        navigations=_navigations(document), lists=navigation_lists(document), chapters=_chapters(document, page.title),
        sections=tuple(_section(section, rules) for section in found), says_its_title=_says(page.title, document, rules),
    )  # fmt: skip


def digest(sentence: str) -> str:
    """A short mark of *sentence*: the same words give the same mark; few words give none."""
    spoken = words(sentence.casefold().replace("’", "'"))
    if len(spoken) < SAID_AT_LEAST:
        return ""
    return hashlib.blake2b(" ".join(spoken).encode(), digest_size=8).hexdigest()


def defined_terms(text: str, rules: LanguageRules) -> tuple[str, ...]:
    """The terms that *text* introduces in so many words."""
    found = (match["term"] for pattern in rules.definitions for match in re.finditer(pattern, text))
    return tuple(dict.fromkeys(term.strip() for term in found))


def _section(section: Section, rules: LanguageRules) -> SectionNames:
    heading = section.heading
    first = next(iter(sentences(opening(section))), "")
    return SectionNames(
        heading=inline_text(heading.children) if heading else "",
        anchor=heading.anchor if heading else "",
        level=heading.level if heading else 0,
        points_to=_only_link(heading.children) if heading else None,
        links=tuple(dict.fromkeys(link.target for link in page_links(section.blocks))),
        more=_more(section),
        said=digest(first),
        defined=defined_terms(text_of(section.blocks), rules),
        defines=heading.defines.name if heading and heading.defines else "",
        empty=not section.blocks,
    )


def _only_link(nodes: tuple[Node, ...]) -> str | None:
    links = list(page_links(nodes))
    return links[0].target if len(links) == 1 and inline_text(links[0].children) == inline_text(nodes) else None


def _more(section: Section) -> tuple[str, ...]:
    paragraph = first_paragraph(section)
    links = page_links(paragraph.children) if paragraph else ()
    return tuple(link.target for link in links if not re.search(r"\w", inline_text(link.children)))


def _navigations(document: Document) -> tuple[str, ...]:
    names = (node.name for node in walk(document.blocks) if isinstance(node, Navigation) and node.name)
    return tuple(dict.fromkeys(names))


def _chapters(document: Document, title: str) -> tuple[str, ...]:
    """Short lines above the first navigation: a rendered page prints its chapter there."""
    found: list[str] = []
    for block in document.blocks:
        if isinstance(block, Navigation):
            return tuple(found)
        line = inline_text([block])
        if line and line != title and len(line.split()) < 7 and not any(isinstance(n, Link) for n in walk([block])):
            found.append(line)
        elif line != title and any(isinstance(n, Text) and n.text.strip() for n in walk([block])):
            return ()
    return ()


def _says(title: str, document: Document, rules: LanguageRules) -> bool:
    """Tell whether the text uses most words of its own title."""
    spoken = {number_key(word, rules) for word in words(text_of(document.blocks))}
    wanted = [number_key(word, rules) for word in words(title) if fold(word) not in rules.function_words]
    return sum(word in spoken for word in wanted) * 2 > len(wanted)


def _one(edition: str | None) -> tuple[str, ...]:
    return (edition,) if edition else ()
