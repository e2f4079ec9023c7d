"""Entries: the terms that a game defines, with their fields, as every other stage and the site read them."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ingest.model import PageId, Place, RevisionId
from ingest.tree import Band

EntryId: TypeAlias = str  # "kind/slug@edition.language"
ConceptId: TypeAlias = str  # "kind/slug"


def is_second(entry: EntryId, concept: ConceptId) -> bool:
    """Tell whether *entry* is another source's text of its edition: the first bears the name of the *concept* itself."""
    return not entry.startswith(f"{concept}@")


class Scope(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """For whom a passage holds: its main edition, all of its editions, its language."""

    edition: str | None = None
    editions: tuple[str, ...] = ()
    language: str = "en"
    evidence: str = ""


class WeaponProfile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One way to use a weapon, or what else a row of data is about. Strings stand as printed, numbers beside them."""

    name: str
    mode: str | None = None
    damage: str | None = None
    ps: str | None = None
    burst: str | None = None
    ammunition: str | None = None
    saving_attribute: str | None = None
    saves: str | None = None
    traits: tuple[str, ...] = ()
    ranges: tuple[Band, ...] = ()
    no_fire_beyond: int | None = None
    notes: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()  # what the profile of the game names beyond these: ("target", "Hacker")
    numbers: tuple[tuple[str, int], ...] = ()  # ("burst", 3): fields that are whole numbers
    record: str = "weapon"  # kind of the row
    line: int | None = None  # of the source file


class Wording(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An older text of a rule that an errata block prints, and the update that replaced it."""

    version: str | None = None
    updated: str = ""
    original: str | None = None
    place: Place


class Candidate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry as one text prints it, before names are compared with other pages. Lines are of the parsed text."""

    name: str
    kind: str
    rule: str  # which rule of the profile made it an entry
    cls: str | None = None
    labels: tuple[str, ...] = ()
    level: str | None = None
    acronym: str | None = None
    aliases: tuple[str, ...] = ()
    category: str | None = None
    marker: str | None = None
    parent: int | None = None  # index of the candidate it stands in
    sections: tuple[str, ...] = ()  # printed names of its parts, in order
    parts: tuple[tuple[str, str], ...] = ()  # (canonical key, text) of each part
    text: str = ""
    summary: str = ""
    anchor: str = ""  # of its heading or box in the page
    heading: str = ""  # deepest heading it stands under, "" for the lead
    above: str = ""  # the next heading or box around it, whether a term or not
    editions: tuple[str, ...] = ()  # where the passage itself says so
    profiles: tuple[WeaponProfile, ...] = ()
    line: int = 0
    end_line: int = 0


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One text of one concept, in one edition and language."""

    id: EntryId
    concept: ConceptId
    name: str
    kind: str
    rule: str = ""
    cls: str | None = None
    labels: tuple[str, ...] = ()
    level: str | None = None
    acronym: str | None = None
    aliases: tuple[str, ...] = ()
    category: str | None = None
    marker: str | None = None
    edition: str | None = None
    editions: tuple[str, ...] = ()
    language: str = "en"
    parent: EntryId | None = None
    sections: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    text: str = ""
    summary: str = ""
    page: PageId
    revision: RevisionId
    anchor: str = ""
    heading: str = ""
    source: Place
    profiles: tuple[WeaponProfile, ...] = ()
    errata: tuple[Wording, ...] = ()
    links: tuple[EntryId, ...] = ()
    linked_from: tuple[EntryId, ...] = ()
    superseded: bool = False  # stands in an older revision only, or in one that a later edition replaced


class RulingEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A printed question with its answer, at home on its page and shown at each related rule."""

    id: str
    question: str
    answer: str
    type: str | None = None
    title: str | None = None
    version: str | None = None
    related: tuple[str, ...] = ()  # entry ids, or titles where no entry is known
    page: PageId
    revision: RevisionId
    section: str | None = None
    anchor: str = ""
    edition: str | None = None
    language: str = "en"
    source: Place


class ErratumEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A printed update: what the rule says since, and before where the wiki prints it."""

    id: str
    page: PageId
    revision: RevisionId
    section: str | None = None
    anchor: str = ""
    entry: EntryId | None = None
    version: str | None = None
    updated: str = ""
    original: str | None = None
    edition: str | None = None
    language: str = "en"
    source: Place
