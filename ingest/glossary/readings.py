"""What an earlier build read of a page, where its texts are the same: names of the light pass, candidates of a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from ingest.glossary.light import PageRead
from ingest.glossary.model import Candidate
from ingest.kept import NOTHING, Kept
from ingest.model import Page, Revision, RevisionId, Source, SourceId

Asked: TypeAlias = tuple[Page, Sequence[Revision], Mapping[SourceId, Source], str | None]

_encode = msgspec.msgpack.Encoder().encode
_page_read = msgspec.msgpack.Decoder(PageRead).decode
_candidates = msgspec.msgpack.Decoder(tuple[Candidate, ...]).decode


class Readings:
    """Readings by the digest of what was read; *text_of* gives the digest of a revision's tree, empty where it is unknown."""

    def __init__(self, kept: Kept, text_of: Callable[[RevisionId], bytes]) -> None:
        self._kept = kept
        self._text_of = text_of

    def of_page(self, asked: Asked, read: Callable[[], PageRead]) -> PageRead:
        """What the light pass learns of a page."""
        if not self._kept.stays:
            return read()
        page, revisions, sources, as_of = asked
        named = sorted({revision.place.source for revision in revisions} | {page.source.source})
        said = [
            (sources[name].edition, sources[name].language, sources[name].date) for name in named if name in sources
        ]
        texts = [self._text_of(revision.id) for revision in revisions]
        key = self._kept.key(_encode((page, list(revisions), texts, named, said, as_of)))
        return self._kept.again("names", key, _page_read, read)

    def candidates(
        self, page: Page, revision: Revision, edition: str | None, read: Callable[[], tuple[Candidate, ...]]
    ) -> tuple[Candidate, ...]:
        """The candidates of one text in one edition."""
        if not self._kept.stays:
            return read()
        key = self._kept.key(self._text_of(revision.id), page.title, page.model, edition or "", str(edition is None))
        return self._kept.again("candidates", key, _candidates, read)


UNKNOWN = Readings(NOTHING, lambda _: b"")
