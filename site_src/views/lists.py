"""Lists of entries: A to Z, by kind, by edition, the pages of the sources; long ones come in sheets."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from ingest.visible import fold
from site_src import paths
from site_src.atlas import Atlas, EntryRef, PageRef
from site_src.texts import texts
from site_src.views.base import View
from site_src.views.entry import Chip


class ListRow(Struct, frozen=True, kw_only=True):
    """One term: its newest text, and the others as chips."""

    name: str
    path: str
    kind: str = ""
    kind_name: str = ""
    note: str = ""  # its class, or what tells it from its namesakes
    language: str = ""
    texts: tuple[Chip, ...] = ()


class ListGroup(Struct, frozen=True, kw_only=True):
    title: str
    anchor: str
    rows: tuple[ListRow, ...]


class ListPage(View, frozen=True, kw_only=True):
    """A list, or one sheet of it."""

    lead: str
    count: int
    groups: tuple[ListGroup, ...]
    jumps: tuple[Chip, ...]  # letters, with the sheet that each stands on
    sheets: tuple[Chip, ...]
    tabs: tuple[Chip, ...] = ()  # the sibling lists: other kinds, other editions


def list_pages(atlas: Atlas) -> Iterator[ListPage]:
    """Every list of the site."""
    yield from _sheets(
        atlas, _concept_rows(atlas, atlas.entries.values()), "a-z", texts(atlas.language)("nav-az"), section="a-z"
    )
    for kind, _ in atlas.kinds:
        refs = [ref for ref in atlas.entries.values() if ref.kind == kind]
        title = atlas.kind_name(kind, atlas.language, plural=True)
        stem = paths.kind_path(kind).removesuffix(".html")
        rows = [_of_one_kind(row) for row in _concept_rows(atlas, refs, kind)]
        yield from _sheets(atlas, rows, stem, title, section="kinds", tabs=kind_tabs(atlas, kind))
    for edition in atlas.editions():
        refs = [ref for ref in atlas.entries.values() if ref.edition == edition]
        stem = paths.edition_path(edition).removesuffix(".html")
        title = atlas.edition_name(edition)
        yield from _sheets(
            atlas, _text_rows(atlas, refs), stem, title, section="kinds", tabs=edition_tabs(atlas, edition)
        )
    yield from _sheets(atlas, _page_rows(atlas), "pages", texts(atlas.language)("nav-pages"), section="pages")


def kind_tabs(atlas: Atlas, current: str = "") -> tuple[Chip, ...]:
    """Every kind with its count."""
    return tuple(
        Chip(
            text=atlas.kind_name(kind, atlas.language, plural=True), path=paths.kind_path(kind),
            note=texts(atlas.language).number(count), current=kind == current,
        )
        for kind, count in atlas.kinds
    )  # fmt: skip


def edition_tabs(atlas: Atlas, current: str = "") -> tuple[Chip, ...]:
    """Every edition with its count, newest first."""
    counts: dict[str, int] = defaultdict(int)
    for ref in atlas.entries.values():
        counts[ref.edition or ""] += 1
    return tuple(
        Chip(
            text=atlas.edition_name(edition), path=paths.edition_path(edition),
            note=texts(atlas.language).number(counts[edition]), current=edition == current,
        )
        for edition in atlas.editions()
    )  # fmt: skip


def _concept_rows(atlas: Atlas, refs: Iterable[EntryRef], kind: str = "") -> list[ListRow]:
    """One row for each concept: the newest text in the site's language leads it, in the list of a *kind* one of that kind."""
    concepts = dict.fromkeys(ref.concept for ref in refs)
    texts_of = (atlas.newest_first(atlas.concepts[concept]) for concept in concepts)
    rows = [_concept_row(atlas, sorted(found, key=lambda ref: ref.kind != (kind or ref.kind))) for found in texts_of]
    return _told_apart(atlas, rows)


def _concept_row(atlas: Atlas, refs: Sequence[EntryRef]) -> ListRow:
    lead = refs[0]
    first = {ref.scope: ref for ref in reversed(refs)}  # what two sources print in one edition is listed once
    shown = tuple(
        Chip(text=ref.edition or ref.language, path=ref.path, language=ref.language if ref.language != lead.language else "")
        for ref in refs
        if (ref.edition or len(refs) > 1) and first[ref.scope] is ref
    )  # fmt: skip
    return _row(atlas, lead, shown)


def _text_rows(atlas: Atlas, refs: Iterable[EntryRef]) -> list[ListRow]:
    return _told_apart(atlas, [_row(atlas, ref, ()) for ref in refs])


def _told_apart(atlas: Atlas, rows: list[ListRow]) -> list[ListRow]:
    """Namesakes of one kind say on which page they stand."""
    counts = Counter((row.name, row.kind) for row in rows)
    return [replace(row, note=_where(atlas, row)) if counts[row.name, row.kind] > 1 else row for row in rows]


def _where(atlas: Atlas, row: ListRow) -> str:
    ref = atlas.entry_at(row.path)
    parent = atlas.entries.get(ref.parent or "")
    place = parent.name if parent else atlas.pages[ref.page].title if ref.page in atlas.pages else ""
    return " · ".join(filter(None, (row.note or row.kind_name, place)))


def _of_one_kind(row: ListRow) -> ListRow:
    """*row* in the list of its kind, which need not say the kind again."""
    return replace(row, kind_name="", note=row.note.removeprefix(f"{row.kind_name} · "))


def _row(atlas: Atlas, ref: EntryRef, chips: tuple[Chip, ...]) -> ListRow:
    return ListRow(
        name=ref.name, path=ref.path, kind=ref.kind, kind_name=atlas.kind_name(ref.kind, atlas.language), note="" if fold(ref.cls or "") == fold(atlas.kind_name(ref.kind, ref.language)) else ref.cls or "",
        language=ref.language if ref.language != atlas.language else "", texts=chips,
    )  # fmt: skip


def _page_rows(atlas: Atlas) -> list[ListRow]:
    return [_page_row(atlas, ref) for ref in atlas.pages.values() if not ref.redirect]


def _page_row(atlas: Atlas, ref: PageRef) -> ListRow:
    words = texts(atlas.language)
    note = words("revisions", n=ref.revisions)
    chips = (Chip(text=ref.edition, path=paths.edition_path(ref.edition)),) if ref.edition in atlas.editions() else ()
    language = ref.language if ref.language and ref.language != atlas.language else ""
    return ListRow(name=ref.title, path=ref.path, note=note, language=language or "", texts=chips)


def _sheets(
    atlas: Atlas, rows: list[ListRow], stem: str, title: str, *, section: str, tabs: tuple[Chip, ...] = ()
) -> Iterator[ListPage]:
    """Cut *rows* into sheets of whole or broken letters."""
    rows = sorted(rows, key=lambda row: (_sort_key(row.name), row.language, row.path))
    length = atlas.options.list_length
    cuts = [rows[start : start + length] for start in range(0, len(rows), length)] or [[]]
    jumps = _jumps(cuts, stem)
    words = texts(atlas.language)
    for number, cut in enumerate(cuts, start=1):
        groups = tuple(
            ListGroup(title=letter, anchor=_anchor(letter), rows=tuple(found))
            for letter, found in groupby(cut, key=_letter_of_row)
        )
        sheets = tuple(
            Chip(text=words.number(other), path=paths.numbered(stem, other), current=other == number)
            for other in range(1, len(cuts) + 1)
        )
        yield ListPage(
            path=paths.numbered(stem, number), title=title if number == 1 else f"{title} · {number}", language=atlas.language,
            section=section, lead=title, count=len(rows), groups=groups, jumps=jumps,
            sheets=sheets if len(cuts) > 1 else (), tabs=tabs,
        )  # fmt: skip


def _jumps(cuts: list[list[ListRow]], stem: str) -> tuple[Chip, ...]:
    """Each letter with the sheet where it begins."""
    found: dict[str, str] = {}
    for number, cut in enumerate(cuts, start=1):
        for row in cut:
            found.setdefault(letter_of(row.name), f"{paths.numbered(stem, number)}#{_anchor(letter_of(row.name))}")
    return tuple(Chip(text=letter, path=path) for letter, path in found.items()) if len(found) > 2 else ()


def letter_of(name: str) -> str:
    """The letter of the alphabet under which *name* stands; ``#`` for digits and signs."""
    plain = fold(name).lstrip("'\"([¡¿.-+ ")
    if not plain or not plain[0].isalpha():
        return "#"
    return unicodedata.normalize("NFC", plain[0].upper())[0]


def _letter_of_row(row: ListRow) -> str:
    return letter_of(row.name)


def _sort_key(name: str) -> tuple[bool, str, str, str]:
    letter = letter_of(name)
    return letter != "#", letter, fold(name), name


def _anchor(letter: str) -> str:
    return "sign" if letter == "#" else f"letter-{letter.lower()}"
