"""Who wrote what is printed now: for each sentence, the revision that brought its words.

Every word keeps the revision that first printed it while its block is followed through the history. A text that was
there before (a revert, a page blanked and restored) brings its old owners back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from ingest.align.blocks import Block, digest
from ingest.align.match import align
from ingest.align.sentences import split
from ingest.align.words import Lexicon, affordable, opcodes
from ingest.align.woven import Match
from ingest.model import RevisionId
from ingest.visible import words

MEMORY = 64  # earlier texts of a page whose owners are kept, newest first


class BlamedSentence(Struct, frozen=True, kw_only=True):
    """A sentence and its owners."""

    text: str
    revision: RevisionId  # brought most of its words
    touched: RevisionId  # brought the newest of them
    section: str


class BlamedBlock(Struct, frozen=True, kw_only=True):
    """A block of the newest text, sentence by sentence."""

    block: Block
    sentences: tuple[BlamedSentence, ...]


Owners = tuple[tuple[int, ...], ...]  # for each block, for each word, the number of its revision


def blame(history: Iterable[tuple[RevisionId, tuple[Block, ...]]]) -> tuple[BlamedBlock, ...]:
    """The newest text of (revision, blocks), oldest first, with the owners of its sentences."""
    names: list[RevisionId] = []
    blocks: tuple[Block, ...] = ()
    owners: Owners = ()
    kept: dict[str, Owners] = {}  # by what the text says
    for revision, now in history:
        names.append(revision)
        key = " ".join(digest(block) for block in now)
        known = kept.pop(key, None)
        owners = known if known is not None else _owned(blocks, owners, now, len(names) - 1)
        blocks = now
        kept[key] = owners
        if len(kept) > MEMORY:
            kept.pop(next(iter(kept)))
    return tuple(_blamed(block, marks, names) for block, marks in zip(blocks, owners, strict=True))


def _owned(old: tuple[Block, ...], owners: Owners, new: tuple[Block, ...], number: int) -> Owners:
    out: list[tuple[int, ...]] = [()] * len(new)
    for match in align(old, new).matches:
        if not match.new:
            continue
        for place, marks in zip(match.new, _followed(match, old, owners, new, number), strict=True):
            out[place] = marks
    return tuple(out)


def _followed(
    match: Match, old: tuple[Block, ...], owners: Owners, new: tuple[Block, ...], number: int
) -> list[tuple[int, ...]]:
    """The owners of the words of a match's new blocks."""
    lines = [words(new[place].text) for place in match.new]
    right = [word for line in lines for word in line]
    left = [word for place in match.old for word in words(old[place].text)]
    had = [owner for place in match.old for owner in owners[place]]
    if left == right:
        marks = had
    elif not left or not affordable(left, right):
        marks = [number] * len(right)
    else:
        marks = [number] * len(right)
        lexicon = Lexicon()
        for tag, a, b, c, d in opcodes(lexicon.line(left), lexicon.line(right)):
            if tag == "equal":
                marks[c:d] = had[a:b]
    out, at = [], 0
    for line in lines:
        out.append(tuple(marks[at : at + len(line)]))
        at += len(line)
    return out


def _blamed(block: Block, owners: tuple[int, ...], names: list[RevisionId]) -> BlamedBlock:
    sentences, at = [], 0
    for text in split(block.text) if block.text else []:
        size = len(words(text))
        mine = owners[at : at + size] or owners[-1:] or (len(names) - 1,)
        at += size
        count = Counter(mine)
        most = max(count, key=lambda number: (count[number], number))
        sentences.append(
            BlamedSentence(text=text, revision=names[most], touched=names[max(mine)], section=block.section)
        )
    return BlamedBlock(block=block, sentences=tuple(sentences))
