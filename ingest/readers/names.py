"""Names of sources and wikis: unique, plain, never a path."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ingest.model import Sha256, Source, SourceId
from ingest.readers.controls import shown


def wiki_key(site_name: str) -> str:
    """The short key of a wiki: its name in lower case without accents, runs of anything else as ``-``."""
    folded = unicodedata.normalize("NFKD", site_name).casefold()
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", "-", bare).strip("-")


def shown_name(path: Path) -> str:
    """The name of *path* as text, the same in every locale; bytes that are no text, and control characters, are replaced."""
    return shown(os.fsencode(path.name).decode("utf-8", "replace"))


def file_key(path: Path, base: Path | None) -> str:
    """What tells the file at *path* from others beside *base*, whatever its bytes are by now; no path can be read from it."""
    if base is None:
        return ""
    place = Path(os.path.relpath(path.resolve(), base.resolve())).as_posix()
    return hashlib.sha256(os.fsencode(place)).hexdigest()[:16]


def source_names(files: Sequence[tuple[Path, Sha256]], known: Iterable[Source], base: Path | None = None) -> list[SourceId]:  # fmt: skip
    """Name each file plainly; where two share a name, with the folder's name before it, then with an ordinal.

    A name that the archive has for other bytes is taken; for the same bytes it is kept. A file that was edited since has
    the name that it had first, with an ordinal: of two files of one name in two folders each goes its own way.
    """
    known = tuple(known)
    taken = {source.id: source.sha256 for source in known}
    before = {(source.file, source.sha256): source.id for source in known if source.file}
    first = {source.file: source.id for source in reversed(known) if source.file}
    plain = Counter(shown_name(path) for path, _ in files)
    names: dict[SourceId, None] = {}
    for path, digest in files:
        name, key = shown_name(path), file_key(path, base)
        if (kept := before.get((key, digest))) and kept not in names:
            names[kept] = None
            continue
        was = first.get(key, "")
        alone = taken.get(name) == digest or (plain[name] == 1 and not was)
        choice = _candidates(path, alone=alone, was=was)
        names[next(item for item in choice if item not in names and taken.get(item, digest) == digest)] = None
    return list(names)


def _candidates(path: Path, *, alone: bool, was: SourceId) -> Iterator[SourceId]:
    name, folder = shown_name(path), shown_name(path.resolve().parent)
    if alone:
        yield name
    if folder and not was:
        yield f"{folder}-{name}"
    stem, dot, suffix = (was or name).partition(".")
    number = 2
    while True:
        yield f"{stem}-{number}{dot}{suffix}"
        number += 1
