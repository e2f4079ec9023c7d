"""What a rule says in short: its first sentences; where it says nothing before its parts, these with their labels."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.glossary.model import Entry
from ingest.visible import sentences
from site_src.atlas import Atlas
from site_src.bodies import said_in
from site_src.html.rules import part_name

_BEGINNING = 30  # characters by which a sentence is known again
_NAMES_ONLY = "marker"  # the part that says no rule


def gist(entry: Entry, atlas: Atlas) -> str:
    """The beginning of *entry* for who has not opened it: no requirement is taken for the rule."""
    if not entry.parts or entry.profiles or not _is_of_a_part(entry):
        return entry.summary or entry.text
    return " ".join(_parts(entry, atlas)) or entry.summary or entry.text


def _is_of_a_part(entry: Entry) -> bool:
    """Whether the summary is of what stands in the parts, and of nothing before the first."""
    beginning = " ".join(entry.summary[:_BEGINNING].split())
    first = next(iter(entry.sections), "")
    before = f"\n{entry.text}\n".partition(f"\n{first}\n")[0] if first else entry.text
    if not beginning or beginning in " ".join(before.split()):
        return not beginning
    return any(beginning in " ".join(text.split()) for _, text in entry.parts)


def _parts(entry: Entry, atlas: Atlas) -> Iterator[str]:
    said = said_in(entry.language, atlas)
    told = [(key, text) for key, text in entry.parts if key != _NAMES_ONLY]
    for (key, text), name in zip(told, entry.sections, strict=False):
        first = next(iter(sentences(text.partition("\n")[0])), "")
        if first:
            yield f"{part_name(key, name, said)}: {first}"
