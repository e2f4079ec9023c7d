"""What the owner of a site may choose, and what a build reports."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class SiteOptions(Struct, frozen=True, kw_only=True):
    """How the site looks and what of the knowledge base it may show."""

    title: str = ""  # "" takes the game's
    language: str = ""  # of lists and the home page; "" takes the one that most entries have
    css: Path | None = None  # a stylesheet of the owner's, loaded last
    logo: Path | None = None
    pictures: tuple[Path, ...] = ()  # folders; of two pictures of one name the one of the later folder is shown
    public: bool = False  # True leaves out the sources whose rights say publish = false
    url: str = ""  # where the site will stand, for feeds and permalinks; "" keeps everything relative
    list_length: int = 400  # entries on one sheet of a list
    pocket: bool = False  # also write the pocket edition


class Built(Struct, frozen=True, kw_only=True):
    """What a build made."""

    folder: Path
    pages: int
    files: int
    fingerprint: str
    counts: dict[str, int]
