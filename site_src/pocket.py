"""The pocket edition: the newest edition's rules in one HTML file that needs nothing else, for phones that open no folders."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from urllib.parse import unquote

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from ingest.tree import Heading, Link
from site_src import paths
from site_src.atlas import Atlas, PageRef
from site_src.bodies import Guide
from site_src.html import Context, Href
from site_src.marks import marks_css
from site_src.render import encoded, environment
from site_src.search.stopwords import stop_words
from site_src.texts import SCRIPT, catalogue, texts
from site_src.views.base import SiteLook
from site_src.views.entry import EntryPage, entry_page
from site_src.views.page import PagePage, page_page
from site_src.views.weapons import WeaponsPage, weapons_pages

HOME = "home"
_COMMENT = re.compile(r"/\*.*?\*/", re.S)


class PocketRow(Struct, frozen=True, kw_only=True):
    """One line of the list of everything."""

    id: str
    name: str
    note: str
    language: str
    also: str = ""  # its other names, between bars


class PocketPage(Struct, frozen=True, kw_only=True):
    """The file, drawn by ``pocket.html.jinja2``."""

    title: str
    language: str
    edition: str
    fingerprint: str
    policy: str
    style: Markup
    script: Markup
    rows: tuple[PocketRow, ...]


class PocketGuide(Guide):
    """Leads to places of the same file; what is not in it stays plain text."""

    has_contents = False
    known: frozenset[str] = frozenset()  # the paths whose places are in the file

    def href_of(self, link: Link) -> Href | None:
        found = super().href_of(link)
        if found is None or not found.url.startswith("#"):
            return found
        place = unquote(found.url[1:]).partition(":")[0]
        lost = Href("", "plain" if found.kind == "auto" else "self")
        return found if f"{place}.html" in self.known else lost

    def address(self, path: str) -> str:
        return pocket_address(path)

    def notes(self) -> str | None:
        return None  # a passage's notes may not be in the file

    def context(self) -> Context:
        return Context(
            href_of=self.href_of, styles=self.atlas.styles, id_of=self._id_of, prefix=f"{place_of(self.path)}:", strict=True
        )  # fmt: skip

    def _id_of(self, heading: Heading) -> str:
        return f"{place_of(self.path)}:{heading.anchor}" if heading.anchor else ""


def pocket_file(atlas: Atlas, look: SiteLook) -> bytes:
    """The whole file."""
    edition = next(iter(atlas.editions()), None)
    refs = [ref for ref in atlas.entries.values() if ref.edition == edition]
    sheets = [ref for ref in atlas.pages.values() if _belongs(ref, edition)]
    weapons = tuple(_weapons(atlas, edition))
    known = frozenset([*(ref.path for ref in refs), *(ref.path for ref in sheets), *(view.path for view in weapons)])
    guide = type("PocketGuideHere", (PocketGuide,), {"known": known})
    entries = tuple(_entries(atlas, edition, guide))
    pages = tuple(_pages(atlas, sheets, guide))
    style = one_line("\n".join((_static("site.css"), marks_css(atlas.styles.rules).decode(), _static("pocket.css"))))
    rows = sorted((*map(_entry_row, entries), *map(_page_row, pages)), key=lambda row: (row.name.casefold(), row.id))
    stops = sorted(stop_words(tuple({row.language for row in rows})))
    script = one_line(f'var LUDEX_WORDS = {_words()}, LUDEX_STOPS = "{" ".join(stops)}";\n' + _static("pocket.js"))
    page = PocketPage(
        title=atlas.title, language=atlas.language, edition=atlas.edition_name(edition), policy=policy(style, script),
        fingerprint=hashlib.sha256("".join(sorted(known)).encode()).hexdigest()[:8], style=Markup(style), script=Markup(script),
        rows=tuple(rows),
    )  # fmt: skip
    places = {"entries": entries, "pages": pages, "weapons": weapons}
    template = environment().get_template("pocket.html.jinja2")
    parts = template.generate(
        page=page,
        site=look,
        root="",
        t=texts(atlas.language),
        texts=texts,
        url=_Links(known),
        place_of=place_of,
        **places,
    )
    return encoded("".join(parts))


def place_of(path: str) -> str:
    """The id of the section that stands for a page: ``entry/skill/dodge.n5.en``."""
    return path.partition("#")[0].removesuffix(".html")


def pocket_address(path: str) -> str:
    """The address in the file of *path*, which may have an anchor."""
    file, mark, anchor = path.partition("#")
    return paths.href(f"#{place_of(file)}:{anchor}" if mark else f"#{place_of(file)}")


def policy(style: str, script: str) -> str:
    """A policy that lets only this style and this script run, and nothing be fetched."""
    return (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}'; style-src 'sha256-{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def one_line(code: str) -> str:
    """Our own CSS or script without comments and line breaks: checkers of hashes disagree about line breaks."""
    whole = _COMMENT.sub("", code)
    return " ".join(line.strip() for line in whole.split("\n") if line.strip() and not line.strip().startswith("//"))


class _Links:
    """``url`` of the templates: an address in the file, or the list of everything."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)

    def __call__(self, path: str) -> Markup:
        known = path.partition("#")[0] in self._known
        return Markup("{}").format(pocket_address(path) if known else f"#{HOME}")


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _static(name: str) -> str:
    return resources.files("site_src").joinpath("static", name).read_text("utf-8").replace("\r\n", "\n")


def _words() -> str:
    from msgspec import json

    return json.encode(catalogue()[SCRIPT]).decode().replace("</", "<\\/")


def _entries(atlas: Atlas, edition: str | None, guide: type[Guide]) -> Iterator[EntryPage]:
    for entry in atlas.all_entries():
        if entry.edition == edition:
            view = entry_page(entry, atlas, guide)
            told = replace(view.provenance, history="", live="", edit="")
            yield replace(
                view, editions=(), languages=(), backlinks=(), table="", history="", kind_path="", provenance=told
            )


def _belongs(ref: PageRef, edition: str | None) -> bool:
    return not ref.redirect and ref.newest is not None and ref.namespace == 0 and ref.edition in (edition, None)


def _pages(atlas: Atlas, refs: Iterable[PageRef], guide: type[Guide]) -> Iterator[PagePage]:
    for ref in refs:
        view = page_page(ref, atlas, guide)
        yield replace(view, contents=(), defines=(), twins=(), categories=(), provenance=None)


def _weapons(atlas: Atlas, edition: str | None) -> Iterator[WeaponsPage]:
    return (view for view in weapons_pages(atlas) if view.edition == edition)


def _entry_row(view: EntryPage) -> PocketRow:
    also = "|".join(name for name in (view.acronym, *view.aliases) if name and name != view.name)
    return PocketRow(
        id=place_of(view.path), name=view.name, note=view.cls or view.kind_name, language=view.language, also=also
    )


def _page_row(view: PagePage) -> PocketRow:
    return PocketRow(id=place_of(view.path), name=view.title, note=texts(view.language)("page"), language=view.language)
