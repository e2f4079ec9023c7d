"""Headings of a wiki page that name no term but a part of the one above: ``== Effects ==``.

A profile names its parts. Without one, heads that many games print are known, and a heading that stands under three
others on one page is no name of any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from ingest.glossary.flow import Step
from ingest.profile import GENERIC_HEADS, SHY, Profile
from ingest.tree import Heading, Part
from ingest.visible import fold, inline_text, slug

_TIMES = 3
_WORDS = 4
_KNOWN = {fold(head): key for head, key in GENERIC_HEADS.items()}


class _Head(Struct, frozen=True):
    """A heading, and the place of the heading that it stands under."""

    name: str
    above: int


def with_part_headings(line: Sequence[Step], profile: Profile) -> tuple[Step, ...]:
    """*line* with the headings that are heads of parts as parts: they define nothing themselves."""
    told = {fold(head): part.key for part in profile.parts for head in part.heads}
    keys = told if profile.parts else _keys(line)
    return tuple(_as_part(step, keys) if isinstance(step.node, Heading) else step for step in line)


def _as_part(step: Step, keys: Mapping[str, str]) -> Step:
    heading = step.node
    if not isinstance(heading, Heading) or heading.defines is not None or step.edge:
        return step
    key = keys.get(_folded(heading))
    name = inline_text(heading.children).strip(" :")
    return Step(node=Part(name=name, key=key, line=heading.line, end_line=heading.end_line)) if key else step


def _folded(heading: Heading) -> str:
    return fold(inline_text(heading.children)).strip(" .:")


def _keys(line: Sequence[Step]) -> dict[str, str]:
    """Folded head → key, of what the page itself shows to be parts."""
    headings = [step.node for step in line if isinstance(step.node, Heading) and not step.edge]
    holders = {_folded(one) for one, after in pairwise(headings) if after.level > one.level}
    leaves = tuple(leaf for leaf in _leaves(headings) if leaf.name and leaf.name not in holders)
    known = {leaf.name for leaf in leaves if leaf.name in _KNOWN}
    keys = {name: _KNOWN[name] for name in known if _KNOWN[name] not in SHY or len(known) > 1}
    under: dict[str, set[int]] = {}
    for leaf in leaves:
        under.setdefault(leaf.name, set()).add(leaf.above)
    often = (name for name, above in under.items() if len(above - {-1}) >= _TIMES and len(name.split()) <= _WORDS)
    return keys | {name: slug(name) for name in often if name not in keys}


def _leaves(headings: Sequence[Heading]) -> Iterator[_Head]:
    stack: list[tuple[int, int]] = []  # level and place of the open headings
    for place, heading in enumerate(headings):
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        yield _Head(_folded(heading), stack[-1][1] if stack else -1)
        stack.append((heading.level, place))
