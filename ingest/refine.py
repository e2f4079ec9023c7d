"""From the archive to the knowledge base: the stages, recited. Everything here can be thrown away and made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ingest.align import Headed, comparisons, headed
from ingest.align.model import Side
from ingest.archive import Archive
from ingest.glossary import PageScope, Renames, build_glossary
from ingest.glossary.flow import project
from ingest.glossary.model import Entry, EntryId, ErratumEntry, RulingEntry
from ingest.knowledge import KnowledgeBase
from ingest.leaves import CHUNK, Leaves, Task, World, all_leaves
from ingest.links import (
    Backlinks, NameTable, PageNames, Resolver, Targets, Vocabulary, entry_links, infer_aliases, link_diagnostics, page_links,
    page_names, titles_of,
)  # fmt: skip
from ingest.model import Diagnostic, Page, Revision
from ingest.titles import Namespace, Site
from ingest.tree import Document

TEMPLATE = 10  # namespace

Say = Callable[[str, int, int | None], None]


class Requests(Struct, frozen=True, kw_only=True):
    """What the configuration and the command line ask of the stages."""

    as_of: str | None = None  # ISO date: the rules as they stood at its end
    renames: Renames = Renames()  # of ludex.ids.toml
    confirmed: tuple[tuple[str, str], ...] = ()  # (alias, page title) that a person confirmed
    refused: tuple[tuple[str, str], ...] = ()
    skipped: tuple[Diagnostic, ...] = ()  # files that were passed over


def refine(archive: Archive, knowledge: KnowledgeBase, requests: Requests, say: Say) -> None:
    """Fill *knowledge* from *archive*: pages, trees, changes, entries, links, comparisons, diagnostics."""
    with knowledge.database:
        read_histories(archive, knowledge, requests, say)
        read_trees(archive, knowledge, say)
        read_glossary(knowledge, requests, say)
        link_everything(knowledge, requests, say)
        compare_editions(knowledge, say)


def read_histories(archive: Archive, knowledge: KnowledgeBase, requests: Requests, say: Say) -> None:
    """Sources, what was doubted while reading them, pages and their merged revisions."""
    knowledge.sources.put((source.id, None, number, source) for number, source in enumerate(archive.sources()))
    keep_diagnostics(knowledge, (*requests.skipped, *archive.diagnostics()))
    for number, page in enumerate(archive.pages()):
        say("Merging histories", number, None)
        knowledge.pages.put([(page.id, page.id, number, page)])
        knowledge.revisions.put((item.id, page.id, item.number, item) for item in archive.revisions(page.id))


def read_trees(archive: Archive, knowledge: KnowledgeBase, say: Say) -> None:
    """Every known text's tree, and every pair of neighbours compared."""
    total = len(knowledge.revisions)
    done = 0
    for leaves in all_leaves(tasks_of(archive, knowledge), world_of(archive, knowledge)):
        keep_leaves(knowledge, leaves)
        done += len(leaves.documents)
        say("Reading texts", done, total)


def keep_leaves(knowledge: KnowledgeBase, leaves: Leaves) -> None:
    """Put one task's result on the shelves."""
    knowledge.documents.put((item.id, item.page, item.number, document) for item, document in leaves.documents)
    order = {item.id: item.number for item, _ in leaves.documents}
    knowledge.changes.put((f"{change.old}..{change.new}", change.page, order.get(change.new, 0), change) for change in leaves.changes)
    keep_diagnostics(knowledge, leaves.diagnostics)


def keep_diagnostics(knowledge: KnowledgeBase, found: Iterable[Diagnostic]) -> None:
    """Number diagnostics in the order in which they are found."""
    start = len(knowledge.diagnostics)
    knowledge.diagnostics.put((f"{start + number:09}", item.place.page, start + number, item) for number, item in enumerate(found))


def tasks_of(archive: Archive, knowledge: KnowledgeBase) -> Iterator[Task]:
    """Each page's revisions in chunks that overlap by one."""
    for page in knowledge.pages.keys():
        history = list(knowledge.history(page))
        restored = restorations(history)
        for start in range(0, len(history), CHUNK):
            chunk = history[max(0, start - 1) : start + CHUNK]
            yield Task(
                revisions=tuple(chunk),
                texts=tuple(archive.text(item.text) if item.text and item.known == "whole" else None for item in chunk),
                overlap=start > 0,
                same_as=tuple(restored.get(item.id) for item in chunk),
            )


def restorations(history: Iterable[Revision]) -> dict[str, str]:
    """Revision → the newest older one with the same text, neighbours excepted."""
    newest: dict[str, Revision] = {}
    found: dict[str, str] = {}
    for item in history:
        if item.text:
            older = newest.get(item.text)
            if older and older.number < item.number - 1:
                found[item.id] = older.id
            newest[item.text] = item
    return found


def world_of(archive: Archive, knowledge: KnowledgeBase) -> World:
    """The profile, what each wiki says of itself, and the newest text of each template."""
    templates: dict[str, dict[str, str]] = {}
    titles: dict[str, set[str]] = {}
    for page in knowledge.pages:
        titles.setdefault(page.wiki, set()).add(page.title)
        if page.namespace == TEMPLATE:
            newest = knowledge.newest(page.id)
            text = archive.text(newest.text) if newest and newest.text else None
            if text is not None:
                templates.setdefault(page.wiki, {})[page.title.partition(":")[2]] = text
    sites = {wiki: site_of(knowledge, wiki, frozenset(names)) for wiki, names in titles.items()}
    return World(profile=knowledge.profile, sites=sites, templates=templates)


def site_of(knowledge: KnowledgeBase, wiki: str, titles: frozenset[str]) -> Site:
    """What the sources of *wiki* say of it: its name, its namespaces, the case of its titles."""
    sources = [source for source in knowledge.sources if source.wiki == wiki]
    spaces = {number: name for source in sources for name, number in source.namespaces}
    case = next((source.case for source in sources if source.case), "first-letter")
    return Site(
        name=next((source.site_name for source in sources if source.site_name), ""),
        namespaces=tuple(Namespace(id=number, name=name) for number, name in sorted(spaces.items())) or Site().namespaces,
        case="case-sensitive" if case == "case-sensitive" else "first-letter",
        exists=titles.__contains__,
    )


def read_glossary(knowledge: KnowledgeBase, requests: Requests, say: Say) -> None:
    """Entries, rulings and updates of every edition and language, and what each page's newest text holds for."""
    found = build_glossary(
        lambda: _histories(knowledge), document_of=knowledge.document, profile=knowledge.profile, renames=requests.renames,
        sources={source.id: source for source in knowledge.sources}, as_of=requests.as_of,
    )  # fmt: skip
    for number, item in enumerate(found):
        say("Reading the glossary", number, None)
        match item:
            case Entry():
                knowledge.entries.put([(item.id, item.page, number, item)])
            case RulingEntry():
                knowledge.rulings.put([(item.id, item.page, number, item)])
            case ErratumEntry():
                knowledge.errata.put([(item.id, item.page, number, item)])
            case Diagnostic():
                keep_diagnostics(knowledge, [item])
            case PageScope():
                _scope_page(knowledge, item)


def _histories(knowledge: KnowledgeBase) -> Iterator[tuple[Page, Sequence[Revision]]]:
    for key in knowledge.pages.keys():
        page = knowledge.pages.get(key)
        if page:
            yield page, tuple(knowledge.history(key))


def _scope_page(knowledge: KnowledgeBase, scope: PageScope) -> None:
    page = knowledge.pages.get(scope.page)
    document = knowledge.document(page.newest) if page and page.newest else None
    if page:
        told = replace(
            page, edition=scope.edition, editions=scope.editions, language=scope.language,
            categories=document.categories if document else (), redirect=page.redirect or (document.redirect if document else None),
        )  # fmt: skip
        knowledge.pages.change(page.id, told)


def link_everything(knowledge: KnowledgeBase, requests: Requests, say: Say) -> None:
    """Other titles of pages, where each written link leads, who links to whom, and what an editor can mend."""
    names = list(_page_names(knowledge))
    aliases = infer_aliases(
        names, knowledge.profile, confirmed=_by_page(requests.confirmed), refused=_by_page(requests.refused)
    )  # fmt: skip
    knowledge.aliases.put((f"{item.page}|{item.title}", item.page, number, item) for number, item in enumerate(aliases))
    for key, titles in titles_of(aliases).items():
        page = knowledge.pages.get(key)
        if page:
            knowledge.pages.change(key, replace(page, aliases=tuple(dict.fromkeys((*page.aliases, *titles)))))
    entries = tuple(_bare(entry) for entry in knowledge.entries)
    resolver = Resolver(NameTable(names, knowledge.profile, entries=entries, aliases=aliases))
    vocabulary = Vocabulary((entry for entry in entries if not entry.superseded), knowledge.profile)
    targets, backlinks = Targets(), Backlinks()
    for number, (page, revision, document) in enumerate(_readable(knowledge)):
        say("Resolving links", number, None)
        edition, language = page.edition, page.language or "en"
        newest = revision.id == page.newest
        links = page_links(
            document, revision, resolver, edition=edition, language=language, vocabulary=vocabulary if newest else None
        )  # fmt: skip
        knowledge.links.put([(revision.id, page.id, revision.number, links)])
        targets.add(links, newest=newest)
        for source, target in _entry_links(knowledge, document, revision, resolver):
            backlinks.add(source, [target])
        if newest:
            keep_diagnostics(knowledge, link_diagnostics(document, revision, page, resolver, edition=edition))
    rows = enumerate(targets.rows())
    knowledge.targets.put((f"{row.resolution.target}#{row.resolution.anchor or ''}|{row.edition}|{row.language}", None, number, row) for number, row in rows)
    for entry_id in list(knowledge.entries.keys()):
        linked = knowledge.entries.get(entry_id)
        if linked:
            linked = replace(linked, links=backlinks.links(entry_id), linked_from=backlinks.linked_from(entry_id))
            knowledge.entries.change(entry_id, linked)


def _entry_links(
    knowledge: KnowledgeBase, document: Document, revision: Revision, resolver: Resolver
) -> Iterator[tuple[EntryId, EntryId]]:
    here = [entry for entry in knowledge.entries.of_page(revision.page) if entry.revision == revision.id and not entry.superseded]
    for edition, language in sorted({(entry.edition or "", entry.language) for entry in here}):
        spoken = [entry for entry in here if (entry.edition or "", entry.language) == (edition, language)]
        yield from entry_links(document, revision, spoken, resolver, edition=edition or None, language=language)


def _bare(entry: Entry) -> Entry:
    """The names of an entry without its texts: what is held in memory of all entries at once."""
    return replace(entry, text="", summary="", parts=(), profiles=(), errata=())


def _page_names(knowledge: KnowledgeBase) -> Iterator[PageNames]:
    for page in knowledge.pages:
        document = knowledge.document(page.newest) if page.newest else None
        if document:
            yield page_names(page, document, knowledge.profile)


def _readable(knowledge: KnowledgeBase) -> Iterator[tuple[Page, Revision, Document]]:
    for page, history in _histories(knowledge):
        for revision in history:
            document = knowledge.document(revision.id)
            if document:
                yield page, revision, document


def _by_page(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for alias, title in pairs:
        found[title] = (*found.get(title, ()), alias)
    return found


def compare_editions(knowledge: KnowledgeBase, say: Say) -> None:
    """Same-named texts of two editions or sources, sentence by sentence."""
    sides = {side: title for side, title in _sides(knowledge)}
    texts = [text for side, title in sides.items() for text in _headed(knowledge, side, title)]
    order = [edition.id for edition in sorted(knowledge.profile.editions, key=lambda edition: edition.order)]
    found = comparisons(texts, lambda side: _side_document(knowledge, side), editions=order, pages=list(sides))
    for number, item in enumerate(found):
        say("Comparing editions", number, None)
        knowledge.comparisons.put([(item.id, None, number, item)])


def _sides(knowledge: KnowledgeBase) -> Iterator[tuple[Side, str]]:
    """Each page's newest text, and for each other edition the text that carries its entries."""
    for page in knowledge.pages:
        spoken = {(item.revision, item.edition, item.language) for item in knowledge.entries.of_page(page.id) if not item.superseded}
        if page.newest and not page.redirect:
            spoken.add((page.newest, page.edition, page.language or "en"))
        for revision, edition, language in sorted(spoken, key=lambda item: (item[1] or "", item[2], item[0])):
            found = knowledge.revisions.get(revision)
            if found:
                yield Side(file=found.place.source, page=page.id, edition=edition, language=language, revision=revision), page.title


def _headed(knowledge: KnowledgeBase, side: Side, title: str) -> Iterator[Headed]:
    document = _side_document(knowledge, side)
    if document:
        yield from headed(document, side, title=title)


def _side_document(knowledge: KnowledgeBase, side: Side) -> Document | None:
    document = knowledge.document(side.revision) if side.revision else None
    return replace(document, blocks=project(document.blocks, side.edition)) if document else None
