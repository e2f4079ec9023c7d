"""``ludex.ids.toml``: which names of today are the names of before, so that ids outlive a renaming.

    [kept."skill/inspiring-leadership"]
    concept = "skill/leadership"
    was = "Leadership"

The owner keeps the file; ``ludex check`` proposes what to add.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct
from rapidfuzz import fuzz

from ingest.errors import ProfileError
from ingest.glossary.model import ConceptId, Entry
from ingest.visible import fold

_ALIKE = 80.0  # of 100: how alike two texts must be to be one renamed term


class Kept(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A concept that goes on under an older id."""

    concept: ConceptId
    was: str = ""  # the name before: it stays an alias


class Renames(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Concept by its present name → what it goes on as."""

    kept: dict[ConceptId, Kept] = {}


class Proposal(Struct, frozen=True, kw_only=True):
    """A name that is gone and one that is new, and why they may be one term."""

    new: ConceptId
    old: ConceptId
    was: str
    evidence: str


def read_renames(text: str, *, origin: str = "ludex.ids.toml") -> Renames:
    """Read the file. Raises ProfileError."""
    try:
        return msgspec.convert(tomllib.loads(text), Renames)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ProfileError(
            f"{origin}: {error}.", hint="Each table is [kept.'kind/new-name'] with concept and was."
        ) from error


def write_renames(renames: Renames) -> str:
    """The text of the file, tables in order."""
    tables = (
        f"[kept.{_quoted(new)}]\nconcept = {_quoted(kept.concept)}\nwas = {_quoted(kept.was)}\n"
        for new, kept in sorted(renames.kept.items())
    )
    return "\n".join(tables)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def proposals(before: Iterable[Entry], now: Iterable[Entry]) -> tuple[Proposal, ...]:
    """Names of *before* that are gone, each with the new name of its kind whose text is most alike."""
    old, new = _texts(before), _texts(now)
    gone = {concept: entry for concept, entry in old.items() if concept not in new}
    fresh = {concept: entry for concept, entry in new.items() if concept not in old}
    out = []
    for concept, entry in sorted(gone.items()):
        scored = sorted(
            ((_likeness(entry, other), name) for name, other in fresh.items() if other.kind == entry.kind), reverse=True
        )
        if scored and scored[0][0] >= _ALIKE:
            score, name = scored[0]
            fresh.pop(name)
            out.append(Proposal(new=name, old=concept, was=entry.name, evidence=f"their texts are {score:.0f} % alike"))
    return tuple(out)


def _texts(entries: Iterable[Entry]) -> Mapping[ConceptId, Entry]:
    return {entry.concept: entry for entry in sorted(entries, key=lambda item: (item.superseded is False, item.id))}


def _likeness(one: Entry, other: Entry) -> float:
    if one.edition != other.edition or not one.text or not other.text:
        return 0.0
    return float(fuzz.token_sort_ratio(fold(one.text), fold(other.text)))
