"""The index as the browser reads it: classic scripts that each call one function, and a manifest that names them.

Numbers are written with 64 signs, five bits a sign, low bits first (:func:`number`); words share the beginning of the
word before them; texts are in shorthand (:mod:`site_src.search.shorthand`). All shards stand in a folder named by the digest of them all: a changed build has other addresses, and
a shard of another build is refused. A small index is one file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import count, groupby, pairwise
from operator import itemgetter
from typing import Any

import msgspec

from site_src.pile import Pile
from site_src.search.asked import Surface
from site_src.search.engine import Index
from site_src.search.forms import shared_beginning
from site_src.search.impacts import MOST_POSTINGS
from site_src.search.model import FORMAT, SearchDocument
from site_src.search.shorthand import Shorthand, shorthand
from site_src.search.spelling import may_be_meant

FOLDER = "search"
ONE_FILE = 200_000  # bytes of all shards that still travel as one
SIZES = {"w": 2_000, "p": 1_800, "h": 8_000, "d": 2_300, "z": 2_000}  # signs of one shard of a small index
MOST = {"d": 2}  # times that, at the most: of these a query needs ten
COMMON = 160, 1_280  # words in shorthand: of a small index, of others
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SMALL = tuple(_SIGNS[value] for value in range(32))
_encode = msgspec.json.Encoder().encode


def number(value: int) -> str:
    """*value* (not negative) in signs."""
    if value < 32:
        return _SMALL[value]
    found = ""
    while value >= 32:
        found += _SIGNS[value & 31 | 32]
        value >>= 5
    return found + _SIGNS[value]


def wide(value: int, width: int) -> str:
    """*value* in exactly *width* signs, six bits a sign."""
    return "".join(_SIGNS[value >> 6 * place & 63] for place in range(width))


def numbers(values: Iterable[int]) -> str:
    """*values*, which rise, as the steps between them."""
    found, last = [], 0
    for value in values:
        found.append(number(value - last))
        last = value
    return "".join(found)


def export(index: Index, *, older: int = 0, old: bool = False) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the bytes of each file; the same index gives the same files.

    Older wordings (*old*) stand apart, and nothing of theirs is loaded before they are asked for; the manifest of what is
    valid only says how many they are (*older*).
    """
    folder = f"{FOLDER}/old" if old else FOLDER
    shards: Pile[tuple[str, str]] = Pile(tuple[str, str])
    size = 0
    limits: dict[str, list[Any]] = {}
    factor = 2 if old else 1 if index.count < 5_000 else 2 if index.count < 50_000 else 3
    short = shorthand((_document(index.document(place)) for place in range(index.count)), COMMON[factor > 1])
    for family, lines in _families(index, short).items():
        starts = limits[family] = []
        for shard, (start, payload) in enumerate(_cut(lines, SIZES[family] * min(factor, MOST.get(family, factor)))):
            starts.append(start)
            shards.add((len(shards),), (f"{family}{shard}", payload))
            size += len(payload)
    manifest = _manifest(index, limits, short)
    digest = _digest(manifest, shards)
    manifest["build"] = digest
    manifest |= {"of": "old"} if old else {"older": older} if older else {}
    if size <= ONE_FILE:
        manifest["shards"] = dict(shards)
    else:
        for name, payload in shards:
            yield f"{folder}/{digest}/{name}.js", _script("shard", digest, name, payload)
    yield f"{folder}/manifest.js", _script("manifest", manifest)


def _digest(manifest: dict[str, Any], shards: Iterable[tuple[str, str]]) -> str:
    """The name of a build of the index: of everything that it says."""
    found = hashlib.sha256(b"[" + _encode(manifest) + b",{")
    for number, (name, payload) in enumerate(shards):
        found.update(b"," * (number > 0) + _encode(name) + b":" + _encode(payload))
    found.update(b"}]")
    return found.hexdigest()[:12]


def _script(function: str, *values: object) -> bytes:
    # "<" never stands in a script as it is: the pocket edition carries these scripts inside HTML.
    given = ",".join(_encode(value).decode().replace("<", "\\u003c") for value in values)
    return f"ludexSearch.{function}({given})\n".encode()


def _manifest(index: Index, limits: dict[str, list[Any]], short: Shorthand) -> dict[str, Any]:
    lexicon = index.lexicon
    width = next(width for width in count(1) if len(index.classes) <= 64**width)
    order = {shared: place for place, shared in enumerate(index.classes)}
    return {
        "format": FORMAT, "count": index.count,
        "classes": [[c.kind, c.edition, c.editions, c.language, c.order] for c in order],
        "width": width, "classesOf": "".join(wide(shared, width) for shared in lexicon.class_of),
        "twins": "".join(number(document - last) + number(twin) for last, document, twin in _steps(lexicon.twins)),
        "numbers": lexicon.numbers, "values": lexicon.values, "synonyms": lexicon.settings.synonyms,
        "translations": lexicon.settings.translations, "kinds": lexicon.settings.kinds,
        "kindNames": lexicon.settings.kind_names, "fields": lexicon.settings.fields,
        "stopWords": " ".join(sorted(index.stop_words)),
        "words": limits["w"], "spellings": limits["z"], "postings": _gaps(limits["p"]),
        "terms": "\n".join(_first_signs(lexicon.terms[first - 1] if first else "", lexicon.terms[first]) for first in limits["p"]),
        "holders": _gaps(limits["h"]), "documents": _gaps(limits["d"]),
        "common": "\n".join(short.signs), "codes": "".join(short.signs.values()),
    }  # fmt: skip


def _gaps(values: list[int]) -> list[int]:
    """*values*, which rise, as the steps between them, in a list that a script engine reads without our help."""
    return [value - last for last, value in pairwise((0, *values))]


def _first_signs(before: str, word: str) -> str:
    """As much of the beginning of *word* as puts it behind *before*."""
    return word[: shared_beginning(before, word) + 1]


def _steps(twins: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    last = 0
    for document, twin in sorted(twins.items()):
        yield last, document, twin
        last = document


def _families(index: Index, short: Shorthand) -> dict[str, Iterator[tuple[Any, str]]]:
    """Each kind of shard with its lines; a line's first half is where it may be looked up."""
    common: list[tuple[int, str]] = []
    return {
        "w": _words_and_names(index),
        "p": _postings(index, common),
        "h": iter(common),
        "z": _spellings(index),
        "d": ((place, short.written(_document(index.document(place)))) for place in range(index.count)),
    }


def _words_and_names(index: Index) -> Iterator[tuple[str, str]]:
    """What is printed or borne: its terms as a word, then its bearers as a name."""
    words = ((item.word, 0, number(item.documents) + numbers(item.terms)) for item in index.lexicon.surfaces)
    names = ((name, 1, numbers(bearers)) for name, bearers in index.lexicon.names)
    for word, found in groupby(merge(words, names), key=itemgetter(0)):
        data = {column: signs for _, column, signs in found}
        yield word, f"{word}\t{data.get(0, '')}" + (f"\t{data[1]}" if 1 in data else "")


def _postings(index: Index, common: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for term, impacts in enumerate(index.all_impacts()):
        if index.lexicon.terms[term][0] == ":":
            yield term, numbers(impacts)
            continue
        last, signs = 0, []
        for document, posting in impacts.items():
            signs.append(number(document - last) + number(posting))
            last = document
        yield term, "".join(signs)
        holders = index.holders(term) if len(impacts) == MOST_POSTINGS else ()
        if len(holders) > len(impacts):
            common.append((term, f"{term}\t{numbers(holders)}"))


def _spellings(index: Index) -> Iterator[tuple[str, str]]:
    """Words that may have been meant, by first letter and length, with their documents."""
    found: dict[tuple[str, int], list[Surface]] = {}
    for surface in index.lexicon.surfaces:
        if may_be_meant(surface, index.count):
            found.setdefault((surface.word[0], len(surface.word)), []).append(surface)
    for (letter, length), surfaces in sorted(found.items()):
        yield (
            f"{letter}{length:03}",
            f"{letter}{length:03} " + " ".join(f"{item.word[1:]} {number(item.documents)}" for item in surfaces),
        )


def _document(document: SearchDocument) -> str:
    shown: list[object] = [
        document.id, document.name, document.page, document.section, document.url, document.source, document.line,
        document.names[1:] if document.names[:1] == (document.name,) else document.names, " ".join(document.text.split()),
    ]  # fmt: skip
    if document.dropped:
        shown.append(document.dropped)
    return _encode(shown).decode()


def _cut(lines: Iterable[tuple[Any, str]], size: int) -> Iterator[tuple[Any, str]]:
    """Put lines together into shards of about *size* signs; a long line stands alone. Words share their beginnings."""
    start: Any = None
    held: list[str] = []
    length = 0
    before = ""
    for place, line in lines:
        if held and length + len(line) > size:
            yield start, "\n".join(held)
            held, length, before = [], 0, ""
        if not held:
            start = place
        if isinstance(place, str) and "\t" in line:
            shared = shared_beginning(before, place)
            before, line = place, number(shared) + line[shared:]
        held.append(line)
        length += len(line) + 1
    if held:
        yield start, "\n".join(held)
