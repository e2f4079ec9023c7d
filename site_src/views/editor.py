"""Work for a wiki's editors: links that lead nowhere, changes that nobody reviewed, what was read with doubt."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from ingest.links.model import TargetLink
from ingest.model import Diagnostic
from site_src import paths
from site_src.atlas import Atlas
from site_src.pile import Pile
from site_src.texts import texts
from site_src.views.base import View
from site_src.views.editor_review import Unreviewed, unreviewed
from site_src.views.entry import Chip

LENGTH = 200
MOST = 10**12 - 1
_RANK = {"error": 0, "warning": 1, "note": 2}


class BrokenLink(Struct, frozen=True, kw_only=True):
    target: str
    status: str
    count: int
    pages: tuple[Chip, ...]
    more: int
    candidates: tuple[str, ...]


class DoubtRow(Struct, frozen=True, kw_only=True):
    severity: str
    code: str
    message: str
    page: Chip | None
    place: str


class DoubtCount(Struct, frozen=True, kw_only=True):
    code: str
    severity: str
    count: int


class EditorPage(View, frozen=True, kw_only=True):
    """One sheet of the editor's list; the first one begins with the broken links."""

    links: tuple[BrokenLink, ...]
    links_left: int
    codes: tuple[DoubtCount, ...]
    doubts: tuple[DoubtRow, ...]
    doubt_count: int
    sheets: tuple[Chip, ...]
    unreviewed: tuple[Unreviewed, ...] = ()
    unreviewed_left: int = 0


def editor_pages(atlas: Atlas) -> Iterator[EditorPage]:
    """The editor's list in sheets."""
    broken, doubts = _broken(atlas), _doubts(atlas)
    first, in_order = tuple(islice(broken, LENGTH)), iter(doubts)
    last = max(1, -(-len(doubts) // LENGTH))
    words = texts(atlas.language)
    unseen = unreviewed(atlas)
    for number in range(1, last + 1):
        yield EditorPage(
            path=editor_path(number), title=words("nav-editor"), language=atlas.language, section="editor",
            links=tuple(_link(link, atlas) for link in first) if number == 1 else (),
            links_left=max(0, len(broken) - LENGTH) if number == 1 else 0, codes=_codes(doubts) if number == 1 else (),
            doubts=tuple(_doubt(item, atlas) for item in islice(in_order, LENGTH)), doubt_count=len(doubts),
            sheets=tuple(
                Chip(text=words.number(other), path=editor_path(other), current=other == number) for other in range(1, last + 1)
            ) if last > 1 else (),
            unreviewed=tuple(unseen[:LENGTH]) if number == 1 else (), unreviewed_left=max(0, len(unseen) - LENGTH) if number == 1 else 0,
        )  # fmt: skip


def editor_path(number: int = 1) -> str:
    return paths.numbered("editor/index", number)


def editor_csv(atlas: Atlas) -> Iterator[bytes]:
    """The whole list as CSV, line by line."""
    yield _line("what", "severity", "page", "detail", "count", "file", "line")
    for link in _broken(atlas):
        titles = "; ".join(atlas.pages[page].title for page in link.pages if page in atlas.pages)
        written = link.resolution.target + (f"#{link.resolution.anchor}" if link.resolution.anchor else "")
        yield _line(f"link-{link.resolution.status}", "warning", titles, written, link.count, "", "")
    for row in unreviewed(atlas):
        told = f"{row.user}, {row.since[:10]} – {row.last[:10]}"
        yield _line("unreviewed", "note", row.page.text, told, row.count, row.place.source, row.place.line or "")
    for item in _doubts(atlas):
        page = atlas.pages[item.place.page].title if item.place.page in atlas.pages else ""
        yield _line(item.code, item.severity, page, item.message, 1, item.place.source, item.place.line or "")


def _line(*cells: object) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow(map(_cell, cells))
    return out.getvalue().encode()


def _cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _broken(atlas: Atlas) -> Pile[TargetLink]:
    """Links that lead nowhere, those that are written most first."""
    found: Pile[TargetLink] = Pile(TargetLink)
    for number, link in enumerate(atlas.targets()):
        if link.resolution.status in ("missing", "ambiguous"):
            found.add((MOST - link.count, link.resolution.target, link.resolution.anchor or "", number), link)
    return found


def _doubts(atlas: Atlas) -> Pile[Diagnostic]:
    found: Pile[Diagnostic] = Pile(Diagnostic)
    for number, item in enumerate(atlas.doubts()):
        place = item.place
        found.add((_RANK[item.severity], item.code, place.page or "", place.source, place.line or 0, item.message, number), item)  # fmt: skip
    return found


def _codes(doubts: Iterable[Diagnostic]) -> tuple[DoubtCount, ...]:
    counts: dict[tuple[str, str], int] = {}
    for item in doubts:
        counts[item.severity, item.code] = counts.get((item.severity, item.code), 0) + 1
    return tuple(DoubtCount(code=code, severity=severity, count=count) for (severity, code), count in counts.items())


def _link(link: TargetLink, atlas: Atlas) -> BrokenLink:
    found = link.resolution
    pages = [atlas.pages[page] for page in link.pages if page in atlas.pages]
    return BrokenLink(
        target=" › ".join(filter(None, (found.target, found.anchor))), status=found.status, count=link.count,
        pages=tuple(Chip(text=page.title, path=page.path) for page in pages[:6]), more=max(0, len(pages) - 6), candidates=tuple(name.replace("#", " › ") for name in found.candidates),
    )  # fmt: skip


def _doubt(item: Diagnostic, atlas: Atlas) -> DoubtRow:
    page = atlas.pages.get(item.place.page or "")
    line = f":{item.place.line}" if item.place.line else ""
    return DoubtRow(
        severity=item.severity, code=item.code, message=item.message,
        page=Chip(text=page.title, path=page.path) if page else None, place=item.place.source + line,
    )  # fmt: skip
