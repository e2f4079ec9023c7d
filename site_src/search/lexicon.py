"""What the index knows beside Whoosh's postings: printed words, classes of documents, twins, settings."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import snowballstemmer
from msgspec import Struct

from site_src.search.asked import Class, Settings, Surface
from site_src.search.forms import shared_beginning
from site_src.search.model import SearchDocument
from site_src.search.spelling import buckets, may_be_meant, wide_buckets
from site_src.search.tokens import fold, key, words

_IRREGULAR = {
    form: base
    for base, forms in {
        "begin": "began begun", "bite": "bit bitten", "blow": "blew blown", "break": "broke broken", "bring": "brought",
        "build": "built", "buy": "bought", "catch": "caught", "choose": "chose chosen", "draw": "drew drawn", "drive": "drove driven",
        "eat": "ate eaten", "fall": "fell fallen", "fight": "fought", "fly": "flew flown", "forget": "forgot forgotten",
        "give": "gave given", "grow": "grew grown", "hide": "hid hidden", "hold": "held", "keep": "kept", "know": "knew known",
        "lead": "led", "lose": "lost", "pay": "paid", "ride": "rode ridden", "rise": "rose risen", "see": "saw seen", "sell": "sold",
        "send": "sent", "speak": "spoke spoken", "spend": "spent", "stand": "stood", "steal": "stole stolen",
        "strike": "struck", "swim": "swam swum", "take": "took taken", "teach": "taught", "throw": "threw thrown", "wear": "wore worn",
        "win": "won", "withdraw": "withdrew withdrawn", "write": "wrote written",
    }.items()
    for form in forms.split()
}  # fmt: skip
_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
AROUND = 8  # neighbours of a name on each side
NARROWING = ("label", "trait")  # fields whose values are counted among hits
MOST_VALUES = 40  # of such a field
_SKETCH = 48  # hashes kept of a text
_ALIKE = 0.6  # of the hashes of two near-duplicates are shared


class Name(NamedTuple):
    """A name's key and its bearers: twice each document's number, plus 1 where its names only imply this one."""

    key: str
    bearers: tuple[int, ...]


class Lexicon(Struct, frozen=True, kw_only=True):
    """Everything of the index that is no posting."""

    terms: tuple[str, ...]  # sorted; a term's number is its place
    surfaces: tuple[Surface, ...]  # sorted by word
    names: tuple[Name, ...]  # sorted by key
    classes: tuple[Class, ...]
    class_of: tuple[int, ...]
    boosts: bytes  # per cent, by document
    twins: dict[int, int]  # document → the newest near-duplicate that it collapses under
    numbers: dict[str, tuple[int, ...]]
    values: dict[str, tuple[str, ...]]  # the commonest of a field by which hits can be narrowed, as printed
    settings: Settings

    def surface(self, word: str) -> Surface | None:
        """The surface that is exactly *word*."""
        place = bisect_left(self.surfaces, word, key=_word_of)
        return self.surfaces[place] if place < len(self.surfaces) and self.surfaces[place].word == word else None

    def beginning(self, prefix: str) -> Iterator[Surface]:
        """The surfaces that begin with *prefix*, in order."""
        place = bisect_left(self.surfaces, prefix, key=_word_of)
        while place < len(self.surfaces) and self.surfaces[place].word.startswith(prefix):
            yield self.surfaces[place]
            place += 1

    def near(self, word: str, *, wide: bool = False) -> Iterator[Surface]:
        """The surfaces that share a bucket with *word*."""
        wanted = set(wide_buckets(word) if wide else buckets(word))
        for letter in sorted({letter for letter, _ in wanted}):
            for surface in self.beginning(letter):
                if (letter, len(surface.word)) in wanted and may_be_meant(surface, len(self.class_of)):
                    yield surface

    def named(self, key: str) -> tuple[int, ...]:
        """The bearers of the name with *key*."""
        place = bisect_left(self.names, key, key=_key_of)
        return self.names[place].bearers if place < len(self.names) and self.names[place].key == key else ()

    def names_from(self, prefix: str) -> Iterator[Name]:
        """The names that begin with *prefix*, in order."""
        place = bisect_left(self.names, prefix, key=_key_of)
        while place < len(self.names) and self.names[place].key.startswith(prefix):
            yield self.names[place]
            place += 1

    def names_around(self, key: str) -> tuple[str, ...]:
        """The five of the neighbours of *key* that begin most like it: short ones and near ones first, no name that begins with another."""
        middle = bisect_left(self.names, key, key=_key_of)
        ranked = []
        for place in range(max(0, middle - AROUND), min(len(self.names), middle + AROUND)):
            known = self.names[place].key
            away = 2 * (place - middle) if place >= middle else 2 * (middle - place) - 1
            ranked.append((-shared_beginning(key, known), known.count(" "), away, known))
        found: list[str] = []
        for *_, known in sorted(ranked):
            if not any(known.startswith(f"{other} ") for other in found):
                found.append(known)
        return tuple(found[:5])


def _key_of(name: Name) -> str:
    return name.key


def _word_of(surface: Surface) -> str:
    return surface.word


class Stems(dict[str, str]):
    """Word → term in one language; a word that is asked for the first time is noted as a surface of its term."""

    def __init__(self, stem: Callable[[str], str], surfaces: dict[str, set[str]]) -> None:
        super().__init__()
        self._stem = stem
        self._surfaces = surfaces

    def __missing__(self, word: str) -> str:
        term = self[word] = self._stem(word)
        self._surfaces.setdefault(word, set()).add(term)
        return term


class Gathering:
    """Collects what becomes a :class:`Lexicon` while documents go by."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._stems: dict[str, Stems] = {}
        self._surfaces: dict[str, set[str]] = {}
        self._classes: dict[Class, int] = {}
        self._class_of: list[int] = []
        self._boosts = bytearray()
        self._twins: dict[str, list[tuple[int, int, array[int]]]] = {}
        self._numbers: dict[str, set[int]] = {}
        self._printed: dict[str, dict[str, str]] = {field: {} for field in NARROWING}
        self._names: dict[str, dict[int, int]] = {}
        self._counts: Counter[str] = Counter()

    def add(self, document: SearchDocument) -> None:
        """Note class, boost, numbers and likeness of the next document."""
        order = document.order * 16 + 15 - min(document.recency, 15)
        shared = Class(document.kind, document.edition, document.editions, document.language, order)
        self._class_of.append(self._classes.setdefault(shared, len(self._classes)))
        self._boosts.append(document.boost)
        number = len(self._boosts) - 1
        for bit, names in ((1, document.implied), (0, document.names)):
            for name in names:
                self._names.setdefault(key(name), {})[number] = bit
        for field, value in document.fields:
            if field in NARROWING and not value.endswith(")"):  # "Disposable (2)" counts as "Disposable"
                self._printed[field].setdefault(key(value), value)
        for field, figure in document.numbers:
            self._numbers.setdefault(field, set()).add(figure)
        if document.group:
            sketch = _sketch(document.text)
            self._twins.setdefault(document.group, []).append((-document.recency, number, sketch))

    def stems(self, language: str) -> Stems:
        """The terms of the words of a text of *language*; remembers every word that is looked up."""
        return self._stems.get(language) or self._stems.setdefault(language, Stems(_stemmer(language), self._surfaces))

    def value(self, field: str) -> str:
        """Remember the value of a field: it is a surface and a term at once."""
        self._surfaces.setdefault(field, set()).add(field)
        return field

    def count(self, terms: Iterable[str]) -> None:
        """Note that one more document has each of *terms*."""
        self._counts.update(terms)

    def lexicon(self) -> Lexicon:
        """The lexicon of all documents that went by."""
        terms = tuple(sorted({term for stems in self._surfaces.values() for term in stems}))
        places = {term: place for place, term in enumerate(terms)}
        counts = [self._counts[term] for term in terms]
        surfaces = []
        for word, stems in sorted(self._surfaces.items()):
            numbers = tuple(sorted(places[stem] for stem in stems))
            surfaces.append(Surface(word, numbers, max(counts[number] for number in numbers)))
        names = (
            Name(name, tuple(document << 1 | bit for document, bit in bearers.items()))
            for name, bearers in sorted(self._names.items())
        )
        return Lexicon(
            terms=terms, surfaces=tuple(surfaces), names=tuple(names), classes=tuple(self._classes), class_of=tuple(self._class_of),
            boosts=bytes(self._boosts), twins=self._collapse(), values={field: self._commonest(field) for field in NARROWING},
            numbers={name: tuple(sorted(values)) for name, values in sorted(self._numbers.items())}, settings=self.settings,
        )  # fmt: skip

    def _commonest(self, field: str) -> tuple[str, ...]:
        ranked = sorted(self._printed[field], key=lambda value: (-self._counts[f":{field}:{value}"], value))
        return tuple(self._printed[field][value] for value in ranked[:MOST_VALUES])

    def _collapse(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for _, items in sorted(self._twins.items()):
            alike = [(*item[:2], frozenset(item[2])) for item in sorted(items, key=lambda item: item[:2])]
            for place, (recency, document, sketch) in enumerate(alike):
                for older, twin, other in alike[:place]:
                    if older != recency and _likeness(sketch, other) >= _ALIKE:
                        found[document] = found.get(twin, twin)
                        break
        return dict(sorted(found.items()))


def _stemmer(language: str) -> Callable[[str], str]:
    name = _SNOWBALL.get(language.partition("-")[0])
    if name is None:
        return lambda word: word
    snowball = snowballstemmer.stemmer(name)
    spanish = name == "spanish"
    irregular = _IRREGULAR if name == "english" else {}

    def stem(word: str) -> str:
        if not word.isalpha() or len(word) < 3:
            return word
        if spanish and word.endswith("ion"):  # Snowball knows the ending by its accent, which is folded away
            word = f"{word[:-3]}ión"
        return fold(snowball.stemWord(irregular.get(word, word))) or word

    return stem


def _sketch(text: str) -> array[int]:
    found = words(text)
    hashes = {zlib.crc32(" ".join(found[place : place + 3]).encode()) for place in range(max(1, len(found) - 2))}
    return array("I", sorted(hashes)[:_SKETCH])


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    smallest = sorted(one | other)[:_SKETCH]
    return sum(item in one and item in other for item in smallest) / len(smallest)


def settings_of(
    languages: tuple[str, ...], synonyms: Mapping[str, Iterable[str]], *, translations: Mapping[str, Iterable[str]] | None = None,
    stop_words: Iterable[str] = (), kinds: Mapping[str, str] | None = None,
    kind_names: Mapping[str, Mapping[str, str]] | None = None, fields: Mapping[str, str] | None = None,
) -> Settings:  # fmt: skip
    """Settings with every word folded to its key."""
    called = {key(name): key(kind) for name, kind in sorted((kinds or {}).items())}
    shown = {language: dict(sorted(names.items())) for language, names in sorted((kind_names or {}).items())}
    return Settings(
        languages=languages, synonyms=_keyed(synonyms), translations=_keyed(translations or {}),
        stop_words=tuple(sorted(map(fold, stop_words))), kinds=called, kind_names=shown,
        fields={letters(name): field for name, field in sorted((fields or {}).items()) if letters(name)},
    )  # fmt: skip


def letters(name: str) -> str:
    """The name of a field as it is typed before a colon: ``Skill type`` is ``skilltype``."""
    return "".join(filter(str.isalpha, fold(name)))


def _keyed(table: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, meanings in table.items():
        known = found.setdefault(key(name), [])
        known += [key(meaning) for meaning in dict.fromkeys(meanings) if key(meaning) not in (*known, key(name))]
    return {name: tuple(meanings) for name, meanings in sorted(found.items()) if name and meanings}
