"""Names as printed, taken apart: acronym, class in parentheses, capitals, two names with an "or" between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from ingest.visible import fold

_ACRONYM = re.compile(r"\s*\((?P<short>[^\W\d_][\w./&+-]{0,9})\)(?P<rest>.*)$")
_LETTERS = re.compile(r"[^\W\d_]+")
_SPACES = re.compile(r"\s+")
_SMALL = {
    "of",
    "the",
    "and",
    "or",
    "to",
    "in",
    "a",
    "an",
    "with",
    "for",
    "on",
    "into",
    "de",
    "la",
    "el",
    "los",
    "las",
    "y",
    "en",
}


class Name(Struct, frozen=True, kw_only=True):
    """One printed name."""

    name: str
    acronym: str | None = None
    aliases: tuple[str, ...] = ()


def name_of(printed: str) -> Name:
    """Take *printed* apart: ``Line of Fire (LoF)`` is Line of Fire, LoF for short."""
    text = _SPACES.sub(" ", printed).strip(" .:–—-")
    hit = _ACRONYM.search(text)
    if hit and hit.start() and is_acronym(hit["short"], text[: hit.start()]):
        name = f"{text[: hit.start()]}{hit['rest'].rstrip(' .:')}".strip()
        return Name(name=name, acronym=hit["short"], aliases=(text,) if hit["rest"].strip() else ())
    first, slash, other = text.partition(" / ")
    if slash and first[:1].isupper() and other[:1].isupper():
        return Name(name=first, aliases=(other,))
    tail = text.rpartition(": ")[2]
    aliases = (tail,) if tail != text and len(tail.split()) > 1 else ()
    return Name(name=text, aliases=aliases)


def is_acronym(short: str, long: str) -> bool:
    """Whether *short* could stand for *long*: capitals, the first one of a word of *long*, all of them in its order."""
    capitals = sum(char.isupper() for char in short)
    letters = sum(char.isalpha() for char in short)
    if not letters or len(short) > 7 or capitals * 2 < letters or len(short) >= len(long):
        return False
    spelled = iter(fold(long))
    return fold(short)[:1] in {word[0] for word in fold(long).split() if word} and all(
        char in spelled for char in fold(short) if char.isalpha()
    )


def recased(name: str, texts: Sequence[str], spelled: Sequence[str] = ()) -> str:
    """*name* as the running text writes it, where a box shouts it in capitals; *spelled* words have one spelling."""
    if not any(char.isalpha() for char in name) or name != name.upper() or len(name) < 2:
        return name
    wanted = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    for text in texts:
        for hit in wanted.finditer(text):
            if hit[0] != name and hit[0][:1].isupper():
                return hit[0]
    if len(name.split()) == 1 and len(name) <= 4:
        return name
    spoken = {word for text in texts if text != text.upper() for word in _LETTERS.findall(text)}
    fixed = {word.upper(): word for word in spelled}
    return " ".join(_capital(word, at, spoken, fixed) for at, word in enumerate(name.split()))


def _capital(word: str, at: int, spoken: set[str], fixed: dict[str, str]) -> str:
    if at and word.casefold() in _SMALL:
        return word.casefold()
    if any(char.isdigit() for char in word) or word.startswith("("):
        return word
    return _LETTERS.sub(lambda hit: fixed.get(hit[0]) or _word(hit[0], spoken), word)


def _word(word: str, spoken: set[str]) -> str:
    lower = word[:1] + word[1:].lower()
    # Running text that writes a word in capitals and never otherwise means an acronym.
    return word if len(word) <= 5 and word in spoken and not {lower, word.lower()} & spoken else lower
