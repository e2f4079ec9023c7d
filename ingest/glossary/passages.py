"""Printed questions with their answers, and printed updates with the wording that they replaced."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ingest.glossary.flow import is_marked, last_line, project
from ingest.tree import Box, Document, Errata, Heading, Marked, Node, Ruling, children_of, walk
from ingest.visible import fold, inline_text, text_of


class Passage(Struct, frozen=True, kw_only=True):
    """A ruling or an update as one text prints it; lines are of that text."""

    mark: str  # eight hex digits of what it says: the same passage elsewhere has the same
    section: str = ""
    anchor: str = ""
    version: str | None = None
    type: str | None = None
    title: str | None = None
    new: str = ""  # the question; the updated wording
    old: str | None = None  # the answer; the wording before
    related: tuple[str, ...] = ()
    line: int = 0
    end_line: int = 0


def rulings(document: Document, edition: str | None) -> tuple[Passage, ...]:
    """The printed questions that hold for *edition*."""
    return tuple(_rulings(project(document.blocks, edition)))


def told(document: Document, editions: Sequence[str | None]) -> tuple[tuple[str | None, tuple[Passage, ...]], ...]:
    """The printed questions by edition, each with the first of *editions* for which it holds."""
    out: list[tuple[str | None, tuple[Passage, ...]]] = []
    seen: set[str] = set()
    for edition in editions if is_marked(document.blocks) else editions[:1]:
        fresh = tuple(item for item in rulings(document, edition) if item.mark not in seen)
        seen.update(item.mark for item in fresh)
        out.append((edition, fresh))
    return tuple(out)


def _rulings(nodes: Iterable[Node]) -> Iterator[Passage]:
    heading: Heading | None = None
    for node in walk(nodes):
        if isinstance(node, Heading):
            heading = node
        elif isinstance(node, Ruling):
            question, answer = text_of(node.question), text_of(node.answer)
            yield Passage(
                mark=_mark(question, answer), section=inline_text(heading.children) if heading else "",
                anchor=heading.anchor if heading else "", version=node.version, type=node.type, title=node.title,
                new=question, old=answer, related=node.related, line=node.line, end_line=last_line(node),
            )  # fmt: skip


def errata(document: Document, edition: str | None) -> tuple[Passage, ...]:
    """The printed updates that hold for *edition*, each with the wording it replaced where that is printed."""
    return tuple(_errata(document.blocks, edition, _Place()))


class _Place:
    __slots__ = ("heading",)

    def __init__(self) -> None:
        self.heading: Heading | None = None


def _errata(nodes: Sequence[Node], edition: str | None, place: _Place) -> Iterator[Passage]:
    for at, node in enumerate(nodes):
        if isinstance(node, Heading):
            place.heading = node
        elif isinstance(node, Errata):
            yield from _of_errata(node, nodes[at + 1 :], nodes[:at], edition, place)
            if node.role == "update":
                yield from _errata(node.children, edition, place)
        elif not isinstance(node, Marked) or not node.editions or edition is None or edition in node.editions:
            yield from _errata(children_of(node), edition, place)


def _of_errata(
    node: Errata, after: Sequence[Node], before: Sequence[Node], edition: str | None, place: _Place
) -> Iterator[Passage]:
    if node.role == "original" and _partner(reversed(before), "update"):
        return
    pair = _partner(after, "original") if node.role == "update" else node
    updated = text_of(project(node.children, edition)) if node.role == "update" else ""
    original = text_of(project(pair.children, edition)) if pair else None
    if updated or original:
        yield Passage(
            mark=_mark(updated, original or ""), section=inline_text(place.heading.children) if place.heading else "",
            anchor=place.heading.anchor if place.heading else "", version=node.version or (pair.version if pair else None),
            new=updated, old=original, line=node.line, end_line=max(last_line(node), last_line(pair) if pair else 0),
        )  # fmt: skip


def _partner(nodes: Iterable[Node], role: str) -> Errata | None:
    for node in nodes:
        if isinstance(node, Errata):
            return node if node.role == role else None
        if isinstance(node, Box | Heading) or text_of((node,)):
            return None
    return None


def _mark(*texts: str) -> str:
    return hashlib.sha256("\0".join(fold(text) for text in texts).encode()).hexdigest()[:8]
