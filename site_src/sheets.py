"""A page too long for one file: where it is cut into sheets, and on which of them an anchor stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape, unescape
from urllib.parse import unquote

from ingest.tree import Element, Heading, Node, Text, walk

ROOM = 65_000  # what a sheet holds, in characters of text: 25 to 35 kB of compressed HTML
SHORT = 40_000  # bytes of a source's text that never fill a sheet
_NODE = 12  # what the markup around a piece of text weighs beside it
_ID = re.compile(r' id="([^"]+)"')
_HERE = re.compile(r'href="#([^"]+)"')

Groups = tuple[tuple[Node, ...], ...]


def cut(blocks: tuple[Node, ...], room: int = ROOM) -> Groups:
    """*blocks* in sheets: each begins with a heading, the shallower the better, and holds about *room*."""
    weights = [_weight(block) for block in blocks]
    parts = -(-sum(weights) // room)
    if parts < 2:
        return (blocks,)
    goal = sum(weights) / parts
    top = min((block.level for block in blocks if isinstance(block, Heading)), default=1)
    groups: list[list[Node]] = [[]]
    passed = 0.0
    for block, weight in zip(blocks, weights, strict=True):
        full = goal * (len(groups) - 1 + _patience(block, top))
        if groups[-1] and len(groups) < parts and passed + weight / 2 >= full:
            groups.append([])
        groups[-1].append(block)
        passed += weight
    return tuple(tuple(group) for group in groups)


def _patience(block: Node, top: int) -> float:
    """How full a sheet must be before *block* begins the next."""
    if isinstance(block, Heading):
        return 0.85 + 0.05 * min(block.level - top, 3)
    return 1.3


def _weight(block: Node) -> int:
    return sum(len(node.text) if isinstance(node, Text) else _NODE for node in walk((block,)))


def anchors(groups: Groups) -> dict[str, int]:
    """The sheet of each anchor, counted from 1; the first of two that are alike has it."""
    found: dict[str, int] = {}
    for number, group in enumerate(groups, start=1):
        for name in _names(group):
            found.setdefault(name, number)
    return found


def _names(nodes: Iterable[Node]) -> Iterator[str]:
    for node in walk(nodes):
        if isinstance(node, Heading):
            yield node.anchor
        elif isinstance(node, Element):
            yield dict(node.attrs).get("id", "")


def across(sheets: Sequence[str], files: Sequence[str]) -> list[str]:
    """*sheets* of HTML whose addresses within the page lead to the file that has the place.

    Every quote and ``<`` of the text is escaped, so that attributes are what they seem.
    """
    places = {name: number for number, html in reversed(list(enumerate(sheets))) for name in _ID.findall(html)}

    def led(found: re.Match[str], here: int) -> str:
        there = places.get(escape(unquote(unescape(found[1]))), here)
        return f'href="{"" if there == here else files[there]}#{found[1]}"'

    return [_HERE.sub(partial(led, here=number), html) for number, html in enumerate(sheets)]
