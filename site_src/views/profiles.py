"""Weapon profiles as a reader sees them: facts, traits as links, range bands as a strip with words."""

from __future__ import annotations

import re

from msgspec import Struct

from ingest.glossary.model import Entry, WeaponProfile
from ingest.glossary.records import field_name
from ingest.tree import Band
from site_src.atlas import Atlas
from site_src.texts import texts

_NUMBER = re.compile(r"[+-]?\d+")


class Trait(Struct, frozen=True, kw_only=True):
    text: str
    path: str


class BandView(Struct, frozen=True, kw_only=True):
    """One box of the strip: ``tone`` is its colour's name, ``reach`` is said in words."""

    mod: str
    reach: str
    tone: str
    name: str = ""


class Fact(Struct, frozen=True, kw_only=True):
    key: str
    label: str
    value: str


class ProfileView(Struct, frozen=True, kw_only=True):
    name: str
    mode: str
    facts: tuple[Fact, ...]
    traits: tuple[Trait, ...]
    bands: tuple[BandView, ...]
    beyond: str
    notes: tuple[str, ...]


def profile_views(entry: Entry, atlas: Atlas) -> tuple[ProfileView, ...]:
    """The profiles of *entry*; what its source prints twice alike is shown once."""
    return tuple(dict.fromkeys(profile_view(profile, entry, atlas) for profile in entry.profiles))


def profile_view(profile: WeaponProfile, entry: Entry, atlas: Atlas) -> ProfileView:
    words, unit = texts(entry.language), atlas.kb.profile.distance
    facts = tuple(
        Fact(key=key, label=words(f"fact-{key}"), value=printed(value))
        for key in ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves")
        if (value := getattr(profile, key))
    )
    names = atlas.kb.profile.glossary.field_names.get(entry.language, {})
    facts += tuple(
        Fact(key=key, label=names.get(key) or field_name(key), value=printed(value)) for key, value in profile.fields
    )
    traits = tuple(
        Trait(text=trait, path=atlas.label_href(trait, edition=entry.edition, language=entry.language))
        for trait in profile.traits
    )
    return ProfileView(
        name=profile.name, mode=profile.mode or "", facts=facts, traits=traits, bands=bands(profile.ranges, entry.language, unit),
        beyond=words("no-fire-beyond", distance=str(profile.no_fire_beyond), unit=unit) if profile.no_fire_beyond else "", notes=profile.notes,
    )  # fmt: skip


def printed(value: str) -> str:
    """*value* with one dash, however many signs say that there is none."""
    return value if value.strip("-–— ") else "–"


def bands(ranges: tuple[Band, ...], language: str, unit: str) -> tuple[BandView, ...]:
    """The strip, near to far; bands without a modifier stay, so that strips line up below each other."""
    words = texts(language)
    shown = []
    for band in ranges:
        if band.start is None and band.end is None:
            reach = band.name or ""
        elif band.end is None:
            reach = words("reach-from", start=str(band.start), unit=unit)
        else:
            reach = words("reach", start=str(band.start or 0), end=str(band.end), unit=unit)
        shown.append(
            BandView(
                mod=band.mod.replace("-", "−") if tone(band.mod) != "none" else "–",
                reach=reach,
                tone=tone(band.mod),
                name=band.name or "",
            )
        )
    while shown and shown[-1].tone == "none":
        shown.pop()
    return tuple(shown)


def tone(mod: str) -> str:
    """The name of a modifier's colour: ``best good even poor worst none``."""
    number = _NUMBER.search(mod.replace("−", "-"))
    if number is None:
        return "none"
    value = int(number.group())
    if value > 0:
        return "best" if value > 3 else "good"
    if value < 0:
        return "worst" if value < -3 else "poor"
    return "even"
