"""Where else in a source a sentence stands: an index of the sentences of one edition of one source."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

from ingest.align.blocks import Block
from ingest.align.model import Side
from ingest.align.sentences import Senses, Sentence, sentences_of
from ingest.align.sequence import more

LIMIT = 200_000  # sentences; a larger source is not searched for moved ones
ALIKE = 0.45
HELD = 0.9  # share of the shorter sentence that the longer one holds
LEAST = 4  # stems that must be shared
RARE = 200  # a stem in more sentences leads to none


class Found(Struct, frozen=True, kw_only=True):
    """Sentences in a row that say what was looked for."""

    texts: tuple[str, ...]
    page: str
    section: str


class Elsewhere:
    """Sentences of one group of documents; texts of one page must be added together."""

    def __init__(self, language: str = "en") -> None:
        self._sentences: list[Sentence] = []
        self._pages: list[str] = []
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._senses = Senses((), language)

    def add(self, page: str, blocks: Iterable[Block]) -> None:
        """Take in the sentences of one page."""
        if len(self._sentences) > LIMIT:
            return
        for sentence in sentences_of(blocks):
            for stem in set(self._senses.stems(sentence.text)):
                self._postings[stem].append(len(self._sentences))
            self._sentences.append(sentence)
            self._pages.append(page)

    def find(self, sentence: Sentence, side: Side, taken: set[str]) -> Found | None:
        """The passage most like *sentence* that is not one of *taken*; None where nothing is plainly like it."""
        stems = self._senses.stems(sentence.text)
        if len(set(stems)) < LEAST:
            return None
        senses = self._weighed()
        shared: Counter[int] = Counter()
        for stem in sorted(set(stems)):
            found = self._postings.get(stem, ())
            if len(found) <= RARE:
                shared.update(found)
        whole = senses.features([sentence])
        best: tuple[float, Found] | None = None
        for place, _ in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:40]:
            candidate = self._candidate(place, whole, senses, taken)
            if candidate and (best is None or candidate[0] > best[0]):
                best = candidate
        return best[1] if best else None

    def _weighed(self) -> Senses:
        total = len(self._sentences)
        weights = {stem: math.log((total + 2) / (len(found) + 1)) + 0.35 for stem, found in self._postings.items()}
        return self._senses.reweighed(weights, math.log(total + 2) + 0.35)

    def _candidate(self, place: int, whole: dict[str, float], senses: Senses, taken: set[str]) -> tuple[float, Found] | None:
        if self._sentences[place].text in taken or self._sentences[place].is_title:
            return None
        used = {near for near in range(place - 2, place + 3) if not self._usable(near, place, taken)}
        run = more(whole, (place,), self._sentences, senses, used)
        given = senses.features([self._sentences[item] for item in run])
        common = [name for name in whole if name in given]
        both = sum(min(whole[name], given[name]) for name in common)
        one, two = sum(whole.values()), sum(given.values())
        score = 2 * both / (one + two)
        if len(common) < LEAST or (score < ALIKE and both < HELD * min(one, two)):
            return None
        texts = tuple(self._sentences[item].text for item in run)
        return score, Found(texts=texts, page=self._pages[place], section=self._sentences[place].section)

    def _usable(self, near: int, place: int, taken: set[str]) -> bool:
        if not 0 <= near < len(self._sentences):
            return False
        other = self._sentences[near]
        same_place = self._pages[near] == self._pages[place] and other.section == self._sentences[place].section
        return same_place and other.text not in taken
