"""What a title looks like, and what it says of a term: ``Name (GL)``, ``Name (Class; Label, Label)``, ``Name Level 2``.

Typography alone decides what may be a title. Words of the game only tell what a bracket at its end means.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from ingest.tree import Definition
from ingest.visible import fold

_SMALL_WORDS = (
    "a an and the of in on at to for from by with without into onto or vs vs. versus as per over under up out off is are"
    " de del la el los las y e o u en con por para al un una uno sin se su que not no but its his their your via than"
    " des du le les et ou dans sur avec von der die das und mit zu im am"
)
_SMALL = frozenset(_SMALL_WORDS.split())
_ARTICLES = frozenset(
    ("a", "an", "the", "this", "that", "these", "those", "el", "la", "los", "las", "un", "una", "este", "esta")
)
_GROUPS = re.compile(r"\s*(?P<group>\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])\s*$")
_WORDS = re.compile(r"\S+")
_INITIALS = re.compile(r"^(?:\w\.){2,}$")
_LISTED = re.compile(r"^[^:]{2,20}:\s*(?P<list>.+)$")
_SENTENCE = re.compile(r"[.!?]\s+\S")
_VALUES = re.compile(
    r"^(?:[^\W\d_][\w.]*\s+[-+]?\d+\S*\s*){2,}$|:\s*[-+]?\d+\S*$|:\s.*:\s|:\s[^:]*,|\s\|\s|[-=_~*]{4,}"
)  # "Hull: 4", "Hull 4 Guns 1", "Related: A, B", a drawn line
MAX_TITLE = 90
_LONGEST = 400
MAX_WORDS = 12


class Title(Struct, frozen=True, kw_only=True):
    """A title taken apart; ``text`` is all of it as printed."""

    text: str
    name: str
    groups: tuple[str, ...] = ()  # what stands in brackets at its end, in order
    stopped: bool = False  # a full stop ends it


@lru_cache(maxsize=4096)
def take_apart(text: str) -> Title:
    """Part *text* into a name and the brackets at its end."""
    rest = text.strip()
    if len(rest) > _LONGEST:
        return Title(text=rest, name=rest)
    stopped = rest.endswith(".") and not _INITIALS.match(rest.split(" ")[-1])
    rest = rest[:-1].rstrip() if stopped else rest
    groups: list[str] = []
    while (match := _GROUPS.search(rest)) and match.start() > 0:
        groups.insert(0, match["group"][1:-1].strip())
        rest = rest[: match.start()].rstrip()
    if rest.endswith(".") and not _INITIALS.match(rest.split(" ")[-1]):
        rest, stopped = rest[:-1].rstrip(), True
    return Title(text=text.strip(), name=rest or text.strip(), groups=tuple(groups), stopped=stopped)


def is_title_case(text: str) -> bool:
    """Whether every word that matters begins with a capital, a digit or a sign."""
    words = _WORDS.findall(text)
    if not words or not any(char.isalpha() for char in text):
        return False
    first = words[0].lstrip("\"'“‘«¡¿([")
    if not first or not (first[0].isupper() or first[0].isdigit() or _capital_inside(first)):
        return False
    return all(_may_stand(word) for word in words[1:])


def _may_stand(word: str) -> bool:
    bare = word.strip("\"'“”‘’«»¡¿()[],:;!?…")
    return not bare or not bare[0].islower() or bare in _SMALL or _capital_inside(bare)


def _capital_inside(word: str) -> bool:
    return any(char.isupper() for char in word[1:])  # "i-Kohl", "eBay"


@lru_cache(maxsize=4096)
def may_be_title(text: str) -> bool:
    """Whether *text*, a line of its own, has the shape of a title: short, in title case, no sentence."""
    if len(text) > MAX_TITLE or text[:1] in "([" or _VALUES.search(text):
        return False
    name = take_apart(text).name
    if len(_WORDS.findall(name)) > MAX_WORDS or name[-1:] in ",;:":
        return False
    if _SENTENCE.search(name) and not re.search(r"(?:^|\s)(?:\w{1,2}|vs|No|Lv|Level \w{1,3})[.]\s", name):
        return False
    return is_title_case(name)


def may_be_plain_title(text: str) -> bool:
    """Whether *text* could be a title in sentence case: a few words that end like none of a sentence."""
    if len(text) > 60 or _VALUES.search(text):
        return False
    name = take_apart(text).name
    words = _WORDS.findall(name)
    if not 1 <= len(words) <= 7 or text[-1:] in ".,;:!?…" or _SENTENCE.search(text):
        return False
    return name[:1].isupper() and "," not in name


@lru_cache(maxsize=4096)
def run_in(text: str) -> tuple[str, str, str] | None:
    """Part ``Name. text`` into name, the sign after it and text; None where no title opens *text*."""
    for match in re.finditer(r"(?P<sign>[.:!]|\s[–—])(?=\s+\S)", text[: MAX_TITLE + 30]):
        head, sign = text[: match.start()], match["sign"].strip().replace("–", ":").replace("—", ":")
        if sign == "." and re.search(r"(?:^|\s)(?:\w|vs|No|Lv|Level \w{1,3})$", head):
            continue
        name = take_apart(head).name
        if len(_WORDS.findall(name)) > 10 or not is_title_case(name) or re.search(r"[.!?]\s", name):
            return None
        if sign == ":":
            if match["sign"] == ":" and (inner := run_in_stop(text, match.end())) is not None:
                return inner
            if (
                len(head) == 1
                or head.split(" ")[0].casefold() in _ARTICLES
                or not text[match.end() :].lstrip()[:1].isupper()
            ):
                return None
        return head.strip(), sign, text[match.end() :].strip()
    return None


def run_in_stop(text: str, start: int) -> tuple[str, str, str] | None:
    """Where a title goes on behind its colon (``Name: Part. text``), all of it up to the full stop."""
    stop = re.search(r"[.](?=\s+\S)", text[start:MAX_TITLE])
    if stop is None or not text[start:].lstrip()[:1].isupper():
        return None
    head = text[: start + stop.start()]
    name = take_apart(head).name
    if len(_WORDS.findall(name)) > 10 or not is_title_case(name.replace(":", " ")):
        return None
    return head.strip(), ".", text[start + stop.end() :].strip()


def recased(name: str) -> str:
    """A name in capitals as running text would write it."""
    words = name.split(" ")
    return " ".join(
        word.casefold() if place and word.casefold() in _SMALL else word[:1] + word[1:].casefold() if len(word) > 1 else word
        for place, word in enumerate(words)
    )  # fmt: skip


def is_acronym(group: str, name: str) -> bool:
    """Whether *group* shortens *name*: ``HMG`` of Heavy Machine Gun, ``Light RL`` of Light Rocket Launcher."""
    short = "".join(char for char in group if char.isalnum())
    whole = "".join(char for char in name if char.isalnum())
    if not 2 <= len(short) <= max(4, int(len(whole) * 0.6)) or short[0].casefold() != whole[:1].casefold():
        return False
    if sum(char.isupper() for char in short) < 2:
        return False
    rest = iter(whole.casefold())
    return all(char in rest for char in short.casefold())


def same_name(one: str, other: str) -> bool:
    """Whether two titles name one thing: signs, plural and words shortened to a letter or two aside."""
    left, right = _tokens(one), _tokens(other)
    return len(left) == len(right) and all(_same_word(a, b) for a, b in zip(left, right, strict=True))


def _tokens(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(name))


def _same_word(one: str, other: str) -> bool:
    if _stems(one) & _stems(other):
        return True
    short, whole = sorted((one, other), key=len)
    return len(short) == 1 and short.isalpha() and whole.startswith(short)


def _stems(word: str) -> set[str]:
    return {word, *(word.removesuffix(ending) for ending in ("s", "es") if len(word) > len(ending) + 2)}


def holds_name(name: str, part: str) -> bool:
    """Whether the words of *part* stand in *name* side by side, whole or shortened."""
    inside, words = _tokens(part), _tokens(name)
    size = len(inside)
    return bool(inside) and any(
        all(_same_word(a, b) for a, b in zip(inside, words[start : start + size], strict=True))
        for start in range(len(words) - size + 1)
    )


def opens_with(name: str, part: str) -> bool:
    """Whether *name* begins with the words of *part*, whole or shortened."""
    inside, words = _tokens(part), _tokens(name)
    return 0 < len(inside) <= len(words) and all(_same_word(a, b) for a, b in zip(inside, words, strict=False))


def listed(text: str) -> tuple[str, ...]:
    """The values of a printed list: commas part them, brackets protect, a full stop may end it."""
    values: list[str] = []
    depth = start = 0
    body = text.strip()
    body = body[:-1] if body.endswith(".") else body
    for place, char in enumerate(body):
        depth += (char in "([") - (char in ")]")
        if char in ",;" and depth <= 0:
            values.append(body[start:place])
            start = place + 1
    values.append(body[start:])
    return tuple(value.strip() for value in values if value.strip())


def labels_of(group: str) -> tuple[str, ...]:
    """The values of ``Traits: A, B``."""
    match = _LISTED.match(group)
    return listed(match["list"]) if match else ()


def named(title: Title, *, rule: str) -> Definition:
    """The bare definition of *title*: its name and acronym."""
    acronym = next((group for group in title.groups if is_acronym(group, title.name)), None)
    return Definition(name=title.name, acronym=acronym, rule=rule)


def shortened(name: str, part: str) -> str:
    """The words at the head of *name* that shorten *part*: ``G: Jumper`` of ``G: Jumper and Allies``; nothing if none do."""
    size = len(_tokens(part))
    ends = [match.end() for match in re.finditer(r"[^\W_]+", name)]
    if not opens_with(name, part) or len(ends) < size:
        return ""
    head = name[: ends[size - 1]]
    return head if _tokens(head) != _tokens(part) and any(len(word) == 1 for word in _tokens(head)) else ""
