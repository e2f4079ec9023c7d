"""Which block of the old text became which of the new one: N:M, moves included, at a bounded price.

1. blocks that say the same, in order (blocks that occur once on both sides first, then the longest common run);
2. blocks that say the same, elsewhere: moves;
3. the rest by similarity of words, with an optimal assignment inside each group of blocks that compete;
4. headings that share no word, over blocks that are one: renamed;
5. leftovers beside a matched block, whose words its partner holds: splits and merges.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy
from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import Indel

from ingest.align.assign import anchors, candidates, greedy, groups
from ingest.align.assignment import best_pairs
from ingest.align.blocks import Block
from ingest.align.inline import Mark
from ingest.align.words import ALIKE, Lexicon, units
from ingest.align.woven import Match, Pairs, in_reading_order

CELLS_LIMIT = 30_000_000  # cells of an exact alignment; beyond it only blocks that occur once are aligned
DENSE = 2_500  # pairs that are all scored; beyond it only blocks that share rare words meet
GROUP = 250  # blocks of one side in one optimal assignment; larger groups are matched greedily
WHOLE = 1_000_000  # the likeness of blocks of the same words
LEAST = int(ALIKE * WHOLE)
NEAR = 65_536  # what a millionth of likeness outweighs: squares of distances inside a group
HELD = 0.8  # share of the shorter block's words that the longer one must hold to be its part


class Alignment(Struct, frozen=True, kw_only=True):
    """All matches in reading order of the new text, what went at the place where it stood."""

    matches: tuple[Match, ...]
    coarse: bool = False  # too large for the whole method: moves or similar blocks may have been missed


def align(old: Sequence[Block], new: Sequence[Block]) -> Alignment:
    """Align two lists of blocks."""
    task = _Task(old, new)
    task.same_in_order()
    task.same_elsewhere()
    task.similar()
    task.headings()
    task.parts()
    pairs = Pairs(pairs=task.pairs, exact=task.exact, more_new=task.more_new, more_old=task.more_old)
    return Alignment(matches=tuple(in_reading_order(pairs, old, new)), coarse=task.coarse)


class _Task:
    def __init__(self, old: Sequence[Block], new: Sequence[Block]) -> None:
        self.old, self.new = old, new
        ids: dict[str | tuple[Mark, ...], int] = {}
        self.left = [ids.setdefault(block.body if block.text else block.marks, len(ids)) for block in old]
        self.right = [ids.setdefault(block.body if block.text else block.marks, len(ids)) for block in new]
        self.pairs: dict[int, int] = {}  # old → new
        self.back: dict[int, int] = {}
        self.exact: set[int] = set()
        self.more_new: dict[int, list[int]] = {}  # old → the new blocks it was split into
        self.more_old: dict[int, list[int]] = {}
        self.coarse = False
        self._lexicon = Lexicon()
        self._lines: dict[tuple[bool, int], str] = {}

    def pair(self, one: int, two: int, *, exact: bool = False) -> None:
        self.pairs[one] = two
        self.back[two] = one
        if exact:
            self.exact.add(one)

    # 1 ------------------------------------------------------------------------------------------------
    def same_in_order(self) -> None:
        left, right = self.left, self.right
        start, end_left, end_right = 0, len(left), len(right)
        while start < min(end_left, end_right) and left[start] == right[start]:
            self.pair(start, start, exact=True)
            start += 1
        while end_left > start and end_right > start and left[end_left - 1] == right[end_right - 1]:
            end_left, end_right = end_left - 1, end_right - 1
            self.pair(end_left, end_right, exact=True)
        self._between(start, end_left, start, end_right)

    def _between(self, a: int, b: int, c: int, d: int) -> None:
        if a == b or c == d:
            return
        fixed = anchors(self.left, self.right, a, b, c, d)
        if not fixed:
            self._longest_run(a, b, c, d)
            return
        for one, two in (*fixed, (b, d)):
            if a < one and c < two:
                self._longest_run(a, one, c, two)
            if one < b and two < d:
                self.pair(one, two, exact=True)
            a, c = one + 1, two + 1

    def _longest_run(self, a: int, b: int, c: int, d: int) -> None:
        common = set(self.left[a:b]) & set(self.right[c:d])
        if not common:
            return
        if (b - a) * (d - c) > CELLS_LIMIT:
            self.coarse = True
            return
        one = "".join(_char(item) for item in self.left[a:b])
        two = "".join(_char(item) for item in self.right[c:d])
        for op in Indel.opcodes(one, two):
            if op.tag == "equal":
                for step in range(op.src_end - op.src_start):
                    self.pair(a + op.src_start + step, c + op.dest_start + step, exact=True)

    # 2 ------------------------------------------------------------------------------------------------
    def same_elsewhere(self) -> None:
        waiting: dict[int, list[int]] = defaultdict(list)
        for one in self._free_old():
            if self.old[one].text:
                waiting[self.left[one]].append(one)
        for two in self._free_new():
            found = waiting.get(self.right[two])
            if found:
                self.pair(found.pop(0), two, exact=True)

    # 3 ------------------------------------------------------------------------------------------------
    def similar(self) -> None:
        free_old = [one for one in self._free_old() if self.old[one].text]
        free_new = [two for two in self._free_new() if self.new[two].text]
        if not free_old or not free_new:
            return
        scores = self._scores(free_old, free_new)
        self._boost(scores)
        for group in groups(scores):
            for one, two in self._assign(group, scores):
                self.pair(one, two)

    def line(self, is_new: bool, place: int) -> str:
        known = self._lines.get((is_new, place))
        if known is None:
            block = (self.new if is_new else self.old)[place]
            known = self._lines[is_new, place] = self._lexicon.line(units(block.body.casefold()) or [block.body])
        return known

    def _scores(self, free_old: list[int], free_new: list[int]) -> dict[tuple[int, int], int]:
        left = [self.line(False, one) for one in free_old]
        right = [self.line(True, two) for two in free_new]
        if len(left) * len(right) <= DENSE:
            table = process.cdist(left, right, scorer=Indel.distance, dtype=numpy.int32).tolist()
            found = {
                (free_old[i], free_new[j]): _likeness(len(one), len(two), table[i][j])
                for i, one in enumerate(left) for j, two in enumerate(right)
            }  # fmt: skip
        else:
            found = {}
            for i, j in candidates(left, right, free_old, free_new):
                one, two = left[i], right[j]
                found[free_old[i], free_new[j]] = _likeness(len(one), len(two), Indel.distance(one, two))
        return {pair: score for pair, score in found.items() if score}

    def _boost(self, scores: dict[tuple[int, int], int]) -> None:
        """Prefer, among likes, the pair that stands in the same place, is of one kind, bears the same number."""
        for (one, two), score in scores.items():
            old, new = self.old[one], self.new[two]
            before, after = self.pairs.get(one - 1), self.pairs.get(one + 1)
            reasons = (
                old.kind == new.kind, old.section == new.section, bool(old.number) and old.number == new.number,
                before == two - 1 if before is not None else one == two == 0, after == two + 1,
            )  # fmt: skip
            scores[one, two] = score + WHOLE // 20 * sum(reasons)

    def _assign(
        self, group: tuple[list[int], list[int]], scores: dict[tuple[int, int], int]
    ) -> Iterable[tuple[int, int]]:
        left, right = group
        if len(left) == len(right) == 1:
            return [(left[0], right[0])]
        if max(len(left), len(right)) > GROUP:
            self.coarse = True
            return greedy(group, scores)
        table = numpy.zeros((len(left), len(right)))
        for i, one in enumerate(left):
            for j, two in enumerate(right):
                score = scores.get((one, two))
                # Among equals the nearest and first wins, so that every engine finds the same assignment.
                table[i, j] = score * NEAR - 2 * (i - j) ** 2 - (i > j) if score else 0
        return [(left[i], right[j]) for i, j in best_pairs(table) if table[i, j] > 0]

    # 4 ------------------------------------------------------------------------------------------------
    def headings(self) -> None:
        """Headings that share no word, over blocks that are one: renamed."""
        for two in list(self._free_new()):
            below = self.back.get(two + 1)
            one = below - 1 if below else -1
            if one >= 0 and one not in self.pairs and self.old[one].kind == self.new[two].kind == "heading":
                self.pair(one, two)

    # 5 ------------------------------------------------------------------------------------------------
    def parts(self) -> None:
        for free, partners, is_new in ((self._free_new(), self.back, True), (self._free_old(), self.pairs, False)):
            for place in list(free):
                back = place
                while back >= 0 and back not in partners and self._part(back, is_new=is_new):
                    back -= 1  # the blocks before it have a partner beside them now

    def _part(self, place: int, *, is_new: bool) -> bool:
        """Whether *place* is a part of what became of a block beside it."""
        mine, partners, others = (self.new, self.back, self.pairs) if is_new else (self.old, self.pairs, self.back)
        more = self.more_new if is_new else self.more_old
        size = len(units(mine[place].body))
        if size < 2:
            return False
        for beside in (place - 1, place + 1):
            owner = partners.get(beside)
            if owner is None or (is_new and owner in self.more_old) or (is_new and owner in self.exact):
                continue
            if not is_new and beside in self.exact:
                continue
            run = sorted({others[owner], *more.get(owner, ()), place})
            if run != list(range(run[0], run[-1] + 1)):
                continue
            if self._gain(owner, [item for item in run if item != place], run, is_new) >= HELD * 0.8 * size:
                more.setdefault(owner, []).append(place)
                partners[place] = owner
                return True
        return False

    def _gain(self, owner: int, before: list[int], after: list[int], is_new: bool) -> float:
        whole = self.line(not is_new, owner)
        return _common(whole, "".join(self.line(is_new, item) for item in after)) - _common(
            whole, "".join(self.line(is_new, item) for item in before)
        )

    def _free_old(self) -> Iterable[int]:
        return (one for one in range(len(self.old)) if one not in self.pairs)

    def _free_new(self) -> Iterable[int]:
        return (two for two in range(len(self.new)) if two not in self.back)


def _likeness(one: int, two: int, distance: int) -> int:
    """How alike two lines of so many words are, in millionths; 0 where they are too unlike to be one block."""
    same = (one + two - distance) // 2
    value = 2 * same * WHOLE // (one + two)
    if value >= LEAST:
        return value
    short = min(one, two)
    return LEAST if short >= 4 and same >= HELD * short else 0


def _char(number: int) -> str:
    number += 1
    return chr(number + (0x800 if number >= 0xD800 else 0))


def _common(one: str, two: str) -> float:
    return (len(one) + len(two) - Indel.distance(one, two)) / 2
