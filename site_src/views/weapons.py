"""The table of weapons: one an edition and language, every profile a row that sorts and filters in the browser."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from ingest.glossary.model import Entry, WeaponProfile
from site_src import paths
from site_src.atlas import Atlas, label_key
from site_src.texts import texts
from site_src.views.base import View
from site_src.views.entry import Chip
from site_src.views.profiles import BandView, Trait, bands, printed, profile_view

COLUMNS = ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves")
Scope = tuple[str | None, str]


class Column(Struct, frozen=True, kw_only=True):
    key: str
    label: str


class WeaponRow(Struct, frozen=True, kw_only=True):
    """One way to use a weapon; ``cells`` follow the table's columns."""

    name: str
    mode: str
    path: str
    cells: tuple[str, ...]
    traits: tuple[Trait, ...]
    bands: tuple[BandView, ...]
    reach: int  # the far end of its last band, for sorting


class WeaponsPage(View, frozen=True, kw_only=True):
    edition: str | None
    columns: tuple[Column, ...]
    rows: tuple[WeaponRow, ...]
    editions: tuple[Chip, ...]
    sheets: tuple[Chip, ...]
    ammunition: tuple[str, ...]
    count: int


def weapons_path(scope: Scope, number: int = 1) -> str:
    """The table of an edition and language."""
    edition, language = scope
    return paths.numbered(
        f"weapons/{paths.key_name('.'.join(filter(None, ((edition or '').lower(), language))))}", number
    )


def weapon_scopes(atlas: Atlas) -> list[Scope]:
    """Editions and languages that have profiles, the newest edition in the site's language first."""
    return sorted(
        _counts(atlas),
        key=lambda scope: (-atlas.edition_rank(scope[0]), scope[1] != atlas.language, scope[1], scope[0] or ""),
    )


def weapons_pages(atlas: Atlas) -> Iterator[WeaponsPage]:
    """A table for each edition and language."""
    scopes = weapon_scopes(atlas)
    for scope in scopes:
        rows = sorted(dict.fromkeys(_rows(atlas, scope)), key=lambda row: (row.name.casefold(), row.path))
        length = atlas.options.list_length
        cuts = [rows[start : start + length] for start in range(0, len(rows), length)]
        for number, cut in enumerate(cuts, start=1):
            yield _table(atlas, scope, scopes, cut, number, len(cuts), len(rows))


def _table(
    atlas: Atlas, scope: Scope, scopes: Iterable[Scope], rows: list[WeaponRow], number: int, of: int, count: int
) -> WeaponsPage:
    words = texts(scope[1])
    used = [index for index, _ in enumerate(COLUMNS) if any(row.cells[index] for row in rows)]
    kept = tuple(_kept(row, used) for row in rows)
    edition = atlas.edition_name(scope[0])
    return WeaponsPage(
        path=weapons_path(scope, number), title=f"{words('nav-weapons')} · {edition}" if edition else words("nav-weapons"),
        language=scope[1], section="weapons", edition=scope[0],
        columns=tuple(Column(key=COLUMNS[index], label=words(f"fact-{COLUMNS[index]}")) for index in used), rows=kept,
        editions=tuple(
            Chip(text=_scope_name(atlas, other), path=weapons_path(other), current=other == scope, language=other[1]) for other in scopes
        ),
        sheets=tuple(
            Chip(text=words.number(other), path=weapons_path(scope, other), current=other == number) for other in range(1, of + 1)
        ) if of > 1 else (),
        ammunition=tuple(sorted({row.cells[COLUMNS.index("ammunition")] for row in rows} - {""})), count=count,
    )  # fmt: skip


def _kept(row: WeaponRow, used: list[int]) -> WeaponRow:
    return WeaponRow(
        name=row.name, mode=row.mode, path=row.path, cells=tuple(row.cells[index] for index in used), traits=row.traits,
        bands=row.bands, reach=row.reach,
    )  # fmt: skip


def _scope_name(atlas: Atlas, scope: Scope) -> str:
    edition = atlas.edition_name(scope[0])
    return (
        edition if scope[1] == atlas.language and edition else f"{edition} {texts(scope[1])('language-name')}".strip()
    )


def table_of_bearers(bearers: Iterable[str], label: str, atlas: Atlas) -> str:
    """The path of the table where profiles that have the trait *label* stand; "" where none has it."""
    for key in bearers:
        entry = atlas.kb.entries.get(key)
        profiles = [item for item in entry.profiles if _is_weapon(item, atlas)] if entry else []
        traits = [trait for profile in profiles for trait in profile.traits]
        if entry and any(label_key(trait) == label_key(label) for trait in traits):
            return weapons_path((entry.edition, entry.language))
    return ""


def _counts(atlas: Atlas) -> dict[Scope, int]:
    found: dict[Scope, int] = defaultdict(int)
    for entry in atlas.all_entries():
        weapons = sum(_is_weapon(profile, atlas) for profile in entry.profiles)
        if weapons:
            found[entry.edition, entry.language] += weapons
    return found


def _rows(atlas: Atlas, scope: Scope) -> Iterator[WeaponRow]:
    """A row for each profile, as often as it is printed."""
    for entry in atlas.all_entries():
        if (entry.edition, entry.language) == scope:
            yield from (_row(profile, entry, atlas) for profile in entry.profiles if _is_weapon(profile, atlas))


def _is_weapon(profile: WeaponProfile, atlas: Atlas) -> bool:
    return profile.record not in atlas.kb.profile.glossary.no_weapons


def _row(profile: WeaponProfile, entry: Entry, atlas: Atlas) -> WeaponRow:
    view = profile_view(profile, entry, atlas)
    return WeaponRow(
        name=profile.name, mode=profile.mode or "", path=paths.entry_path(entry.id),
        cells=tuple(printed(value) if (value := getattr(profile, column)) else "" for column in COLUMNS), traits=view.traits,
        bands=bands(profile.ranges, entry.language, atlas.kb.profile.distance), reach=max((band.end or 0 for band in profile.ranges if band.mod), default=0),
    )  # fmt: skip
