"""Definitions for the cards that open on a term: classic scripts, each read from disk when one of its terms is hovered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from ingest.glossary.model import Entry, EntryId, WeaponProfile
from site_src.atlas import Atlas
from site_src.excerpt import untold
from site_src.gist import gist
from site_src.views.entry import shown_class
from site_src.views.profiles import profile_view

LONGEST = 420  # characters of a card's text
LONGEST_TEXT = 1800  # characters on the reader's sheet


class Card(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One term: name, kind, class, edition, summary, labels with their paths, its text."""

    n: str
    k: str
    c: str = ""
    e: str = ""
    l: str = ""  # noqa: E741
    s: str = ""
    t: tuple[tuple[str, str], ...] = ()
    x: str = ""  # what the reader's sheet prints
    w: tuple[str, ...] = ()  # its profiles, a line each


def card_scripts(atlas: Atlas) -> Iterator[tuple[str, bytes]]:
    """Path and content of every script. Which one holds a term is a function of the path of its page."""
    shards: dict[int, list[tuple[str, EntryId]]] = defaultdict(list)
    for ref in atlas.entries.values():
        shards[shard_of(ref.path)].append((ref.path, ref.id))
    for number, places in sorted(shards.items()):
        lines = (_line(path, entry, atlas) for path, key in sorted(places) if (entry := atlas.kb.entries.get(key)))
        yield f"cards/{number:02x}.js", b"ludex.cards({\n" + b",\n".join(lines) + b"\n});\n"


def _line(path: str, entry: Entry, atlas: Atlas) -> bytes:
    return msgspec.json.encode(path) + b":" + msgspec.json.encode(_card(entry, atlas))


def shard_of(path: str) -> int:
    """FNV-1a of the path's UTF-8, folded to a byte; site.js computes the same."""
    value = 0x811C9DC5
    for byte in path.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return (value ^ value >> 8 ^ value >> 16 ^ value >> 24) & 0xFF


def _card(entry: Entry, atlas: Atlas) -> Card:
    text = gist(entry, atlas)
    labels = tuple(
        (label, atlas.label_href(label, edition=entry.edition, language=entry.language)) for label in entry.labels
    )
    return Card(
        n=entry.name, k=atlas.kind_name(entry.kind, entry.language), c=shown_class(entry, atlas), e=atlas.edition_name(entry.edition),
        l=entry.language if entry.language != atlas.language else "", s=shortened(text), t=labels,
        x="\n".join(filter(None, (shortened(line, LONGEST_TEXT) for line in untold(entry)[:LONGEST_TEXT].split("\n")))),
        w=tuple(dict.fromkeys(_profile_line(profile, entry, atlas) for profile in entry.profiles)),
    )  # fmt: skip


def _profile_line(profile: WeaponProfile, entry: Entry, atlas: Atlas) -> str:
    """A profile on one line: ``Lamp Carbine · Flare Mode · Damage 13 · Burst 3 · 0–8 +3 … · Bright``."""
    facts = (f"{fact.label} {fact.value}" for fact in profile_view(profile, entry, atlas).facts)
    reach = ", ".join(f"{band.start or 0}–{band.end} {band.mod}" for band in profile.ranges if band.end and band.mod)
    return " · ".join(filter(None, (profile.name, profile.mode, *facts, reach, ", ".join(profile.traits))))


def shortened(text: str, length: int = LONGEST) -> str:
    """*text* on one line, cut at a word where it is long."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    return line[:length].rpartition(" ")[0].rstrip(",;:") + " …"
