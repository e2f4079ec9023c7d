"""Pairs of blocks as matches in reading order: what went stands where it stood, what changed its place is moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

from msgspec import Struct

from ingest.align.assign import rising
from ingest.align.blocks import Block


class Match(Struct, frozen=True, kw_only=True):
    """Old blocks that became new blocks; one side is empty where blocks came or went."""

    old: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    exact: bool = False
    moved: bool = False


class Pairs(Struct, frozen=True, kw_only=True):
    """What was found to be one, by place."""

    pairs: Mapping[int, int]  # old → new
    exact: Set[int]  # old places whose blocks say the same
    more_new: Mapping[int, Sequence[int]]  # old → the new blocks it was split into, beside its partner
    more_old: Mapping[int, Sequence[int]]  # new → the old blocks that were merged into it


def in_reading_order(found: Pairs, old: Sequence[Block], new: Sequence[Block]) -> list[Match]:
    """All matches in reading order of the new text."""
    heads = _heads(found)
    moved = _out_of_order(heads, old)
    by_old: list[Match | None] = [None] * len(old)
    by_new: list[Match | None] = [None] * len(new)
    for one, two in heads:
        olds = tuple(sorted((one, *found.more_old.get(two, ()))))
        news = tuple(sorted((two, *found.more_new.get(one, ()))))
        match = Match(old=olds, new=news, exact=one in found.exact, moved=one in moved)
        for place in olds:
            by_old[place] = match
        for place in news:
            by_new[place] = match
    return _woven(by_old, by_new)


def _heads(found: Pairs) -> list[tuple[int, int]]:
    """The pairs without those of the blocks that only came beside a partner."""
    extra_old = {item for items in found.more_old.values() for item in items}
    extra_new = {item for items in found.more_new.values() for item in items}
    heads = sorted(found.pairs.items())
    if extra_old or extra_new:
        heads = [(one, two) for one, two in heads if one not in extra_old and two not in extra_new]
    return heads


def _out_of_order(heads: list[tuple[int, int]], old: Sequence[Block]) -> set[int]:
    """The old places of the pairs that changed their order; blocks without words never count as moved."""
    if all(one[1] < two[1] for one, two in pairwise(heads)):
        return set()
    spoken = [pair for pair in heads if old[pair[0]].text]
    kept = {spoken[place][0] for place in rising([two for _, two in spoken])}
    return {one for one, _ in spoken if one not in kept}


def _woven(by_old: list[Match | None], by_new: list[Match | None]) -> list[Match]:
    """Matches by the new order; a block that went stands after the block before it, and before what came there."""
    out: list[Match] = []
    gone = 0

    def drop(until: int) -> None:
        nonlocal gone
        for place in range(gone, until):
            if by_old[place] is None:
                out.append(Match(old=(place,)))
        gone = max(gone, until)

    def drop_next() -> None:
        until = gone
        while until < len(by_old) and by_old[until] is None:
            until += 1
        drop(until)

    drop_next()
    for two, match in enumerate(by_new):
        if match is None:
            out.append(Match(new=(two,)))
        elif match.new[0] == two:
            if not match.moved:
                drop(match.old[0])
            out.append(match)
            if not match.moved:
                gone = max(gone, match.old[-1] + 1)
                drop_next()
    drop(len(by_old))
    return out
