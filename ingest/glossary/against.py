"""Weapons of the knowledge base against another source of the same data: what agrees, and where the two conflict.

The other source is a CSV file with the columns ``edition, name, mode, burst, damage, ammo, range_bands_inches``. Names
and modes are matched after folding spelling; a mode that only one source names is matched by what it fires. An edition
column may say ``(PS scale)``: its damage is then the profile's ``sum_of_damage_and_ps`` less what older texts print.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from rapidfuzz import fuzz

from ingest.glossary.model import Entry, WeaponProfile
from ingest.glossary.records import merged_bands, plain
from ingest.profile import Profile
from ingest.visible import fold

COLUMNS = ("edition", "name", "mode", "burst", "damage", "ammo", "range_bands_inches")
_NEEDED = ("edition", "name")  # without which no row is found
_ALIKE = 88.0  # of 100: "Antimaterial Mode" is "Anti-Materiel Mode"
_BAND = re.compile(r"(?P<start>\d+)-(?P<end>\d+):(?P<mod>[+-]?\d+)")
_NONE = {"", "-", "--", "n/a"}


class OtherRow(Struct, frozen=True, kw_only=True):
    """One row of the other source."""

    edition: str
    name: str
    mode: str
    burst: str
    damage: str
    ammunition: str
    bands: tuple[tuple[int | None, int | None, str], ...]
    is_ps: bool
    line: int


class Match(Struct, frozen=True, kw_only=True):
    """A row of the other source, our profile of the same thing, and the fields in which they differ."""

    row: OtherRow
    entry: str
    profile: WeaponProfile
    differs: tuple[str, ...]
    incomparable: tuple[str, ...] = ()  # one prints a number, the other an attribute


class Comparison(Struct, frozen=True, kw_only=True):
    """What came of it; a conflict is a match that differs somewhere."""

    matched: tuple[Match, ...]
    unmatched: tuple[OtherRow, ...]

    @property
    def conflicts(self) -> tuple[Match, ...]:
        """The matches that differ."""
        return tuple(match for match in self.matched if match.differs)


def columns_missing(text: str) -> tuple[str, ...]:
    """The columns that the first line of a CSV *text* must name and does not. Raises csv.Error where some line is no CSV."""
    named, *_ = [*csv.reader(io.StringIO(text)), []]
    return tuple(name for name in _NEEDED if name not in named)


def compare_weapons(entries: Iterable[Entry], text: str, *, profile: Profile) -> Comparison:
    """Compare the profiles of *entries* with the CSV *text*."""
    ours = _ours(entries)
    matched: list[Match] = []
    unmatched: list[OtherRow] = []
    for row in _rows(text, profile):
        found = _find(row, ours.get(row.edition, {}))
        if found:
            matched.append(_match(row, *_nearest(row, found), profile))
        else:
            unmatched.append(row)
    return Comparison(matched=tuple(matched), unmatched=tuple(unmatched))


def _rows(text: str, profile: Profile) -> Iterator[OtherRow]:
    for line, row in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        label = fold(row.get("edition") or "")
        edition = next(
            (item.id for item in profile.editions if re.search(rf"\b{re.escape(fold(item.id))}\b", label)), ""
        )
        yield OtherRow(
            edition=edition, name=row.get("name") or "", mode=row.get("mode") or "", burst=row.get("burst") or "",
            damage=row.get("damage") or "", ammunition=row.get("ammo") or row.get("ammunition") or "", bands=_bands(row.get("range_bands_inches") or ""), is_ps="ps scale" in label, line=line,
        )  # fmt: skip


def _bands(text: str) -> tuple[tuple[int | None, int | None, str], ...]:
    return tuple((int(hit["start"]), int(hit["end"]), hit["mod"]) for hit in _BAND.finditer(text))


def _ours(entries: Iterable[Entry]) -> Mapping[str, Mapping[str, list[tuple[str, WeaponProfile]]]]:
    out: dict[str, dict[str, list[tuple[str, WeaponProfile]]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        for item in entry.profiles if not entry.superseded else ():
            for edition in entry.editions or (entry.edition or "",):
                out[edition][_key(item.name)].append((entry.id, item))
    return out


def _key(name: str) -> str:
    return " ".join(word.rstrip("s") if len(word) > 3 else word for word in re.findall(r"[^\W_]+", fold(name)))


def _find(row: OtherRow, ours: Mapping[str, list[tuple[str, WeaponProfile]]]) -> Sequence[tuple[str, WeaponProfile]]:
    key = _key(row.name)
    same = ours.get(key) or ours.get(" ".join(sorted(key.split())))
    if same is None:
        by_words = {" ".join(sorted(name.split())): items for name, items in ours.items()}
        same = by_words.get(" ".join(sorted(key.split())), [])
    wanted = _mode(row.mode)
    fits = [item for item in same if _mode(item[1].mode or "") == wanted]
    if not fits and wanted:
        fits = [item for item in same if fuzz.ratio(_mode(item[1].mode or ""), wanted) >= _ALIKE]
    # The two sources call the modes of one weapon by other names, or one gives its only mode no name.
    return fits or [item for item in same if _fires_alike(row, item[1])]


def _fires_alike(row: OtherRow, ours: WeaponProfile) -> bool:
    return _value(ours.ammunition) != "" and _key(ours.ammunition or "") == _key(row.ammunition)


def _mode(mode: str) -> str:
    return "".join(word for word in re.findall(r"[^\W_]+", fold(mode)) if word != "mode")


def _nearest(row: OtherRow, found: Sequence[tuple[str, WeaponProfile]]) -> tuple[str, WeaponProfile]:
    bands = merged_rows(row.bands)
    return max(found, key=lambda item: (merged_bands(item[1].ranges) == bands, item[1].burst == row.burst))


def _match(row: OtherRow, entry: str, ours: WeaponProfile, profile: Profile) -> Match:
    differs = [field for field, a, b in (("burst", ours.burst, row.burst),) if _value(a) != _value(b)]
    incomparable: list[str] = []
    damage, other = _damages(row, ours, profile)
    if damage != other:
        numbers = damage.lstrip("+-").isdigit(), other.lstrip("+-").isdigit()
        (differs if numbers[0] == numbers[1] or not (damage and other) else incomparable).append("damage")
    if merged_bands(ours.ranges) != merged_rows(row.bands):
        differs.append("ranges")
    return Match(row=row, entry=entry, profile=ours, differs=tuple(differs), incomparable=tuple(incomparable))


def merged_rows(bands: Sequence[tuple[int | None, int | None, str]]) -> tuple[tuple[int | None, int | None, str], ...]:
    """Neighbouring bands of one modifier, joined."""
    out: list[tuple[int | None, int | None, str]] = []
    for start, end, mod in bands:
        if out and out[-1][2] == mod and out[-1][1] == start:
            out[-1] = (out[-1][0], end, mod)
        else:
            out.append((start, end, mod))
    return tuple(out)


def _damages(row: OtherRow, ours: WeaponProfile, profile: Profile) -> tuple[str, str]:
    total = profile.glossary.sum_of_damage_and_ps
    damage = _value(ours.ps if ours.ps is not None else ours.damage)
    if row.is_ps and ours.ps is None and total and damage.isdigit():
        damage = str(total - int(damage))
    return damage, _value(row.damage)


def _value(text: str | None) -> str:
    value = plain(text or "").casefold()
    return "" if value in _NONE else value
