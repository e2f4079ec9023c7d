"""All links of a site: those of each revision, one answer for each target, backlinks, and what an editor can mend."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ingest.glossary.model import Entry, EntryId
from ingest.links.autolink import autolink, mentions
from ingest.links.holders import Holders
from ingest.links.model import PageLinks, Resolution, TargetLink
from ingest.links.resolve import Resolver
from ingest.links.vocabulary import Vocabulary
from ingest.model import Diagnostic, Page, PageId, Place, Revision
from ingest.tree import Document, Errata, Link, Marked, Navigation, Node, Pre, Text, children_of

MALFORMED = re.compile(
    r"(?<!\[)\[(?!\[)([^\[\]|\n]{1,120})(?:\|[^\[\]\n]{0,120})?\]\](?!\])|\[\[([^\[\]|\n]{1,120})(?:\|[^\[\]\n]{0,120})?\](?!\])"
)


class Written(Struct, frozen=True, kw_only=True):
    """A link to a page and the line of the text it stands on."""

    link: Link
    line: int


def written_links(
    nodes: Iterable[Node], line: int = 0, kind: str = "page", *, edition: str | None = None
) -> Iterator[Written]:
    """The links of *kind* below *nodes* in reading order; what navigation repeats on every page is left out.

    With an *edition*, so is what a passage of another edition or an outdated wording links.
    """
    stack: list[tuple[Iterator[Node], int]] = [(iter(nodes), line)]
    while stack:
        node = next(stack[-1][0], None)
        if node is None:
            stack.pop()
            continue
        here = getattr(node, "line", 0) or stack[-1][1]
        if isinstance(node, Link) and node.kind == kind:
            yield Written(link=node, line=here)
        elif not isinstance(node, Navigation) and not (edition and _elsewhere(node, edition)):
            stack.append((iter(children_of(node)), here))


def _elsewhere(node: Node, edition: str) -> bool:
    """Tell whether *node* is no part of what *edition* says now."""
    match node:
        case Marked(editions=editions):
            return bool(editions) and edition not in editions
        case Errata(role=role):
            return role == "original"
        case _:
            return False


def page_links(
    document: Document,
    revision: Revision,
    resolver: Resolver,
    *,
    edition: str | None,
    language: str = "en",
    vocabulary: Vocabulary | None = None,
) -> PageLinks:
    """Resolve every link of one revision; with a *vocabulary*, count the terms that stand in it without a link."""
    counts = Counter((item.link.target, item.link.anchor) for item in written_links(document.blocks))
    links = tuple(
        (resolver.resolve(target, anchor, page=revision.page, edition=edition, language=language), count)
        for (target, anchor), count in sorted(counts.items(), key=lambda item: (item[0][0], item[0][1] or ""))
    )
    found = mentions(document, vocabulary, page=revision.page, edition=edition, language=language) if vocabulary else ()
    return PageLinks(
        page=revision.page, revision=revision.id, edition=edition, language=language, links=links, mentions=found
    )  # fmt: skip


class Targets:
    """One answer for each distinct target of a site, gathered revision by revision.

    A target that pages answer differently (a link to oneself is avoided where another place has the name) takes the
    answer that most of its links have.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Counter[Resolution]] = defaultdict(Counter)
        self._pages: dict[tuple[str, str], set[PageId]] = defaultdict(set)
        self._scopes: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
        self._current: Counter[tuple[str, str]] = Counter()

    def add(self, links: PageLinks, *, newest: bool = True) -> None:
        """Count the links of one revision; *newest* where it is its page's current text."""
        for resolution, count in links.links:
            key = (resolution.target, resolution.anchor or "")
            self._answers[key][resolution] += count
            self._pages[key].add(links.page)
            self._scopes[key][(links.edition or "", links.language)] += count
            if newest:
                self._current[key] += count

    def rows(self) -> Iterator[TargetLink]:
        """The rows in order of target and anchor."""
        for key, answers in sorted(self._answers.items()):
            edition, language = _most(self._scopes[key])
            yield TargetLink(
                resolution=_most_led(answers), count=answers.total(), current=self._current[key],
                pages=tuple(sorted(self._pages[key])), edition=edition or None, language=language,
            )  # fmt: skip


class Backlinks:
    """Which entries link which, gathered page by page."""

    def __init__(self) -> None:
        self._to: dict[EntryId, set[EntryId]] = defaultdict(set)
        self._from: dict[EntryId, set[EntryId]] = defaultdict(set)

    def add(self, source: EntryId, targets: Iterable[EntryId]) -> None:
        """Note that *source* links *targets*; a link to oneself is none."""
        for target in targets:
            if target != source:
                self._to[source].add(target)
                self._from[target].add(source)

    def links(self, entry: EntryId) -> tuple[EntryId, ...]:
        """The entries that *entry* links."""
        return tuple(sorted(self._to.get(entry, ())))

    def linked_from(self, entry: EntryId) -> tuple[EntryId, ...]:
        """The entries that link *entry*."""
        return tuple(sorted(self._from.get(entry, ())))


def entry_links(
    document: Document,
    revision: Revision,
    entries: Sequence[Entry],
    resolver: Resolver,
    *,
    edition: str | None,
    language: str = "en",
) -> Iterator[tuple[EntryId, EntryId]]:
    """Yield (entry, linked entry) for the links inside the *entries* of one revision; the innermost entry has the link.

    Of the texts of the linked concept, that of *edition* is meant where there is one.
    """
    holders = Holders(_spans(revision, entries))
    for item in written_links(document.blocks, edition=edition):
        found = resolver.resolve(
            item.link.target, item.link.anchor, page=revision.page, edition=edition, language=language
        )
        holder = holders.at(item.line)
        if found.entry and holder:
            yield holder, resolver.table.twin(found.entry, edition, language)


def entry_mentions(
    document: Document,
    revision: Revision,
    entries: Sequence[Entry],
    vocabulary: Vocabulary,
    *,
    edition: str | None,
    language: str = "en",
) -> Iterator[tuple[EntryId, EntryId]]:
    """Yield (entry, entry of its edition that its text names) for a text whose author could not write links: a rulebook."""
    holders = Holders(_spans(revision, entries))
    linked = autolink(document, vocabulary, page=revision.page, edition=edition, language=language)
    for item in written_links(linked.blocks, kind="entry"):
        holder = holders.at(item.line)
        if holder and _scope(holder) == _scope(item.link.target):
            yield holder, item.link.target


def _spans(revision: Revision, entries: Sequence[Entry]) -> list[tuple[int, int, EntryId]]:
    """The lines of the text that each entry takes."""
    first = revision.place.line or 1
    return [
        (e.source.line - first + 1, (e.source.end_line or e.source.line) - first + 1, e.id)
        for e in entries
        if e.source.line
    ]


def _scope(entry: EntryId) -> str:
    """Edition and language: what stands after the ``@`` of an id."""
    return entry.rpartition("@")[2]


def link_diagnostics(
    document: Document, revision: Revision, page: Page, resolver: Resolver, *, edition: str | None, language: str = "en"
) -> Iterator[Diagnostic]:
    """What an editor can mend in the current text of a page: links that lead nowhere, or to more than one place."""
    told: set[tuple[str, str | None]] = set()
    for item in written_links(document.blocks):
        key = (item.link.target, item.link.anchor)
        if key not in told:
            told.add(key)
            found = resolver.resolve(*key, page=revision.page, edition=edition, language=language)
            yield from _doubts(found, page, _place(revision, item.line))
    for meant, line in malformed_links(document.blocks):
        found = resolver.resolve(meant, page=revision.page, edition=edition, language=language)
        leads = f"; it would lead to {_name(found)}" if found.page else ""
        yield Diagnostic(
            severity="warning", code="malformed-link", place=_place(revision, line),
            message=f"A bracket is missing: [[{meant}]] may be meant on {page.title!r}{leads}.",
        )  # fmt: skip


def malformed_links(nodes: Iterable[Node], line: int = 0) -> Iterator[tuple[str, int]]:
    """The titles of links that lack a bracket, such as ``[Orders]]``, each with its line."""
    for node in nodes:
        here = getattr(node, "line", 0) or line
        if isinstance(node, Text):
            for match in MALFORMED.finditer(node.text):
                yield (match[1] or match[2]).strip(), here
        elif not isinstance(node, (Link, Pre)):
            yield from malformed_links(children_of(node), here)


def _doubts(found: Resolution, page: Page, place: Place) -> Iterator[Diagnostic]:
    written = f"[[{found.target}{'#' + found.anchor if found.anchor else ''}]] on {page.title!r}"
    perhaps = f" Perhaps: {', '.join(found.candidates)}." if found.candidates else ""
    if found.status == "missing":
        yield Diagnostic(
            severity="note", code="missing-link", message=f"{written} leads nowhere.{perhaps}", place=place
        )
    elif found.status == "ambiguous":
        yield Diagnostic(
            severity="note", code="ambiguous-link", message=f"{written} may mean several places.{perhaps}", place=place
        )
    elif found.anchor and found.section is None:
        yield Diagnostic(
            severity="note",
            code="broken-anchor",
            message=f"{written} names no heading of its page.{perhaps}",
            place=place,
        )


def _place(revision: Revision, line: int) -> Place:
    first = revision.place.line
    at = first + line - 1 if first and line else first
    return Place(source=revision.place.source, line=at, end_line=at, page=revision.page, revision=revision.id)


def _name(found: Resolution) -> str:
    title = (found.page or "").partition(":")[2]
    return f"{title}#{found.section}" if found.section else title


def _most(counts: Counter[tuple[str, str]]) -> tuple[str, str]:
    return min(counts.items(), key=lambda item: (-item[1], item[0]))[0]


def _most_led(answers: Counter[Resolution]) -> Resolution:
    """The answer of most links; answers that differ in their entry only count together."""
    places: Counter[tuple[str, str, str]] = Counter()
    for answer, count in answers.items():
        places[_where(answer)] += count
    best = min(places.items(), key=lambda item: (-item[1], item[0]))[0]
    return min((a for a in answers if _where(a) == best), key=lambda a: (-answers[a], a.entry or "", a.why))


def _where(answer: Resolution) -> tuple[str, str, str]:
    return (answer.status, answer.page or "", answer.section or "")
