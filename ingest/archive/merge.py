"""Sightings of one page made its revisions, oldest first, whatever the order in which the sources were read.

Two sightings are of one revision when the wiki's id says so (unless both time and text deny it), else when time, user
and text agree; a sighting without its text joins the one revision that has its time and user. Of each fact the best
sighting counts: one that knows the whole text, then a dump before a feed (which has lost link brackets of summaries),
then the fuller, then the smaller in bytes, so that a tie is never decided by the order of reading. Texts of a
document without a date, or of one day, are the exception: they are versions in the order of reading.

``Revision.text`` is the SHA-256 of the *published* text: blank edge lines dropped, lines joined by a line feed. The
archive keeps the exact text beside it.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ingest.model import Facts, Known, PageId, Place, Revision, RevisionId, Sha256

_KNOWN: tuple[Known, ...] = ("whole", "deleted", "partial", "unknown")
_EDGES = " \t\n\u200e\u200f"  # with direction marks that MediaWiki puts before the section


class Seen(Struct, frozen=True, kw_only=True):
    """A sighting as the archive keeps it: ``facts.text`` and the lines of ``place`` are those of the published text."""

    place: Place
    wiki: str
    facts: Facts
    exact: Sha256 | None = None  # of the text as it was read
    size: int | None = None  # bytes of the published text
    reading: int = 0  # number of the source in order of reading


Group: TypeAlias = list[Seen]
NameOf: TypeAlias = Callable[[str, int], RevisionId]
SpaceOf: TypeAlias = Callable[[str], int]


def page_id(wiki: str, title: str) -> PageId:
    """Name a page: the wiki's key and the full title; plain documents stand under ``doc``."""
    return f"{wiki or 'doc'}:{title}"


def unnumbered(seen: Seen) -> Seen:
    """The sighting without numbers that cannot be trusted."""
    return msgspec.structs.replace(seen, facts=msgspec.structs.replace(seen.facts, revision_id=None, parent_id=None))


def published(text: str) -> tuple[str, int]:
    """Drop blank edge lines and join lines by a line feed; say how many lines were dropped before the first."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return "\n".join(lines[start:end]), start if start < end else 0


def split_summary(summary: str | None) -> tuple[str | None, str | None]:
    """Take ``/* section */`` out of an edit summary: (section, rest), each None where empty."""
    if summary is None:
        return None, None
    start = summary.find("/*")
    end = summary.find("*/", start + 2)
    if start < 0 or end < 0:
        return None, summary.strip(_EDGES) or None
    before, section, after = summary[:start], summary[start + 2 : end], summary[end + 2 :]
    rest = " ".join(part for item in (before, after) if (part := item.strip(_EDGES)))
    return section.strip() or None, rest or None


def merge(
    sightings: Iterable[Seen],
    *,
    name_of: NameOf = lambda _wiki, number: str(number),
    space_of: SpaceOf = lambda _title: 0,
) -> tuple[Revision, ...]:
    """Make the sightings of one page its revisions, oldest first.

    *name_of* names a revision by wiki and number; *space_of* tells the namespace of a title where no source does.
    """
    groups = [sorted(group, key=_rank) for group in _groups(sightings)]
    revisions = [_revision(group, name_of, space_of) for group in groups]
    ordered = _ordered(list(zip(revisions, groups, strict=True)))
    return tuple(msgspec.structs.replace(revision, number=number) for number, revision in enumerate(ordered))


def _groups(sightings: Iterable[Seen]) -> list[Group]:
    numbered: dict[int, Group] = defaultdict(list)
    texts: dict[tuple[str | None, str | None, Sha256 | None], Group] = defaultdict(list)
    bare: dict[tuple[str | None, str | None], Group] = defaultdict(list)
    for seen in sightings:
        facts = seen.facts
        if facts.revision_id is not None:
            numbered[facts.revision_id].append(seen)
        elif facts.text is not None:
            texts[facts.timestamp, facts.user, facts.text].append(seen)
        else:
            bare[facts.timestamp, facts.user].append(seen)
    groups = [part for number in sorted(numbered) for part in _by_time(numbered[number])]
    by_key = [(key, texts[key]) for key in sorted(texts, key=_none_first)]
    # The surest first, so that what says less can join what says more.
    _join(groups, [group for (time, user, _), group in by_key if time and user])
    _join(groups, [group for (time, user, _), group in by_key if time and not user])
    _join(groups, [group for (time, _, _), group in by_key if not time])
    _join(groups, [bare[key] for key in sorted(bare, key=_none_first)])
    return groups


def _by_time(group: Group) -> list[Group]:
    """Part what bears one number and yet differs in text and time: the earliest keeps the number, nothing is lost.

    What says no time belongs to the earliest of its text, else to the earliest of all.
    """
    with_text = [seen for seen in group if seen.facts.text]
    times = sorted({seen.facts.timestamp for seen in with_text if seen.facts.timestamp})
    if len(times) < 2 or len({seen.facts.text for seen in with_text}) < 2:
        return [group]
    time_of = {seen.facts.text: time for time in reversed(times) for seen in with_text if seen.facts.timestamp == time}
    parts: dict[str, Group] = {time: [] for time in times}
    for seen in group:
        time = seen.facts.timestamp or time_of.get(seen.facts.text, times[0])
        if time == times[0] or time not in parts:
            parts[times[0]].append(seen)
        else:
            parts[time].append(unnumbered(seen))
    return list(parts.values())


def _none_first(key: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple("" if part is None else "=" + part for part in key)


def _join(groups: list[Group], others: Iterable[Group]) -> None:
    """Let each of *others* join the one group that it agrees with, or stand for itself."""
    claims = [_claims(group) for group in groups]
    by_word: dict[str, list[int]] = defaultdict(list)  # time or text → groups
    for number, claim in enumerate(claims):
        for word in claim.times | claim.texts:
            by_word[word].append(number)
    for other in others:
        wanted = _claims(other)
        near = sorted({number for word in wanted.times | wanted.texts for number in by_word.get(word, ())})
        agreeing = [number for number in near if _agree(claims[number], wanted)]
        with_text = [number for number in agreeing if claims[number].texts & wanted.texts]
        if with_text or len(agreeing) == 1:
            groups[(with_text or agreeing)[0]].extend(other)
        else:
            groups.append(other)


class _Claims(Struct, frozen=True):
    """What a group of sightings says of time, user and text."""

    times: frozenset[str]
    users: frozenset[str]
    texts: frozenset[Sha256]


def _claims(group: Group) -> _Claims:
    return _Claims(
        frozenset(seen.facts.timestamp for seen in group if seen.facts.timestamp),
        frozenset(seen.facts.user for seen in group if seen.facts.user),
        frozenset(seen.facts.text for seen in group if seen.facts.text),
    )


def _agree(one: _Claims, other: _Claims) -> bool:
    if one.users and other.users and not one.users & other.users:
        return False
    if one.texts and other.texts and not one.texts & other.texts:
        return False
    if one.times and other.times:
        return bool(one.times & other.times)
    # An undated text is the dated one that says the same; without a text there is nothing to go by.
    return bool(one.texts & other.texts)


def _rank(seen: Seen) -> tuple[bool, bool, bool, int, bytes]:
    facts = seen.facts
    said = sum(getattr(facts, field) is not None for field in facts.__struct_fields__)
    content = msgspec.msgpack.encode((msgspec.structs.replace(facts, order=0), seen.place))
    return facts.text is None, facts.page_id is None, facts.revision_id is None, -said, content


def _revision(group: Group, name_of: NameOf, space_of: SpaceOf) -> Revision:
    best = group[0]
    wiki = best.wiki
    given = _first(group, "revision_id")
    parent = _first(group, "parent_id")
    namespace = _first(group, "namespace")
    time, user, text = (_first(group, name) for name in ("timestamp", "user", "text"))
    dumps_first = sorted(group, key=lambda seen: seen.facts.page_id is None)
    summary = _first(dumps_first, "summary")
    section, comment = split_summary(summary)
    title = best.facts.title
    identity = name_of(wiki, given) if given is not None else _hashed_id(wiki, title, time, user, text)
    return Revision(
        id=identity,
        page=page_id(wiki, title),
        wiki=wiki,
        title=title,
        namespace=space_of(title) if namespace is None else namespace,
        parent=name_of(wiki, parent) if parent else None,
        timestamp=time,
        user=user,
        section=section,
        comment=comment,
        minor=any(seen.facts.minor for seen in group),
        model=dumps_first[0].facts.model,
        known=min((seen.facts.known for seen in group), key=_KNOWN.index),
        text=text,
        size=best.size if best.size is not None else _first(group, "size"),
        place=msgspec.structs.replace(best.place, page=page_id(wiki, title), revision=identity),
    )


def _first(group: Sequence[Seen], field: str) -> Any:
    return next((value for seen in group if (value := getattr(seen.facts, field)) is not None), None)


def _hashed_id(wiki: str, title: str, time: str | None, user: str | None, text: Sha256 | None) -> RevisionId:
    digest = hashlib.sha256("\x00".join((title, time or "", user or "", text or "")).encode()).hexdigest()
    return f"{wiki or 'doc'}-{digest[:12]}"


def _ordered(pairs: list[tuple[Revision, Group]]) -> list[Revision]:
    """Order by parent, time, place in the feed, id: the earliest whose parent is out comes next."""
    keys = _keys(pairs)
    revisions = {revision.id: revision for revision, _ in pairs}
    children: dict[RevisionId, list[RevisionId]] = defaultdict(list)
    waiting: set[RevisionId] = set()
    for revision in revisions.values():
        if revision.parent in revisions and revision.parent != revision.id:
            children[revision.parent].append(revision.id)
            waiting.add(revision.id)
    heap = [(keys[identity], identity) for identity in revisions if identity not in waiting]
    heap.sort()
    out: list[Revision] = []
    while heap or waiting:
        if not heap:  # parents in a circle: the earliest breaks it
            first = min(waiting, key=lambda identity: (keys[identity], identity))
            waiting.discard(first)
            heappush(heap, (keys[first], first))
        _, identity = heappop(heap)
        out.append(revisions[identity])
        for child in children[identity]:
            if child in waiting:
                waiting.discard(child)
                heappush(heap, (keys[child], child))
    return out


Key: TypeAlias = tuple[bool, str, int, int, str]


def _keys(pairs: list[tuple[Revision, Group]]) -> dict[RevisionId, Key]:
    by_time: dict[str | None, list[tuple[Revision, Group]]] = defaultdict(list)
    for revision, group in pairs:
        by_time[revision.timestamp].append((revision, group))
    keys: dict[RevisionId, Key] = {}
    for time, tied in by_time.items():
        source = _common_source([group for _, group in tied]) if len(tied) > 1 else None
        for revision, group in tied:
            place = min((seen.facts.order for seen in group if seen.place.source == source), default=0)
            if time is None or not revision.wiki:  # versions of a document, of one day maybe: as they were read
                place = min(seen.reading for seen in group)
            number = min((seen.facts.revision_id or 0 for seen in group), default=0)
            # Undated versions of a document are taken for the older ones; an undated text of a wiki is today's.
            keys[revision.id] = ((time is None) == bool(revision.wiki), time or "", place, number, revision.id)
    return keys | dict(_placed_by_number(pairs, keys))


def _placed_by_number(
    pairs: list[tuple[Revision, Group]], keys: dict[RevisionId, Key]
) -> Iterator[tuple[RevisionId, Key]]:
    """Keys of a wiki's revisions that have a number and no time: each follows the one that the wiki counted before it."""
    numbers = {revision.id: number for revision, group in pairs if (number := _first(group, "revision_id")) is not None}
    dated = sorted((numbers[item.id], keys[item.id]) for item, _ in pairs if item.timestamp and item.id in numbers)
    for revision, _ in pairs:
        number = numbers.get(revision.id)
        if revision.timestamp is None and revision.wiki and number is not None:
            before = bisect(dated, number, key=itemgetter(0))
            _, time, place, _, _ = dated[before - 1][1] if before else (False, "", 0, 0, "")
            yield revision.id, (False, time, place, number, revision.id)


def _common_source(groups: list[Group]) -> str | None:
    """A source that shows all of *groups*: only its places can be compared."""
    shared = set.intersection(*({seen.place.source for seen in group} for group in groups))
    return min(shared, default=None)
