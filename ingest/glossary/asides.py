"""What stands in a text and is none of its rules: remarks on the copy, pointers to other pages, heads of nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest.glossary.flow import Step
from ingest.glossary.kinds import found
from ingest.tree import TRANSCRIPTION, Box, Heading, Link, Node, Text, walk
from ingest.visible import inline_text, text_of, words


def without_asides(line: Sequence[Step], no_terms: Sequence[str]) -> list[Step]:
    """*line* without what says nothing of its own; *no_terms* are the patterns of titles that define nothing."""
    said = [step for step in line if not _is_aside(step.node, no_terms)]
    return list(_without_empty(tuple(_without_pointers(said, no_terms))))


def _is_aside(node: Node, no_terms: Sequence[str]) -> bool:
    if not isinstance(node, Box) or node.defines is not None:
        return False
    return node.kind == TRANSCRIPTION or (_is_named(node, no_terms) and _only_links(node.children))


def _is_named(box: Box, no_terms: Sequence[str]) -> bool:
    names = (inline_text(box.title), box.kind.replace("-", " "))
    return any(found(no_terms, name) for name in names if name)


def _only_links(nodes: Sequence[Node]) -> bool:
    """Tell whether *nodes* say nothing but the names of other pages."""
    labels = [inline_text(node.children) for node in walk(nodes) if isinstance(node, Link)]
    return bool(labels) and words(text_of(nodes)) == [word for label in labels for word in words(label)]


def _without_pointers(line: Sequence[Step], no_terms: Sequence[str]) -> Iterator[Step]:
    """Without the headings that define nothing and only links follow: "See also"."""
    at = 0
    while at < len(line):
        head = line[at].node
        nameless = isinstance(head, Heading) and head.defines is None and found(no_terms, inline_text(head.children))
        end = _end_of_section(line, at) if nameless else at
        if nameless and _only_links([step.node for step in line[at + 1 : end]]):
            at = end
        else:
            yield line[at]
            at += 1


def _without_empty(line: Sequence[Step]) -> Iterator[Step]:
    """Without the headings of what is told elsewhere: of terms of their own, of rulings, of nothing."""
    kept: list[Step] = []
    for step in reversed(line):
        if not isinstance(step.node, Heading) or not _is_empty(step.node, kept[-1] if kept else None):
            kept.append(step)
    return reversed(kept)


def _is_empty(head: Heading, after: Step | None) -> bool:
    if after is None or after.edge == "close":
        return True
    return isinstance(after.node, Heading) and after.node.level <= head.level


def _end_of_section(line: Sequence[Step], at: int) -> int:
    return next(
        (end for end in range(at + 1, len(line)) if line[end].edge or isinstance(line[end].node, Heading)), len(line)
    )


def without_teaser(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The inline *nodes* of a paragraph without the "[...]" at its end that leads to where it is told in full."""
    kept = list(nodes)
    while kept and (_is_blank(kept[-1]) or _is_teaser(kept[-1])):
        kept.pop()
    return tuple(kept) if any(_is_teaser(node) for node in nodes[len(kept) :]) else tuple(nodes)


def _is_blank(node: Node) -> bool:
    return isinstance(node, Text) and not node.text.strip()


def _is_teaser(node: Node) -> bool:
    """A link that is labelled "[...]", or "[read more...]" with its brackets."""
    if not isinstance(node, Link) or not node.target:
        return False
    label = inline_text(node.children).strip()
    return not words(label) or (label.startswith("[") and label.endswith("]"))
