"""What a person asks for on the command line, over what the configuration says."""

from __future__ import annotations

from msgspec import Struct


class Wishes(Struct, frozen=True, kw_only=True):
    """Options shared by the commands that read sources."""

    format: str | None = None
    profile: str | None = None  # a shipped profile's name or a path
    as_of: str | None = None  # date, or the name of a printed update
    pocket: bool = False
    keep: bool = True  # whether what is read stays in the archive beside the ludex.toml
