"""How an earlier build resolved the links of a revision, and whether a name has come, gone or changed that they hold.

A result goes on as long as its text, its page and its entries are the same, and none of the names that it looked up, or
could have linked by itself, is one of a page that changed. What is compared is names: those of each page, its
entries and its aliases, and every form of the vocabulary.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ingest.glossary.model import Entry, EntryId
from ingest.kept import Kept, digest
from ingest.knowledge import KnowledgeBase
from ingest.links import NameTable, PageNames, Vocabulary
from ingest.links.model import Alias, PageLinks
from ingest.links.resolve import are_close
from ingest.links.vocabulary import words_of
from ingest.model import Diagnostic, Page, Place, Revision
from ingest.profile import Profile
from ingest.visible import fold

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Linked(Struct, frozen=True, kw_only=True):
    """What the links of one revision lead to, and what that depends on."""

    links: PageLinks
    diagnostics: tuple[Diagnostic, ...] = ()
    pairs: tuple[tuple[EntryId, EntryId], ...] = ()
    asked: tuple[int, ...] = ()  # marks of the names that were looked up
    compared: tuple[str, ...] = ()  # folded targets that lead nowhere: every title was compared with them
    words: tuple[str, ...] = ()  # of the texts in which terms were looked for


class Names(Struct, frozen=True, kw_only=True):
    """Everything by which a page can be reached."""

    place: int  # among all pages
    page: PageNames | None = None
    entries: tuple[Entry, ...] = ()
    aliases: tuple[Alias, ...] = ()


_linked = msgspec.msgpack.Decoder(Linked).decode
_names = msgspec.msgpack.Decoder(Names).decode
_page_names = msgspec.msgpack.Decoder(PageNames).decode
_forms = msgspec.msgpack.Decoder(dict[str, bytes]).decode


class Before:
    """The links of the last build, and which of them still hold."""

    def __init__(
        self, kept: Kept, knowledge: KnowledgeBase, names: Iterable[PageNames], vocabulary: Vocabulary
    ) -> None:
        self._kept = kept
        self._asked: frozenset[int] = frozenset()
        self._titles: frozenset[str] = frozenset()
        self._forms: tuple[frozenset[str], ...] = ()
        if kept.stays:
            old, new = {key: _names(data) for key, data in kept.rows("page names")}, _all_names(knowledge, names)
            self._asked = frozenset(_marks_of_changes(old, new, knowledge.profile))
            self._titles = frozenset(_changed_titles(old, new))
            for key, found in new.items():
                kept.keep("page names", key, _encode(found))
            self._forms = tuple(_changed_forms(kept, vocabulary))

    def find(self, page: Page, revision: Revision, text: bytes, entries: Sequence[Entry]) -> Linked | None:
        """What is known of *revision*, if it still holds."""
        if not self._kept.stays:
            return None
        data = self._kept.find("links", self._key(page, revision, text, entries))
        known = _linked(data) if data else None
        return known if known and self._holds(known) else None

    def keep(self, page: Page, revision: Revision, text: bytes, entries: Sequence[Entry], linked: Linked) -> None:
        """Keep *linked* for the next build."""
        if self._kept.stays:
            self._kept.keep("links", self._key(page, revision, text, entries), _encode(linked))

    def _key(self, page: Page, revision: Revision, text: bytes, entries: Sequence[Entry]) -> bytes:
        said = (page.title, page.model, page.edition, page.language, page.newest == revision.id)
        here = [(entry.id, entry.edition, entry.language, entry.source) for entry in entries]
        return self._kept.key(digest(text), _encode((revision, said, here)))

    def _holds(self, known: Linked) -> bool:
        if self._asked and not self._asked.isdisjoint(known.asked):
            return False
        if any(are_close(target, title) for title in self._titles for target in known.compared):
            return False
        words = set(known.words) if self._forms else set[str]()
        return not any(form <= words for form in self._forms)


def _all_names(knowledge: KnowledgeBase, names: Iterable[PageNames]) -> dict[bytes, Names]:
    by_page = {page.page: page for page in names}
    found: dict[bytes, Names] = {}
    for place, key in enumerate(knowledge.pages.keys()):
        page = by_page.get(key)
        entries = (_looked_up(entry, page.revision if page else None) for entry in knowledge.entries.of_page(key))
        found[key.encode("utf-8", "surrogatepass")] = Names(
            place=place, page=_as_table(page) if page else None, entries=tuple(entries), aliases=tuple(knowledge.aliases.of_page(key)),
        )  # fmt: skip
    return found


def _as_table(page: PageNames) -> PageNames:
    """What a table of names reads of *page*: not which revision it is of, nor what only aliases are inferred from."""
    return PageNames(
        page=page.page, wiki=page.wiki, title=page.title, namespace=page.namespace, language=page.language, edition=page.edition,
        editions=page.editions, redirect=page.redirect, revision="now" if page.revision else None,
        sections=tuple(replace(section, said="", empty=False) for section in page.sections),
    )  # fmt: skip


def _looked_up(entry: Entry, revision: str | None) -> Entry:
    """What a table of names reads of *entry*."""
    return Entry(
        id=entry.id, concept=entry.concept, name=entry.name, kind=entry.kind, acronym=entry.acronym, aliases=entry.aliases,
        edition=entry.edition, language=entry.language, parent=entry.parent, page=entry.page, anchor=entry.anchor, heading=entry.heading,
        revision="now" if entry.revision == revision else "then", source=Place(source=""),
    )  # fmt: skip


def _marks_of_changes(old: dict[bytes, Names], new: dict[bytes, Names], profile: Profile) -> Iterator[int]:
    """The marks of all names of pages that came, went or changed, as they were and as they are."""
    both = [key for key in new if key in old]
    in_order = [old[key].place for key in both]
    moved = in_order != sorted(in_order)  # of several places of one name, the earlier page is named first
    changed = [key for key in old.keys() | new.keys() if moved or not _same(old.get(key), new.get(key))]
    for names in (old, new):
        yield from _marks([names[key] for key in changed if key in names], profile)


def _same(old: Names | None, new: Names | None) -> bool:
    return old is not None and new is not None and replace(old, place=0) == replace(new, place=0)


def _changed_titles(old: dict[bytes, Names], new: dict[bytes, Names]) -> Iterator[str]:
    """The folded titles that other pages bear now."""
    before, now = _bearers(old), _bearers(new)
    return (title for title in before.keys() | now.keys() if before.get(title) != now.get(title))


def _bearers(names: dict[bytes, Names]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for item in names.values():
        if item.page:
            found[fold(item.page.title)].append(item.page.page)
    return found


def _marks(names: Sequence[Names], profile: Profile) -> Iterator[int]:
    pages = (item.page for item in names if item.page)
    entries = chain.from_iterable(item.entries for item in names)
    aliases = chain.from_iterable(item.aliases for item in names)
    return NameTable(pages, profile, entries=entries, aliases=aliases).marks()


def _changed_forms(kept: Kept, vocabulary: Vocabulary) -> Iterator[frozenset[str]]:
    """The words of each form that came, went or means something else now."""
    data = next((found for _, found in kept.rows("forms")), None)
    old = _forms(data) if data else {}
    new = {form: digest(_encode(meanings)) for form, meanings in vocabulary.meanings()}
    kept.keep("forms", b"", _encode(new))
    for form in old.keys() | new.keys():
        if old.get(form) != new.get(form):
            yield frozenset(words_of(form))


def bare_entry(entry: Entry) -> Entry:
    """The names of an entry without its texts: what is held in memory of all entries at once."""
    return replace(entry, text="", summary="", parts=(), profiles=(), errata=())


def names_again(page: Page, text: bytes, kept: Kept, make: Callable[[], PageNames]) -> PageNames:
    """The names in this text of *page*, as an earlier build found them, or as *make* finds them."""
    if not kept.stays:
        return make()
    return kept.again("names of page", kept.key(digest(text), _encode(page)), _page_names, make)
