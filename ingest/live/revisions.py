"""A revision as the API tells it, made a sighting."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from ingest.live.answers import Json, flag, number, rows, table, text
from ingest.model import Diagnostic, Facts, Known, Place, Reading, Sighting, Source
from ingest.readers.protocol import doubt
from ingest.readers.times import iso_time

PROPERTIES = "ids|timestamp|flags|comment|user|size|sha1|content|contentmodel|roles"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def readings_of(page: Json, source: Source, *, redirect: str | None = None) -> Iterator[Reading]:
    """Yield a sighting for each revision of *page*; *redirect* is where its newest one leads."""
    newest = number(page, "lastrevid")
    if not text(page, "title"):
        yield doubt(source, "warning", "page-without-title", "A page has no title; it was left out.")
        return
    for raw in rows(page, "revisions"):
        if number(raw, "revid") is not None:
            yield from _readings(page, raw, source, redirect if number(raw, "revid") == newest else None)


def _readings(page: Json, raw: Json, source: Source, redirect: str | None) -> Iterator[Reading]:
    slot = table(raw, "slots", "main") or raw  # without slots before 1.32
    known, content = _text_of(raw, slot)
    facts = _facts(page, raw, slot, known, content, redirect)
    lines = content.count("\n") + 1 if content is not None else None
    place = Place(source=source.id, line=None if lines is None else 1, end_line=lines)
    yield Sighting(place=place, wiki=source.wiki, facts=facts, text=content)
    yield from _checked(facts, raw, content, source)


def _facts(page: Json, raw: Json, slot: Json, known: Known, content: str | None, redirect: str | None) -> Facts:
    model = text(slot, "contentmodel") or text(raw, "contentmodel") or "wikitext"
    return Facts(
        title=(text(page, "title") or "").replace("_", " "),
        namespace=number(page, "ns"),
        page_id=number(page, "pageid"),
        revision_id=number(raw, "revid"),
        parent_id=number(raw, "parentid") or None,
        timestamp=iso_time(text(raw, "timestamp")),
        user=None if flag(raw, "userhidden") else text(raw, "user"),
        summary=None if flag(raw, "commenthidden") else text(raw, "comment"),
        minor=flag(raw, "minor"),
        model="wikitext" if model == "wikitext" else "other",
        content_format=text(slot, "contentformat"),
        redirect=redirect,
        known=known,
        size=len(content.encode("utf-8", "surrogatepass")) if content is not None else number(raw, "size"),
        sha1=_sha1(slot, raw),
    )


def _text_of(raw: Json, slot: Json) -> tuple[Known, str | None]:
    if flag(slot, "texthidden") or flag(raw, "texthidden"):
        return "deleted", None
    content = next(
        (found for holder in (slot, raw) for name in ("content", "*") if (found := text(holder, name)) is not None),
        None,
    )
    return ("unknown", None) if content is None else ("whole", content)


def _sha1(slot: Json, raw: Json) -> str | None:
    """The text's own hash in base 36, as dumps give it; the revision's where it has no other slot."""
    given = text(slot, "sha1") or (text(raw, "sha1") if len(_other_roles(raw)) == 0 else None)
    return base36(int(given, 16)) if given and re.fullmatch(r"[0-9a-f]{40}", given) else None


def base36(value: int) -> str:
    """A SHA-1 as MediaWiki stores it: 31 digits."""
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = _DIGITS[digit] + digits
    return digits.rjust(31, "0")


def _other_roles(raw: Json) -> list[str]:
    roles = raw.get("roles")
    return sorted(role for role in roles if isinstance(role, str) and role != "main") if isinstance(roles, list) else []


def _checked(facts: Facts, raw: Json, content: str | None, source: Source) -> Iterator[Diagnostic]:
    name = f"{facts.title!r}, revision {facts.revision_id}"
    if content is not None and facts.sha1:
        digest = hashlib.sha1(content.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
        if base36(int.from_bytes(digest)) != facts.sha1:
            yield doubt(
                source, "warning", "sha1-mismatch", f"The text of {name} does not have the SHA-1 that the wiki gives."
            )
    if roles := _other_roles(raw):
        yield doubt(
            source, "note", "other-slots", f"{name} has other slots ({', '.join(roles)}); the main one was read."
        )
    if facts.timestamp is None and (given := text(raw, "timestamp")):
        yield doubt(source, "warning", "bad-time", f"The time {given!r} of {name} is no time.")
