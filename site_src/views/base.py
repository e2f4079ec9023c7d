"""What every page view has in common; each page template has one frozen view class, named after it."""

from __future__ import annotations

import re

from msgspec import Struct

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


class View(Struct, frozen=True, kw_only=True):
    """One page of the site. ``path`` is relative to its root; ``DiffPage`` is drawn by ``diff.html.jinja2``."""

    path: str
    title: str
    language: str = "en"  # of the interface and, unless marked otherwise, of the text
    section: str = ""  # the item of the navigation that it stands under
    description: str = ""

    @property
    def template(self) -> str:
        """The template's file name: ``WeaponTablePage`` gives ``weapon_table.html.jinja2``."""
        name = type(self).__name__.removesuffix("Page")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() + ".html.jinja2"


_SHORT = 7  # hex digits of a digest, as many as people know from version control


def printed_number(revision: str) -> str:
    """The id of *revision* as a reader is told it: "" for one that no wiki gave and only a digest of ours tells."""
    return "" if re.fullmatch(r".+-[0-9a-f]{12}", revision) else revision


def short_number(revision: str) -> str:
    """The id of *revision* as commands take it: a wiki's own, else the beginning of our digest."""
    return printed_number(revision) or revision.rpartition("-")[2][:_SHORT]


class NavItem(Struct, frozen=True, kw_only=True):
    """One item of the navigation in the head of every page."""

    text: str  # key of the catalogue
    path: str
    section: str


class SiteLook(Struct, frozen=True, kw_only=True):
    """What the frame of every page shows; nothing here may change from build to build."""

    title: str
    logo: str = ""  # path below the root
    css: str = ""  # path of the owner's stylesheet below the root
    nav: tuple[NavItem, ...] = ()
    policy: str = POLICY
