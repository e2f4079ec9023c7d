"""What changed: between two texts of a page, two wordings of a rule, two editions or sources.

    changes(old, new)             two Documents → Differences (the parts of a PageChange); pure
    page_changes(revisions, doc)  all neighbours of one page, streaming → PageChange
    entry_changes(old, new)       two Entries → typed value changes, then wording
    entry_history(states)         the wordings of one rule
    blame(history)                each sentence of the newest text → the revision that brought it
    diff_rows(old, new)           two lists of blocks → rows with word marks, for pages and terminals
    headed, plan, compare         same-named texts of two editions or sources, sentence by sentence
    comparisons(texts, doc)       all of them, streaming → Comparison
    raw_diff, rebuild             wikitext to wikitext, byte for byte

Everything reads ``blocks_of(document)``: the visible blocks of a tree.
"""

from __future__ import annotations

from ingest.align.blame import BlamedBlock, BlamedSentence, blame
from ingest.align.blocks import Block, blocks_of, digest
from ingest.align.compare import Headed, compare, headed, plan
from ingest.align.elsewhere import Elsewhere
from ingest.align.entries import EntryVersion, edition_history, entry_changes, entry_history, paired
from ingest.align.page import Differences, Read, changes, differences, page_change, read
from ingest.align.rebuild import raw_diff, rebuild
from ingest.align.rows import DiffCell, DiffRow, Piece, diff_rows
from ingest.align.stream import comparisons, page_changes

__all__ = [
    "BlamedBlock", "BlamedSentence", "Block", "DiffCell", "DiffRow", "Differences", "Elsewhere", "EntryVersion", "Headed",
    "Piece", "Read", "blame", "blocks_of", "changes", "compare", "comparisons", "diff_rows", "differences", "digest",
    "edition_history", "entry_changes", "entry_history", "headed", "page_change", "page_changes", "paired", "plan",
    "raw_diff", "read", "rebuild",
]  # fmt: skip
