"""What a checker sees of a built site: its pages' links, ids and text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

STATE = re.compile(r"since=|[^.]*\.\.")  # what a script reads out of an address: no place of its page


class Page(HTMLParser):
    """One page: every address it names and every id it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self.text = text
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(found["id"] or "")
        for name in ("href", "src"):
            if found.get(name) is not None and tag != "base":
                self.addresses.append(found[name] or "")
        self.inline.extend(name for name in found if name == "style" or name.startswith("on"))
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(tag)


def pages(site: Path) -> Iterator[tuple[str, Page]]:
    """Every page of *site* with its path."""
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), Page(path.read_text("utf-8"))


def broken(site: Path) -> list[str]:
    """Every link inside the site that leads to no file, or to no anchor of it."""
    known = dict(pages(site))
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    found = []
    for path, page in known.items():
        for address in page.addresses:
            parts = urlsplit(urljoin(f"https://site.invalid/{path}", address))
            if parts.hostname != "site.invalid":
                continue
            target = unquote(parts.path).lstrip("/")
            anchor = unquote(parts.fragment)
            if target not in files:
                found.append(f"{path}: {address} has no file")
            elif anchor and not STATE.match(anchor) and target in known and anchor not in known[target].ids:
                found.append(f"{path}: {address} has no anchor")
    return found
