"""What the configuration and the command line ask of the stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from ingest.glossary import Renames
from ingest.model import Diagnostic

Say: TypeAlias = Callable[[str, int, int | None], None]  # stage, done, of


class Requests(Struct, frozen=True, kw_only=True):
    """What the configuration and the command line ask of the stages."""

    as_of: str | None = None  # ISO date, or a printed update: the rules as they stood then
    renames: Renames = Renames()  # of ludex.ids.toml
    confirmed: tuple[tuple[str, str], ...] = ()  # (alias, page title) that a person confirmed
    refused: tuple[tuple[str, str], ...] = ()
    skipped: tuple[Diagnostic, ...] = ()  # files that were passed over
