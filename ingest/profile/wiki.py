"""Tables of a profile that say what a wiki's templates mean."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Template(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a template of the wiki means where its definition is not at hand. Names are folded (case, ``_``, ``-``)."""

    means: Literal[
        "box", "box-end", "labels", "part", "heading", "record-table", "record", "edition", "edition-end", "errata",
        "errata-end", "highlight", "ruling", "navigation", "image", "text", "hidden",
    ]  # fmt: skip
    box: str = ""  # kind of box
    title: str = ""  # argument that holds the title: "1", "title"
    label: str = ""  # argument that holds the class
    colour: str = ""
    entry: bool = False  # the box defines an entry named by its title
    part: str = ""  # canonical key of the part
    role: str = ""  # "update" or "original"
    version: str = ""  # argument that holds the version label
    editions: tuple[str, ...] = ()  # of a marked passage
    record: str = ""  # kind of record
    fields: dict[str, str] = {}  # argument → canonical field
    bands: dict[str, int] = {}  # argument → far end of the range band
    value: str = ""  # argument that is shown or holds the values
    chapter: str = ""  # navigation: chapter it stands for
    note: str = ""


class Templates(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All templates; ``patterns`` are tried on folded names where ``names`` has none."""

    names: dict[str, Template] = {}
    patterns: dict[str, Template] = {}
