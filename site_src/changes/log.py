"""What changed, rule by rule, as classic scripts: the list of changes filters them from disk, ``ludex log`` reads them too.

    changes/log-001.js        ludexLog.push([[group, …], [row, …], name of the next script or ""]), newest rows first
    changes/reach-00.js       ludexReach.push([[[name, href], …], {href of a group: [bearers, mentions, pages]}])
    changes/revisions-00.js   ludexRevisions.push({revision: time})

    group   [name, href, note, kind, labels, href of any two revisions, newest revision, what it touches]
    row     [time, group, severity, old, new, href, [[type, severity, detail, section], …], [start, end] where undone]

A group is an entry, or a page where a change stands in no entry. Hrefs are relative to the root of the site.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

import msgspec
from msgspec import Struct

from ingest.errors import OutputError
from site_src import paths
from site_src.classic import pushed, value_of
from site_src.pile import Pile

LARGEST = 300_000  # bytes of rows in one script
BUCKET = 2_000  # names or revisions of one bucket, or so
LAST = 10**12 - 1

Line: TypeAlias = tuple[str, str, str, str]  # type, severity, detail, section


class Group(Struct, frozen=True, kw_only=True):
    """An entry or a page, for the list of what changed."""

    name: str
    path: str
    note: str
    kind: str = ""
    labels: str = ""
    any_path: str = ""
    newest: str = ""
    reach: int = 0


class LogRow(Struct, frozen=True, kw_only=True):
    """One change of a group."""

    time: str
    severity: str
    old: str
    new: str
    path: str
    lines: tuple[Line, ...]
    undone: tuple[str, ...] = ()  # when what it belongs to began, and when it was taken back

    def is_within(self, since: str, until: str) -> bool:
        """Whether the change came to nothing inside a stretch of time."""
        if not self.undone:
            return False
        start, end = self.undone
        return start >= since and (not until or end[: len(until)] <= until)


class Reach(Struct, frozen=True, kw_only=True):
    """Whom a change touches: (name, path) of each."""

    bearers: tuple[tuple[str, str], ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    pages: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> int:
        """How many it touches."""
        return len(self.bearers) + len(self.mentions) + len(self.pages)


class _Told(Struct, frozen=True):
    """A change with its group, as it waits for its place in the list."""

    path: str
    row: LogRow
    size: int


class _Dated(Struct, frozen=True):
    """A revision with its time."""

    name: str
    time: str


class ChangeLog:
    """Gathers what changed while the pages of history are made; rows wait on disk, since they may be many."""

    def __init__(self) -> None:
        self._groups: dict[str, bytes] = {}
        self._rows: Pile[_Told] = Pile(_Told)
        self._count = 0
        self._reach: dict[str, bytes] = {}
        self.kinds: set[str] = set()
        self.updates: dict[str, str] = {}  # when each printed update was printed first

    def __len__(self) -> int:
        return self._count

    def add(self, group: Group, rows: Iterable[LogRow], reach: Reach) -> None:
        """Take in what changed of one group."""
        before = self._count
        for row in rows:
            if row.time:
                told = _Told(group.path, row, len(msgspec.msgpack.encode(row)))
                self._rows.add(
                    (row.time, group.path, LAST - self._count), told
                )  # read backwards: the first comes first
                self._count += 1
        if self._count == before:
            return
        self.kinds.add(group.kind)
        self._groups[group.path] = msgspec.msgpack.encode(group)
        if reach.size:
            self._reach[group.path] = msgspec.msgpack.encode(reach)

    def files(self, revisions: Callable[[], Iterable[tuple[str, str]]]) -> Iterator[tuple[str, bytes]]:
        """All scripts; *revisions* gives ids and times, as often as it is asked."""
        yield from self._logs()
        yield from self._reaches()
        yield from _times(revisions)

    @property
    def reaches(self) -> int:
        """How many scripts tell what changes touch."""
        return buckets(len(self._reach))

    def _logs(self) -> Iterator[tuple[str, bytes]]:
        number, size = 1, 0
        cut: list[_Told] = []
        for told in self._rows.backwards():
            if size > LARGEST:
                yield f"changes/{log_name(number)}", pushed("ludexLog", self._log(cut, log_name(number + 1)))
                number, size, cut = number + 1, 0, []
            cut.append(told)
            size += told.size
        yield f"changes/{log_name(number)}", pushed("ludexLog", self._log(cut, ""))

    def _log(self, cut: list[_Told], following: str) -> list[object]:
        places = {path: place for place, path in enumerate(dict.fromkeys(told.path for told in cut))}
        groups = [_group_row(msgspec.msgpack.decode(self._groups[path], type=Group)) for path in places]
        return [groups, [_log_row(told.row, places[told.path]) for told in cut], following]

    def _reaches(self) -> Iterator[tuple[str, bytes]]:
        by_href = {paths.href(path): data for path, data in self._reach.items()}
        for number, members in enumerate(spread(by_href)):
            names: dict[tuple[str, str], int] = {}
            told: dict[str, list[list[int]]] = {}
            for href in members:
                reach = msgspec.msgpack.decode(by_href[href], type=Reach)
                told[href] = [
                    [names.setdefault(item, len(names)) for item in items]
                    for items in (reach.bearers, reach.mentions, reach.pages)
                ]
            listed = [[name, paths.href(path)] for name, path in names]
            yield f"changes/reach-{number:02}.js", pushed("ludexReach", [listed, told])


def _times(revisions: Callable[[], Iterable[tuple[str, str]]]) -> Iterator[tuple[str, bytes]]:
    count = buckets(sum(1 for _ in revisions()))
    pile: Pile[_Dated] = Pile(_Dated)
    for name, time in revisions():
        pile.add((name,), _Dated(name, time), group=str(bucket_of(name, count)))
    for number in range(count):
        times = {item.name: item.time for item in pile.of_group(str(number))}
        yield f"changes/revisions-{number:02}.js", pushed("ludexRevisions", times)


def log_name(number: int) -> str:
    """The file name of a script of rows."""
    return f"log-{number:03}.js"


def buckets(count: int) -> int:
    """Over how many scripts *count* things are spread."""
    return -(-count // BUCKET)


def bucket_of(key: str, count: int) -> int:
    """In which of *count* scripts *key* is told; static/changes.js computes the same."""
    return zlib.crc32(key.encode("utf-8", "surrogatepass")) % count


def spread(keys: Iterable[str]) -> list[list[str]]:
    """*keys* in order, spread over as many buckets as they need."""
    known = sorted(keys)
    found: list[list[str]] = [[] for _ in range(buckets(len(known)))]
    for key in known:
        found[bucket_of(key, len(found))].append(key)
    return found


def _group_row(group: Group) -> list[object]:
    return [
        group.name, paths.href(group.path), group.note, group.kind, group.labels,
        paths.href(group.any_path) if group.any_path else "", group.newest, group.reach,
    ]  # fmt: skip


def _log_row(row: LogRow, place: int) -> list[object]:
    told = [row.time, place, row.severity, row.old, row.new, paths.href(row.path) if row.path else "", row.lines]
    return [*told, row.undone] if row.undone else told


def read_log(site: Path) -> Iterator[tuple[Group, LogRow]]:
    """Yield what the scripts of a built site say, newest first; a script is read when it is asked for."""
    following = log_name(1)
    while following:
        groups, rows, following = _read(site, following)
        known = [Group(**dict(zip(Group.__struct_fields__, row, strict=True))) for row in groups]
        for time, place, severity, old, new, path, lines, *undone in rows:
            told = tuple((kind, weight, detail, section) for kind, weight, detail, section in lines)
            yield (
                known[place],
                LogRow(
                    time=time, severity=severity, old=old, new=new, path=unquote(path), lines=told,
                    undone=tuple(undone[0]) if undone else (),
                ),
            )  # fmt: skip


def read_reach(site: Path, group: Group) -> Reach:
    """What a change of *group* touches, as a built site says."""
    if not group.reach:
        return Reach()
    count = sum(1 for _ in (site / "changes").glob("reach-*.js"))
    names, told = _read(site, f"reach-{bucket_of(group.path, count):02}.js") if count else ([], {})
    parts = [
        tuple((names[number][0], unquote(names[number][1])) for number in part) for part in told.get(group.path, ())
    ]
    return Reach(**dict(zip(Reach.__struct_fields__, parts, strict=False)))


def _read(site: Path, name: str) -> Any:
    file = site / "changes" / name
    try:
        return value_of(file.read_bytes())
    except (OSError, ValueError) as error:
        raise OutputError(f"{file} cannot be read.", hint="Build the site again.") from error
