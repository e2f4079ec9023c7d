"""The history of one rule: when it appeared, each wording, by which revision, update or edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from ingest.align import EntryVersion, entry_changes, entry_history
from ingest.align.model import Change, PageChange
from ingest.align.words import word_diff
from ingest.glossary import candidates
from ingest.glossary.flow import is_marked
from ingest.glossary.model import Candidate, Entry
from ingest.model import PageId, Revision, RevisionId
from ingest.tree import Document, Errata, walk
from ingest.visible import fold
from site_src import paths
from site_src.atlas import Atlas, EntryRef
from site_src.changes.headings import names_of
from site_src.texts import texts
from site_src.views.base import View, printed_number, short_number
from site_src.views.changes import ChangeLine, change_lines, pair_path

Name = tuple[str, str, str | None]


class VersionView(Struct, frozen=True, kw_only=True):
    """One wording, with what it changed; ``text`` is cut so that every second part is new."""

    by: str
    label: str
    number: str  # the label as a reader is told it
    time: str
    user: str
    path: str
    old: str  # the revision before, where a revision brought it
    was_path: str  # the whole page as it was
    anchor: str
    same_as: str  # the revision that worded it so before
    same_number: str  # as a reader is told it
    lines: tuple[ChangeLine, ...]
    changes: tuple[Change, ...]  # what the lines tell
    inline: tuple[tuple[str, str], ...]
    text: str


class EntryHistoryPage(View, frozen=True, kw_only=True):
    """Every wording of one entry, newest first."""

    name: str
    entry_path: str
    page_title: str
    page_path: str
    history_path: str
    versions: tuple[VersionView, ...]


def has_history(ref: EntryRef, atlas: Atlas) -> bool:
    """Whether the entry has a page of its history; one that never changed has none."""
    if ref.id in atlas.unchanged:
        return False
    page = atlas.pages.get(ref.page)
    return (page is not None and page.revisions > 1) or len(editions_of(ref, atlas)) > 1


def entry_history_path(ref: EntryRef) -> str:
    """Where the history of an entry stands."""
    return ref.path.removesuffix(".html") + ".history.html"


def histories(atlas: Atlas) -> Iterator[tuple[Entry, EntryHistoryPage]]:
    """Every entry whose text may have changed, with the page of its history; each tree is read once an edition."""
    for page, refs in atlas.of_page.items():
        wanted = [ref for ref in refs if has_history(ref, atlas)]
        if not wanted:
            continue
        entries = [entry for ref in wanted if (entry := atlas.kb.entries.get(ref.id))]
        revisions = list(atlas.kb.history(page))
        states = _states(entries, revisions, atlas)
        for entry in entries:
            yield entry, entry_history_page(entry, states[entry.id], revisions, atlas)


State = tuple[str, str | None, str | None, Entry | None]


def _states(entries: list[Entry], revisions: Iterable[Revision], atlas: Atlas) -> Mapping[str, list[State]]:
    """For each entry, how the known revisions of its page word it, but for those that word it as the one before.

    An entry's past is what older editions said on the page; an entry whose edition was replaced ends with the
    revision that speaks for it.
    """
    ranks = sorted({entry.edition for entry in entries}, key=lambda edition: -atlas.edition_rank(edition))
    last = {entry.id: _last(entry, atlas) for entry in entries}
    out: dict[str, list[State]] = {entry.id: [] for entry in entries}
    for revision in revisions:
        document = atlas.kb.document(revision.id)
        if document is None:
            continue
        found = _by_edition(document, revision, ranks, atlas)
        printed = any(isinstance(node, Errata) for node in walk(document.blocks))
        for entry in entries:
            if revision.number <= last[entry.id]:
                own = ranks[ranks.index(entry.edition) :]
                name = _name(entry.kind, entry.name, entry.level)
                state = next((found[edition][name] for edition in own if name in found[edition]), None)
                worded = _worded(entry, state, revision, printed=printed) if state else None
                if not _reads_alike(out[entry.id], worded):
                    out[entry.id].append((revision.id, revision.timestamp, revision.user, worded))
    return out


def _reads_alike(states: list[State], worded: Entry | None) -> bool:
    before = states[-1][3] if states else None
    if before is None or worded is None:
        return before is worded
    return msgspec.structs.replace(worded, revision=before.revision) == before


def _last(entry: Entry, atlas: Atlas) -> int:
    """The number of the last revision that belongs to the history of *entry*."""
    spoken = atlas.kb.revisions.get(entry.revision)
    ref = atlas.entries[entry.id]
    replaced = any(
        atlas.edition_rank(other.edition) > atlas.edition_rank(ref.edition) for other in editions_of(ref, atlas)
    )
    return spoken.number if spoken and replaced else 1 << 60


def _by_edition(
    document: Document, revision: Revision, editions: list[str | None], atlas: Atlas
) -> dict[str | None, dict[Name, Candidate]]:
    if is_marked(document.blocks):
        return {edition: _named(document, revision, edition, atlas) for edition in editions}
    return dict.fromkeys(editions, _named(document, revision, editions[0], atlas))  # all of them read the same words


def _named(document: Document, revision: Revision, edition: str | None, atlas: Atlas) -> dict[Name, Candidate]:
    found: dict[Name, Candidate] = {}
    profile = atlas.kb.profile
    for item in candidates(document, profile=profile, title=revision.title, model=revision.model, edition=edition):
        found.setdefault(_name(item.kind, item.name, item.level), item)
    return found


def _name(kind: str, name: str, level: str | None) -> Name:
    return kind, fold(name), level


def _worded(entry: Entry, state: Candidate, revision: Revision, *, printed: bool) -> Entry:
    return msgspec.structs.replace(
        entry, name=state.name, cls=state.cls, labels=state.labels, category=state.category, marker=state.marker,
        profiles=state.profiles, text=state.text, heading=state.heading, revision=revision.id,
        errata=entry.errata if printed else (),
    )  # fmt: skip


def entry_history_page(
    entry: Entry,
    states: list[State],
    revisions: list[Revision],
    atlas: Atlas,
) -> EntryHistoryPage:
    """The page of one entry's history."""
    ref = atlas.entries[entry.id]
    page = atlas.pages[entry.page]
    words = texts(entry.language)
    before = list(_older(ref, atlas))
    older = before[-1][0] if before else None
    versions = [*(version for _, version in before), *entry_history(states, older=older)]
    teller = _Teller(ref, revisions, [entry for entry, _ in before], atlas)
    views = [
        teller.view(version, versions[place - 1] if place else None, place) for place, version in enumerate(versions)
    ]
    return EntryHistoryPage(
        path=entry_history_path(ref), title=words("history-of", title=entry.name), language=entry.language, section="kinds",
        name=entry.name, entry_path=ref.path, page_title=page.title, page_path=page.path,
        history_path=paths.history_path(page.id) if page.revisions > 1 else "", versions=tuple(reversed(views)),
    )  # fmt: skip


def editions_of(ref: EntryRef, atlas: Atlas) -> list[EntryRef]:
    """The texts of the same concept and language, oldest edition first."""
    found = [other for other in atlas.concepts[ref.concept] if other.language == ref.language]
    return sorted(found, key=lambda other: (atlas.edition_rank(other.edition), other.id))


def _older(ref: EntryRef, atlas: Atlas) -> Iterator[tuple[Entry, EntryVersion]]:
    """What older editions say on other pages; those on the same page are revisions of it."""
    before: Entry | None = None
    for other in editions_of(ref, atlas):
        older = atlas.edition_rank(other.edition) < atlas.edition_rank(ref.edition)
        entry = atlas.kb.entries.get(other.id) if older and other.page != ref.page else None
        if entry is not None:
            found = entry_changes(before, entry) if before else ()
            label = atlas.edition_name(entry.edition)
            yield entry, EntryVersion(by="edition", label=label, text=entry.text, changes=found, place=entry.source)
            before = entry


class _Teller:
    """Makes the view of each wording of one entry."""

    def __init__(self, ref: EntryRef, revisions: list[Revision], older: list[Entry], atlas: Atlas) -> None:
        self._ref = ref
        self._older = older
        self._atlas = atlas
        self._words = texts(ref.language)
        self._worded: dict[str, str] = {}  # text → the last revision that brought it
        self._before = {item.id: revisions[place - 1].id if place else "" for place, item in enumerate(revisions)}

    def view(self, version: EntryVersion, before: EntryVersion | None, place: int) -> VersionView:
        """*version*, which replaced *before*; the first versions are those of the older editions."""
        text = _each_once(version.text)
        was = _each_once(before.text) if before else ""
        found = word_diff(was, text) if was and text and was != text else None
        here = version.by == "revision"
        same_as = self._same_as(version, text, before)
        changes = tuple(msgspec.structs.replace(item, section="") for item in self._changes(version))
        lines = change_lines(changes, self._words)
        return VersionView(
            by=version.by, label=version.label, number=printed_number(version.label) if here else version.label, time=version.timestamp or "", user=version.user or "",
            path=self._diff(version) if here else self._edition(place), old=self._before.get(version.label, "") if here else "",
            same_as=same_as, same_number=short_number(same_as), was_path=self._as_it_was(version, place), anchor=f"w-{version.label}" if here else "", lines=lines, changes=changes,
            inline=found.inline if found and not found.replaced else (), text=text,
        )  # fmt: skip

    def _changes(self, version: EntryVersion) -> Sequence[Change]:
        """What *version* changed: as the page's difference says it, where the entry knows no more than that words did."""
        own = [item for item in version.changes if item.severity != "layout"]
        change = self._pair(version)
        if change is None or len(own) != 1 or own[0].type != "reworded":
            return version.changes
        heavy = (item for item in change.changes if item.severity != "layout")
        told = [item for item in heavy if fold(self._ref.name) in names_of(item.section)]
        return told or version.changes

    def _pair(self, version: EntryVersion) -> PageChange | None:
        before = self._before.get(version.label) if version.by == "revision" else ""
        return self._atlas.kb.changes.get(f"{before}..{version.label}") if before else None

    def _same_as(self, version: EntryVersion, text: str, before: EntryVersion | None) -> str:
        older = self._worded.get(text, "")
        if version.by == "revision" and text:
            self._worded[text] = version.label
        return older if before is not None and older != before.label and version.by == "revision" else ""

    def _edition(self, place: int) -> str:
        return self._atlas.entries[self._older[place].id].path if place < len(self._older) else ""

    def _as_it_was(self, version: EntryVersion, place: int) -> str:
        if place < len(self._older):
            entry = self._older[place]
            return _revision_path(entry.page, entry.revision, self._atlas)
        if version.by == "revision" and version.label in self._before:
            return _revision_path(self._ref.page, version.label, self._atlas)
        return ""

    def _diff(self, version: EntryVersion) -> str:
        before = self._before.get(version.label)
        if not before:
            return ""
        change = self._atlas.kb.changes.get(f"{before}..{version.label}")
        return (
            change and pair_path(change, self._atlas)
        ) or f"{paths.any_path(self._ref.page)}?{before}..{version.label}"


def _revision_path(page: PageId, revision: RevisionId, atlas: Atlas) -> str:
    """Where *page* is seen as *revision* printed it."""
    ref = atlas.pages.get(page)
    if ref is None:
        return ""
    return f"{paths.any_path(page)}?{revision}" if ref.revisions > 1 else ref.path


def _each_once(text: str) -> str:
    """*text* without lines that it says twice: a weapon may be printed in several charts."""
    return "\n".join(dict.fromkeys(text.split("\n")))
