"""Names of sources and wikis: unique, plain, never a path."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ingest.model import Sha256, Source, SourceId


def wiki_key(site_name: str) -> str:
    """The short key of a wiki: its name in lower case without accents, runs of anything else as ``-``."""
    folded = unicodedata.normalize("NFKD", site_name).casefold()
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", "-", bare).strip("-")


def source_names(files: Sequence[tuple[Path, Sha256]], known: Iterable[Source]) -> list[SourceId]:
    """Name each file plainly; where two share a name, with the folder's name before it, then with an ordinal.

    A name that the archive has for other bytes is taken; for the same bytes it is kept.
    """
    taken = {source.id: source.sha256 for source in known}
    plain = Counter(path.name for path, _ in files)
    names: dict[SourceId, None] = {}
    for path, digest in files:
        alone = plain[path.name] == 1 or taken.get(path.name) == digest
        names[next(name for name in _candidates(path, alone) if name not in names and taken.get(name, digest) == digest)] = None
    return list(names)


def _candidates(path: Path, alone: bool) -> Iterator[SourceId]:
    if alone:
        yield path.name
    folder = path.resolve().parent.name
    if folder:
        yield f"{folder}-{path.name}"
    stem, dot, suffix = path.name.partition(".")
    number = 2
    while True:
        yield f"{stem}-{number}{dot}{suffix}"
        number += 1
