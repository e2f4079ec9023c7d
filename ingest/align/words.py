"""Words of two texts side by side: what stayed, what went, what came.

Words are turned into characters, one character a distinct word, so that rapidfuzz compares them as fast as strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from rapidfuzz.distance import Indel

from ingest.visible import words

Op: TypeAlias = tuple[Literal["equal", "delete", "insert", "replace"], int, int, int, int]
Span: TypeAlias = tuple[int, int]  # characters of a text, end excluded

PAIRS_LIMIT = 40_000_000  # beyond this many pairs of words two texts are not compared word by word
WORDS_LIMIT = 1_000_000  # and beyond this many words: a Lexicon has a character for each
ALIKE = 0.4  # below this similarity a difference is a replacement, not a sprinkle of words
_SIGN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # scripts that write no blanks: a sign is a token
_WORD = rf"[^\W_{_SIGN}]+"
_TOKEN = re.compile(rf"(?<![^\W_])[+\-−–]\d+(?:[.,]\d+)*|[{_SIGN}]|{_WORD}(?:['’]{_WORD})*|[^\s]")
_SIGNS = re.compile(f"[{_SIGN}]")
_UNIT = re.compile(rf"[{_SIGN}]|{_WORD}(?:['’]{_WORD})*")
_SURROGATES = 0xD800


class WordDiff(Struct, frozen=True, kw_only=True):
    """Two texts compared: character spans that only one of them has."""

    removed: tuple[Span, ...] = ()  # of the old text
    added: tuple[Span, ...] = ()  # of the new text
    similarity: float = 1.0
    replaced: bool = False  # too unlike, or too long, for word marks
    coarse: bool = False  # too long: not even looked at
    inline: tuple[tuple[str, str], ...] = ()  # both as one text: ("=", both), ("-", old only), ("+", new only)


class Lexicon:
    """Numbers words as characters; one for each comparison, so that nothing grows without bound."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def line(self, tokens: Sequence[str]) -> str:
        """*tokens* as a string of as many characters."""
        known = self._known
        out = []
        for token in tokens:
            char = known.get(token)
            if char is None:
                number = len(known) + 1
                number += 0x800 if number >= _SURROGATES else 0
                char = known[token] = chr(min(number, 0x10FFFF))
            out.append(char)
        return "".join(out)


def affordable(old: Sequence[object], new: Sequence[object]) -> bool:
    """Whether two texts of so many words can be compared word by word."""
    return len(old) * len(new) <= PAIRS_LIMIT and len(old) + len(new) <= WORDS_LIMIT


def units(text: str) -> list[str]:
    """The words by which blocks are likened; signs of scripts without blanks are words of their own."""
    return _UNIT.findall(text) if _SIGNS.search(text) else words(text)


def tokens_of(text: str) -> tuple[list[str], list[Span]]:
    """Words, signed numbers and single signs of *text*, with where they stand."""
    found = list(_TOKEN.finditer(text))
    return [match.group() for match in found], [match.span() for match in found]


def opcodes(old: str, new: str) -> list[Op]:
    """The fewest insertions and deletions that turn one line of a Lexicon into the other."""
    out: list[Op] = []
    for op in Indel.opcodes(old, new):
        a, b, c, d = op.src_start, op.src_end, op.dest_start, op.dest_end
        if op.tag != "equal" and out and out[-1][0] != "equal":
            _, a, _, c, _ = out.pop()
        out.append(("equal" if op.tag == "equal" else _tag(a, b, c, d), a, b, c, d))
    return out


def word_diff(old: str, new: str) -> WordDiff:
    """Compare two texts word by word; very unlike ones are a replacement."""
    old_tokens, old_at = tokens_of(old)
    new_tokens, new_at = tokens_of(new)
    if not affordable(old_tokens, new_tokens):
        return _replacement(old, new, 0.0, coarse=True)
    lexicon = Lexicon()
    left, right = lexicon.line(old_tokens), lexicon.line(new_tokens)
    alike = Indel.normalized_similarity(left, right)
    if alike < ALIKE:
        return _replacement(old, new, alike)
    ops = smooth(opcodes(left, right), old_tokens)
    removed = tuple(_span(old_at, a, b) for tag, a, b, _, _ in ops if tag != "equal" and b > a)
    added = tuple(_span(new_at, c, d) for tag, _, _, c, d in ops if tag != "equal" and d > c)
    return WordDiff(
        removed=removed, added=added, similarity=alike, inline=tuple(_inline(ops, old, old_at, new, new_at))
    )


def _replacement(old: str, new: str, alike: float, *, coarse: bool = False) -> WordDiff:
    inline = tuple((op, text) for op, text in (("-", old), ("+", new)) if text)
    return WordDiff(
        removed=_whole(old), added=_whole(new), similarity=alike, replaced=True, coarse=coarse, inline=inline
    )


def _inline(
    ops: list[Op], old: str, old_at: Sequence[Span], new: str, new_at: Sequence[Span]
) -> Iterator[tuple[str, str]]:
    """Both texts as one; a blank before a piece is that of the text it comes from."""
    for tag, a, b, c, d in ops:
        if tag == "equal":
            yield "=", _blank(new, new_at, c) + new[slice(*_span(new_at, c, d))]
            continue
        if b > a:
            yield "-", _blank(old, old_at, a) + old[slice(*_span(old_at, a, b))]
        if d > c:
            yield "+", _blank(new, new_at, c) + new[slice(*_span(new_at, c, d))]


def _blank(text: str, at: Sequence[Span], place: int) -> str:
    start = at[place][0]
    return " " if start and text[start - 1].isspace() else ""


def smooth(ops: list[Op], old_tokens: Sequence[str]) -> list[Op]:
    """Join neighbouring changes over short equal runs that would only sprinkle the text with marks."""
    out: list[Op] = []
    for place, op in enumerate(ops):
        tag, a, b, c, d = op
        if tag == "equal" and out and place + 1 < len(ops) and _stray(out[-1], op, ops[place + 1], old_tokens):
            tag = "replace"
        if tag != "equal" and out and out[-1][0] != "equal":
            _, start, _, begin, _ = out.pop()
            out.append((_tag(start, b, begin, d), start, b, begin, d))
        else:
            out.append((tag, a, b, c, d))
    return out


def _stray(before: Op, op: Op, after: Op, tokens: Sequence[str]) -> bool:
    _, a, b, _, _ = op
    small = sum(len(token) for token in tokens[a:b]) <= 4 or not words(" ".join(tokens[a:b]))
    return b - a <= 2 and small and min(_size(before), _size(after)) >= 3 * (b - a)


def _size(op: Op) -> int:
    return max(op[2] - op[1], op[4] - op[3])


def _tag(a: int, b: int, c: int, d: int) -> Literal["delete", "insert", "replace"]:
    return "insert" if a == b else "delete" if c == d else "replace"


def _span(at: Sequence[Span], start: int, end: int) -> Span:
    return at[start][0], at[end - 1][1]


def _whole(text: str) -> tuple[Span, ...]:
    return ((0, len(text)),) if text else ()


def word_counts(old: str, new: str) -> tuple[int, int]:
    """How many words came and how many went, by the fewest changes; whole lengths where that is too dear."""
    left, right = words(old), words(new)
    if not affordable(left, right):
        return len(right), len(left)
    lexicon = Lexicon()
    one, two = lexicon.line(left), lexicon.line(right)
    same = (len(one) + len(two) - Indel.distance(one, two)) // 2
    return len(right) - same, len(left) - same
