"""A game as configuration: patterns and vocabularies, never line numbers, never a list of a source's entries.

A profile is one TOML file. Each of its tables is one struct, read strictly: an unknown key is an error that names the
nearest known one. Patterns are Python regular expressions.
"""

from ingest.profile.books import Chapter, Numbered, Rendered, Rulebook
from ingest.profile.game import Profile
from ingest.profile.generic import GENERIC_HEADS, GENERIC_PARTS, SHY, SURE_HEADS
from ingest.profile.glossary import Edition, Glossary, Kind, KindRule, PartName, Tells
from ingest.profile.reading import load_profile, read_profile, shipped_profiles
from ingest.profile.wiki import Template, Templates
from ingest.profile.words import LanguageRules, Linking, Search, Terms

__all__ = [
    "GENERIC_HEADS",
    "GENERIC_PARTS",
    "SHY",
    "SURE_HEADS",
    "Chapter",
    "Edition",
    "Glossary",
    "Kind",
    "KindRule",
    "LanguageRules",
    "Linking",
    "Numbered",
    "PartName",
    "Profile",
    "Rendered",
    "Rulebook",
    "Search",
    "Tells",
    "Template",
    "Templates",
    "Terms",
    "load_profile",
    "read_profile",
    "shipped_profiles",
]
