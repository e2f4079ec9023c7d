"""Leaves that an earlier build read: the same texts of the same page, under the same profile and templates."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ingest.align.model import PageChange
from ingest.kept import Kept, digest
from ingest.leaves import Leaves, Task, World
from ingest.tree import Doubt

LEAVES = "leaves"

_encode = msgspec.msgpack.Encoder().encode


class Known(Struct, frozen=True, kw_only=True):
    """Leaves without the places of their revisions, which are numbered as in their task."""

    documents: tuple[tuple[int, bytes], ...]
    changes: tuple[PageChange, ...]
    doubts: tuple[tuple[int, Doubt], ...]
    doubted: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, bool], ...]


_decode = msgspec.msgpack.Decoder(Known).decode


class Readings:
    """What was read before, and what is read now, for the next build."""

    def __init__(self, kept: Kept, world: World) -> None:
        self._kept = kept
        self._sites = world.sites
        self._worlds = {wiki: _of_wiki(world, wiki) for wiki in world.sites} if kept.stays else {}

    def with_key(self, task: Task, texts: Sequence[str | None]) -> Task:
        """*task* with its key; its texts need not be at hand, *texts* are their digests."""
        if not self._kept.stays:
            return task
        read = [
            (item.id, item.page, item.title, item.model, text) for item, text in zip(task.revisions, texts, strict=True)
        ]
        wiki = task.revisions[0].wiki
        return replace(
            task, key=self._kept.key(self._worlds[wiki], _encode((read, task.overlap, task.same_as, task.last)))
        )

    def find(self, task: Task) -> Leaves | None:
        """What *task* gave before, if it would give it again."""
        data = self._kept.find(LEAVES, task.key) if task.key else None
        known = _decode(data) if data else None
        if known is None or not self._are_so(task.revisions[0].wiki, known.asked):
            return None
        of = task.revisions
        return Leaves(
            documents=tuple((of[number], document) for number, document in known.documents), changes=known.changes,
            doubts=tuple((of[number], doubt) for number, doubt in known.doubts), doubted=frozenset(known.doubted),
            last=task.last,
        )  # fmt: skip

    def keep(self, task: Task, leaves: Leaves) -> None:
        """Keep what *task* gave."""
        if task.key:
            at = {revision.id: number for number, revision in enumerate(task.revisions)}
            known = Known(
                documents=tuple((at[item.id], document) for item, document in leaves.documents), changes=leaves.changes,
                doubts=tuple((at[item.id], doubt) for item, doubt in leaves.doubts), doubted=tuple(sorted(leaves.doubted)),
                asked=leaves.asked,
            )  # fmt: skip
            self._kept.keep(LEAVES, task.key, _encode(known))

    def _are_so(self, wiki: str, asked: Sequence[tuple[str, bool]]) -> bool:
        exists = self._sites[wiki].exists
        return exists is not None and all(exists(title) is found for title, found in asked)


def _of_wiki(world: World, wiki: str) -> bytes:
    """What stands for all that a leaf of *wiki* depends on besides its text, the profile and which pages there are."""
    site = replace(world.sites[wiki], exists=None)
    return digest(_encode(site), _encode(sorted(world.templates.get(wiki, {}).items())))
