"""A rulebook as plain text: titles on lines of their own between paragraphs, bullets and tables drawn with pipes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.model import Reading, Source
from ingest.readers.dates import printed_date
from ingest.readers.plain import whole_page
from ingest.readers.protocol import Described, Evidence, Head
from ingest.readers.stream import Stream
from ingest.rulebook.blocks import is_row
from ingest.rulebook.dates import printed_version
from ingest.rulebook.depths import with_depths
from ingest.rulebook.lines import Line, is_rule, physical_lines, with_rows
from ingest.rulebook.markdown import front_matter, without_markdown
from ingest.rulebook.titles import may_be_plain_title, may_be_title
from ingest.rulebook.wrapping import logical_lines

NAME = "rulebook"

_MARKUP = re.compile(
    r"^\s*(?:<\?xml|<!doctype|<html|\{\s*\"|\[\s*[{\"]|#!)|\[\[[^\]\n]+\]\]|\{\{[^}\n]+\}\}", re.IGNORECASE
)
_CODE = re.compile(r"[;{}]\s*$|^\s*(?:def|class|import|from|return|function|var|const|let|if|for)\b.*[:;({]\s*$")
_SENTENCE = 40
_TOLD = 5
_MARKED = 2  # titles that print their depth, of a file that is named as Markdown
_NAMES = (".md", ".markdown")


def recognise(head: Head) -> Evidence | None:
    """Count titles and sentences; a text of other lines is none."""
    if _MARKUP.search(head.text):
        return None
    lines = _lines(head.text)
    titles = sum(_is_title(line) for line in lines)
    prose = sum(_is_prose(line) for line in lines)
    other = sum(not (_is_title(line) or _is_prose(line) or _is_plain(line)) for line in lines)
    told = sum(bool(line.depth) and _is_title(line) for line in lines)
    # Titles that print their depth belong to a document, however many tables and samples stand between its sentences.
    is_markdown = told >= _MARKED and head.name.lower().endswith(_NAMES)
    limit = 0.35 if (told >= _TOLD and prose >= other) or is_markdown else 0.2
    if titles < 2 or prose < (1 if is_markdown else 3) or other > limit * len(lines):
        return None
    share = min(titles, prose) / max(titles, prose)
    return Evidence(
        confidence=min(70, 25 + int(45 * share) + min(10, titles // 5)),
        sentence=f"plain text with {titles} titles and {prose} paragraphs in its first {len(lines)} lines",
    )  # fmt: skip


def _lines(text: str) -> tuple[Line, ...]:
    lines = logical_lines(text, without=front_matter(physical_lines(text)))
    return with_depths(tuple(with_rows(without_markdown(lines))))


def _is_title(line: Line) -> bool:
    if (
        line.depth
    ):  # a comment of a script is marked as a title of Markdown is, but stands among others or ends as a sentence
        return len(line.text) <= 90 and line.text[-1] not in ".,;:" and (line.gap or not line.text.startswith("#"))
    return (
        not line.bullet
        and not is_row(line.text)
        and len(line.text) <= 90
        and line.text[-1] not in ",;"
        and (may_be_title(line.text) or may_be_plain_title(line.text))
    )


def _is_prose(line: Line) -> bool:
    return len(line.text) >= _SENTENCE and line.text.rstrip(")”\"'»]")[-1:] in ".!?:…" and not _CODE.search(line.text)


def _is_plain(line: Line) -> bool:
    """A bullet, a table row, a rule, or words that are no code."""
    if line.bullet or is_row(line.text) or is_rule(line.text):
        return True
    return len(line.text) < _SENTENCE and not _CODE.search(line.text) and line.text[-1] in ".!?:"


def describe(head: Head) -> Described:
    """Take title, date and version from the first lines."""
    lines = _lines(head.text[:4000])
    return Described(document=_title(lines), date=printed_date(head.text), version=printed_version(head.text))


def _title(lines: Sequence[Line]) -> str | None:
    return next((line.title or line.text for line in lines[:10] if _is_title(line)), None)


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield the book as one text."""
    yield from whole_page(stream, source, model="rulebook")
