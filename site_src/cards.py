"""Definitions for the cards that open on a term: classic scripts, each read from disk when one of its terms is hovered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from ingest.glossary.model import Entry
from site_src import paths
from site_src.atlas import Atlas

LONGEST = 420  # characters of a card's text


class Card(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One term: name, kind, class, edition, summary, labels with their paths, names of its parts."""

    n: str
    k: str
    c: str = ""
    e: str = ""
    l: str = ""  # noqa: E741
    s: str = ""
    t: tuple[tuple[str, str], ...] = ()


def card_scripts(atlas: Atlas) -> Iterator[tuple[str, bytes]]:
    """Path and content of every script. Which one holds a term is a function of the path of its page."""
    shards: dict[int, list[tuple[str, bytes]]] = defaultdict(list)
    for entry in atlas.all_entries():
        path = paths.entry_path(entry.id)
        shards[shard_of(path)].append((path, msgspec.json.encode(_card(entry, atlas))))
    for number, cards in sorted(shards.items()):
        lines = b",\n".join(msgspec.json.encode(path) + b":" + card for path, card in sorted(cards))
        yield f"cards/{number:02x}.js", b"ludex.cards({\n" + lines + b"\n});\n"


def shard_of(path: str) -> int:
    """FNV-1a of the path's UTF-8, folded to a byte; site.js computes the same."""
    value = 0x811C9DC5
    for byte in path.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return (value ^ value >> 8 ^ value >> 16 ^ value >> 24) & 0xFF


def _card(entry: Entry, atlas: Atlas) -> Card:
    text = entry.summary or entry.text
    labels = tuple(
        (label, atlas.label_href(label, edition=entry.edition, language=entry.language)) for label in entry.labels
    )
    return Card(
        n=entry.name, k=atlas.kind_name(entry.kind, entry.language), c=entry.cls or "", e=atlas.edition_name(entry.edition),
        l=entry.language if entry.language != atlas.language else "", s=shortened(text), t=labels,
    )  # fmt: skip


def shortened(text: str, length: int = LONGEST) -> str:
    """*text* on one line, cut at a word where it is long."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    return line[:length].rpartition(" ")[0].rstrip(",;:") + " …"
