"""What an entry is called beside its own names: an old name leads to the rule of today."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.glossary.model import Entry
from ingest.visible import fold
from site_src.atlas import Atlas

_LAST_PARENTHESES = re.compile(r"[)\]]\s*\Z")


def all_aliases(entry: Entry, atlas: Atlas) -> tuple[str, ...]:
    """The aliases of *entry*, and what other editions call the same thing in its language."""
    known = {fold(name): "" for name in (entry.name, entry.acronym or "", *entry.aliases)}
    for name in _in_other_editions(entry, atlas):
        known.setdefault(fold(name), name)
    return (*entry.aliases, *filter(None, known.values()))


def _in_other_editions(entry: Entry, atlas: Atlas) -> Iterator[str]:
    for ref in atlas.concepts.get(entry.concept, ()):
        # "Patrol (old rules)" tells one edition from the others: it is no name of theirs.
        if ref.edition != entry.edition and ref.language == entry.language and not _LAST_PARENTHESES.search(ref.name):
            yield ref.name
