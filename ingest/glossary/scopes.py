"""Stretches of a text that belong to a heading or a box: what stands under what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest.glossary.flow import Step
from ingest.tree import Box, Definition, Heading
from ingest.visible import inline_text


class Scope:
    """Steps ``start`` to ``end`` (exclusive); the first is the heading or the box itself. Built here, read elsewhere."""

    __slots__ = ("defines", "end", "node", "parent", "start")

    def __init__(self, node: Heading | Box | None, start: int, parent: Scope | None) -> None:
        self.node = node
        self.start = start
        self.end = start
        self.parent = parent
        self.defines: Definition | None = getattr(node, "defines", None)

    @property
    def title(self) -> str:
        """The printed words of the heading or of the box's title."""
        if isinstance(self.node, Heading):
            return inline_text(self.node.children)
        return inline_text(self.node.title) if isinstance(self.node, Box) else ""

    def above(self) -> Iterator[Scope]:
        """The scopes it stands in, nearest first."""
        scope = self.parent
        while scope is not None:
            yield scope
            scope = scope.parent

    @property
    def heading(self) -> Heading | None:
        """The nearest heading: its own, or one it stands under."""
        if isinstance(self.node, Heading):
            return self.node
        return next((scope.node for scope in self.above() if isinstance(scope.node, Heading)), None)


def scopes_of(steps: Sequence[Step], callouts: Sequence[str] = ()) -> tuple[Scope, ...]:
    """Every scope of *steps* in reading order; the first is the whole text."""
    whole = Scope(None, -1, None)
    out, stack = [whole], [whole]
    for at, step in enumerate(steps):
        if isinstance(step.node, Heading):
            _close(stack, at, step.node.level)
            stack.append(Scope(step.node, at, stack[-1]))
            out.append(stack[-1])
        elif isinstance(step.node, Box) and step.edge == "open":
            stack.append(Scope(step.node, at, stack[-1]))
            out.append(stack[-1])
        elif isinstance(step.node, Box) and step.edge == "close":
            _close_box(stack, at, step.node)
    for scope in stack:
        scope.end = len(steps)
    for scope in out:
        if isinstance(scope.node, Box) and scope.defines:
            scope.end = _with_callouts(steps, scope.end, callouts)
    return tuple(out)


def innermost(scopes: Sequence[Scope], length: int) -> list[Scope]:
    """For each of *length* steps the scope that begins last of those around it; *scopes* are in reading order."""
    found = [scopes[0]] * length
    for scope in scopes:
        start, end = max(scope.start, 0), min(scope.end, length)
        found[start:end] = [scope] * max(end - start, 0)
    return found


def _close(stack: list[Scope], at: int, level: int) -> None:
    # A heading ends what is as deep or deeper, but nothing outside the box that it stands in.
    while isinstance(stack[-1].node, Heading) and stack[-1].node.level >= level:
        stack.pop().end = at


def _close_box(stack: list[Scope], at: int, box: Box) -> None:
    while stack[-1].node is not None:
        scope = stack.pop()
        scope.end = at + (scope.node is box)
        if scope.node is box:
            return


def _with_callouts(steps: Sequence[Step], end: int, callouts: Sequence[str]) -> int:
    while end < len(steps) and _is_callout(steps[end], callouts):
        end += 1
    return end


def _is_callout(step: Step, callouts: Sequence[str]) -> bool:
    return not step.edge and isinstance(step.node, Box) and step.node.kind in callouts
