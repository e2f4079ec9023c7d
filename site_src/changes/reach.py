"""Whom a change touches: who bears a label, which entries mention a rule, which pages link to it."""

from __future__ import annotations

from collections.abc import Iterable

from site_src.atlas import LABEL_KINDS, Atlas, label_key
from site_src.changes.log import Reach


class Reaches:
    """Whom a changed entry or page touches."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._entries: dict[str, set[str]] = {}
        self._pages: dict[str, set[str]] = {}
        for ref in atlas.pages.values():
            links = atlas.kb.links.get(ref.newest) if ref.newest else None
            for item, _ in links.links if links else ():
                if item.entry:
                    self._entries.setdefault(item.entry, set()).add(ref.id)
                if item.page and item.page != ref.id:
                    self._pages.setdefault(item.page, set()).add(ref.id)

    def of_entry(self, key: str) -> Reach:
        """Who bears the entry as a label, the entries that mention it, the pages that link to it."""
        entry = self._atlas.kb.entries.get(key)
        if entry is None:
            return Reach()
        bearers = self._atlas.bearers.get(label_key(entry.name), ()) if entry.kind in LABEL_KINDS else ()
        mentions = set(entry.linked_from) - set(bearers) - {key}
        return Reach(
            bearers=self._named(bearers), mentions=self._named(mentions), pages=self._titled(self._entries.get(key, ()))
        )

    def of_page(self, page: str) -> Reach:
        """The pages that link to *page*."""
        return Reach(pages=self._titled(self._pages.get(page, ())))

    def _named(self, keys: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Each concept once, in its newest edition."""
        refs = self._atlas.newest_first(self._atlas.entries[key] for key in keys if key in self._atlas.entries)
        once = {ref.concept: (ref.name, ref.path) for ref in reversed(refs)}
        return tuple(sorted(once.values(), key=lambda item: (item[0].casefold(), item[1])))

    def _titled(self, keys: Iterable[str]) -> tuple[tuple[str, str], ...]:
        found = [self._atlas.pages[key] for key in keys if key in self._atlas.pages]
        return tuple(sorted(((ref.title, ref.path) for ref in found), key=lambda item: (item[0].casefold(), item[1])))
