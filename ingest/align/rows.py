"""Two texts as rows for a page or a terminal: blocks side by side, with the words that one side alone has.

A row never joins what stands in different blocks: a mark lies inside one text of one block, in a table inside one cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from ingest.align.blocks import Block
from ingest.align.classify import alike, difference, same_columns, visible_class
from ingest.align.inline import seen
from ingest.align.match import align
from ingest.align.words import Span, WordDiff, word_diff
from ingest.align.woven import Match

_BARE = ("navigation", "rule")  # what says nothing of its own
RowKind: TypeAlias = Literal["same", "noise", "changed", "added", "removed", "moved", "split", "merged"]


class Piece(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One text of one block, cut so that every second part is marked; the first is not."""

    parts: tuple[str, ...]


class DiffCell(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One block on one side; a table row has a piece for each cell."""

    kind: str
    pieces: tuple[Piece, ...]
    level: int = 0
    frames: tuple[str, ...] = ()
    line: int = 0
    text: str = ""  # of the block, on one line


class DiffRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Old blocks beside the new blocks that they became."""

    kind: RowKind
    section: str
    left: tuple[DiffCell, ...] = ()
    right: tuple[DiffCell, ...] = ()
    notes: tuple[str, ...] = ()  # what words do not show: links, emphasis, boxes
    inline: tuple[tuple[str, str], ...] = ()  # both sides as one text: ("=", both), ("-", old only), ("+", new only)


def diff_rows(old: Sequence[Block], new: Sequence[Block]) -> Iterator[DiffRow]:
    """Yield the rows of a difference, in the order of the new text."""
    for match in align(old, new).matches:
        yield _row([old[i] for i in match.old], [new[j] for j in match.new], match)


def _row(olds: list[Block], news: list[Block], match: Match) -> DiffRow:
    section = (news or olds)[0].section
    if not olds:
        return DiffRow(
            kind="noise" if news[0].kind in _BARE else "added",
            section=section,
            right=tuple(_cell(block, whole=True) for block in news),
        )
    if not news:
        return DiffRow(
            kind="noise" if olds[0].kind in _BARE else "removed",
            section=section,
            left=tuple(_cell(block, whole=True) for block in olds),
        )
    kind = _kind(olds, news, match)
    if len(olds) == len(news) == 1:
        notes = tuple(_notes(olds[0], news[0])) if olds[0] != news[0] else ()
        left, right, inline = _pair(olds[0], news[0])
        return DiffRow(kind=kind, section=section, left=(left,), right=(right,), notes=notes, inline=inline)
    return _several(kind, section, olds, news)


def _kind(olds: list[Block], news: list[Block], match: Match) -> RowKind:
    if len(news) > 1:
        return "split"
    if len(olds) > 1:
        return "merged"
    if match.moved:
        return "moved"
    one, two = alike(olds[0], news[0])
    if one.text == two.text:
        return "same" if one.look == two.look else "noise"
    if _by_name(one, two) and dict(one.fields) == dict(two.fields):
        return "noise"
    return "noise" if visible_class(one.body, two.body) != "words" else "changed"


def _notes(old: Block, new: Block) -> Iterator[str]:
    for item in difference(old, new):
        if item.type not in ("reworded", "punctuation", "case", "heading-renamed"):
            yield f"{item.type.replace('-', ' ')}: {item.detail}"


def _pair(old: Block, new: Block) -> tuple[DiffCell, DiffCell, tuple[tuple[str, str], ...]]:
    if old.text == new.text:
        return _cell(old), _cell(new), ()
    left, right, inline = [], [], []
    pairs = _cells(old, new)
    for place, (one, two) in enumerate(pairs):
        found = word_diff(one, two) if one != two else WordDiff(inline=(("=", one),) if one else ())
        left.append(_piece(one, found.removed))
        right.append(_piece(two, found.added))
        inline += [("=", " | "), *found.inline] if place else list(found.inline)
    if _by_name(old, new):  # each side keeps the order of its own columns
        names, order = _names(old, new), [name for name, _ in old.fields]
        left = [left[names.index(name)] for name in order]
        right = right[: len(new.fields)]
    return _cell(old, left), _cell(new, right), tuple(inline)


def _cells(old: Block, new: Block) -> list[tuple[str, str]]:
    if not old.cells or not new.cells or old.kind == "labels" or new.kind == "labels":
        one, two = alike(old, new)
        return [(one.text, two.text)]
    if _by_name(old, new):
        before, after = dict(old.fields), dict(new.fields)
        return [(before.get(name, ""), after.get(name, "")) for name in _names(old, new)]
    if len(old.cells) == len(new.cells):
        return list(zip(old.cells, new.cells, strict=True))
    return _aligned(old.cells, new.cells)


def _by_name(old: Block, new: Block) -> bool:
    """Whether the cells of two rows of a table meet by the names of their columns."""
    return old.kind == new.kind == "row" and same_columns(old, new)


def _names(old: Block, new: Block) -> list[str]:
    """The columns of the newer row, then those that only the older one has."""
    return list(dict.fromkeys(name for name, _ in (*new.fields, *old.fields)))


def _aligned(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Cells of rows of unlike length: the same ones meet, others come or go."""
    as_blocks = [[Block(kind="cell", text=text or "∅", body=text or "∅") for text in side] for side in (old, new)]
    out = []
    for match in align(*as_blocks).matches:
        out.append((" ".join(old[i] for i in match.old), " ".join(new[j] for j in match.new)))
    return out


def _several(kind: RowKind, section: str, olds: list[Block], news: list[Block]) -> DiffRow:
    """A split or merger: word marks, each cut to the block in which it lies."""
    found = word_diff(" ".join(block.text for block in olds), " ".join(block.text for block in news))
    left, right = tuple(_cut(olds, found.removed)), tuple(_cut(news, found.added))
    return DiffRow(kind=kind, section=section, left=left, right=right, inline=found.inline)


def _cut(blocks: list[Block], spans: Sequence[Span]) -> Iterator[DiffCell]:
    at = 0
    for block in blocks:
        end = at + len(block.text)
        inside = [(max(a, at) - at, min(b, end) - at) for a, b in spans if a < end and b > at]
        yield _cell(block, [_piece(block.text, [span for span in inside if span[0] < span[1]])])
        at = end + 1


def _cell(block: Block, pieces: Sequence[Piece] | None = None, *, whole: bool = False) -> DiffCell:
    if pieces is None:
        texts = block.cells if block.cells and block.kind != "labels" else (block.text or _seen(block),)
        pieces = [Piece(parts=("", text) if whole and text else (text,)) for text in texts]
    return DiffCell(
        kind=block.kind, pieces=tuple(pieces), level=block.level, frames=block.frames, line=block.line, text=block.text
    )


def _seen(block: Block) -> str:
    """What stands for a block without words."""
    return ", ".join(f"[{name}]" for name in seen(block.marks))


def _piece(text: str, spans: Sequence[Span]) -> Piece:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], text[start:end]]
        at = end
    return Piece(parts=(*parts, text[at:]))
