"""The query language: words, "phrases", -exclusions, ``field:value`` and ``field>=number``.

Nothing a person types is an error: an unbalanced quote ends where the query ends, an unknown field is a word.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

from msgspec import Struct

from site_src.search.tokens import Chunk, chunks, fold, key, words

MOST_WORDS = 32
LONGEST = 4000  # signs of a query that are read
FIELDS = {
    "kind": "kind", "tipo": "kind", "label": "label", "etiqueta": "label", "trait": "trait", "rasgo": "trait", "ammo": "ammo",
    "ammunition": "ammo", "municion": "ammo", "edition": "edition", "edicion": "edition", "language": "language",
    "lang": "language", "idioma": "language", "class": "class", "clase": "class", "level": "level", "nivel": "level",
    "attribute": "attribute", "atributo": "attribute", "in": "in", "en": "in",
}  # fmt: skip
OLD = ("old", "antiguo", "antiguas")  # in:old asks for what was dropped
NUMBERS = {"b": "burst", "rafaga": "burst", "damage": "damage", "dano": "damage"}
NO_FIELDS: Mapping[str, str] = {}
COMPARISONS = ("<=", ">=", "<", ">", "=")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufeff\u2028\u2029]")
_CLASS_BEFORE = re.compile(r"[ \t]*[^\W\d_]{1,8}[ \t]*:[ \t]+([^ \t][^\0]*)\Z")
_PIECE = re.compile(
    r'(?P<minus>-(?=[^\W\d_]|"))?'
    r'(?:(?P<name>[A-Za-z\u00c0-\u024f]+)(?:(?P<sign>[<>]=?|=)(?P<number>-?[0-9]{1,9})(?![^\s])|:(?:"(?P<quoted>[^"]*)"?|(?P<value>[^\s":]+)(?![^\s])))'
    r'|"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))'
)


class Word(Struct, frozen=True, kw_only=True):
    """One chunk as typed; in capitals it is no stop word."""

    chunk: Chunk
    capitals: bool = False


class Wish(Struct, frozen=True, kw_only=True):
    """A field that must (or must not) have a value; the value is a name's key."""

    field: str
    value: str
    refused: bool = False


class Range(Struct, frozen=True, kw_only=True):
    """A number that must stand in a relation."""

    field: str
    sign: str
    number: int

    def holds(self, value: int) -> bool:
        """Whether *value* is as wished."""
        match self.sign:
            case "<=":
                return value <= self.number
            case ">=":
                return value >= self.number
            case "<":
                return value < self.number
            case ">":
                return value > self.number
            case _:
                return value == self.number


class Query(Struct, frozen=True, kw_only=True):
    """A query, understood."""

    text: str
    whole: str  # the key of all that was typed: a name typed exactly, whatever signs it holds
    plain: str  # the key of its words and phrases
    rest: str = ""  # the key of what stands behind a class: ``V: Dogged``
    words: tuple[Word, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    refused: tuple[tuple[str, ...], ...] = ()
    wishes: tuple[Wish, ...] = ()
    ranges: tuple[Range, ...] = ()
    old: bool = False  # asks for older wordings


def parse(text: str, numbers: Container[str] = (), fields: Mapping[str, str] = NO_FIELDS) -> Query:
    """Understand *text*; *numbers* are the fields that can be compared, *fields* those that the game has besides."""
    found: list[Word] = []
    phrases: list[tuple[str, ...]] = []
    refused: list[tuple[str, ...]] = []
    wishes: list[Wish] = []
    ranges: list[Range] = []
    plain: list[str] = []
    old = False
    for piece in _pieces(text):
        name = fold(piece["name"] or "")
        field, number = FIELDS.get(name) or fields.get(name), NUMBERS.get(name) or fields.get(name, name)
        value = piece["quoted"] if piece["quoted"] is not None else piece["value"]
        if piece["sign"] and number in numbers:
            ranges.append(Range(field=number, sign=piece["sign"], number=int(piece["number"])))
        elif value is not None and field == "in" and key(value) in OLD and not piece["minus"]:
            old = True
        elif value is not None and field and field != "in":
            wishes.append(Wish(field=field, value=key(value), refused=bool(piece["minus"])))
        elif piece["minus"]:
            refused.append(tuple(words(piece[0][1:])))
        elif piece["phrase"] is not None:
            plain.append(piece["phrase"])
            phrases.append(tuple(words(piece["phrase"])))
        else:
            plain.append(piece[0])
            found += [Word(chunk=chunk, capitals=_is_loud(piece[0])) for chunk in chunks(piece[0])]
    return Query(
        text=text, whole=key(text[:LONGEST]), plain=key(" ".join(plain)), rest=_behind_class(text[:LONGEST]), words=tuple(found[:MOST_WORDS]),
        phrases=tuple(phrase for phrase in phrases if phrase), refused=tuple(item for item in refused if item),
        wishes=tuple(wishes), ranges=tuple(ranges), old=old,
    )  # fmt: skip


def _behind_class(text: str) -> str:
    found = _CLASS_BEFORE.match(text)
    return key(found[1]) if found else ""


def _pieces(text: str) -> list[re.Match[str]]:
    return list(_PIECE.finditer(_CONTROL.sub(" ", text[:LONGEST])))


def _is_loud(typed: str) -> bool:
    """Whether a word was typed in capitals: ``IT`` is no stop word."""
    return len(typed) > 1 and typed.upper() == typed and typed.lower() != typed
