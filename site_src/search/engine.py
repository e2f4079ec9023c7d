"""Whoosh, here and nowhere else: postings, frequencies and lengths on disk, and from them whole-number impacts.

A term's impact on a document is the sum over the fields of ``max(1, floor(boost * BM25F * SCALE + 1/2))``: computed
here once, by the scorer for the command line and by :meth:`Index.all_impacts` for the browser's shards.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import floor
from pathlib import Path
from typing import Any

import msgspec

from site_src.search.lexicon import Gathering, Lexicon
from site_src.search.model import SearchDocument
from site_src.search.ranking import Class, Settings, Surface
from site_src.search.stopwords import stop_words
from site_src.search.tokens import key, terms, words

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)  # Whoosh 2.7.4 has invalid escapes in its strings
    from whoosh import fields, formats, index, query, scoring
    from whoosh.matching import binary
    from whoosh.matching.mcore import ReadTooFar

SCALE = 32
K1, B = 1.2, 0.75
BOOSTS = {"name": 3.0, "also": 0.8, "body": 1.0}
MOST_POSTINGS = 4096  # of one term that count in a ranking
BEARS, IMPLIES = 1, 2  # frequencies of a name in the field of names
LEXICON = "lexicon.msgpack"


def mend_and_maybe() -> None:
    """Mend ``AndMaybeMatcher.skip_to`` of Whoosh 2.7.4: the optional side must follow to where the other landed."""
    if getattr(binary.AndMaybeMatcher.skip_to, "follows", False):
        return

    def skip_to(self: Any, target: int) -> bool:
        if not self.a.is_active():
            raise ReadTooFar
        moved = self.a.skip_to(target)
        followed = self.b.skip_to(self.a.id()) if self.a.is_active() and self.b.is_active() else False
        return bool(moved or followed)

    skip_to.follows = True  # type: ignore[attr-defined]
    binary.AndMaybeMatcher.skip_to = skip_to


mend_and_maybe()


class Words(fields.FieldType):  # type: ignore[misc]
    """A field whose terms are counted already: ``{term: frequency}``."""

    def __init__(self, *, scorable: bool = True) -> None:
        super().__init__(formats.Existence(), None, scorable=scorable)

    def index(self, value: dict[str, int], **kwargs: object) -> Iterator[tuple[bytes, int, float, bytes]]:
        """Yield each term with its frequency as its weight."""
        for term, count in value.items():
            yield term.encode("utf-8", "surrogatepass"), count, float(count), b""


class Impacts(scoring.WeightingModel):  # type: ignore[misc]
    """Whoosh's weighting model that gives impacts."""

    def __init__(self, boosts: bytes) -> None:
        self.boosts = boosts

    def scorer(self, searcher: Any, fieldname: str, text: bytes, qf: int = 1) -> ImpactScorer:
        """The scorer of one term in one field."""
        return ImpactScorer(searcher, fieldname, self.idf(searcher, "body", text), self.boosts)


class ImpactScorer(scoring.BaseScorer):  # type: ignore[misc]
    """Gives the impact of one term in one field."""

    def __init__(self, searcher: Any, fieldname: str, idf: float, boosts: bytes) -> None:
        self._length: Callable[[int], int] = lambda document: searcher.doc_field_length(document, fieldname, 1)
        self._idf = idf
        self._average = searcher.avg_field_length(fieldname)
        self._boost = BOOSTS[fieldname]
        self._boosts = boosts

    def supports_block_quality(self) -> bool:
        """No block is skipped: facets count every match."""
        return False

    def score(self, matcher: Any) -> int:
        """The impact on the document at which *matcher* stands."""
        document = matcher.id()
        boost = self._boost * self._boosts[document]
        return impact(self._idf, matcher.weight(), self._length(document), self._average, boost)


def impact(idf: float, weight: float, length: float, average: float, boost: float) -> int:
    """The whole number that a term adds to a document by one field; *boost* is in per cent."""
    bm25 = idf * weight * (K1 + 1) / (weight + K1 * ((1 - B) + B * length / average))
    return max(1, floor(boost * bm25 * SCALE / 100 + 0.5))


def write(folder: Path, documents: Iterable[SearchDocument], settings: Settings) -> None:
    """Write an index of *documents* into the empty *folder*, and its lexicon beside it."""
    schema = fields.Schema(
        name=Words(), also=Words(), body=Words(), title=Words(scorable=False), facet=Words(scorable=False), data=fields.STORED()
    )
    writer = index.create_in(str(folder), schema).writer(limitmb=128)
    gathering = Gathering(settings)
    encode = msgspec.msgpack.Encoder().encode
    for document in documents:
        gathering.add(document)
        writer.add_document(**_fields(document, gathering), data=encode(document))
    writer.commit(merge=False)
    reader = index.open_dir(str(folder)).reader()
    try:
        lexicon = gathering.lexicon(lambda term: int(reader.doc_frequency("facet" if term[0] == ":" else "body", term.encode())))
    finally:
        reader.close()
    (folder / LEXICON).write_bytes(encode(lexicon))


def _fields(document: SearchDocument, gathering: Gathering) -> dict[str, dict[str, int]]:
    language, stem = document.language, gathering.stem
    name = Counter(stem(word, language) for text in (*document.names, *document.implied) for word in terms(text))
    also = Counter(stem(word, language) for text in document.also for word in terms(text))
    body = Counter(stem(word, language) for word in terms(document.text))
    body.update(dict.fromkeys((name.keys() | also.keys()) - body.keys(), 1))
    facets = [f":{field}:{key(value)}" for field, value in document.fields]
    facets += [f":{field}={number}" for field, number in document.numbers]
    return {
        "name": name, "also": also, "body": body, "title": dict.fromkeys(map(key, document.implied), IMPLIES) | dict.fromkeys(map(key, document.names), BEARS),
        "facet": dict.fromkeys(map(gathering.value, facets), 1),
    }  # fmt: skip


class Index:
    """An index that was opened: a :class:`~site_src.search.ranking.Reader`, and the documents."""

    def __init__(self, folder: Path) -> None:
        self.lexicon = msgspec.msgpack.decode((folder / LEXICON).read_bytes(), type=Lexicon)
        self._searcher = index.open_dir(str(folder)).searcher(weighting=Impacts(self.lexicon.boosts))
        self._reader = self._searcher.reader()
        self._document = msgspec.msgpack.Decoder(SearchDocument).decode
        self.count: int = self._reader.doc_count_all()
        self.classes: tuple[Class, ...] = self.lexicon.classes
        self.settings = self.lexicon.settings
        self.stop_words = stop_words(self.settings.languages).union(self.settings.stop_words)
        self.numbers = self.lexicon.numbers
        self.surface = lru_cache(maxsize=4096)(self.lexicon.surface)
        self.impacts = lru_cache(maxsize=512)(self._best_impacts)

    def close(self) -> None:
        """Close the files."""
        if not self._searcher.is_closed:
            self._searcher.close()

    def beginning(self, prefix: str) -> Iterator[Surface]:
        """The surfaces that begin with *prefix*."""
        return self.lexicon.beginning(prefix)

    def near(self, word: str) -> Iterator[Surface]:
        """The surfaces that *word* may be a misspelling of."""
        return self.lexicon.near(word)

    def class_of(self, document: int) -> int:
        """The class of a document."""
        return self.lexicon.class_of[document]

    def twin_of(self, document: int) -> int:
        """The document under which *document* collapses: itself, where it has no newer near-duplicate."""
        return self.lexicon.twins.get(document, document)

    def document(self, number: int) -> SearchDocument:
        """One document."""
        return self._document(self._reader.stored_fields(number)["data"])

    def named(self, name: str) -> tuple[int, ...]:
        """The documents that bear a name, given by its key: each number doubled, plus 1 where the name is only implied."""
        return self._bearers(name.encode("utf-8", "surrogatepass"))

    def names(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Every name with its documents, in order."""
        for name in self._reader.lexicon("title"):
            yield name.decode("utf-8", "surrogatepass"), self._bearers(name)

    def names_from(self, prefix: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The names that begin with *prefix*, in order."""
        for name in self._reader.expand_prefix("title", prefix.encode("utf-8", "surrogatepass")):
            yield name.decode("utf-8", "surrogatepass"), self._bearers(name)

    def names_around(self, name: str) -> tuple[str, ...]:
        """The names nearest to *name* in the order of names."""
        before: list[str] = []
        after: list[str] = []
        for known in map(bytes.decode, self._reader.lexicon("title")):
            if known < name:
                before = [*before[1 - AROUND :], known]
            elif len(after) < AROUND:
                after.append(known)
            else:
                break
        return nearest_names(name, before, after)

    def holds(self, document: int, phrase: tuple[str, ...]) -> bool:
        """Whether the words of *phrase* stand side by side in a document's text or names."""
        found = self.document(document)
        return any(_has(words(text), phrase) for text in (*found.names, found.text))

    def holders(self, term: int) -> tuple[int, ...]:
        """Every document that has a term, however common it is."""
        text = self.lexicon.terms[term]
        return self._documents("facet" if text[0] == ":" else "body", text.encode("utf-8", "surrogatepass"))

    def all_impacts(self) -> Iterator[dict[int, int]]:
        """The impacts of every term, in the order of terms."""
        return map(self._best_impacts, range(len(self.lexicon.terms)))

    def _bearers(self, name: bytes) -> tuple[int, ...]:
        if ("title", name) not in self._reader:
            return ()
        matcher = self._reader.postings("title", name)
        found = []
        while matcher.is_active():
            found.append(matcher.id() << 1 | (matcher.weight() == IMPLIES))
            matcher.next()
        return tuple(found)

    def _documents(self, field: str, term: bytes) -> tuple[int, ...]:
        if (field, term) not in self._reader:
            return ()
        return tuple(self._reader.postings(field, term).all_ids())

    def _best_impacts(self, number: int) -> dict[int, int]:
        """The impacts of a term; of a very common one, those that count most."""
        found = self._impacts(number)
        if len(found) <= MOST_POSTINGS or self.lexicon.terms[number][0] == ":":
            return found
        best = sorted(found, key=lambda document: (-found[document], document))[:MOST_POSTINGS]
        return {document: found[document] for document in sorted(best)}

    def _impacts(self, number: int) -> dict[int, int]:
        text = self.lexicon.terms[number]
        term = text.encode("utf-8", "surrogatepass")
        if text[0] == ":":
            return dict.fromkeys(self._documents("facet", term), 0)
        wanted = query.Term("body", term)
        beside = [query.Term(field, term) for field in ("name", "also") if (field, term) in self._reader]
        if beside:
            wanted = query.AndMaybe(wanted, query.Or(beside))
        named = set(self._documents("name", term))
        matcher = wanted.matcher(self._searcher)
        found: dict[int, int] = {}
        while matcher.is_active():
            document = matcher.id()
            found[document] = int(matcher.score()) << 1 | (document in named)
            matcher.next()
        return found


AROUND = 8


def nearest_names(name: str, before: list[str], after: list[str]) -> tuple[str, ...]:
    """The five of the neighbours of *name* that begin most like it, the nearer first."""
    ranked = []
    for step, neighbours in ((0, after), (1, before[::-1])):
        for place, known in enumerate(neighbours):
            shared = next((n for n, (one, other) in enumerate(zip(name, known, strict=False)) if one != other), min(len(name), len(known)))
            ranked.append((-shared, 2 * place + step, known))
    return tuple(known for _, _, known in sorted(ranked)[:5])


def _has(text: list[str], phrase: tuple[str, ...]) -> bool:
    first, width = phrase[0], len(phrase)
    place = -1
    while True:
        try:
            place = text.index(first, place + 1)
        except ValueError:
            return False
        if tuple(text[place : place + width]) == phrase:
            return True
