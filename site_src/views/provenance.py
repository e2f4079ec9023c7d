"""Where a page's text comes from: source, revision, date, licence, and the live page."""

from __future__ import annotations

from urllib.parse import quote

from msgspec import Struct

from ingest.model import PageId, Place, Revision
from site_src import paths
from site_src.atlas import Atlas
from site_src.texts import Texts
from site_src.views.base import printed_number


class Provenance(Struct, frozen=True, kw_only=True):
    """Paths are relative to the site's root; addresses of the live wiki are whole."""

    page_title: str
    page_path: str
    source: str
    lines: str
    revision: str
    date: str  # ISO
    user: str
    licence: str
    attribution: str
    live: str
    edit: str
    history: str
    blame: str = ""  # whose words stand on the page


def provenance(
    place: Place, atlas: Atlas, *, page: PageId, revision: Revision | None, anchor: str = "", words: Texts
) -> Provenance:
    """What is known of *place*, a passage of *page* as *revision* reads."""
    ref = atlas.pages.get(page)
    source = atlas.sources.get(place.source)
    live, edit = (
        live_links(source.rights.base_url, ref.title) if source and source.rights.base_url and ref else ("", "")
    )
    return Provenance(
        page_title=ref.title if ref else "", page_path=atlas.printed_path(page, revision.id if revision else "", anchor), source=place.source,
        lines=_lines(place, words), revision=_number(revision) if revision else "", date=(revision.timestamp if revision else None) or "",
        user=(revision.user if revision else None) or "", licence=(source.rights.licence if source else None) or "",
        attribution=(source.rights.attribution if source else None) or "", live=live, edit=edit,
        history=paths.history_path(page) if ref and ref.revisions > 1 else "",
    )  # fmt: skip


def _number(revision: Revision) -> str:
    """The revision's number; our own digest only where nothing else tells it."""
    return printed_number(revision.id) or ("" if revision.timestamp or revision.user else revision.id)


def live_links(base: str, title: str) -> tuple[str, str]:
    """The addresses of a page on the live wiki and of its edit form; none for a base that is no web address."""
    if not base.startswith(("https://", "http://")):
        return "", ""
    address = base + quote(title.replace(" ", "_"), safe="/:")
    return address, f"{address}{'&' if '?' in address else '?'}action=edit"


def _lines(place: Place, words: Texts) -> str:
    if place.line is None:
        return ""
    if place.end_line is None or place.end_line == place.line:
        return words("line", line=str(place.line))
    return words("lines", line=str(place.line), end=str(place.end_line))
