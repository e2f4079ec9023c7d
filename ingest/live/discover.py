"""From any address of a wiki to its api.php."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import httpx
import msgspec

from ingest.live.address import stay
from ingest.live.errors import AnotherHost, BadAnswer, NoApi, NotAWiki, Refused
from ingest.live.transport import Answer, Transport

_USUAL = ("/api.php", "/w/api.php", "/wiki/api.php", "/mediawiki/api.php")
_LINK = re.compile(rb"<link\b[^<>]{0,500}>", re.IGNORECASE)
_HREF = re.compile(rb"""\bhref\s*=\s*["']([^"'<>]{1,400})["']""", re.IGNORECASE)
_GENERATOR = re.compile(rb"""<meta\b[^<>]{0,100}\bgenerator\b[^<>]{0,100}MediaWiki""", re.IGNORECASE)
_LOOKED_AT = 256 * 1024


def find_api(transport: Transport) -> httpx.URL:
    """Find the api.php of the wiki whose address the transport was given. Raises WikiError."""
    home = transport.home
    named = _named(home)
    if named is not None and (found := _api_at(transport, named)) is not None:
        return found
    if home.path.endswith("/api.php"):
        raise NotAWiki(str(home))
    page = transport.get(home)
    elsewhere: AnotherHost | None = None
    for candidate in _candidates(page):
        try:
            found = _api_at(transport, stay(home, candidate, base=page.url))
        except AnotherHost as error:
            elsewhere = elsewhere or error
        else:
            if found is not None:
                return found
    if elsewhere is not None:
        raise elsewhere
    if page.status in (401, 403):
        raise Refused(
            transport.host, f"status {page.status} for {home.path}.", hint="It may want a login, or no programs at all."
        )
    raise (NoApi if _GENERATOR.search(page.content[:_LOOKED_AT]) else NotAWiki)(str(home))


def _named(url: httpx.URL) -> httpx.URL | None:
    before, script, _ = url.path.partition("/index.php")
    if url.path.endswith("/api.php"):
        return url.copy_with(query=None)
    return url.copy_with(path=before + "/api.php", query=None) if script else None


def _candidates(page: Answer) -> Iterator[str]:
    """Addresses where the API may be: what the page itself says, then the usual ones, the nearest first."""
    for link in _LINK.findall(page.content[:_LOOKED_AT]):
        if b"EditURI" in link and (href := _HREF.search(link)):
            yield unescape(href[1].decode("utf-8", "replace")).partition("?")[0]
    folder = page.url.path.rpartition("/")[0]
    yield from dict.fromkeys(
        (f"{folder}/api.php", f"{folder.rpartition('/')[0]}/api.php", f"{folder}/w/api.php", *_USUAL)
    )


def _api_at(transport: Transport, url: httpx.URL) -> httpx.URL | None:
    """The final address of the API at *url*; None where there is none."""
    try:
        answer = transport.get(url, {"action": "query", "meta": "siteinfo", "format": "json"})
    except BadAnswer:
        return None
    try:
        data = msgspec.json.decode(answer.content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    # A private wiki answers with an error of its own.
    is_api = isinstance(data, dict) and (
        "query" in data or (isinstance(data.get("error"), dict) and "code" in data["error"])
    )
    return answer.url.copy_with(query=None) if is_api else None
