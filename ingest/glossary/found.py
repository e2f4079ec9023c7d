"""A page as the extraction sees it, and what it has found so far."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ingest.glossary.kinds import Evidence, found, key_of, kind_of, list_kind, translated
from ingest.glossary.model import Candidate
from ingest.glossary.names_of import Name, name_of
from ingest.glossary.scopes import Scope
from ingest.glossary.texts import Body
from ingest.model import Model
from ingest.profile import Kind, Profile
from ingest.tree import Box, Document, Heading, Item, Navigation, Node, Paragraph, walk
from ingest.visible import fold, inline_text

_NUMBERED = re.compile(r"^(?:[^\W\d_]+\s+|§\s*)?\d+(?:\.\d+)*[.):]?\s+(?:[-–—]\s+)?(?=[^\W\d])")
_PAGES = ("wikitext", "rendered")  # texts that are pages of a wiki, each with headings and bold terms of its own


class Page(Struct, frozen=True, kw_only=True):
    """What the extraction needs to know of the text as a whole."""

    title: str
    profile: Profile
    wiki: bool
    listed: Kind | None
    quotes: bool  # a page of examples: only its boxes and data say something of their own
    categories: tuple[str, ...]
    texts: tuple[str, ...]  # where to look how a shouted name is written: title, headings, running text


class Found(Struct, frozen=True, kw_only=True):
    """A candidate and the stretch of steps that it stands on."""

    candidate: Candidate
    scope: Scope | None = None
    at: int  # the step where it is printed
    rank: int = 0  # among candidates of one name on one page the lowest is the entry


def page_of(document: Document, profile: Profile, title: str, model: Model) -> Page:
    navigation = (node.name for node in walk(document.blocks) if isinstance(node, Navigation) and node.name)
    headings = tuple(inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Heading))
    return Page(
        title=title,
        profile=profile,
        wiki=model in _PAGES,
        listed=list_kind(title, profile) if model in _PAGES else None,
        quotes=bool(found(profile.glossary.no_terms, title)),
        categories=(*document.categories, *dict.fromkeys(navigation)),
        texts=(
            title,
            *headings,
            *(inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Paragraph | Item)),
        ),
    )


def is_example(page: Page, scope: Scope) -> bool:
    return scope.node is not None and is_example_box(page, scope.node)


def is_example_box(page: Page, node: Node) -> bool:
    if not isinstance(node, Box) or node.defines is not None:
        return False
    return node.kind in page.profile.glossary.examples or bool(
        found(page.profile.glossary.no_terms, inline_text(node.title))
    )


def neutral(page: Page, item: Found) -> str:
    return key_of(item.candidate.name, item.candidate.kind, page.profile)


def with_names(item: Found, twins: Sequence[Candidate], page: Page) -> Found:
    kind, own = item.candidate.kind, item.candidate
    same = [twin for twin in twins if key_of(twin.name, kind, page.profile) == key_of(own.name, kind, page.profile)]
    names = (name for twin in same for name in (twin.name, *twin.aliases) if fold(name) != fold(own.name))
    candidate = msgspec.structs.replace(
        own,
        aliases=tuple(dict.fromkeys((*own.aliases, *names))),
        acronym=own.acronym or next((twin.acronym for twin in same if twin.acronym), None),
    )
    return msgspec.structs.replace(item, candidate=candidate)


def translated_name(name: Name, profile: Profile) -> Name:
    other = translated(name.name, profile)
    return name if other == name.name else msgspec.structs.replace(name, aliases=(*name.aliases, other))


def level_of(name: str) -> str | None:
    words = name.replace("(", " ").replace(")", " ").split()
    for at, word in enumerate(words):
        if (
            word.casefold() in {"level", "nivel"}
            and at + 1 < len(words)
            and at
            and words[at + 1].isalnum()
            and len(words[at + 1]) <= 2
        ):
            return words[at + 1]
        if at and len(word) == 2 and word[0] == "L" and word[1].isdigit():
            return word[1]
    return None


def kind_in(
    page: Page, name: str, scope: Scope | None, cls: str | None, labels: Sequence[str], body: Body, given: str | None
) -> tuple[str, str]:
    if given:
        return given, "the text says so"
    if page.listed and scope is not None and isinstance(scope.node, Heading):
        return page.listed.id, f"kinds.{page.listed.id}.pages"
    inside = scope is not None and scope.node is not None
    chapters = (*(_plain(item.title) for item in scope.above() if item.title), page.title) if scope and inside else ()
    # What a page is filed under speaks of its own term and of boxes, not of every section.
    filed = not page.wiki or not inside or isinstance(scope and scope.node, Box) or _is_variant(page, name)
    return kind_of(
        Evidence(
            name=name, cls=cls, chapters=chapters, categories=page.categories if filed else (), labels=tuple(labels),
            parts=tuple(key for key, _ in body.parts),
        ),
        page.profile,
    )  # fmt: skip


def _plain(title: str) -> str:
    """*title* without its number: ``3.2 Actions`` is Actions."""
    return _NUMBERED.sub("", title) or title


def _is_variant(page: Page, name: str) -> bool:
    return fold(name).startswith(f"{fold(name_of(page.title).name)} (")
