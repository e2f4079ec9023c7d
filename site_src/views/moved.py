"""Addresses that an entry no longer has: what ``ludex.ids.toml`` joins leads to the one address that is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from ingest.glossary.model import ConceptId
from ingest.glossary.renames import Kept
from site_src import paths
from site_src.atlas import Atlas, EntryRef
from site_src.views.base import View
from site_src.views.entry_history import entry_history_path, has_history
from site_src.views.page import RedirectPage


def moved_pages(atlas: Atlas) -> Iterator[View]:
    """A page for every name that a renamed entry has borne, and one for its history; no list names them."""
    taken = {ref.path for ref in atlas.entries.values()}
    for names in joined(_kept(atlas)):
        alive = [name for name in names if name in atlas.concepts]
        if len(alive) != 1:
            continue  # nobody knows which of them is meant
        for ref in atlas.concepts[alive[0]]:
            for name in names:
                path = paths.entry_path(name + ref.id.removeprefix(ref.concept))
                if path not in taken:
                    taken.add(path)
                    yield _redirect(path, ref.path, ref)
                    history = entry_history_path(replace(ref, path=path))
                    yield _redirect(history, _history_of(ref, atlas), ref)


def _kept(atlas: Atlas) -> Mapping[ConceptId, Kept]:
    shelf = atlas.kb.renames
    names = tuple(shelf.keys())
    return {name: kept for name in names if (kept := shelf.get(name))}


def joined(kept: Mapping[ConceptId, Kept]) -> Sequence[Sequence[ConceptId]]:
    """The names of each concept, over any number of renamings."""
    groups: dict[ConceptId, set[ConceptId]] = defaultdict(set)
    for new, item in sorted(kept.items()):
        both = {new, item.concept} | groups[new] | groups[item.concept]
        for name in both:
            groups[name] = both
    return [list(names) for names in sorted({tuple(sorted(names)) for names in groups.values()})]


def _redirect(path: str, target: str, ref: EntryRef) -> RedirectPage:
    return RedirectPage(
        path=path, title=ref.name, language=ref.language, section="kinds", target=target, target_title=ref.name
    )


def _history_of(ref: EntryRef, atlas: Atlas) -> str:
    return entry_history_path(ref) if has_history(ref, atlas) else ref.path
