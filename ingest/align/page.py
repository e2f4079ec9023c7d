"""What changed between two texts of one page, from its blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from ingest.align.blocks import LEAD, Block, blocks_of
from ingest.align.classify import change, difference, quoted, visible_class
from ingest.align.inline import seen
from ingest.align.match import Alignment, align
from ingest.align.model import Change, ChangeSeverity, PageChange, Visible
from ingest.align.words import word_counts
from ingest.align.woven import Match
from ingest.model import Revision
from ingest.tree import Document

_ORDER: dict[ChangeSeverity, int] = {"layout": 0, "wording": 1, "value": 2}
_OF_A_TERM = re.compile(r"(?:label|class) ")  # the term has it once, wherever it is printed
_NAMES = {"item": "List item", "row": "Table row", "record": "Record", "title": "Box", "image": "Image", "pre": "Block"}


class Differences(Struct, frozen=True, kw_only=True):
    """The parts of a PageChange that two documents tell by themselves."""

    visible: Visible = "identical"
    severity: ChangeSeverity = "layout"
    words_added: int = 0
    words_removed: int = 0
    sections: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    coarse: bool = False


class Read(Struct, frozen=True, kw_only=True):
    """A document as differences need it: reading it once serves both its neighbours."""

    blocks: tuple[Block, ...]
    categories: tuple[str, ...] = ()
    redirect: str | None = None


def read(document: Document) -> Read:
    """The visible blocks of *document* and what it says of itself."""
    return Read(blocks=blocks_of(document), categories=document.categories, redirect=document.redirect)


def changes(old: Document, new: Document) -> Differences:
    """What a reader of *new* would notice who knew *old*."""
    return differences(read(old), read(new))


def differences(old: Read, new: Read) -> Differences:
    """What changed between two documents that were read."""
    if old == new:
        return Differences()
    alignment = align(old.blocks, new.blocks)
    found = tuple(_once((*_block_changes(old.blocks, new.blocks, alignment), *_page_changes(old, new))))
    added, removed = _counts(old.blocks, new.blocks, alignment)
    return Differences(
        visible=visible_class(*(" ".join(_spoken(side.blocks)) for side in (old, new))),
        severity=max((item.severity for item in found), key=_ORDER.__getitem__, default="layout"),
        words_added=added,
        words_removed=removed,
        sections=_sections(found, new.blocks),
        changes=found,
        coarse=alignment.coarse,
    )


def page_change(
    old: Revision, new: Revision, differences: Differences | None, same_as: str | None = None
) -> PageChange:
    """The change between two revisions; None where one of the texts is unknown."""
    if differences is None:
        return PageChange(page=new.page, old=old.id, new=new.id, visible="identical", comparable=False, same_as=same_as)
    return PageChange(
        page=new.page, old=old.id, new=new.id, visible=differences.visible, severity=differences.severity,
        words_added=differences.words_added, words_removed=differences.words_removed, sections=differences.sections,
        changes=differences.changes, same_as=same_as, coarse=differences.coarse,
    )  # fmt: skip


def _spoken(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if block.text:
            yield " ".join(block.cells) if block.cells else block.text


def _once(found: Iterable[Change]) -> Iterator[Change]:
    """Each thing once, where it is first; what happened to several blocks of a section alike is counted."""
    groups: dict[tuple[str, str, str], list[Change]] = {}
    for item in found:
        groups.setdefault((item.type, item.section, item.detail), []).append(item)
    for items in groups.values():
        first = items[0]
        yield (
            first
            if len(items) == 1 or _OF_A_TERM.match(first.detail)
            else structs.replace(first, detail=f"{first.detail} ({len(items)} times)")
        )


def _block_changes(old: Sequence[Block], new: Sequence[Block], alignment: Alignment) -> Iterator[Change]:
    home = _Headings(old, new, alignment.matches)
    boxed = ""
    for match in alignment.matches:
        if match.exact and not match.moved and old[match.old[0]] == new[match.new[0]]:
            boxed = ""
            continue
        for item in _match_changes(match, [old[i] for i in match.old], [new[j] for j in match.new], home):
            if item.type != "box-retyped" or item.detail != boxed:  # one box, several blocks: say it once
                yield item
            boxed = item.detail if item.type == "box-retyped" else boxed


def _match_changes(match: Match, olds: list[Block], news: list[Block], home: _Headings) -> Iterator[Change]:
    if all(block.kind == "redirect" for block in (*olds, *news)):
        return  # where a page leads is told of the page
    if not olds:
        block = news[0]
        yield change("added", _weight(block), block, _said(block))
        return
    if not news:
        block = olds[0]
        item = change("removed", _weight(block), block, _said(block))
        yield Change(
            type=item.type, severity=item.severity, section=home.now(block), detail=item.detail, old_line=block.line
        )
        return
    if match.moved:
        where = "" if olds[0].section == news[0].section else f" from {quoted(olds[0].section)}"
        yield change("moved", "layout", news[0], f"{_said(news[0])}{where}", old=olds[0])
    if len(olds) == len(news) == 1:
        yield from difference(olds[0], news[0])
        return
    yield from _several(olds, news)


def _several(olds: list[Block], news: list[Block]) -> Iterator[Change]:
    kind = "split" if len(olds) == 1 else "merged"
    yield change(kind, "layout", news[0], f"{len(olds)} → {len(news)}: {_said(news[0])}", old=olds[0])
    was, now = _whole(olds), _whole(news)
    yield from (item for item in difference(was, now) if item.type != "markup")


def _whole(blocks: list[Block]) -> Block:
    """Several blocks as one."""
    first = blocks[0]
    text = " ".join(block.text for block in blocks)
    body = " ".join((first.body, *(block.text for block in blocks[1:])))
    marks = tuple(mark for block in blocks for mark in block.marks)
    return Block(
        kind="paragraph", text=text, body=body, number=first.number, marks=marks, frames=first.frames, path=first.path,
        line=first.line, end_line=blocks[-1].end_line,
    )  # fmt: skip


class _Headings:
    """Under which heading of the new text an old block would stand."""

    def __init__(self, old: Sequence[Block], new: Sequence[Block], matches: Sequence[Match]) -> None:
        self._now: dict[str, str] = {}
        for match in matches:
            for i in match.old[:1]:
                if old[i].kind == "heading" and match.new:
                    self._now.setdefault(old[i].section, new[match.new[0]].section)

    def now(self, block: Block) -> str:
        return self._now.get(block.section, block.section) if block.path else LEAD


def _page_changes(old: Read, new: Read) -> Iterator[Change]:
    for name in old.categories:
        if name not in new.categories:
            yield Change(type="category", severity="layout", section="", detail=f"{name} removed")
    for name in new.categories:
        if name not in old.categories:
            yield Change(type="category", severity="layout", section="", detail=f"{name} added")
    if old.redirect != new.redirect:
        detail = f"{old.redirect or 'no redirect'} → {new.redirect or 'no redirect'}"
        yield Change(type="redirect", severity="wording", section="", detail=detail)


def _counts(old: Sequence[Block], new: Sequence[Block], alignment: Alignment) -> tuple[int, int]:
    added = removed = 0
    for match in alignment.matches:
        was = " ".join(_spoken([old[i] for i in match.old]))
        now = " ".join(_spoken([new[j] for j in match.new]))
        if was != now:
            came, went = word_counts(was, now)
            added, removed = added + came, removed + went
    return added, removed


def _sections(found: Sequence[Change], new: Sequence[Block]) -> tuple[str, ...]:
    """The headings touched, in the order of the new text; those that went come last."""
    order = {name: place for place, name in enumerate(dict.fromkeys((LEAD, *(block.section for block in new))))}
    touched = Counter(item.section for item in found if item.section)
    return tuple(sorted(touched, key=lambda name: (order.get(name, len(order)), name)))


def _weight(block: Block) -> ChangeSeverity:
    if block.kind in ("record", "labels"):
        return "value"
    return "wording" if block.text else "layout"


def _said(block: Block) -> str:
    name = _NAMES.get(block.kind, block.kind.capitalize())
    if block.text:
        return f"{name}: {quoted(block.text)}"
    return f"{name}: {', '.join(seen(block.marks))}"
