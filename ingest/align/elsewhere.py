"""Where else in a source a passage stands: an index of the paragraphs of one edition of one source.

A passage that was moved is looked for paragraph by paragraph: sentences that stood together and still do vouch for
each other, so that they may be less alike than a sentence that moved alone.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from ingest.align.blocks import Block
from ingest.align.sentences import Senses, Sentence, sentences_of
from ingest.align.sequence import THRESHOLD, Features, Group, align_sentences

LIMIT = 200_000  # sentences; a larger source is not searched for moved ones
ALONE = 0.62  # likeness of a sentence that moved by itself
TOGETHER = 0.36  # likeness of sentences that moved with others
PLAIN = 0.45  # likeness that one of those must reach
HELD = 0.9  # or the share of the shorter sentence that the longer one holds
LEAST = 5  # stems that must be shared
RARE = 200  # a stem in more paragraphs leads to none
NEAREST = 24  # paragraphs that are looked at


class Found(Struct, frozen=True, kw_only=True):
    """Sentences of another passage that say what some sentences of the text say."""

    wanted: tuple[int, ...]  # places in the text
    texts: tuple[str, ...]
    page: str
    section: str


class Elsewhere:
    """Paragraphs of one group of documents."""

    def __init__(self, language: str = "en") -> None:
        self._paragraphs: list[tuple[str, tuple[Sentence, ...]]] = []
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._senses = Senses((), language)
        self._size = 0
        self._fresh: Senses | None = None

    def add(self, page: str, blocks: Iterable[Block]) -> None:
        """Take in the paragraphs of one page."""
        for _, group in groupby(sentences_of(blocks), key=lambda sentence: sentence.paragraph):
            sentences = tuple(group)
            if sentences[0].is_title or self._size > LIMIT:
                continue
            for stem in {stem for sentence in sentences for stem in self._senses.stems(sentence.text)}:
                self._postings[stem].append(len(self._paragraphs))
            self._paragraphs.append((page, sentences))
            self._size += len(sentences)
        self._fresh = None

    def find(self, wanted: Sequence[Sentence], places: Sequence[int], taken: set[str], flip: bool) -> list[Found]:
        """The passages most like *wanted*, sentences of one paragraph; those in *taken* are none.

        *flip* tells that this index is of the right side of the comparison.
        """
        senses = self._weighed()
        best: tuple[float, list[Found]] = (0.0, [])
        for paragraph in self._near(wanted):
            page, sentences = self._paragraphs[paragraph]
            if any(sentence.text in taken for sentence in sentences):
                continue
            sides = (wanted, sentences) if flip else (sentences, wanted)
            groups = align_sentences(sides[0], sides[1], senses)
            gain, found = self._judged(groups, sides, places, page, senses, flip)
            if gain > best[0]:
                best = gain, found
        return best[1]

    def _near(self, wanted: Sequence[Sentence]) -> Iterator[int]:
        shared: Counter[int] = Counter()
        for stem in sorted({stem for sentence in wanted for stem in self._senses.stems(sentence.text)}):
            found = self._postings.get(stem, ())
            if len(found) <= RARE:
                shared.update(found)
        for place, count in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:NEAREST]:
            if count >= LEAST:
                yield place

    def _judged(self, groups: Sequence[Group], sides: tuple[Sequence[Sentence], Sequence[Sentence]],
                places: Sequence[int], page: str, senses: Senses, flip: bool) -> tuple[float, list[Found]]:  # fmt: skip
        gain, found, plain = 0.0, [], 0.0
        for group in groups:
            one = senses.features([sides[0][i] for i in group.left])
            two = senses.features([sides[1][j] for j in group.right])
            both = sum(min(weight, two[name]) for name, weight in one.items() if name in two)
            if not _alike(one, two, both, together=len(groups) > 1):
                continue
            plain = max(plain, 2 * both / (sum(one.values()) + sum(two.values())))
            gain += 2 * both - THRESHOLD * (sum(one.values()) + sum(two.values()))
            mine, theirs = (group.left, group.right) if flip else (group.right, group.left)
            there = [(sides[1] if flip else sides[0])[item] for item in theirs]
            found.append(
                Found(
                    wanted=tuple(places[item] for item in mine), texts=tuple(item.text for item in there), page=page,
                    section=there[0].section,
                )
            )  # fmt: skip
        return (gain, found) if plain >= PLAIN or len(found) < 2 else (0.0, [])

    def _weighed(self) -> Senses:
        if self._fresh is None:
            total = len(self._paragraphs)
            weights = {stem: math.log((total + 2) / (len(found) + 1)) + 0.35 for stem, found in self._postings.items()}
            self._fresh = self._senses.reweighed(weights, math.log(total + 2) + 0.35)
        return self._fresh


def _alike(one: Features, two: Features, both: float, *, together: bool) -> bool:
    sizes = sum(one.values()), sum(two.values())
    if sum(name in two for name in one) < LEAST or not min(sizes):
        return False
    return 2 * both / sum(sizes) >= (TOGETHER if together else ALONE) or both >= HELD * min(sizes)
