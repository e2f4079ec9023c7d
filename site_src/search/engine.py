"""Whoosh, here and nowhere else: postings, frequencies and lengths on disk, and from them whole-number impacts.

A term's impact on a document (impacts.py) is computed here once, by the scorer for the command line and by
:meth:`Index.all_impacts` for the browser's shards.
"""

from __future__ import annotations

import gc
import warnings
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from site_src.search.asked import Class, Settings, Surface
from site_src.search.impacts import BOOSTS, VALUE, Bulk, best, impact, length_of, norm, rarity
from site_src.search.lexicon import Gathering, Lexicon, Name
from site_src.search.model import SearchDocument
from site_src.search.postings import Inverted
from site_src.search.stopwords import stop_words
from site_src.search.tokens import key, terms, words

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)  # Whoosh 2.7.4 has invalid escapes in its strings
    from whoosh import fields, formats, index, query, scoring, writing
    from whoosh.codec import whoosh3
    from whoosh.matching import binary
    from whoosh.matching.mcore import ReadTooFar
    from whoosh.util.numeric import byte_to_length

LEXICON = "lexicon.msgpack"
LONGEST_NAME = 20  # words; what is longer is a sentence, such as a question that was asked


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
            yield _bytes(term), count, float(count), b""


def _bytes(term: str) -> bytes:
    return term.encode("utf-8", "surrogatepass")


class BlockWriter(whoosh3.W3PostingsWriter):  # type: ignore[misc]
    """Writes whole postings in Whoosh's blocks, where Whoosh takes them one by one."""

    def add_all(self, documents: list[int], weights: list[int], lengths: bytes) -> None:
        """Add the postings of a term; *lengths* are those of the field, by document, as Whoosh codes them."""
        for start in range(0, len(documents), self._blocklimit):
            if start:
                self._write_block()
            self._ids = array("I", documents[start : start + self._blocklimit])
            self._weights = array("f", weights[start : start + self._blocklimit])
            self._maxweight = max(self._weights)
            coded = [code for document in self._ids if (code := lengths[document])] if lengths else []
            if coded:
                self._minlength, self._maxlength = byte_to_length(min(coded)), byte_to_length(max(coded))

    def _mini_weights(self) -> float | tuple[float, ...] | None:
        first = self._weights[0]
        if self._weights.count(first) < len(self._weights):
            return tuple(self._weights)
        return None if first == 1.0 else first


class BlockCodec(whoosh3.W3Codec):  # type: ignore[misc]
    """Whoosh's own files, written by :class:`BlockWriter`; the segment says so nowhere."""

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> BlockWriter:
        """The writer of one field."""
        return BlockWriter(dbfile, blocklimit=self._blocklimit, byteids=byteids, compression=self._compression)

    def new_segment(self, storage: Any, indexname: str) -> Any:
        """A segment that Whoosh reads without us."""
        return whoosh3.W3Segment(whoosh3.W3Codec(), indexname)


class CountedWriter(writing.SegmentWriter):  # type: ignore[misc]
    """Whoosh's writer for terms that are counted already; its pool of single postings stays empty."""

    def __init__(self, made: index.Index, folder: Path) -> None:
        super().__init__(made, codec=BlockCodec())
        self.inverted = Inverted(folder)

    def add_counted(self, counted: dict[str, dict[str, int]], data: bytes) -> None:
        """Add the next document."""
        self.perdocwriter.start_doc(self.docnum)
        for name, counts in counted.items():
            field = self.schema[name]
            self.inverted.add(name, self.docnum, counts)
            self.perdocwriter.add_field(name, field, None, sum(counts.values()) if field.scorable else 0)
        self.perdocwriter.add_field("data", self.schema["data"], data, 0)
        self.perdocwriter.finish_doc()
        self._added = True
        self.docnum += 1

    def _flush_segment(self) -> None:
        self.perdocwriter.close()
        writer, name, lengths = self.fieldwriter, "", b""
        reader = self.per_document_reader()
        for field, term, numbers in self.inverted:
            if field != name:
                if name:
                    writer.finish_field()
                name, lengths = field, _length_codes(reader, field)
                writer.start_field(field, self.schema[field])
            writer.start_term(_bytes(term))
            writer._postwriter.add_all(numbers[::2], numbers[1::2], lengths)
            writer.finish_term()
        if name:
            writer.finish_field()
        writer.close()
        reader.close()


def _length_codes(reader: Any, field: str) -> bytes:
    """The lengths of a field by document, a byte each; none where none is kept."""
    column = f"_{field}_len"
    if not reader.has_column(column):
        return b""
    return bytes(reader.column_reader(column, whoosh3.LENGTHS_COLUMN))


class Impacts(scoring.WeightingModel):  # type: ignore[misc]
    """Whoosh's weighting model that gives impacts."""

    def __init__(self, boosts: bytes) -> None:
        self.boosts = boosts

    def scorer(self, searcher: Any, fieldname: str, text: bytes, qf: int = 1) -> ImpactScorer:
        """The scorer of one term in one field."""
        idf = rarity(searcher.doc_count_all(), searcher.doc_frequency("body", text))
        return ImpactScorer(searcher, fieldname, idf, self.boosts)


class ImpactScorer(scoring.BaseScorer):  # type: ignore[misc]
    """Gives the impact of one term in one field."""

    def __init__(self, searcher: Any, fieldname: str, idf: float, boosts: bytes) -> None:
        self._length: Callable[[int], int] = lambda document: length_of(searcher, document, fieldname)
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
        return impact(self._idf, matcher.weight(), norm(self._length(document), self._average), boost)


def write(folder: Path, documents: Iterable[SearchDocument], settings: Settings) -> None:
    """Write an index of *documents* into the empty *folder*, and its lexicon beside it."""
    schema = fields.Schema(name=Words(), also=Words(), body=Words(), facet=Words(scorable=False), data=fields.STORED())
    writer = CountedWriter(index.create_in(str(folder), schema), folder)
    gathering = Gathering(settings)
    encode = msgspec.msgpack.Encoder().encode
    with _no_collecting():
        for document in documents:
            gathering.add(document)
            writer.add_counted(_fields(document, gathering), encode(document))
        writer.commit(merge=False)
        (folder / LEXICON).write_bytes(encode(gathering.lexicon()))


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Spare the collector of cycles the walks through millions of postings, which hold none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _fields(document: SearchDocument, gathering: Gathering) -> dict[str, dict[str, int]]:
    stem = gathering.stems(document.language).__getitem__
    name = Counter[str]()
    also = Counter(stem(word) for text in document.also for word in terms(text))
    for text in (*document.names, *document.implied):
        said = terms(text)
        (name if len(said) <= LONGEST_NAME else also).update(map(stem, said))
    body = Counter(map(stem, terms(document.text)))
    body.update((name.keys() | also.keys()) - body.keys())
    facets = [f":{field}:{key(value)}" for field, value in document.fields]
    facets += [f":{field}={number}" for field, number in document.numbers]
    facet = dict.fromkeys(map(gathering.value, facets), 1)
    gathering.count(body.keys() | facet.keys())
    return {"name": name, "also": also, "body": body, "facet": facet}


class Index:
    """An index that was opened: a :class:`~site_src.search.asked.Reader`, and the documents."""

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

    def near(self, word: str, *, wide: bool = False) -> Iterator[Surface]:
        """The surfaces that *word* may be a misspelling of, or that at least (*wide*) may look like it."""
        return self.lexicon.near(word, wide=wide)

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
        """The bearers of a name, given by its key."""
        return self.lexicon.named(name)

    def names_from(self, prefix: str) -> Iterator[Name]:
        """The names that begin with *prefix*, in order, with their bearers."""
        return self.lexicon.names_from(prefix)

    def names_around(self, name: str) -> tuple[str, ...]:
        """The names nearest to *name* in the order of names."""
        return self.lexicon.names_around(name)

    def holds(self, document: int, phrase: tuple[str, ...]) -> bool:
        """Whether the words of *phrase* stand side by side in a document's text or names."""
        found = self.document(document)
        return any(_has(words(text), phrase) for text in (*found.names, found.text))

    def holders(self, term: int) -> tuple[int, ...]:
        """Every document that has a term, however common it is."""
        text = self.lexicon.terms[term]
        return self._documents("facet" if text[0] == ":" else "body", _bytes(text))

    def all_impacts(self) -> Iterator[dict[int, int]]:
        """The impacts of every term, in the order of terms: the figures of :attr:`impacts`, read in bulk."""
        bulk = Bulk(self._searcher, self.lexicon.boosts)
        for number, term in enumerate(self.lexicon.terms):
            yield (self._best_impacts(number) if term[0] == ":" else best(bulk.impacts(_bytes(term))))

    def _documents(self, field: str, term: bytes) -> tuple[int, ...]:
        if (field, term) not in self._reader:
            return ()
        return tuple(self._reader.postings(field, term).all_ids())

    def _best_impacts(self, number: int) -> dict[int, int]:
        """The impacts of a term; of a very common one, those that count most."""
        found = self._impacts(number)
        return found if self.lexicon.terms[number][0] == ":" else best(found)

    def _impacts(self, number: int) -> dict[int, int]:
        text = self.lexicon.terms[number]
        term = _bytes(text)
        if text[0] == ":":
            return dict.fromkeys(self._documents("facet", term), VALUE << 1)
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
