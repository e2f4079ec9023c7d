"""One game: all tables of a profile together."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from ingest.profile.books import Numbered, Rendered, Rulebook
from ingest.profile.glossary import Edition, Glossary, Kind, PartName, Tells
from ingest.profile.wiki import Templates
from ingest.profile.words import Linking, Search, Terms


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game."""

    name: str
    title: str = ""
    languages: tuple[str, ...] = ("en",)
    distance: str = "″"  # the unit behind the figures of range bands, as it is printed: "″", " cm"
    tells: Tells = Tells()
    editions: tuple[Edition, ...] = ()
    kinds: tuple[Kind, ...] = ()
    parts: tuple[PartName, ...] = ()
    templates: Templates = Templates()
    linking: Linking = Linking()
    terms: Terms = Terms()
    glossary: Glossary = Glossary()
    search: Search = Search()
    rulebook: Rulebook = Rulebook()
    rendered: Rendered = Rendered()
    numbered: Numbered = Numbered()
    translations: dict[str, dict[str, str]] = {}  # language → its term → the term in the first of ``languages``

    @property
    def digest(self) -> str:
        """Sixteen hex digits: two profiles with the same digest read alike."""
        return hashlib.sha256(msgspec.msgpack.encode(self)).hexdigest()[:16]
