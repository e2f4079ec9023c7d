"""Sentences of blocks, and how much of one sentence's sense stands in another.

A sentence is compared by the stems of the words that carry sense, the rarer the heavier; the second occurrence of a
stem in a sentence is a feature of its own.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy
import numpy.typing
import snowballstemmer
from msgspec import Struct

from ingest.align.blocks import Block
from ingest.visible import fold, words

Table = numpy.typing.NDArray[numpy.float64]

_END = re.compile(r"[.!?…]+[)\]”\"'’»]*\s+(?=[\"“'‘«(\[¿¡]*(?:[^\W\d_]|\d))")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|p|pp|pág|no|fig|ej|Dr|Mr|Sr)|(?:^|\s)\(?\d+(?:\.\d+)*)\.$")
_NUMBER = re.compile(r"^\(?\d+(?:\.\d+)*[a-z]?[.)]?\s+")
_HEAD = re.compile(r"(?:\(?\d+(?:\.\d+)*[a-z]?[.)]?\s+(?=\S))?(?:(?P<label>[^\W\d_][^.:!?;]{0,40}):\s+(?=\S))?")
_LABEL_WEIGHT = 0.3
_LANGUAGES = {
    "en": "english", "es": "spanish", "de": "german", "fr": "french", "it": "italian", "pt": "portuguese",
    "nl": "dutch", "ru": "russian",
}  # fmt: skip
_EMPTY = frozenset({
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "with", "from", "as", "and", "or", "but", "if",
    "then", "that", "this", "these", "those", "it", "its", "is", "are", "was", "were", "be", "been", "may", "can",
    "will", "must", "not", "no", "any", "each", "every", "all", "his", "her", "their", "they", "them", "he", "she",
    "you", "your", "which", "who", "when", "where", "what", "has", "have", "had", "do", "does", "than", "into",
    "also", "only", "such", "there", "de", "la", "el", "los", "las", "un", "una", "unos", "unas", "y", "o", "en",
    "con", "por", "para", "que", "se", "su", "sus", "es", "son", "del", "al", "lo", "como", "si",
})  # fmt: skip


class Sentence(Struct, frozen=True, kw_only=True):
    """One sentence as printed, and where."""

    text: str
    section: str
    kind: str = "paragraph"
    line: int = 0
    frame: str = ""  # innermost box
    paragraph: int = 0  # sentences of one block share it

    @property
    def core(self) -> str:
        """The text without the number and the label printed before it."""
        return self.text[_HEAD.match(self.text).end() :]  # type: ignore[union-attr]

    @property
    def label(self) -> str:
        """``"Declaration"`` of ``"2. Declaration: …"``, or nothing."""
        return (_HEAD.match(self.text).group("label") or "").strip()  # type: ignore[union-attr]

    @property
    def is_title(self) -> bool:
        """Whether it only names a step: a number and a few words."""
        number = _NUMBER.match(self.text)
        return self.kind in ("heading", "title", "part") or bool(number and len(words(self.text[number.end() :])) <= 4)


def sentences_of(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """The sentences of *blocks*, in reading order; a heading, a title and a table row are one each."""
    for place, block in enumerate(blocks):
        if not block.text:
            continue
        whole = block.kind in ("heading", "title", "row", "record", "labels", "part", "caption")
        frame = next((item for item in reversed(block.frames) if item.startswith("box ")), "")
        for text in [block.text] if whole else split(block.text):
            yield Sentence(
                text=text, section=block.section, kind=block.kind, line=block.line, frame=frame, paragraph=place
            )


def split(text: str) -> list[str]:
    """The sentences of one paragraph; numbers before them and common abbreviations end none."""
    out, start = [], 0
    for match in _END.finditer(text):
        head = text[start : match.end()].rstrip()
        following = text[match.end() :].lstrip("\"“'‘«([¿¡")[:1]
        if following.islower() or _ABBREVIATION.search(head):
            continue
        out.append(head)
        start = match.end()
    rest = text[start:].strip()
    return [*out, rest] if rest else out


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """*text* for telling whether two sentences are identical: no number before it, no case, no punctuation."""
    return " ".join(words(fold(_NUMBER.sub("", text))))


class Senses:
    """Weighs what sentences share; made for one comparison from the sentences of both sides."""

    def __init__(self, sentences: Sequence[Sentence], language: str = "en") -> None:
        self._language = _LANGUAGES.get(language, "english")
        texts = [sentence.text for sentence in sentences]
        seen = Counter(stem for text in texts for stem in set(self.stems(text)))
        self._weight = {stem: math.log((len(texts) + 2) / (count + 1)) + 0.35 for stem, count in seen.items()}
        self._rare = math.log(len(texts) + 2) + 0.35

    def reweighed(self, weight: dict[str, float], rare: float) -> Senses:
        """The same language under other weights; *rare* is that of a stem without one."""
        other = Senses((), "")
        other._language, other._weight, other._rare = self._language, weight, rare
        return other

    def stems(self, text: str) -> tuple[str, ...]:
        """The stems of the words that carry sense; of all words where none does."""
        return _stems(text, self._language)

    def features(self, sentences: Sequence[Sentence]) -> dict[str, float]:
        """The weighted features of *sentences* taken as one."""
        out: dict[str, float] = {}
        count: Counter[str] = Counter()
        for sentence in sentences:
            for stem, share in _shares(sentence.text, self._language):
                count[stem] += 1
                weight = self._weight.get(stem, self._rare) * share
                out[f"{stem}{count[stem]}"] = weight if count[stem] == 1 else weight * 0.6
        return out


def shared(left: Sequence[dict[str, float]], right: Sequence[dict[str, float]]) -> tuple[Table, Table, Table]:
    """The weight that each pair shares, and the weight of each left and right text."""
    names = {name: place for place, name in enumerate(dict.fromkeys(name for item in (*left, *right) for name in item))}
    one, two = numpy.zeros((len(left), len(names))), numpy.zeros((len(right), len(names)))
    for table, items in ((one, left), (two, right)):
        for place, item in enumerate(items):
            for name, weight in item.items():
                table[place, names[name]] = weight
    sizes = one.sum(axis=1), two.sum(axis=1)
    return numpy.sqrt(one) @ numpy.sqrt(two).T, *sizes


@lru_cache(maxsize=20_000)
def _stems(text: str, language: str) -> tuple[str, ...]:
    found = words(fold(text))
    return tuple(_stem(word, language) for word in found if word not in _EMPTY) or tuple(found)


@lru_cache(maxsize=20_000)
def _shares(text: str, language: str) -> tuple[tuple[str, float], ...]:
    """Each stem of a sentence, first those of its core, then those of the label before it, with what it counts for."""
    sentence = Sentence(text=text, section="")
    core, label = _stems(sentence.core, language), _stems(sentence.label, language)
    return (*((stem, 1.0) for stem in core), *((stem, _LABEL_WEIGHT) for stem in label))


@lru_cache(maxsize=50_000)
def _stem(word: str, language: str) -> str:
    return str(_stemmer(language).stemWord(word))


@lru_cache(maxsize=16)
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(language)
