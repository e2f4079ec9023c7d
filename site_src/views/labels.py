"""Labels and traits: what each means, and all who bear it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from site_src import paths
from site_src.atlas import Atlas, EntryRef, bare_label
from site_src.gist import gist
from site_src.texts import texts
from site_src.views.base import View
from site_src.views.entry import Group, groups_by_kind
from site_src.views.weapons import table_of_bearers


class LabelRow(Struct, frozen=True, kw_only=True):
    name: str
    path: str
    meaning: str
    bearers: int
    defined: bool


class LabelsPage(View, frozen=True, kw_only=True):
    """Every label and trait with what it means."""

    rows: tuple[LabelRow, ...]


class BearersByEdition(Struct, frozen=True, kw_only=True):
    edition: str
    groups: tuple[Group, ...]
    table: str = ""


class LabelPage(View, frozen=True, kw_only=True):
    """A label that no source defines, with its bearers."""

    editions: tuple[BearersByEdition, ...]


def label_pages(atlas: Atlas) -> Iterator[View]:
    """The list of labels, and a page for each that no entry defines."""
    rows = sorted(
        (_row(atlas, key, name) for key, name in atlas.label_names.items()),
        key=lambda row: (row.name.casefold(), row.path),
    )
    yield LabelsPage(
        path="labels.html",
        title=texts(atlas.language)("labels-title"),
        language=atlas.language,
        section="labels",
        rows=tuple(rows),
    )
    for key, name in atlas.label_names.items():
        if atlas.label_entry(name, edition=None, language=atlas.language) is None:
            yield label_page(atlas, key, name)


def label_page(atlas: Atlas, key: str, name: str) -> LabelPage:
    """The page of a label that is not defined."""
    editions: dict[str | None, list[EntryRef]] = defaultdict(list)
    for entry in atlas.bearers[key]:
        editions[atlas.entries[entry].edition].append(atlas.entries[entry])
    ranked = sorted(editions, key=lambda edition: (-atlas.edition_rank(edition), edition or ""))
    return LabelPage(
        path=paths.label_path(key), title=name, language=atlas.language, section="labels",
        editions=tuple(
            BearersByEdition(
                edition=atlas.edition_name(edition), groups=groups_by_kind(editions[edition], atlas.language, atlas, edition=edition),
                table=table_of_bearers((ref.id for ref in editions[edition]), name, atlas),
            )
            for edition in ranked
        ),
    )  # fmt: skip


def _row(atlas: Atlas, key: str, name: str) -> LabelRow:
    newest = next((edition for edition in atlas.editions()), None)
    ref = atlas.label_entry(name, edition=newest, language=atlas.language)
    entry = atlas.kb.entries.get(ref.id) if ref else None
    concepts = {atlas.entries[bearer].concept for bearer in atlas.bearers[key]}
    return LabelRow(
        name=bare_label(ref.name) if ref else name, path=ref.path if ref else paths.label_path(key),
        meaning=gist(entry, atlas) if entry else "", bearers=len(concepts), defined=ref is not None,
    )  # fmt: skip
