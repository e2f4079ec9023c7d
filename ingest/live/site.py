"""What a wiki says of itself, as a source of the archive that grows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import httpx
from msgspec import Struct

from ingest.live.address import host_of
from ingest.live.answers import Json, number, rows, table, text
from ingest.live.api import Api
from ingest.live.errors import BadAnswer
from ingest.live.transport import plain
from ingest.model import Rights, Source
from ingest.readers.controls import shown
from ingest.readers.names import wiki_key
from ingest.readers.times import iso_time

FORMAT = "mediawiki-api"


class Wiki(Struct, frozen=True, kw_only=True):
    """A wiki that answers."""

    source: Source
    namespaces: tuple[int, ...]  # that hold pages
    now: str | None  # by the wiki's own clock
    edits: int | None = None  # about so many revisions it has


def describe(api: Api, known: Iterable[Source] = ()) -> Wiki:
    """Ask the wiki who it is. *known* are the archive's sources: a wiki that they know keeps its key."""
    answer = api.ask(
        {
            "action": "query",
            "meta": "siteinfo",
            "siprop": "general|namespaces|rightsinfo|statistics",
            "curtimestamp": "1",
        }
    )
    general = table(answer, "query", "general")
    name = text(general, "sitename")
    if name is None:
        raise BadAnswer(api.host, "it does not say its name")
    name = shown(name)
    spaces = {
        found: space for space in rows(answer, "query", "namespaces") if (found := number(space, "id")) is not None
    }
    licence = plain(text(table(answer, "query", "rightsinfo"), "text") or "") or None
    rights = Rights(licence=licence, base_url=_base(api.url, general))
    return Wiki(
        source=_source(api.url, name, general, spaces, rights, tuple(known)),
        namespaces=tuple(sorted(found for found in spaces if found >= 0)),
        now=iso_time(text(answer, "curtimestamp")),
        edits=number(table(answer, "query", "statistics"), "edits"),
    )


def _source(
    url: httpx.URL, name: str, general: Json, spaces: dict[int, Json], rights: Rights, known: tuple[Source, ...]
) -> Source:
    names = [(text(space, "name") or text(space, "*") or "", found) for found, space in spaces.items()]
    # Of its address: it has no bytes of its own. A wiki that takes another name stays the source that it was.
    digest = hashlib.sha256(f"{FORMAT} {host_of(url)}{url.path}".encode()).hexdigest()
    before = next((item for item in known if item.format == FORMAT and item.sha256 == digest), None)
    wiki = before.wiki if before else _key(name, url, known)
    generator = plain(text(general, "generator") or "MediaWiki", 60)
    return Source(
        id=before.id if before else _identity(url, wiki, known),
        sha256=digest,
        format=FORMAT,
        wiki=wiki,
        site_name=name,
        language=text(general, "lang"),
        evidence=f"answers as {generator} at {url}",
        namespaces=tuple(
            sorted(((label, found) for label, found in names if label), key=lambda pair: (pair[1], pair[0]))
        ),
        case=case if (case := text(general, "case")) in ("first-letter", "case-sensitive") else "",
        rights=rights,
    )


def _key(name: str, url: httpx.URL, known: tuple[Source, ...]) -> str:
    """The key that dumps and feeds of the wiki have already, else one made of its name."""
    keys = {source.wiki for source in known if source.site_name == name and source.wiki}
    own = wiki_key(name) or wiki_key(url.host)
    return own if own in keys or len(keys) != 1 else keys.pop()


def _identity(url: httpx.URL, wiki: str, known: tuple[Source, ...]) -> str:
    """The host; with the wiki's key behind it where another wiki of that host is known already."""
    host = re.sub(r"[^\w.-]+", "-", host_of(url)).strip("-")
    taken = {source.id for source in known if source.format != FORMAT or source.wiki != wiki}
    return host if host not in taken else f"{host}-{wiki}"


def _base(url: httpx.URL, general: Json) -> str | None:
    """The address to which a title is appended."""
    path = text(general, "articlepath") or ""
    if not path.endswith("$1"):
        return None
    try:
        server = url.join(text(general, "server") or "/")
    except (httpx.InvalidURL, ValueError):
        return None
    if server.scheme not in ("http", "https"):
        return None
    return f"{server.scheme}://{host_of(server)}{path.removesuffix('$1')}"
