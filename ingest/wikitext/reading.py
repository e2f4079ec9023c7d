"""Expanded wikitext to tree nodes: the passes over the text, the block pass, the tree, then its typed nodes."""

from __future__ import annotations

import re

from ingest.tree import Node, Text
from ingest.wikitext import build_tables  # noqa: F401 (it adds its makers to build's)
from ingest.wikitext.blocks import BlockPass
from ingest.wikitext.build import as_blocks, build, inline_nodes
from ingest.wikitext.external import mark_brackets, mark_free
from ingest.wikitext.headings import mark_headings, mark_rules, mark_switches
from ingest.wikitext.links import mark_links
from ingest.wikitext.quotes import mark_quotes
from ingest.wikitext.sanitize import mark_tags
from ingest.wikitext.tables import mark_tables
from ingest.wikitext.tidy import Builder
from ingest.wikitext.work import Work

_SPECIAL = re.compile(r"[\x00-\x1f<>\[\]{}'=_&:]")
_WORDS = ("----", "ISBN", "RFC", "PMID")
_MAX_READINGS = 6  # readings inside readings


def mark_all(work: Work, text: str) -> str:
    """*text* with every construct but blocks as marks, in MediaWiki's order of passes."""
    text = mark_tags(work, text)
    text = mark_tables(work, text)
    text = mark_rules(work, text)
    text = mark_switches(work, text)
    text = mark_headings(work, text)
    text = mark_links(work, text)
    text = mark_quotes(work, text)
    text = mark_brackets(work, text)
    return mark_free(work, text)


def read_blocks(work: Work, text: str, lines: list[int]) -> tuple[Node, ...]:
    """The blocks of expanded *text*; ``lines`` gives the source line of each of its lines."""
    builder = Builder(work)
    work.depth += 1
    if work.depth > _MAX_READINGS:
        work.doubt("nested-too-deep", "Texts inside texts are nested too deep; the inner ones stay as they are.")
        builder.line = lines[0]
        builder.text(work.plain(text))
    else:
        BlockPass(work, builder).run(mark_all(work, text), lines)
    nodes = as_blocks(build(work, builder.finish()))
    work.depth -= 1
    return nodes


def read_inline(work: Work, text: str, line: int) -> tuple[Node, ...]:
    """The nodes of expanded *text* that stands inside a line: no paragraphs, no lists."""
    if is_plain(text):
        return (Text(text),) if text else ()
    work.depth += 1
    text = mark_all(work, text) if work.depth <= _MAX_READINGS else work.plain(text).replace("\x01", "")
    nodes = inline_nodes(work, text, line)
    work.depth -= 1
    return nodes


def is_plain(text: str) -> bool:
    """Whether *text* holds nothing that could be markup."""
    return text.isalnum() or (_SPECIAL.search(text) is None and not any(word in text for word in _WORDS))


def line_numbers(text: str, first: int) -> list[int]:
    """The source lines of *text* that begins on line *first*."""
    return list(range(first, first + text.count("\n") + 1))
