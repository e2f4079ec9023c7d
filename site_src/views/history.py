"""The history of every page: its revisions, what each changed, any two of them, whose words stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec import Struct

from ingest.align import BlamedBlock, blame, blocks_of
from ingest.align.model import PageChange
from ingest.model import PageId, Revision, RevisionId
from ingest.tree import Link, walk
from ingest.visible import inline_text
from site_src import paths
from site_src.atlas import Atlas, PageRef
from site_src.bodies import Guide
from site_src.changes.shards import shard_name, shards
from site_src.texts import Texts, texts
from site_src.views.base import View, printed_number, short_number
from site_src.views.changes import ChangeLine, change_lines, changes_pages, pair_path, words_changed
from site_src.views.compare import compare_pages
from site_src.views.diff import diff_pages
from site_src.views.entry_changes import entry_history_pages

LINKS = 400  # labels that the page of an older text links
LINES = 8  # typed changes told in a list; the difference tells all


class RevisionHead(Struct, frozen=True, kw_only=True):
    """A revision as lists and heads name it."""

    id: RevisionId
    time: str
    user: str
    section: str
    section_path: str
    comment: str
    minor: bool


class HistoryRow(Struct, frozen=True, kw_only=True):
    """One revision and what it changed."""

    head: RevisionHead
    size: str
    size_change: str
    visible: str  # words of the catalogue; "" for the first revision
    severity: str
    noise: bool
    diff_path: str
    same_as: str
    same_number: str  # as a reader is told it
    number: str
    lines: tuple[ChangeLine, ...]
    more: int  # changes of the same weight that are not told here
    quiet: int  # changes of layout, where there are others to tell
    known: bool


class HistoryPage(View, frozen=True, kw_only=True):
    """The revisions of one page, newest first."""

    page_title: str
    page_path: str
    rows: tuple[HistoryRow, ...]
    any_path: str
    blame_path: str
    feed_path: str
    noise: int
    folds: bool  # at first: where more is left than the revision that the page began with


class DiffAnyPage(View, frozen=True, kw_only=True):
    """Two revisions that the reader chooses; their blocks come as classic scripts."""

    page_title: str
    page_path: str
    history_path: str
    shard: str
    fields: str  # JSON: the names of a record's fields
    links: str  # JSON: the words that the newest text links → where they lead


class BlameSentence(Struct, frozen=True, kw_only=True):
    text: str
    owner: int  # number in the page's list of revisions
    age: int  # 0 the oldest tenth, 9 the newest


class BlameBlock(Struct, frozen=True, kw_only=True):
    kind: str
    level: int
    sentences: tuple[BlameSentence, ...]


class HistoryBlamePage(View, frozen=True, kw_only=True):
    """Each sentence of the newest text with the revision that brought its words."""

    page_title: str
    page_path: str
    history_path: str
    blocks: tuple[BlameBlock, ...]
    owners: tuple[HistoryOwner, ...]


class HistoryOwner(Struct, frozen=True, kw_only=True):
    """A revision that owns sentences of the newest text."""

    head: RevisionHead
    number: str  # as a reader is told it
    path: str
    count: int


def history_views(atlas: Atlas) -> Iterator[View]:
    """Every page that tells of change."""
    for ref in atlas.pages.values():
        if ref.revisions > 1:
            yield from _page_views(ref, atlas)
    yield from compare_pages(atlas)
    yield from entry_history_pages(atlas)
    yield from changes_pages(atlas)  # after the entries, whose changes it filters


def history_files(atlas: Atlas) -> Iterator[tuple[str, bytes]]:
    """The scripts that hold the blocks of every revision, and what changed, rule by rule."""
    for ref in atlas.pages.values():
        if ref.revisions > 1:
            for number, data in enumerate(shards(ref, atlas), start=1):
                yield shard_path(ref.id, number), data
    yield from atlas.log.files(partial(_times, atlas))


def _times(atlas: Atlas) -> Iterator[tuple[RevisionId, str]]:
    return ((item.id, item.timestamp) for item in atlas.kb.revisions if item.timestamp and item.page in atlas.pages)


def feed_path(page: PageId) -> str:
    """The feed of *page*."""
    return paths.history_path(page).removesuffix(".html") + ".atom"


def shard_path(page: PageId, number: int) -> str:
    """A script with blocks of *page*."""
    return paths.any_path(page).removesuffix("any.html") + shard_name(number)


def _page_views(ref: PageRef, atlas: Atlas) -> Iterator[View]:
    revisions = list(atlas.kb.history(ref.id))
    changes = {change.new: change for change in atlas.kb.changes.of_page(ref.id) if change.comparable}
    told = {change.new: change for change in atlas.kb.changes.of_page(ref.id)} | changes
    yield history_page(ref, revisions, told, atlas)
    yield any_page(ref, atlas)
    yield from _blame_pages(ref, revisions, atlas)
    yield from diff_pages(ref, revisions, changes, atlas)


def revision_head(revision: Revision, ref: PageRef, atlas: Atlas) -> RevisionHead:
    """*revision* for a list."""
    section = revision.section or ""
    return RevisionHead(
        id=revision.id, time=revision.timestamp or "", user=revision.user or "", section=section,
        section_path=atlas.heading_path(ref.id, section) if section else "", comment=revision.comment or "",
        minor=revision.minor,
    )  # fmt: skip


def history_page(
    ref: PageRef, revisions: list[Revision], changes: dict[RevisionId, PageChange], atlas: Atlas
) -> HistoryPage:
    """The list of *revisions*, oldest first, with what each changed."""
    words = texts(ref.language or atlas.language)
    rows = [
        _history_row(revision, revisions[place - 1] if place else None, changes.get(revision.id), ref, atlas, words)
        for place, revision in enumerate(revisions)
    ]
    return HistoryPage(
        path=paths.history_path(ref.id), title=words("history-of", title=ref.title), language=words.language,
        section="pages", page_title=ref.title, page_path=ref.path, rows=tuple(reversed(rows)), any_path=paths.any_path(ref.id),
        blame_path=paths.blame_path(ref.id) if ref.newest else "", feed_path=feed_path(ref.id), noise=sum(row.noise for row in rows),
        folds=any(not row.noise for row in rows[1:]),
    )  # fmt: skip


def _history_row(
    revision: Revision, before: Revision | None, change: PageChange | None, ref: PageRef, atlas: Atlas, words: Texts
) -> HistoryRow:
    comparable = change is not None and change.comparable
    same_as = change.same_as or "" if change else ""
    lines = change_lines(change.changes, words) if change else ()
    told = tuple(line for line in lines if line.severity != "layout") or lines
    return HistoryRow(
        head=revision_head(revision, ref, atlas),
        size=words.number(revision.size) if revision.size is not None else "",
        size_change=_signed(revision.size, before.size, words) if before else "",
        visible=visible_words(change, words) if change else "",
        severity=change.severity if change and comparable else "",
        noise=change is not None and comparable and change.severity == "layout" and not change.same_as,
        diff_path=pair_path(change, atlas) if change else "",
        same_as=same_as, same_number=short_number(same_as), number=short_number(revision.id),
        lines=told[:LINES], more=len(told[LINES:]), quiet=len(lines) - len(told),
        known=revision.text is not None,
    )  # fmt: skip


def visible_words(change: PageChange, words: Texts) -> str:
    """What a reader would notice, in a few words."""
    if not change.comparable:
        return words("not-compared")
    if change.visible == "words":
        return words_changed(change, words)
    return words(f"visible-{change.visible}")


def _signed(size: int | None, before: int | None, words: Texts) -> str:
    if size is None or before is None:
        return ""
    sign = "+" if size > before else "−" if size < before else "±"
    return sign + words.number(abs(size - before))


def any_page(ref: PageRef, atlas: Atlas) -> DiffAnyPage:
    """The page on which the reader chooses; the first script of blocks names the next."""
    words = texts(ref.language or atlas.language)
    return DiffAnyPage(
        path=paths.any_path(ref.id), title=words("any-two", title=ref.title), language=words.language, section="pages",
        page_title=ref.title, page_path=ref.path, history_path=paths.history_path(ref.id),
        shard=shard_path(ref.id, 1), fields=_json({"name": words("name")} | _field_names(words.language, atlas)), links=_json(_links(ref, atlas)),
    )  # fmt: skip


def _json(value: dict[str, str]) -> str:
    return msgspec.json.encode(value).decode()


def _field_names(language: str, atlas: Atlas) -> dict[str, str]:
    words = texts(language)
    facts = {key: words(f"fact-{key}") for key in ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves")}
    return facts | {"traits": words("traits")} | atlas.kb.profile.glossary.field_names.get(language, {})


def _links(ref: PageRef, atlas: Atlas) -> dict[str, str]:
    """The labels of the links of the newest text, and where they lead from the page of any two revisions."""
    document = atlas.kb.document(ref.newest) if ref.newest else None
    guide = Guide(atlas, path=paths.any_path(ref.id), revision=ref.newest, here=ref.id)
    found: dict[str, str] = {}
    for node in walk(document.blocks) if document else ():
        if isinstance(node, Link) and node.kind == "page" and len(found) < LINKS:
            label, href = inline_text(node.children).strip(), guide.href_of(node)
            if len(label) > 1 and href and href.kind == "page":
                found.setdefault(label, href.url)
    return found


def _blame_pages(ref: PageRef, revisions: list[Revision], atlas: Atlas) -> Iterator[HistoryBlamePage]:
    known = ((item.id, atlas.kb.document(item.id)) for item in revisions if item.text)
    found = blame((name, blocks_of(document)) for name, document in known if document is not None)
    if found:
        yield _blame_page(ref, revisions, found, atlas)


def _blame_page(
    ref: PageRef, revisions: list[Revision], found: tuple[BlamedBlock, ...], atlas: Atlas
) -> HistoryBlamePage:
    words = texts(ref.language or atlas.language)
    place = {revision.id: number for number, revision in enumerate(revisions)}
    counts: dict[RevisionId, int] = {}
    for block in found:
        for sentence in block.sentences:
            counts[sentence.revision] = counts.get(sentence.revision, 0) + 1
    owners = sorted(counts, key=lambda item: -place[item])
    number = {owner: index for index, owner in enumerate(owners)}
    span = max(1, len(revisions) - 1)
    return HistoryBlamePage(
        path=paths.blame_path(ref.id), title=words("blame-of", title=ref.title), language=words.language, section="pages",
        page_title=ref.title, page_path=ref.path, history_path=paths.history_path(ref.id),
        blocks=tuple(
            BlameBlock(
                kind=block.block.kind, level=block.block.level,
                sentences=tuple(
                    BlameSentence(text=item.text, owner=number[item.revision], age=place[item.revision] * 9 // span)
                    for item in block.sentences
                ),
            )
            for block in found if block.sentences
        ),
        owners=tuple(
            HistoryOwner(
                head=revision_head(revisions[place[owner]], ref, atlas), number=printed_number(owner), count=counts[owner],
                path=_since(ref, revisions, place[owner]),
            )
            for owner in owners
        ),
    )  # fmt: skip


def _since(ref: PageRef, revisions: list[Revision], place: int) -> str:
    """The difference that the revision at *place* made."""
    return (
        f"{paths.any_path(ref.id)}?{revisions[place - 1].id}..{revisions[place].id}"
        if place
        else paths.history_path(ref.id)
    )
