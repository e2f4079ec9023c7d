"""Other titles of pages, where each written link leads, who links to whom, and what an editor can mend."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from ingest.glossary.model import Entry, EntryId
from ingest.knowledge import KnowledgeBase
from ingest.links import (
    Backlinks,
    NameTable,
    PageNames,
    Resolver,
    Targets,
    Vocabulary,
    entry_links,
    entry_mentions,
    infer_aliases,
    link_diagnostics,
    page_links,
    page_names,
    titles_of,
    with_titles,
)
from ingest.links.model import Alias
from ingest.model import Page, Revision, RevisionId
from ingest.stages.glossary import histories_of
from ingest.stages.histories import keep_diagnostics
from ingest.stages.requests import Requests, Say
from ingest.tree import Document


def link_everything(knowledge: KnowledgeBase, requests: Requests, say: Say) -> None:
    """Infer other titles, resolve every written link, and count who links to whom."""
    names = list(page_names_of(knowledge))
    aliases = infer_aliases(
        names, knowledge.profile, confirmed=_by_page(requests.confirmed), refused=_by_page(requests.refused)
    )  # fmt: skip
    _keep_aliases(knowledge, aliases)
    resolver, vocabulary = words_of(knowledge, names)
    targets, backlinks = Targets(), Backlinks()
    number = 0
    for page, history in histories_of(knowledge):
        entries = _entries_by_revision(knowledge, page)
        for revision, document in _readable(knowledge, history):
            say("Resolving links", number, None)
            number += 1
            _link_revision(knowledge, (page, revision, document), resolver, vocabulary, targets)
            here = entries.get(revision.id, ())
            for source, target in _entry_links((page, revision, document), here, resolver, vocabulary):
                backlinks.add(source, [target])
    _keep_targets(knowledge, targets)
    _keep_backlinks(knowledge, backlinks)


def words_of(knowledge: KnowledgeBase, names: Iterable[PageNames] | None = None) -> tuple[Resolver, Vocabulary]:
    """Where names lead, and the terms that :func:`ingest.links.autolink` links; made of what the shelves hold."""
    entries = tuple(_bare(entry) for entry in knowledge.entries)
    pages = page_names_of(knowledge) if names is None else names
    resolver = Resolver(NameTable(pages, knowledge.profile, entries=entries, aliases=knowledge.aliases))
    return resolver, Vocabulary((entry for entry in entries if not entry.superseded), knowledge.profile, resolver)


def _link_revision(
    knowledge: KnowledgeBase,
    at: tuple[Page, Revision, Document],
    resolver: Resolver,
    vocabulary: Vocabulary,
    targets: Targets,
) -> None:
    page, revision, document = at
    newest = revision.id == page.newest
    links = page_links(
        document, revision, resolver, edition=page.edition, language=page.language or "en", vocabulary=vocabulary if newest else None
    )  # fmt: skip
    knowledge.links.put([(revision.id, page.id, revision.number, links)])
    targets.add(links, newest=newest)
    if newest:
        keep_diagnostics(knowledge, link_diagnostics(document, revision, page, resolver, edition=page.edition))


def _keep_aliases(knowledge: KnowledgeBase, aliases: tuple[Alias, ...]) -> None:
    knowledge.aliases.put((f"{item.page}|{item.title}", item.page, number, item) for number, item in enumerate(aliases))
    titles = titles_of(aliases)
    for key, others in titles.items():
        page = knowledge.pages.get(key)
        if page:
            knowledge.pages.change(key, replace(page, aliases=tuple(dict.fromkeys((*page.aliases, *others)))))
    for key in list(knowledge.entries.keys()):
        entry = knowledge.entries.get(key)
        if entry and entry.page in titles:
            knowledge.entries.change(key, with_titles(entry, titles))


def _keep_targets(knowledge: KnowledgeBase, targets: Targets) -> None:
    for number, row in enumerate(targets.rows()):
        key = f"{row.resolution.target}#{row.resolution.anchor or ''}|{row.edition}|{row.language}"
        knowledge.targets.put([(key, None, number, row)])


def _keep_backlinks(knowledge: KnowledgeBase, backlinks: Backlinks) -> None:
    for key in list(knowledge.entries.keys()):
        entry = knowledge.entries.get(key)
        if entry:
            linked = replace(entry, links=backlinks.links(key), linked_from=backlinks.linked_from(key))
            knowledge.entries.change(key, linked)


def _entries_by_revision(knowledge: KnowledgeBase, page: Page) -> dict[RevisionId, list[Entry]]:
    found: dict[RevisionId, list[Entry]] = defaultdict(list)
    for entry in knowledge.entries.of_page(page.id):
        if not entry.superseded:
            found[entry.revision].append(_bare(entry))
    return found


def _entry_links(
    at: tuple[Page, Revision, Document], here: Sequence[Entry], resolver: Resolver, vocabulary: Vocabulary
) -> Iterator[tuple[EntryId, EntryId]]:
    """Who links whom on one revision; a rulebook writes no links, so there the names that it prints count."""
    page, revision, document = at
    for edition, language in sorted({(entry.edition or "", entry.language) for entry in here}):
        spoken = [entry for entry in here if (entry.edition or "", entry.language) == (edition, language)]
        if page.model == "wikitext":
            yield from entry_links(document, revision, spoken, resolver, edition=edition or None, language=language)
        else:
            yield from entry_mentions(
                document, revision, spoken, vocabulary, edition=edition or None, language=language
            )


def _bare(entry: Entry) -> Entry:
    """The names of an entry without its texts: what is held in memory of all entries at once."""
    return replace(entry, text="", summary="", parts=(), profiles=(), errata=())


def page_names_of(knowledge: KnowledgeBase) -> Iterator[PageNames]:
    """The names in the newest text of each page."""
    for page in knowledge.pages:
        document = knowledge.document(page.newest) if page.newest else None
        if document:
            yield page_names(page, document, knowledge.profile)


def _readable(knowledge: KnowledgeBase, history: Iterable[Revision]) -> Iterator[tuple[Revision, Document]]:
    for revision in history:
        document = knowledge.document(revision.id)
        if document:
            yield revision, document


def _by_page(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for alias, title in pairs:
        found[title] = (*found.get(title, ()), alias)
    return found
