"""Parts of the alignment that know places and scores only: anchors, rising runs, candidates, competing groups."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

RARE = 24  # a word in more blocks than this makes no candidates
NEAREST = 6  # candidates of one block


def anchors(left: list[int], right: list[int], a: int, b: int, c: int, d: int) -> list[tuple[int, int]]:
    """Blocks that occur once on each side, as many as stand in one order."""
    count_left, count_right = Counter(left[a:b]), Counter(right[c:d])
    where = {right[two]: two for two in range(c, d) if count_right[right[two]] == 1}
    pairs = [(one, where[left[one]]) for one in range(a, b) if count_left[left[one]] == 1 and left[one] in where]
    return [pairs[place] for place in rising([two for _, two in pairs])]


def rising(values: Sequence[int]) -> list[int]:
    """The places of a longest rising subsequence of *values*."""
    tails: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        at = bisect_left(tails, value)
        before.append(places[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            places.append(place)
        else:
            tails[at], places[at] = value, place
    out: list[int] = []
    place = places[-1] if places else -1
    while place >= 0:
        out.append(place)
        place = before[place]
    return out[::-1]


def candidates(
    left: list[str], right: list[str], free_old: list[int], free_new: list[int]
) -> Iterable[tuple[int, int]]:
    """Pairs that share rare words, the likeliest few of each block; and those at the same place of the list."""
    postings: dict[str, list[int]] = defaultdict(list)
    for j, line in enumerate(right):
        for char in set(line):
            postings[char].append(j)
    for i, line in enumerate(left):
        shared: Counter[int] = Counter()
        for char in sorted(set(line)):
            found = postings.get(char, ())
            if len(found) <= RARE:
                shared.update(found)
        best = sorted(
            shared, key=lambda j: (-shared[j] / (len(line) + len(right[j])), abs(free_old[i] - free_new[j]), j)
        )
        for j in best[:NEAREST]:
            yield i, j


def groups(scores: dict[tuple[int, int], int]) -> list[tuple[list[int], list[int]]]:
    """Blocks that compete for the same partners, group by group."""
    parent: dict[tuple[int, int], tuple[int, int]] = {}

    def root(item: tuple[int, int]) -> tuple[int, int]:
        while parent.setdefault(item, item) != item:
            parent[item] = item = parent[parent[item]]
        return item

    for one, two in scores:
        parent[root((0, one))] = root((1, two))
    groups: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    for side, place in sorted(parent):
        groups.setdefault(root((side, place)), ([], []))[side].append(place)
    return list(groups.values())


def greedy(group: tuple[list[int], list[int]], scores: dict[tuple[int, int], int]) -> Iterable[tuple[int, int]]:
    inside = set(group[0])
    order = sorted(
        (pair for pair in scores if pair[0] in inside), key=lambda pair: (-scores[pair], abs(pair[0] - pair[1]), pair)
    )
    left, right = set(group[0]), set(group[1])
    for one, two in order:
        if one in left and two in right:
            left.discard(one)
            right.discard(two)
            yield one, two
