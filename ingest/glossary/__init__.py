"""Glossary: documents in; typed entries, rulings and updates out, each with an id that lasts.

Document ──candidates──▶ what one text defines
──scope_of────▶ editions and language it holds for
histories ──build_glossary──▶ Entry, RulingEntry, ErratumEntry, Diagnostic, PageScope
"""

from __future__ import annotations

from ingest.glossary.build import Item, PageScope, build_glossary
from ingest.glossary.extract import candidates
from ingest.glossary.renames import Renames, proposals, read_renames, write_renames
from ingest.glossary.scope import scope_of

__all__ = [
    "Item",
    "PageScope",
    "Renames",
    "build_glossary",
    "candidates",
    "proposals",
    "read_renames",
    "scope_of",
    "write_renames",
]
