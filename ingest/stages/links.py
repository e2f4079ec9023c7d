"""Other titles of pages, where each written link leads, who links to whom, and what an editor can mend."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from ingest.glossary.model import Entry, EntryId
from ingest.kept import NOTHING, Kept
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
from ingest.stages.before import Before, Linked, bare_entry, names_again
from ingest.stages.glossary import histories_of
from ingest.stages.histories import keep_diagnostics
from ingest.stages.requests import Requests, Say
from ingest.tree import Document


def link_everything(knowledge: KnowledgeBase, requests: Requests, say: Say, kept: Kept = NOTHING) -> None:
    """Infer other titles, resolve every written link, and count who links to whom."""
    names = list(page_names_of(knowledge, kept))
    aliases = infer_aliases(
        names, knowledge.profile, confirmed=_by_page(requests.confirmed), refused=_by_page(requests.refused)
    )  # fmt: skip
    _keep_aliases(knowledge, aliases)
    resolver, vocabulary = words_of(knowledge, names, hears=kept.stays)
    before = Before(kept, knowledge, names, vocabulary)
    targets, backlinks = Targets(), Backlinks()
    number = 0
    for page, history in histories_of(knowledge):
        entries = _entries_by_revision(knowledge, page)
        for revision in history:
            text = knowledge.documents.encoded(revision.id)
            if text is None:
                continue
            say("Resolving links", number, None)
            number += 1
            here = entries.get(revision.id, ())
            known = before.find(page, revision, text, here)
            linked = known or _linked(knowledge, (page, revision), here, resolver, vocabulary)
            if known is None:
                before.keep(page, revision, text, here, linked)
            _keep_linked(knowledge, page, revision, linked, targets, backlinks)
    _keep_targets(knowledge, targets)
    _keep_backlinks(knowledge, backlinks)


def words_of(
    knowledge: KnowledgeBase, names: Iterable[PageNames] | None = None, *, hears: bool = False
) -> tuple[Resolver, Vocabulary]:
    """Where names lead, and the terms that :func:`ingest.links.autolink` links; made of what the shelves hold."""
    entries = tuple(bare_entry(entry) for entry in knowledge.entries)
    pages = page_names_of(knowledge) if names is None else names
    table = NameTable(pages, knowledge.profile, entries=entries, aliases=knowledge.aliases)
    resolver = Resolver(table, hears=hears)
    living = (entry for entry in entries if not entry.superseded)

    def text_of(key: EntryId) -> str:
        found = knowledge.entries.get(key)
        return found.text if found else ""

    return resolver, Vocabulary(living, knowledge.profile, resolver, hears=hears, text_of=text_of)


def _linked(
    knowledge: KnowledgeBase, at: tuple[Page, Revision], here: Sequence[Entry], resolver: Resolver, vocabulary: Vocabulary
) -> Linked:  # fmt: skip
    """Resolve the links of one revision, and tell what the answers depend on."""
    page, revision = at
    document = knowledge.document(revision.id)
    assert document is not None
    newest = revision.id == page.newest
    resolver.listen()
    vocabulary.listen()
    links = page_links(
        document, revision, resolver, edition=page.edition, language=page.language or "en", vocabulary=vocabulary if newest else None
    )  # fmt: skip
    doubts = tuple(link_diagnostics(document, revision, page, resolver, edition=page.edition) if newest else ())
    pairs = tuple(_entry_links((page, revision, document), here, resolver, vocabulary))
    heard = resolver.heard or set()
    return Linked(
        links=links, diagnostics=doubts, pairs=pairs,
        asked=tuple(sorted(mark for mark in heard if isinstance(mark, int))),
        compared=tuple(sorted(mark for mark in heard if isinstance(mark, str))), words=tuple(sorted(vocabulary.heard or ())),
    )  # fmt: skip


def _keep_linked(
    knowledge: KnowledgeBase, page: Page, revision: Revision, linked: Linked, targets: Targets, backlinks: Backlinks
) -> None:
    knowledge.links.put([(revision.id, page.id, revision.number, linked.links)])
    targets.add(linked.links, newest=revision.id == page.newest)
    keep_diagnostics(knowledge, linked.diagnostics)
    for source, target in linked.pairs:
        backlinks.add(source, [target])


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
            found[entry.revision].append(bare_entry(entry))
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


def page_names_of(knowledge: KnowledgeBase, kept: Kept = NOTHING) -> Iterator[PageNames]:
    """The names in the newest text of each page."""
    for page in knowledge.pages:
        text = knowledge.documents.encoded(page.newest) if page.newest else None
        if text is not None:
            yield names_again(page, text, kept, partial(_names_in, knowledge, page))


def _names_in(knowledge: KnowledgeBase, page: Page) -> PageNames:
    document = knowledge.document(page.newest or "")
    assert document is not None
    return page_names(page, document, knowledge.profile)


def _by_page(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for alias, title in pairs:
        found[title] = (*found.get(title, ()), alias)
    return found
