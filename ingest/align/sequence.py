"""Two texts sentence by sentence: in order first, by the best path over 1:1, 1:N and N:1 groups; then what moved.

A group earns twice the weight that its sides share, less THRESHOLD of all its weight: pairs that share less than the
threshold are better left apart, and a sentence joins a group only when it brings enough of what is not yet shared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy
from msgspec import Struct

from ingest.align.assignment import best_pairs
from ingest.align.sentences import Senses, Sentence, Table, plain, shared

THRESHOLD = 0.36
BETWEEN = 0.28  # the threshold between two neighbours that were matched: the place speaks for them
MOVED = 0.5  # out of order, likeness must be plainer
BREAK = 0.4  # a group that runs over the end of a paragraph pays this share of its lighter part
WIDEST = 3  # sentences of one side of a group
TABLE_LIMIT = 160_000  # pairs of sentences; beyond it the texts are aligned piece by piece

Places = tuple[int, ...]
Features = dict[str, float]


class Group(Struct, frozen=True, kw_only=True):
    """Sentences of both sides that say one thing."""

    left: Places
    right: Places
    moved: bool = False
    same: bool = False  # the same words, numbers before them aside


def align_sentences(left: Sequence[Sentence], right: Sequence[Sentence], senses: Senses) -> list[Group]:
    """Groups that have both sides; what stands in none was added or removed."""
    out: list[Group] = []
    for a, b, c, d in _stretches(len(left), len(right)):
        out += _shifted(_path(left[a:b], right[c:d], senses, THRESHOLD), a, c, left, right)
    out += _moved(left, right, out, senses)
    return out + list(_between(left, right, out, senses))


def _shifted(
    path: Sequence[tuple[Places, Places]], a: int, c: int, left: Sequence[Sentence], right: Sequence[Sentence]
) -> list[Group]:
    return [_group(tuple(a + i for i in one), tuple(c + j for j in two), left, right) for one, two in path]


def _between(
    left: Sequence[Sentence], right: Sequence[Sentence], groups: Sequence[Group], senses: Senses
) -> Iterator[Group]:
    """Less alike sentences that stand between the same matched neighbours."""
    kept = [group for group in groups if not group.moved]
    used_left = {i for group in groups for i in group.left}
    used_right = {j for group in groups for j in group.right}
    a = c = 0
    for b, d, after_b, after_d in (
        *((group.left[0], group.right[0], group.left[-1] + 1, group.right[-1] + 1) for group in kept),
        (len(left), len(right), len(left), len(right)),
    ):
        if a < b and c < d and used_left.isdisjoint(range(a, b)) and used_right.isdisjoint(range(c, d)):
            yield from _shifted(_path(left[a:b], right[c:d], senses, BETWEEN), a, c, left, right)
        a, c = after_b, after_d


def _group(one: Places, two: Places, left: Sequence[Sentence], right: Sequence[Sentence], moved: bool = False) -> Group:
    return Group(left=one, right=two, moved=moved, same=same([left[i] for i in one], [right[j] for j in two]))


def same(left: Sequence[Sentence], right: Sequence[Sentence]) -> bool:
    """Whether two sides say the same words; a label that only one side prints does not count."""
    if plain(" ".join(item.text for item in left)) == plain(" ".join(item.text for item in right)):
        return True
    labels = {plain(side[0].label) for side in (left, right) if side[0].label}
    return len(labels) < 2 and plain(" ".join(item.core for item in left)) == plain(
        " ".join(item.core for item in right)
    )


def _stretches(left: int, right: int) -> Iterator[tuple[int, int, int, int]]:
    """Whole texts where they are short enough; else cut at equal shares, which is coarse but bounded."""
    pieces = max(1, -int(-((left * right / TABLE_LIMIT) ** 0.5) // 1))
    for piece in range(pieces):
        yield (
            left * piece // pieces, left * (piece + 1) // pieces, right * piece // pieces, right * (piece + 1) // pieces
        )  # fmt: skip


def _runs(sentences: Sequence[Sentence], width: int, senses: Senses) -> tuple[list[Features], list[float]]:
    """The features of every *width* neighbours, and what each run pays for its breaks."""
    runs = [sentences[i : i + width] for i in range(len(sentences) - width + 1)]
    return [senses.features(run) for run in runs], [_price(run, senses) for run in runs]


def _price(run: Sequence[Sentence], senses: Senses) -> float:
    if len(run) == 1:
        return 0.0
    if any(item.is_title for item in run):
        return 1e9  # a title stands alone
    price = 0.0
    for place in range(1, len(run)):
        if run[place].paragraph != run[place - 1].paragraph:
            parts = (senses.features(run[:place]), senses.features(run[place:]))
            price += BREAK * min(sum(part.values()) for part in parts)
    return price + 0.4 * (len(run) - 1)


def _gains(
    left: Sequence[Sentence], right: Sequence[Sentence], senses: Senses, threshold: float
) -> dict[tuple[int, int], Table]:
    gains = {}
    runs_left = {width: _runs(left, width, senses) for width in range(1, WIDEST + 1) if width <= len(left)}
    runs_right = {width: _runs(right, width, senses) for width in range(1, WIDEST + 1) if width <= len(right)}
    for a, (one, price_one) in runs_left.items():
        for b, (two, price_two) in runs_right.items():
            if min(a, b) == 1:
                both, weight_one, weight_two = shared(one, two)
                cost = threshold * (weight_one[:, None] + weight_two[None, :])
                gains[a, b] = 2 * both - cost - numpy.array(price_one)[:, None] - numpy.array(price_two)[None, :]
    if (1, 1) in gains:
        for i, item in enumerate(left):
            for j, other in enumerate(right):
                if item.text[-8:-2] == other.text[-8:-2] and same([item], [other]):
                    gains[1, 1][i, j] += 2.0
    return gains


def _path(
    left: Sequence[Sentence], right: Sequence[Sentence], senses: Senses, threshold: float
) -> list[tuple[Places, Places]]:
    gains = {step: table.tolist() for step, table in _gains(left, right, senses, threshold).items()}
    rows, columns = len(left), len(right)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    came: list[list[tuple[int, int]]] = [[(0, 0)] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows + 1):
        for j in range(columns + 1):
            value, step = (best[i - 1][j], (1, 0)) if i else (0.0, (0, 0))
            if j and (not i or best[i][j - 1] > value):
                value, step = best[i][j - 1], (0, 1)
            for (a, b), table in gains.items():
                if a <= i and b <= j and table[i - a][j - b] > 0:
                    total = best[i - a][j - b] + table[i - a][j - b]
                    if total > value:
                        value, step = total, (a, b)
            best[i][j], came[i][j] = value, step
    return _traced(came, rows, columns)


def _traced(came: list[list[tuple[int, int]]], i: int, j: int) -> list[tuple[Places, Places]]:
    out = []
    while i or j:
        a, b = came[i][j]
        if a and b:
            out.append((tuple(range(i - a, i)), tuple(range(j - b, j))))
        i, j = i - a, j - b
    return out[::-1]


def _moved(
    left: Sequence[Sentence], right: Sequence[Sentence], groups: Sequence[Group], senses: Senses
) -> Iterator[Group]:
    """Sentences left over on both sides that are plainly alike, wherever they stand."""
    used_left = {i for group in groups for i in group.left}
    used_right = {j for group in groups for j in group.right}
    free_left = [i for i in range(len(left)) if i not in used_left]
    free_right = [j for j in range(len(right)) if j not in used_right]
    if not free_left or not free_right or len(free_left) * len(free_right) > TABLE_LIMIT:
        return
    table = likeness([senses.features([left[i]]) for i in free_left], [senses.features([right[j]]) for j in free_right])
    table = numpy.where(table >= MOVED, table, 0.0)
    for i, j in best_pairs(table):
        if table[i, j] > 0:
            yield _group((free_left[i],), (free_right[j],), left, right, moved=True)


class Repeated:
    """How alike a text is to the most alike of many, found by what they share."""

    def __init__(self, known: Iterable[Features]) -> None:
        self._sizes: list[float] = []
        self._holders: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, features in enumerate(known):
            self._sizes.append(sum(features.values()))
            for name, weight in features.items():
                self._holders[name].append((number, weight))

    def nearest(self, features: Features) -> float:
        """The likeness to the most alike, as :func:`likeness` has it."""
        size = sum(features.values())
        both: dict[int, float] = defaultdict(float)
        for name, weight in features.items():
            for number, other in self._holders.get(name, ()):
                both[number] += (weight * other) ** 0.5
        return max((2 * found / max(size + self._sizes[number], 1e-9) for number, found in both.items()), default=0.0)


def likeness(left: Sequence[Features], right: Sequence[Features]) -> Table:
    """How alike each pair is: 1.0 for the same features, 0.0 for none in common."""
    both, one, two = shared(left, right)
    result: Table = 2 * both / numpy.maximum(one[:, None] + two[None, :], 1e-9)
    return result
