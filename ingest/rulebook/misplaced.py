"""What the printed order got wrong, as far as names tell: it is kept where it was printed, and said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.rulebook.titles import opens_with, take_apart
from ingest.tree import Box, Doubt, Heading, List, Node
from ingest.visible import inline_text


def misplaced(blocks: Sequence[Node]) -> tuple[Doubt, ...]:
    """Doubts about passages that speak of one entry and stand in another."""
    return tuple(sorted((*_asides(blocks), *_bullets(blocks)), key=lambda doubt: doubt.line))


def _asides(blocks: Sequence[Node]) -> Iterator[Doubt]:
    """Run-in titles that begin with the name of an entry that is not open."""
    entries = {name: None for node in blocks if isinstance(node, Heading) and not node.run_in for name in _names(node)}
    first: dict[str, list[str]] = {}
    for name in entries:
        first.setdefault(name[:1].casefold(), []).append(name)
    above: list[Heading] = []
    for node in blocks:
        if not isinstance(node, Heading):
            continue
        while above and above[-1].level >= node.level:
            above.pop()
        if node.run_in and node.defines is None and above:
            title = take_apart(inline_text(node.children)).name
            here = [name for heading in above for name in _names(heading)]
            other = next((name for name in first.get(title[:1].casefold(), ()) if opens_with(title, name)), None)
            if other and not any(opens_with(title, name) for name in here):
                yield Doubt(
                    severity="note", code="misplaced-text", line=node.line,
                    message=f"{title!r} speaks of {other!r} and is printed under {here[-1] if here else 'another entry'!r}",
                )  # fmt: skip
        above.append(node)


def _names(heading: Heading) -> tuple[str, ...]:
    return (heading.defines.name, *heading.defines.aliases) if heading.defines is not None else ()


def _bullets(blocks: Sequence[Node]) -> Iterator[Doubt]:
    """Bullets between an example and the next: no part is open there."""
    for before, node in pairwise(blocks):
        if isinstance(before, Box) and before.kind == "example" and before.title and isinstance(node, List):
            yield Doubt(
                severity="note", code="misplaced-text", line=node.line, message="these bullets follow an example and belong to no part"
            )  # fmt: skip
