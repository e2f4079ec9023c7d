"""Which plain texts are versions of one document although each prints another title.

Files whose names differ only in a date or a version, of one format, with titles that share most of their words, are one
document. It bears the title of its newest version.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from ingest.model import Source, SourceId
from ingest.readers.compression import bare_name
from ingest.readers.dates import without_date

SHARE = 0.5  # of the words of the shorter title
_NUMBER = re.compile(r"[ _.-]*\b[vV]?\d+(?:[._]\d+)*[a-z]?\b")


def document_names(sources: Iterable[Source]) -> dict[SourceId, str]:
    """The document of each source that is a version of another source's."""
    series: dict[tuple[str, str, str], list[Source]] = defaultdict(list)
    for source in sources:
        stem = stem_of(source.id)
        if source.document and re.search(r"[^\W\d_]", stem.partition(".")[0]):
            series[source.wiki, source.format, stem].append(source)
    names: dict[SourceId, str] = {}
    for versions in series.values():
        newest = max(versions, key=lambda source: (source.date or "", source.id))
        for source in versions:
            if _alike(source.document or "", newest.document or ""):
                names[source.id] = newest.document or ""
    return names


def stem_of(name: str) -> str:
    """A file name without date, version and compression."""
    return _NUMBER.sub("", without_date(bare_name(name)).replace("_", " ")).strip(" -")


def _alike(one: str, other: str) -> bool:
    left, right = (set(re.findall(r"\w{3,}", title.casefold())) for title in (one, other))
    return one == other or len(left & right) >= SHARE * max(1, min(len(left), len(right)))
