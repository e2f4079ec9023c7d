"""The forms that one printed name lends itself to: without its parenthesis, as an acronym, as one part of a heading."""

from __future__ import annotations

import re

from ingest.profile import LanguageRules
from ingest.visible import fold

LONGEST = 8  # words of a beginning; a heading may be a whole paragraph
_PARENTHESIS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_ACRONYM = re.compile(r"(?=.*[A-ZÁÉÍÓÚÑ])[^\W_][\w.+-]{0,7}")


def bare(name: str) -> str:
    """*name* without what it prints in parentheses: ``Line of Fire (LoF)`` is ``Line of Fire``."""
    return " ".join(_PARENTHESIS.sub(" ", name).split()) or name


def acronyms(name: str) -> tuple[str, ...]:
    """The acronyms that *name* prints in parentheses; an acronym is shorter than what it stands for."""
    rest = bare(name)
    inside = (part.strip() for part in _PARENTHESIS.findall(name))
    return tuple(
        part for part in inside if _ACRONYM.fullmatch(part) and len(part) < len(rest) and stands_for(part, rest)
    )


def short_writings(name: str) -> tuple[str, ...]:
    """*name* with its acronym in place of the words before it: ``AP Ammunition`` of ``Armor Piercing (AP) Ammunition``."""
    match = _PARENTHESIS.search(name)
    rest = name[match.end() :].strip() if match else ""
    return (f"{match.group(1).strip()} {rest}",) if match and rest and acronyms(name) else ()


def initials(name: str, rules: LanguageRules) -> str:
    """The acronym that a player makes of *name*: ``LoF`` of ``Line of Fire``; ``""`` for a single word."""
    parts = [word for word in re.split(r"[\s-]+", bare(name)) if word[:1].isalnum()]
    letters = (word[0].lower() if word.casefold() in rules.function_words else word[0].upper() for word in parts)
    return "".join(letters) if len(parts) > 1 else ""


def colon_parts(name: str) -> tuple[str, ...]:
    """The two sides of a heading such as ``Start of the Turn: Tactical Phase``."""
    left, colon, right = bare(name).partition(":")
    return tuple(part for part in (right.strip(), left.strip()) if part) if colon else ()


def beginnings(name: str, rules: LanguageRules) -> tuple[str, ...]:
    """Beginnings of *name* of two words or more that do not end in a function word: ``Army Points`` (and Value)."""
    words = bare(name).split(" ")
    cuts = range(2, min(len(words), LONGEST + 1))
    return tuple(
        " ".join(words[:cut]) for cut in cuts if words[cut - 1].casefold().rstrip(":,") not in rules.function_words
    )


def joined_parts(name: str, rules: LanguageRules) -> tuple[str, ...]:
    """The things that *name* joins: ``Open and Private Information`` joins Open Information and Private Information."""
    words = bare(name).split(" ")
    spots = [spot for spot, word in enumerate(words) if word.casefold() in rules.joiners]
    if len(spots) != 1 or not 0 < spots[0] < len(words) - 1 or "," in name or ":" in name:
        return ()
    left, right = words[: spots[0]], words[spots[0] + 1 :]
    if len(right) > 1 and right[0].casefold() in rules.determiners:
        return (" ".join(left), " ".join(right[1:]))
    if len(left) == 1 and len(right) > 1 and right[0][:1].isupper():
        return (" ".join((*left, *right[1:])), " ".join(right))
    return (" ".join(left), " ".join(right))


def stands_for(acronym: str, name: str) -> bool:
    """Tell whether the letters of *acronym* occur in *name* in order, the first one first."""
    letters = [char for char in fold(acronym) if char.isalpha()]
    spelled = iter(fold(name))
    return bool(letters) and fold(name)[:1] == letters[0] and all(letter in spelled for letter in letters)
