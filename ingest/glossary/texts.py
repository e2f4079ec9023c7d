"""What a stretch of text says, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from ingest.glossary.asides import without_asides, without_teaser
from ingest.glossary.flow import Step, last_line
from ingest.glossary.records import split_list
from ingest.tree import Box, Call, Element, Heading, Labels, Node, Paragraph, Part, Record, RecordTable, Table
from ingest.visible import inline_text, sentences, text_of, words

_SUMMARY = 320
_HEAD = 3  # words
_SAYING = 3  # words from which a sentence says something
_NAMING = {"marker", "category"}  # parts that say a name, not a rule


class Body(Struct, frozen=True, kw_only=True):
    """The words of an entry."""

    text: str = ""
    summary: str = ""
    sections: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    labels: tuple[str, ...] = ()
    line: int = 0
    end_line: int = 0

    def part(self, key: str) -> str | None:
        """The text of the part *key*, or None."""
        return next((text for name, text in self.parts if name == key and text), None)


def body_of(
    line: Sequence[Step], start: int, end: int, holes: Sequence[tuple[int, int]], no_terms: Sequence[str] = ()
) -> Body:
    """Steps *start* to *end* without the *holes*; where nothing is left, the holes are read too.

    *no_terms* are the patterns of titles that define nothing: what only links below such a title is no text.
    """
    left_out = {at for first, last in holes for at in range(max(first, start), min(last, end))}
    kept = [step for at, step in enumerate(line[start:end], start) if at not in left_out]
    own = _read(without_asides(kept, no_terms))
    return own if own.text or own.parts or not holes else _read(without_asides(line[start:end], no_terms))


def _read(line: Sequence[Step]) -> Body:
    shown = [step for step in line if step.edge != "close"]
    texts = [(step, _text(step)) for step in shown]
    own = {id(step) for step in _own(line)}
    parts = tuple(_parts([(step, text) for step, text in texts if id(step) in own or not isinstance(step.node, Part)]))
    text = "\n".join(text for step, text in texts if text and not isinstance(step.node, Labels))
    lines = [last_line(step.node) if not step.edge else step.node.line for step, text in texts if text]  # type: ignore[union-attr]
    return Body(
        text=text,
        summary=_summary(texts),
        sections=tuple(
            step.node.name for step in _own(line) if isinstance(step.node, Part) and step.node.key != "marker"
        ),
        parts=parts,
        labels=tuple(value for step in _own(line) if isinstance(step.node, Labels) for value in _labels(step.node)),
        line=min((_first(step) for step, text in texts if text and _first(step)), default=0),
        end_line=max(lines, default=0),
    )


def _own(line: Sequence[Step]) -> Iterator[Step]:
    """The steps of *line* that stand in no box of another term."""
    depth = 0
    for step in line:
        if isinstance(step.node, Box) and step.node.defines is not None and step.edge:
            depth += 1 if step.edge == "open" else -1
        elif depth <= 0:
            yield step


def _labels(node: Labels) -> Iterator[str]:
    for value in node.values:
        yield from split_list(value)


def _first(step: Step) -> int:
    return int(getattr(step.node, "line", 0))


def _text(step: Step) -> str:
    if step.edge == "open" and isinstance(step.node, Box):
        return inline_text(step.node.title)
    if isinstance(step.node, Paragraph):
        return text_of((msgspec.structs.replace(step.node, children=without_teaser(step.node.children)),))
    return text_of((step.node,))


def _parts(texts: Sequence[tuple[Step, str]]) -> Iterator[tuple[str, str]]:
    key, lines = "", list[str]()
    for step, text in texts:
        if isinstance(step.node, Part):
            if key:
                yield key, "\n".join(lines)
            key, lines = step.node.key, []
        elif key and text and not isinstance(step.node, Labels):
            lines.append(text)
    if key:
        yield key, "\n".join(lines)


def _summary(texts: Sequence[tuple[Step, str]]) -> str:
    """The first sentence of running text, else of a box."""
    plain = [
        (step, text) for step, text in _telling(texts) if not isinstance(step.node, Box | Heading) and _says(step.node)
    ]
    for step, text in (*plain, *texts):
        if text and not isinstance(step.node, Part | Labels | Table | Record | RecordTable) and step.edge == "":
            first = next((part for part in joined(sentences(text)) if len(part.split()) >= _SAYING), "")
            if first:
                return clipped(first)
    return clipped(" ".join(" ".join(text for step, text in texts if not isinstance(step.node, Labels)).split()))


def _says(node: Node) -> bool:
    """Whether *node* has words of its own, beside the arguments of templates that nobody knows."""
    if isinstance(node, Call):
        return False
    if isinstance(node, Paragraph | Element):
        return any(map(_says, node.children))
    return bool(words(text_of((node,))))


def _telling(texts: Sequence[tuple[Step, str]]) -> Iterator[tuple[Step, str]]:
    """The texts outside the parts that only name a marker or a category."""
    key = ""
    for step, text in texts:
        key = step.node.key if isinstance(step.node, Part) else key
        if key not in _NAMING:
            yield step, text


def joined(parts: Iterable[str]) -> Iterator[str]:
    """Sentences, put together again where a name ends in a mark: ``Retreat! situation``."""
    held = ""
    for part in parts:
        if not held and part.rstrip().endswith(":") and len(part.split()) <= _HEAD:
            continue  # a line that only heads what follows
        if held and not part[:1].islower():
            yield held
            held = ""
        held = f"{held} {part}".strip()
    if held:
        yield held


def clipped(sentence: str) -> str:
    """*sentence*, cut between words where it runs on and on."""
    return sentence if len(sentence) <= _SUMMARY else sentence[:_SUMMARY].rsplit(" ", 1)[0] + "…"
