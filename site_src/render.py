"""From a view to the bytes of its page: one strict Jinja2 environment, nothing decided here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path

import jinja2
from markupsafe import Markup

from ingest.readers.controls import shown
from site_src import paths
from site_src.atlas import bare_label
from site_src.texts import texts
from site_src.views.base import SiteLook, View

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


def template_folders() -> list[Path]:
    """Where templates are: beside the packages in a checkout, inside this package in a wheel."""
    here = Path(__file__).resolve().parent
    found = [
        folder
        for folder in (here / "templates", here.parent / "templates")
        if (folder / "_layout.html.jinja2").is_file()
    ]
    if not found:
        raise FileNotFoundError(f"The templates are neither in {here / 'templates'} nor beside {here}.")
    return found


@cache
def environment() -> jinja2.Environment:
    """The environment of every template: a misspelt name fails the build, and everything is escaped."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(folder) for folder in template_folders()]),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.filters["bare"] = bare_label
    made.filters["fragment"] = paths.fragment
    made.filters["localized"] = lambda value, language: texts(language).number(value)
    return made


def render_page(view: View, site: SiteLook) -> bytes:
    """The page of *view* as UTF-8."""
    return encoded(render_template(view.template, view, site))


def encoded(page: str) -> bytes:
    """*page* as UTF-8, in which no character is one that HTML has no place for, whatever a source or a profile said."""
    return _CONTROLS.sub(lambda match: shown(match[0]), page).encode("utf-8", "replace")


def render_template(name: str, view: View, site: SiteLook) -> str:
    """*view* drawn by the template called *name*."""
    root = paths.root_of(view.path)
    words = texts(view.language)
    return (
        environment()
        .get_template(name)
        .render(page=view, site=site, root=root, t=words, url=link_maker(view.path), texts=texts)
    )


def link_maker(here: str) -> Callable[[str], Markup]:
    """Make the function that turns a path below the site's root into an ``href`` of the page at *here*."""
    return partial(_link, here[: here.rfind("/") + 1])


@lru_cache(maxsize=2_000)  # the frame of each page, and what its neighbours link
def _link(folder: str, path: str) -> Markup:
    return Markup("{}").format(paths.link(folder, path))
