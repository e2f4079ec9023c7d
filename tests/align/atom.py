"""What RFC 4287 and the W3C's feed validator ask of an Atom feed, as far as ours use it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)\Z")
ONCE = {"feed": ("id", "title", "updated"), "entry": ("id", "title", "updated")}
ONCE_AT_MOST = {"feed": ("generator", "icon", "logo", "rights", "subtitle"), "entry": ("content", "published", "rights", "summary")}  # fmt: skip
MANY = ("author", "category", "contributor", "link")
MARKUP = re.compile(r"<[a-zA-Z/!]|&[a-zA-Z#]\w*;")


def faults(data: bytes, address: str) -> list[str]:
    """Everything that a validator would say of the feed *data* found at *address*."""
    root = ElementTree.fromstring(data)
    found = [] if root.tag == f"{ATOM}feed" else [f"the root is {root.tag}"]
    found += _element(root, "feed", address)
    entries = root.findall(f"{ATOM}entry")
    for entry in entries:
        found += _element(entry, "entry", address)
        if not (root.findall(f"{ATOM}author") or entry.findall(f"{ATOM}author")):
            found.append("an entry has no author")
    for name in ("id", "updated"):
        counts = Counter(entry.findtext(f"{ATOM}{name}") for entry in entries)
        found += [f"{value} is the {name} of {count} entries" for value, count in counts.items() if count > 1]
    selves = [urljoin(address, link.get("href", "")) for link in root.findall(f"{ATOM}link[@rel='self']")]
    return found if selves == [address] else [*found, f"the feed calls itself {selves}"]


def _element(element: ElementTree.Element, kind: str, address: str) -> Iterator[str]:
    counts = Counter(child.tag.removeprefix(ATOM) for child in element)
    for name, count in counts.items():
        if name not in (*ONCE[kind], *ONCE_AT_MOST[kind], *MANY, *(("entry",) if kind == "feed" else ())):
            yield f"{kind} holds {name}"
        if count > 1 and name not in (*MANY, "entry"):
            yield f"{kind} holds {name} {count} times"
    yield from (f"{kind} has no {name}" for name in ONCE[kind] if name not in counts)
    for child in element:
        yield from _child(child, child.tag.removeprefix(ATOM), address)
    alternates = Counter(
        (link.get("type"), link.get("hreflang")) for link in element.findall(f"{ATOM}link[@rel='alternate']")
    )
    yield from ("two alternates of one type and language" for count in alternates.values() if count > 1)
    if kind == "entry" and not (alternates or "content" in counts):
        yield "an entry leads nowhere and has no content"


def _child(child: ElementTree.Element, name: str, address: str) -> Iterator[str]:
    text = child.text or ""
    match name:
        case "updated" | "published":
            if not DATE.match(text) or text < "1990":
                yield f"{text} is no plausible date"
        case "id":
            if not urlsplit(text).scheme:
                yield f"the id {text} is relative"
        case "title" | "summary":
            if child.get("type", "text") == "text" and MARKUP.search(text):
                yield f"{name} says that {text[:40]!r} is text"
            if not text.strip():
                yield f"{name} is empty"
        case "author":
            if not (child.findtext(f"{ATOM}name") or "").strip():
                yield "an author has no name"
        case "category":
            if not child.get("term"):
                yield "a category has no term"
        case "link":
            href = child.get("href", "")
            if not href or not re.fullmatch(r"[!#$%&'()*+,/0-9:;=?@A-Z_a-z~.\[\]\u00a1-\U0010ffff-]+", href):
                yield f"{href!r} is no address"
            if not urlsplit(urljoin(address, href)).netloc:
                yield f"{href!r} leads nowhere from {address}"
        case _:
            pass
