"""Everything that a site consists of, in order: views to be drawn and files to be written as they are."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

from site_src.atlas import Atlas
from site_src.cards import card_scripts
from site_src.changes.feeds import feed_files
from site_src.scripts import lean
from site_src.search.view import search_page
from site_src.texts import words_script
from site_src.views.base import NavItem, SiteLook, View
from site_src.views.editor import editor_csv, editor_pages
from site_src.views.entry import entry_pages
from site_src.views.history import history_files, history_views
from site_src.views.home import home_page, site_pages
from site_src.views.labels import label_pages
from site_src.views.lists import list_pages
from site_src.views.moved import moved_pages
from site_src.views.page import page_pages
from site_src.views.rulings import errata_pages, rulings_pages
from site_src.views.weapons import weapon_scopes, weapons_pages, weapons_path

# What every page loads comes as one file: one request, one line in each page.
_JOINS = {"site.css": ("search.css",), "site.js": ("cards.js", "reading.js")}
_JOINED = frozenset(other for others in _JOINS.values() for other in others)


def views(atlas: Atlas) -> Iterator[View]:
    """Every page of the site."""
    yield home_page(atlas)
    yield from list_pages(atlas)
    yield from weapons_pages(atlas)
    yield from label_pages(atlas)
    yield from rulings_pages(atlas)
    yield from errata_pages(atlas)
    yield from editor_pages(atlas)
    yield from site_pages(atlas)
    yield from page_pages(atlas)
    yield from history_views(atlas)  # before the entries, whose pages tell which of them never changed
    yield from entry_pages(atlas)
    yield from moved_pages(atlas)  # after the histories, whose addresses lead on too
    yield search_page(atlas)


def files(atlas: Atlas) -> Iterator[tuple[str, bytes | Iterator[bytes]]]:
    """Every file that is no page, whole or in parts."""
    yield from static_files()
    yield from card_scripts(atlas)
    yield from history_files(atlas)
    yield from feed_files(atlas)
    yield "editor/list.csv", editor_csv(atlas)


def static_files() -> Iterator[tuple[str, bytes]]:
    """Stylesheet, scripts and icons, in order of their names."""
    folder = resources.files("site_src").joinpath("static")
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_file() and not item.name.startswith((".", "__", "pocket.")) and item.name not in _JOINED:
            words = words_script() if item.name == "site.js" else b""
            joined = (folder.joinpath(other).read_bytes() for other in _JOINS.get(item.name, ()))
            whole = b"".join([words, item.read_bytes(), *joined])
            yield f"static/{item.name}", lean(whole.decode()).encode() if item.name.endswith(".js") else whole


def look(atlas: Atlas) -> SiteLook:
    """The frame of every page."""
    scopes = weapon_scopes(atlas)
    items = [
        NavItem(text="nav-az", path="a-z.html", section="a-z"),
        NavItem(text="nav-weapons", path=weapons_path(scopes[0]), section="weapons") if scopes else None,
        NavItem(text="nav-labels", path="labels.html", section="labels") if atlas.label_names else None,
        _rulings(atlas),
        NavItem(text="nav-pages", path="pages.html", section="pages"),
        NavItem(text="nav-changes", path="changes.html", section="changes"),
    ]
    options = atlas.options
    return SiteLook(
        title=atlas.title, logo=f"owner/{options.logo.name}" if options.logo else "",
        css=f"owner/{options.css.name}" if options.css else "", nav=tuple(item for item in items if item),
    )  # fmt: skip


def _rulings(atlas: Atlas) -> NavItem | None:
    """The way to rulings and errata, whose lists lead to one another; to the one of them that holds something."""
    if not len(atlas.kb.rulings) and not len(atlas.kb.errata):
        return None
    kind = "rulings" if len(atlas.kb.rulings) else "errata"
    return NavItem(text=f"nav-{kind}", path=f"{kind}.html", section="rulings")
