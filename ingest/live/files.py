"""Pictures of a wiki, fetched into a folder: under the names that pages call them by, never from another host."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import httpx
from msgspec import Struct

from ingest.errors import OutputError
from ingest.live.address import host_of, is_same_host
from ingest.live.answers import Json, number, rows, text
from ingest.live.api import Api
from ingest.live.transport import MAX_BYTES

_ABOUT = "url|sha1|size|mime"
_UNSAFE = re.compile(r"""[<>:"/\\|?*%\x00-\x1f\x7f]|^\.|[. ]$""")
_DEVICE = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")


class Picture(Struct, frozen=True, kw_only=True):
    """A file as the wiki tells of it."""

    name: str
    address: str
    sha1: str
    size: int


class Fetched(Struct, frozen=True, kw_only=True):
    """What came."""

    new: int = 0
    same: int = 0  # were there already
    notes: tuple[str, ...] = ()


def disk_name(name: str) -> str:
    """A name that every disk takes: ``_`` for blanks, ``%3F`` for what Windows refuses."""
    safe = _UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", name.replace(" ", "_"))
    return f"%{ord(safe[0]):02X}{safe[1:]}" if _DEVICE.match(safe) else safe


def fetch_files(api: Api, folder: Path, pages: Sequence[int] | None) -> Fetched:
    """Fetch the pictures that *pages* show, or all of the wiki. Raises WikiError and OutputError."""
    new = same = 0
    left_out: Counter[str] = Counter()
    taken: dict[str, str] = {}
    for picture in _pictures(api, pages):
        name = disk_name(picture.name)
        if taken.setdefault(name.casefold(), picture.name) != picture.name:
            left_out["the name differs from another one in case only"] += 1
        elif _is_there(folder / name, picture):
            same += 1
        elif why := _fetch(api, picture, folder / name):
            left_out[why] += 1
        else:
            new += 1
    notes = tuple(f"{_pictures_were(count)} left out: {why}." for why, count in sorted(left_out.items()))
    return Fetched(new=new, same=same, notes=notes)


def _pictures_were(count: int) -> str:
    return "1 picture was" if count == 1 else f"{count:,} pictures were"


def _pictures(api: Api, pages: Sequence[int] | None) -> Iterator[Picture]:
    seen: set[str] = set()
    for title, about in _told(api, pages):
        name = title.partition(":")[2] or title
        address, sha1, size = text(about, "url"), text(about, "sha1"), number(about, "size")
        if name in seen or not (
            address and sha1 and size is not None and (text(about, "mime") or "").startswith("image/")
        ):
            continue
        seen.add(name)
        yield Picture(name=name, address=address, sha1=sha1, size=size)


def _told(api: Api, pages: Sequence[int] | None) -> Iterator[tuple[str, Json]]:
    if pages is None:
        for answer in api.query(list="allimages", ailimit="max", aiprop=_ABOUT):
            yield from ((title, row) for row in rows(answer, "query", "allimages") if (title := text(row, "title")))
        return
    numbers = [str(page) for page in sorted(pages)]
    yield from _shown(
        api.query_many("pageids", numbers, generator="images", gimlimit="max", prop="imageinfo", iiprop=_ABOUT)
    )


def _shown(answers: Iterable[Json]) -> Iterator[tuple[str, Json]]:
    for answer in answers:
        for page in rows(answer, "query", "pages"):
            if title := text(page, "title"):
                yield from ((title, about) for about in rows(page, "imageinfo"))


def _is_there(path: Path, picture: Picture) -> bool:
    return path.is_file() and path.stat().st_size == picture.size and _sha1(path.read_bytes()) == picture.sha1


def _fetch(api: Api, picture: Picture, path: Path) -> str:
    """Fetch one picture; say why it was left out, or nothing."""
    home = api.transport.home
    try:
        url = home.join(picture.address)
    except (httpx.InvalidURL, ValueError):
        return "the address is none"
    if not is_same_host(home, url):
        return f"kept on {host_of(url)}, which you did not name"
    if picture.size > MAX_BYTES:
        return f"larger than {MAX_BYTES // 2**20} MiB"
    answer = api.transport.get(url)
    if answer.status != 200 or _sha1(answer.content) != picture.sha1:
        return "not what the wiki says of it"
    _write(path, answer.content)
    return ""


def _write(path: Path, content: bytes) -> None:
    """Put a file in its place, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(".new")
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}.") from error


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()
