"""The raw difference of two texts: a reader who has the old text and this can write the new one, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from ingest.align.assign import rising
from ingest.align.words import Lexicon, affordable, opcodes

_PIECE = re.compile(r"\s|[^\W_]+|[\W_]")


class Keep(Struct, frozen=True, tag="keep", tag_field="do"):
    """Copy as many characters of the old text."""

    length: int


class Drop(Struct, frozen=True, tag="drop", tag_field="do"):
    """Leave these characters of the old text out."""

    text: str


class Put(Struct, frozen=True, tag="put", tag_field="do"):
    """Write characters that the old text does not have here."""

    text: str


Step = Keep | Drop | Put


def raw_diff(old: str, new: str) -> tuple[Step, ...]:
    """The steps from *old* to *new*: by lines, then by words inside changed lines."""
    out: list[Step] = []
    for one, two in _hunks(old, new):
        if one == two:
            _add(out, Keep(len(one)))
        else:
            for step in _inside(one, two):
                _add(out, step)
    return tuple(out)


def rebuild(old: str, steps: tuple[Step, ...]) -> str:
    """Write the new text from the old one. Raises ValueError where *steps* belong to another text."""
    out, at = [], 0
    for step in steps:
        match step:
            case Keep(length=length):
                out.append(old[at : at + length])
                at += length
            case Drop(text=text):
                if old[at : at + len(text)] != text:
                    raise ValueError(f"the text at {at} is not what the difference drops")
                at += len(text)
            case Put(text=text):
                out.append(text)
    if at != len(old):
        raise ValueError("the difference ends before the text does")
    return "".join(out)


def _hunks(old: str, new: str) -> Iterator[tuple[str, str]]:
    left, right = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if not affordable(left, right):
        yield from _by_unique_lines(left, right)
        return
    lexicon = Lexicon()
    for _, a, b, c, d in opcodes(lexicon.line(left), lexicon.line(right)):
        yield "".join(left[a:b]), "".join(right[c:d])


def _by_unique_lines(left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    """Hunks between lines that stand once on each side: linear, for texts too long to compare line by line."""
    where = _once(right)
    pairs = [(place, where[line]) for line, place in _once(left).items() if line in where]
    pairs = [pairs[place] for place in rising([two for _, two in pairs])]
    a = c = 0
    for one, two in pairs:
        yield "".join(left[a:one]), "".join(right[c:two])
        yield left[one], right[two]
        a, c = one + 1, two + 1
    yield "".join(left[a:]), "".join(right[c:])


def _once(lines: list[str]) -> dict[str, int]:
    seen: dict[str, int] = {}
    twice: set[str] = set()
    for place, line in enumerate(lines):
        if line in seen:
            twice.add(line)
        seen[line] = place
    return {line: place for line, place in seen.items() if line not in twice}


def _inside(one: str, two: str) -> Iterator[Step]:
    left, right = _PIECE.findall(one), _PIECE.findall(two)
    if not left or not right or not affordable(left, right):
        yield from (Drop(one), Put(two))
        return
    lexicon = Lexicon()
    for tag, a, b, c, d in opcodes(lexicon.line(left), lexicon.line(right)):
        if tag == "equal":
            yield Keep(sum(len(piece) for piece in left[a:b]))
        else:
            yield Drop("".join(left[a:b]))
            yield Put("".join(right[c:d]))


def _add(out: list[Step], step: Step) -> None:
    if isinstance(step, Keep):
        if step.length and out and isinstance(out[-1], Keep):
            out[-1] = Keep(out[-1].length + step.length)
        elif step.length:
            out.append(step)
    elif step.text:
        out.append(step)
