"""The names of everything in the site and where it stands: the only thing that a build holds in memory."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec.structs import replace

from ingest.glossary.model import ConceptId, Entry, EntryId, RulingEntry
from ingest.knowledge import KnowledgeBase
from ingest.links import Vocabulary
from ingest.links.model import Resolution, TargetLink
from ingest.model import Diagnostic, PageId, RevisionId, Source, SourceId
from ingest.stages.links import words_of
from ingest.tree import Document, Heading, walk
from ingest.visible import fold, inline_text
from site_src import paths
from site_src.changes.log import ChangeLog
from site_src.excerpt import Heads
from site_src.html.styles import Styles
from site_src.options import SiteOptions
from site_src.pictures import Pictures
from site_src.refs import (
    LABEL_KINDS,
    EntryRef,
    PageRef,
    bare_label,
    entry_ref,
    label_key,
    page_ref,
    several,
    sheet_path,
)  # fmt: skip
from site_src.sheets import SHORT, anchors, cut

__all__ = ["LABEL_KINDS", "Atlas", "EntryRef", "PageRef", "bare_label", "label_key", "sheet_path"]

REMEMBERED = 64  # pages whose headings are at hand


class Atlas:
    """Names, addresses and the few relations that lists need; values are read from the knowledge base one by one."""

    def __init__(self, kb: KnowledgeBase, options: SiteOptions) -> None:
        self.kb = kb
        self.options = options
        self.pictures = Pictures(options.pictures)
        self.sources: dict[SourceId, Source] = {source.id: source for source in kb.sources if _shown(source, options)}
        self._withheld = {source.id for source in kb.sources} - set(self.sources)
        self.pages: dict[PageId, PageRef] = {
            page.id: page_ref(page) for page in kb.pages if page.source.source not in self._withheld
        }
        self._titles: dict[str, list[PageRef]] = defaultdict(list)
        for page in self.pages.values():
            self._titles[fold(page.title)].append(page)
        self._ranks = {item.id: item.order or index + 1 for index, item in enumerate(kb.profile.editions)}
        self.entries: dict[EntryId, EntryRef] = {}
        self.bearers: dict[str, list[EntryId]] = defaultdict(list)
        self.label_names: dict[str, str] = {}
        self._read_entries()
        self.concepts: dict[ConceptId, tuple[EntryRef, ...]] = self._concepts()
        self.children: dict[EntryId, list[EntryRef]] = defaultdict(list)
        self.of_page: dict[PageId, list[EntryRef]] = defaultdict(list)
        for ref in self.entries.values():
            self.of_page[ref.page].append(ref)
            if ref.parent in self.entries:
                self.children[ref.parent].append(ref)
        self.rulings_of = self._related(
            (ruling.id, ruling.related) for ruling in kb.rulings if self.shows(ruling.source.source)
        )
        self._headings: dict[PageId, dict[str, str]] = {}  # of the pages asked for last
        self._paths: dict[str, EntryRef] = {}
        self._heads: tuple[Document | None, Heads | None] = (None, None)  # of the text asked for last
        self._resolutions: tuple[RevisionId, dict[tuple[str, str | None], Resolution]] = ("", {})
        # Entries that had one wording only, since when: pages of history fill it in.
        self.unchanged: dict[EntryId, str] = {}
        self.log = ChangeLog()  # what changed, rule by rule: pages of history fill it in
        self.styles = Styles()  # the CSS of the sources, as the pages that are rendered meet it
        self.language = options.language or self._main_language()
        self.title = options.title or kb.profile.title or kb.profile.name

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The terms that link by themselves; made when the first text is drawn."""
        return words_of(self.kb)[1]

    def shows(self, source: SourceId) -> bool:
        """Whether the site may show what *source* says."""
        return source not in self._withheld

    def doubts(self) -> Iterator[Diagnostic]:
        """What was read with doubt in the sources that are shown, unless it names a page that is not."""
        return (
            item for item in self.kb.diagnostics if self.shows(item.place.source) and not self._betrays(item.message)
        )

    def targets(self) -> Iterator[TargetLink]:
        """What links say on the pages that are shown, and nothing of the pages that are not."""
        for link in self.kb.targets:
            pages = tuple(page for page in link.pages if page in self.pages)
            if pages:
                yield replace(link, pages=pages, resolution=self._discreet(link.resolution)) if self._withheld else link

    def _discreet(self, found: Resolution) -> Resolution:
        candidates = tuple(name for name in found.candidates if not self._betrays(name))
        return replace(found, candidates=candidates, why="" if self._betrays(found.why) else found.why)

    def _betrays(self, said: str) -> bool:
        """Whether *said* names a page that the site does not show."""
        return self._unnamed is not None and self._unnamed.search(said) is not None

    @cached_property
    def _unnamed(self) -> re.Pattern[str] | None:
        """The titles of pages that are not shown, but for those that pages which are shown bear too."""
        shown = {page.title.casefold() for page in self.pages.values()}
        titles = {
            page.title for page in self.kb.pages if page.id not in self.pages and page.title.casefold() not in shown
        }
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(titles)))})(?!\w)", re.I) if titles else None

    def all_entries(self) -> Iterator[Entry]:
        """Every entry that is shown, in reading order."""
        return (entry for entry in self.kb.entries if entry.id in self.entries)

    def edition_rank(self, edition: str | None) -> int:
        """Later editions have higher ranks; none at all has the lowest."""
        return self._ranks.get(edition or "", 0)

    def edition_name(self, edition: str | None) -> str:
        """The printed name of an edition."""
        return next((item.name or item.id for item in self.kb.profile.editions if item.id == edition), edition or "")

    def editions(self) -> list[str]:
        """Every edition that an entry has, newest first."""
        found = {ref.edition for ref in self.entries.values() if ref.edition}
        return sorted(found, key=lambda edition: (-self.edition_rank(edition), edition))

    def heads(self, revision: RevisionId) -> Heads | None:
        """Where the entries of a text begin; None where it is unknown."""
        document = self.kb.document(revision)
        if document is not None and self._heads[0] is not document:
            self._heads = (document, Heads(document, self.kb.profile.glossary.records))
        return self._heads[1] if document is not None else None

    def resolutions(self, revision: RevisionId) -> Mapping[tuple[str, str | None], Resolution]:
        """Where the links of a text lead, by target and anchor."""
        if self._resolutions[0] != revision:
            links = self.kb.links.get(revision)
            found = {(item.target, item.anchor): item for item, _ in (links.links if links else ())}
            self._resolutions = (revision, found)
        return self._resolutions[1]

    @cached_property
    def kinds(self) -> tuple[tuple[str, int], ...]:
        """Every kind with the count of its terms, in the profile's order, then by name."""
        counts = Counter(kind for kind, _ in {(ref.kind, ref.concept) for ref in self.entries.values()})
        order = {kind.id: index for index, kind in enumerate(self.kb.profile.kinds)}
        return tuple(sorted(counts.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))

    def kind_name(self, kind: str, language: str, *, plural: bool = False) -> str:
        """What people call entries of *kind*."""
        for item in self.kb.profile.kinds:
            if item.id == kind:
                many = item.plurals.get(language) or item.plurals.get("en") if plural else None
                if many:
                    return many
                one = item.names.get(language) or item.names.get("en") or kind.replace("_", " ").capitalize()
                return several(one) if plural and language == "en" else one
        one = kind.replace("_", " ").capitalize()
        return several(one) if plural and language == "en" else one

    def nearest(self, concept: ConceptId, *, edition: str | None, language: str) -> EntryRef | None:
        """The text of *concept* that a reader of *edition* in *language* expects."""
        found = self.concepts.get(concept, ())
        return min(found, key=lambda ref: (ref.language != language, ref.edition != edition), default=None)

    def label_entry(self, label: str, *, edition: str | None, language: str) -> EntryRef | None:
        """The entry that defines *label*, nearest to a reader's edition and language."""
        found = self._by_label.get(label_key(label), ())
        return min(
            found, key=lambda ref: (ref.kind not in LABEL_KINDS, ref.language != language, ref.edition != edition, -self.edition_rank(ref.edition), ref.id),
            default=None,
        )  # fmt: skip

    def label_href(self, label: str, *, edition: str | None, language: str) -> str:
        """The path of the page that says what *label* means, or at least who bears it."""
        entry = self.label_entry(label, edition=edition, language=language)
        return entry.path if entry else paths.label_path(label_key(label))

    def titled(self, title: str) -> list[PageRef]:
        """The pages of all sources that bear *title*."""
        return self._titles.get(fold(title), [])

    def printed_path(self, page: PageId, revision: RevisionId, anchor: str) -> str:
        """Where a passage can be read: on its page where the page still reads so, else at the head of the page."""
        ref = self.pages.get(page)
        if ref is None:
            return ""
        return self.place(page, anchor) if anchor and ref.newest == revision else ref.path

    def as_printed(self, page: PageId, revision: RevisionId, anchor: str) -> str:
        """Where a passage is seen as *revision* printed it: on its page where that reads so today, else the page as it was."""
        ref = self.pages.get(page)
        if ref is None or ref.newest == revision or ref.revisions < 2:
            return self.printed_path(page, revision, anchor)
        return f"{paths.any_path(page)}?{revision}"

    def ruling_path(self, ruling: RulingEntry) -> str:
        """Where a ruling can be read: on its page where that still prints it, else with an entry that it is about."""
        ref = self.pages.get(ruling.page)
        about = [self.entries[target] for target in ruling.related if target in self.entries]
        if about and (ref is None or ref.newest != ruling.revision):
            return min(about, key=lambda entry: entry.page != ruling.page).path
        return self.printed_path(ruling.page, ruling.revision, ruling.anchor)

    def place(self, page: PageId, anchor: str) -> str:
        """The path of an anchor of *page* as it reads now, on whichever of its sheets it stands; of the page without one."""
        number = self.sheets.get(page, {}).get(anchor, 1)
        path = sheet_path(self.pages[page], number)
        return f"{path}#{anchor}" if anchor else path

    @cached_property
    def sheets(self) -> dict[PageId, dict[str, int]]:
        """The anchors of each page that is too long for one file, with the sheet that each stands on."""
        found = {}
        for ref in self.pages.values():
            newest = self.kb.newest(ref.id) if ref.newest else None
            if newest is None or (newest.size is not None and newest.size < SHORT):
                continue
            document = self.kb.document(newest.id)
            groups = cut(document.blocks) if document else ()
            if len(groups) > 1:
                found[ref.id] = anchors(groups)
        return found

    def heading_path(self, page: PageId, heading: str) -> str:
        """The path of a heading of *page* as it reads now, "" where no such heading stands there."""
        if page not in self._headings:
            newest = self.kb.newest(page)
            document = self.kb.document(newest.id) if newest else None
            heads = [node for node in walk(document.blocks if document else ()) if isinstance(node, Heading)]
            found = {fold(node.anchor): node.anchor for node in heads}  # "702.9": rules are referred to by their number
            found |= {fold(inline_text(node.children)): node.anchor for node in heads}
            if len(self._headings) >= REMEMBERED:
                self._headings.pop(next(iter(self._headings)))
            self._headings[page] = found
        anchor = self._headings[page].get(fold(heading))
        return self.place(page, anchor) if anchor else ""

    def entry_at(self, path: str) -> EntryRef:
        """The entry whose page stands at *path*."""
        if not self._paths:
            self._paths = {ref.path: ref for ref in self.entries.values()}
        return self._paths[path]

    def newest_first(self, refs: Iterable[EntryRef]) -> list[EntryRef]:
        """*refs* with the newest edition first, the site's language before others."""
        return sorted(
            refs,
            key=lambda ref: (
                -self.edition_rank(ref.edition),
                ref.language != self.language,
                ref.language,
                ref.second,
                ref.id,
            ),
        )

    def _read_entries(self) -> None:
        for entry in self.kb.entries:
            if not self.shows(entry.source.source):
                continue
            self.entries[entry.id] = entry_ref(entry)
            for label in {*entry.labels, *(trait for profile in entry.profiles for trait in profile.traits)}:
                key = label_key(label)
                self.bearers[key].append(entry.id)
                shown = bare_label(label)
                self.label_names[key] = min(
                    self.label_names.get(key, shown), shown, key=lambda name: (name.isupper(), name)
                )
        self._by_label: dict[str, list[EntryRef]] = defaultdict(list)
        for ref in self.entries.values():
            if label_key(ref.name) in self.bearers or ref.kind in LABEL_KINDS:
                self._by_label[label_key(ref.name)].append(ref)

    def _concepts(self) -> dict[ConceptId, tuple[EntryRef, ...]]:
        groups: dict[ConceptId, list[EntryRef]] = defaultdict(list)
        for ref in self.entries.values():
            groups[ref.concept].append(ref)
        rank = self.edition_rank
        return {
            concept: tuple(
                sorted(refs, key=lambda ref: (-rank(ref.edition), ref.edition or "", ref.language, ref.second, ref.id))
            )
            for concept, refs in groups.items()
        }

    def _related(self, rows: Iterable[tuple[str, tuple[str, ...]]]) -> dict[EntryId, list[str]]:
        found: dict[EntryId, list[str]] = defaultdict(list)
        for key, related in rows:
            for target in dict.fromkeys(related):
                if target in self.entries:
                    found[target].append(key)
        return found

    def _main_language(self) -> str:
        counts = Counter(ref.language for ref in self.entries.values()) or Counter(
            page.language for page in self.pages.values() if page.language
        )
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0] != "en", item[0]))
        return ranked[0][0] if ranked else self.kb.profile.languages[0]


def _shown(source: Source, options: SiteOptions) -> bool:
    return source.rights.publish or not options.public
