"""Rows of data about a weapon as typed profiles: strings as printed, numbers beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.glossary.model import WeaponProfile
from ingest.tree import Band, Record
from ingest.visible import inline_text

_MODE = re.compile(
    r"\s*\((?P<mode>[^()]*\b(?:Mode|Modo)\b[^()]*)\)+\s*$|\s*\((?P<cc>CC|BS|Melee)\)+\s*$", re.IGNORECASE
)
_NOTE = re.compile(r"^(?:\[\*.*\]|\*+)$")
_NUMBER = re.compile(r"^[+-]?\d+$")
_DASHES = str.maketrans("–—−‑", "----")
_STRINGS = ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves")
_FIELDS = {
    "damage": "Damage", "ps": "PS", "burst": "Burst", "ammunition": "Ammunition", "saving_attribute": "Save", "saves": "Saves",
}  # fmt: skip
_KNOWN = {*_STRINGS, "name", "traits", "notes", "ranges"}
_NONE = {"", "-", "--", "---", "–", "—"}


def profile_of(record: Record) -> WeaponProfile:
    """One row as a profile; a mode printed in parentheses behind the name is taken off."""
    values = {field.name: inline_text(field.value) for field in record.fields}
    name, mode = split_mode(record.name)
    strings = {key: values[key] for key in _STRINGS if values.get(key)}
    others = {key: text for key, text in values.items() if key not in _KNOWN and text not in _NONE}
    traits, notes = _traits(values.get("traits", ""))
    return WeaponProfile(
        name=name,
        mode=record.mode or mode,
        traits=traits,
        notes=(*notes, *(part.strip() for part in values.get("notes", "").split(",") if part.strip())),
        ranges=record.bands,
        no_fire_beyond=record.no_fire_beyond,
        fields=tuple(others.items()),
        numbers=tuple(
            (key, int(text.translate(_DASHES)))
            for key, text in (*strings.items(), *others.items())
            if _NUMBER.match(text.translate(_DASHES))
        ),
        record=record.kind,
        line=record.line or None,
        **strings,
    )


def described(profile: WeaponProfile) -> str:
    """A profile in words: ``Feuerbach (Burst Mode): Damage 14, Burst 2, 0-8 -3``."""
    head = f"{profile.name} ({profile.mode})" if profile.mode else profile.name
    fields = [
        f"{_FIELDS[key]} {value}"
        for key in _STRINGS
        if (value := getattr(profile, key)) is not None and value not in _NONE
    ]
    fields += [f"{field_name(key)} {value}" for key, value in profile.fields]
    bands = [
        f"{band.start}-{band.end} {band.mod}"
        for band in profile.ranges
        if band.mod not in _NONE and band.end is not None
    ]
    said = "; ".join(filter(None, (", ".join(fields), ", ".join(bands), ", ".join(profile.traits))))
    return f"{head}: {said}." if said else f"{head}."


def field_name(key: str) -> str:
    """What to call a field that nobody has named: ``skill_type`` is Skill type."""
    return key.replace("_", " ").capitalize()


def split_mode(name: str) -> tuple[str, str | None]:
    """``Feuerbach (Burst Mode)`` is Feuerbach in Burst Mode."""
    hit = _MODE.search(name)
    if not hit or not hit.start():
        return " ".join(name.split()), None
    return " ".join(name[: hit.start()].split()), " ".join((hit["mode"] or hit["cc"]).split())


def _traits(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    parts = [part for part in split_list(text) if part not in _NONE]
    notes = tuple(part for part in parts if _NOTE.match(part))
    return tuple(part for part in parts if not _NOTE.match(part)), notes


def split_list(text: str) -> list[str]:
    """Split at commas outside parentheses; a final full stop is no part of the last item."""
    return [item for item in (" ".join(part.split()).rstrip(".").strip() for part in _at_commas(text)) if item]


def _at_commas(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, char in enumerate(text):
        depth = max(0, depth + (char == "(") - (char == ")"))
        if char in ",;" and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def merged_bands(bands: tuple[Band, ...]) -> tuple[tuple[int | None, int | None, str], ...]:
    """Bands as (start, end, modifier), neighbours of one modifier joined and what is out of range left out."""
    out: list[tuple[int | None, int | None, str]] = []
    for band in bands:
        mod = plain(band.mod)
        if mod in _NONE:
            continue
        if out and out[-1][2] == mod and out[-1][1] == band.start:
            out[-1] = (out[-1][0], band.end, mod)
        else:
            out.append((band.start, band.end, mod))
    return tuple(out)


def plain(text: str) -> str:
    """A printed number with a plain minus and without blanks."""
    return "".join(text.translate(_DASHES).split())
