"""Which revision of a page speaks for an edition: the newest that carries it, as things stood on a date."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ingest.glossary.model import Scope
from ingest.model import Revision


class Dated(Struct, frozen=True, kw_only=True):
    """A revision and what it holds for."""

    revision: Revision
    scope: Scope


class Speaker(Struct, frozen=True, kw_only=True):
    """The revision that speaks for some editions of its page, in one language."""

    revision: Revision
    scope: Scope
    editions: tuple[str | None, ...]


def is_by(revision: Revision, date: str | None) -> bool:
    """Whether *revision* stood on *date* (``2023-08-17``, that day included); undated texts always do."""
    return date is None or revision.timestamp is None or revision.timestamp[: len(date)] <= date


def speakers(history: Sequence[Dated], *, as_of: str | None = None) -> tuple[Speaker, ...]:
    """Oldest first, the revisions of one page that speak for an edition and language each."""
    chosen: dict[tuple[str | None, str], int] = {}
    for at, item in enumerate(history):
        if is_by(item.revision, as_of):
            for edition in item.scope.editions or (item.scope.edition,):
                chosen[edition, item.scope.language] = at
    by_revision: dict[int, list[str | None]] = {}
    for (edition, _), at in chosen.items():
        by_revision.setdefault(at, []).append(edition)
    return tuple(
        Speaker(revision=history[at].revision, scope=history[at].scope, editions=_in_order(editions, history[at].scope))
        for at, editions in sorted(by_revision.items())
    )


def _in_order(editions: Iterable[str | None], scope: Scope) -> tuple[str | None, ...]:
    order = {edition: at for at, edition in enumerate(scope.editions)}
    return tuple(sorted(set(editions), key=lambda edition: (order.get(edition or "", len(order)), edition or "")))
