"""One entry of a document as a document of its own, so that it can be compared with what it was."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ingest.glossary.model import Entry
from ingest.tree import Document, Node, Record, RecordTable, walk
from ingest.visible import fold
from site_src.excerpt import Heads


def apart(document: Document, entry: Entry) -> Document:
    """What *document* says of *entry*: under a head that bears its name, in rows of data, or where its anchor is.

    It has no blocks where the document does not show it, as one older or newer than the entry's may not.
    """
    heads = Heads(document)
    nodes = heads.nodes_of(structs.replace(entry, anchor=""), None)
    rows = tuple(_rows(document, fold(entry.name))) if nodes is None else ()
    return Document(title=entry.name, blocks=nodes or rows or heads.nodes_of(entry, None) or ())


def _rows(document: Document, name: str) -> Iterator[Node]:
    """The records called *name*; those of a table with its columns."""
    inside: set[int] = set()
    for node in walk(document.blocks):
        if isinstance(node, RecordTable):
            inside.update(map(id, node.records))
            mine = tuple(record for record in node.records if fold(record.name) == name)
            if mine:
                yield structs.replace(node, records=mine, title=())
        elif isinstance(node, Record) and id(node) not in inside and fold(node.name) == name:
            yield node
