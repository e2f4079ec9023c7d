"""Printed lines made whole: page numbers and running heads taken out, wrapped paragraphs joined.

Some texts print a paragraph on one line, others wrap it at a column; both come out alike here, so that nothing after
this module knows about wrapping.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

import msgspec

from ingest.rulebook.lines import Line, is_rule, physical_lines, printed_lines, with_columns, with_marks
from ingest.rulebook.titles import may_be_title

_WRAP = 120  # a text with longer lines is not wrapped
_NARROW = 45
_PAGE = re.compile(
    r"^(?:[-–—]\s*)?(?:Page |p\. ?)?(?P<number>\d{1,4})(?:\s*(?:of|/) ?\d{1,4})?(?:\s*[-–—])?$", re.IGNORECASE
)
_RUNNING = re.compile(
    r"^(?P<head>\S.*?)(?:\s{3,}|\s*\|\s*)(?P<number>\d{1,4})$|^(?P<after>\d{1,4})(?:\s{3,}|\s*\|\s*)(?P<behind>\S.*)$"
)
_PAGES = 3
_APART = 8  # lines between two pages, at the least
_STEP = re.compile(r"^(?:\d{1,2}|[a-z])[.)]\s")


def logical_lines(text: str, *, without: Container[int] = ()) -> tuple[Line, ...]:
    """Every non-blank line of *text* but those *without*, paragraphs and marks joined with what goes on with them."""
    printed = tuple(with_columns(printed_lines(physical_lines(text), without)))
    return tuple(with_marks(unwrapped(printed)))


def page_marks(printed: Sequence[str]) -> frozenset[int]:
    """The lines that a page prints and no text: its number, and the head that runs above or below it."""
    numbers = [(at, int(match["number"])) for at, line in enumerate(printed) if (match := _PAGE.match(line.strip()))]
    marks = {at for at, _ in numbers} if _rises(numbers) else _running_heads(printed)
    if not marks:
        return frozenset()
    near = {at: text for place in marks for at in _around(printed, place) if (text := printed[at].strip())}
    counts = Counter(text.casefold() for text in near.values())
    heads = {at for at, text in near.items() if counts[text.casefold()] >= _PAGES and len(text) <= 80}
    last = max(at for at, line in enumerate(printed) if line.strip())  # no page follows the last one's foot
    if printed[last].strip().casefold() in {near[head].casefold() for head in heads}:
        heads.add(last)
    return frozenset(at + 1 for at in marks | heads)


def _rises(numbers: Sequence[tuple[int, int]]) -> bool:
    """Whether *numbers*, each with its line, count pages."""
    rising = sum(1 for (_, one), (_, other) in pairwise(numbers) if 0 < other - one <= 2)
    return len(numbers) >= _PAGES and rising >= (len(numbers) - 1) * 0.7


def _running_heads(printed: Sequence[str]) -> set[int]:
    """The lines that print a page's number beside one head that comes again: ``The Book of Lamps      12``."""
    found: dict[str, list[tuple[int, int]]] = {}
    for at, line in enumerate(printed):
        if len(line) <= _WRAP and (match := _RUNNING.match(line.strip())):
            head = " ".join((match["head"] or match["behind"]).casefold().split())
            found.setdefault(head, []).append((at, int(match["number"] or match["after"])))
    return {
        at for numbers in found.values()
        if _rises(numbers) and sum(other - one >= _APART for (one, _), (other, _) in pairwise(numbers)) >= (len(numbers) - 1) * 0.7
        for at, _ in numbers
    }  # fmt: skip


def _around(printed: Sequence[str], place: int) -> Iterator[int]:
    """The nearest line with a text on either side."""
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(printed) and abs(at - place) <= _APART and not printed[at].strip():
            at += step
        if 0 <= at < len(printed) and abs(at - place) <= _APART:
            yield at


def unwrapped(lines: Sequence[Line]) -> tuple[Line, ...]:
    """*lines* with wrapped paragraphs joined, if the text is wrapped at all."""
    width = _width(lines)
    if not width:
        return tuple(lines)
    hanging = (
        sum(1 for one, other in pairwise(lines) if one.bullet and not other.bullet and other.indent > one.indent) > 1
    )
    words = {word for line in lines for word in re.findall(r"[^\W\d_]+", line.text.casefold())}
    out: list[Line] = []
    last = 0  # length of the last printed line
    for line in lines:
        left = hanging and bool(out) and bool(out[-1].bullet) and line.indent <= out[-1].indent  # the list's own margin
        if out and not left and _continues(out[-1], line, last, width):
            text = _joined(out[-1].text, line.text, words)
            out[-1] = msgspec.structs.replace(out[-1], text=text, end_line=line.end_line)
        else:
            out.append(line)
        last = line.indent + len(line.text)
    return tuple(out)


def _width(lines: Sequence[Line]) -> int:
    """The column at which the text is wrapped; 0 where it is not."""
    lengths = sorted(line.indent + len(line.text) for line in lines if not line.text.startswith("|"))
    if not lengths or lengths[int((len(lengths) - 1) * 0.99)] > _WRAP:
        return 0
    # A wrapped paragraph goes on in lower case: rare elsewhere.
    follows = sum(
        1 for line, after in pairwise(lines)
        if len(line.text) > _NARROW and not after.gap and not after.bullet and after.text[:1].islower()
    )  # fmt: skip
    return lengths[int(len(lengths) * 0.9)] if follows >= 3 and follows * 12 >= len(lines) else 0


def _continues(before: Line, after: Line, last: int, width: int) -> bool:
    if after.gap or after.bullet or is_rule(after.text) or after.text.startswith("|") or before.text.startswith("|"):
        return False
    if is_rule(before.text) or _STEP.match(after.text):
        return False
    if after.text[:1].islower():
        return True
    if last < width * 0.7 or (before.line == before.end_line and may_be_title(before.text)):
        return False  # the printed line had room for the next word, or is a title
    if before.text[-1:] in ".!?:" and may_be_title(after.text) and after.text[-1] not in ".!?,;":
        return False
    return before.text[-1:] not in ".!?:" or last >= width * 0.85


def _joined(before: str, after: str, words: set[str]) -> str:
    split, rest = re.search(r"([^\W\d_]+)-$", before), re.match(r"[^\W\d_]+", after)
    if split is None or rest is None:
        return f"{before} {after}"
    whole = (split[1] + rest[0]).casefold()
    return before[:-1] + after if whole in words else before + after
