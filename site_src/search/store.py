"""Where the index lives (``DIR.index/search/``), and whether it is ours, whole and of the site that lies beside it.

What the rules say now and what they said once (``old``) are two indexes alike, each in a folder of its own.

Whoosh's files hold pickles. So a stamp of our own names the format, the site's fingerprint and a digest of every file;
unless all of it is right the folder is not opened but written again from the site's own ``api/search.json``
(``api/search-old.json``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct

from ingest.errors import NotFound, OutputError
from ingest.temporary import temporary_folder
from site_src.pile import Pile
from site_src.search.asked import Settings
from site_src.search.model import FORMAT, SearchDocument
from site_src.search.tokens import key

STAMP = "ludex-index.json"
PAGE = 10_000  # objects in one file of api/
MANY = 50_000  # documents
_encode = msgspec.json.Encoder().encode


class Stamp(Struct, frozen=True, kw_only=True):
    """What tells our own index from any other."""

    kind: str = "ludex search index"
    format: int = FORMAT
    fingerprint: str
    files: dict[str, str]  # name → digest


class Published(Struct, frozen=True, kw_only=True):
    """``api/search.json``: settings and documents, or the names of the files that hold the documents."""

    schema: int = FORMAT
    settings: Settings = Settings()
    search: tuple[SearchDocument, ...] = ()
    pages: tuple[str, ...] = ()


class _Build(Struct, kw_only=True):
    fingerprint: str | None = None
    build: str | None = None


def index_folder(site: Path, *, old: bool = False) -> Path:
    """The folder of the index of *site*."""
    return site.with_name(f"{site.name}.index") / _name(old)


def _name(old: bool) -> str:
    return "search-old" if old else "search"


def fingerprint_of(site: Path) -> str:
    """The fingerprint that a site says of itself. Raises NotFound where there is no site."""
    try:
        found = msgspec.json.decode((site / "api" / "build.json").read_bytes(), type=_Build)
    except (OSError, msgspec.DecodeError) as error:
        raise NotFound("site", str(site), hint="Build it first: ludex build SOURCE -o DIR.") from error
    return found.fingerprint or found.build or ""


def is_ours(folder: Path, fingerprint: str) -> bool:
    """Whether every file of *folder* is what we wrote for the site with *fingerprint*."""
    try:
        stamp = msgspec.json.decode((folder / STAMP).read_bytes(), type=Stamp)
        return stamp.format == FORMAT and stamp.fingerprint == fingerprint and stamp.files == _digests(folder)
    except (OSError, msgspec.DecodeError):
        return False


def write_index(folder: Path, documents: Iterable[SearchDocument], settings: Settings, fingerprint: str = "") -> None:
    """Write the index of *documents* and its stamp into *folder*; what was there before goes when the new one is whole."""
    with draft(folder, documents, settings) as made:
        install(made, folder, fingerprint)


@contextmanager
def draft(folder: Path, documents: Iterable[SearchDocument], settings: Settings) -> Iterator[Path]:
    """Write an index beside *folder*, to be installed there while the context lasts. Raises OutputError."""
    from site_src.search import engine

    with ExitStack() as stack:
        with _sentence(folder, "Name another folder."):
            folder.parent.mkdir(parents=True, exist_ok=True)
            made = stack.enter_context(temporary_folder(folder.parent)) / folder.name
            made.mkdir()
        with _sentence(folder, "Free some space."):
            engine.write(made, _side_by_side(documents), settings)
        yield made


def _side_by_side(documents: Iterable[SearchDocument]) -> Iterator[SearchDocument]:
    """*documents* with those together that are called alike: a query finds them together, and loads them together.

    Where they are very many, those of one kind stand together first: else the kind of each would weigh on every manifest.
    """
    found: Pile[SearchDocument] = Pile(SearchDocument)
    kinds = set()
    for number, document in enumerate(documents):
        found.add((key(document.name), number), document, group=document.kind)
        kinds.add(document.kind)
    if len(found) <= MANY:
        yield from found
    else:
        for kind in sorted(kinds):
            yield from found.of_group(kind)


def install(made: Path, folder: Path, fingerprint: str) -> None:
    """Stamp the index in *made* and put it in the place of *folder*. Raises OutputError."""
    with _sentence(folder, "Remove what stands there."):
        for lock in made.glob("*LOCK"):
            lock.unlink()
        stamp = Stamp(fingerprint=fingerprint, files=_digests(made))
        (made / STAMP).write_bytes(msgspec.json.encode(stamp))
        if folder.is_dir() and not folder.is_symlink():
            folder.replace(made.with_name(f"{made.name}.old"))  # goes with the draft's own folder
        made.replace(folder)


@contextmanager
def _sentence(folder: Path, hint: str) -> Iterator[None]:
    """Turn what the system says of an index into a sentence to a person."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"The index {folder} cannot be written: {error.strerror}.", hint=hint) from error


def published(
    settings: Settings, documents: Iterable[SearchDocument], count: int, *, old: bool = False
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The files of ``api/`` from which the index can be made again, each to be read before the next is asked for."""
    name = _name(old)
    head = _encode(Published(settings=settings))
    rest = iter(documents)
    pages = [f"{name}-{number + 1:04d}.json" for number in range(-(-count // PAGE))] if count > PAGE else []
    for page in pages:
        yield f"api/{page}", _parts(b'{"schema":%d,"search":[' % FORMAT, islice(rest, PAGE), b"]}")
    start, _, end = head.rpartition(b'[],"pages":[]')
    yield f"api/{name}.json", _parts(start + b"[", rest, b'],"pages":' + _encode(pages) + end)


def _parts(start: bytes, documents: Iterable[SearchDocument], end: bytes) -> Iterator[bytes]:
    yield start
    for number, document in enumerate(documents):
        yield b"," * (number > 0) + _encode(document)
    yield end


def read_published(site: Path, *, old: bool = False) -> tuple[Settings, Iterator[SearchDocument]]:
    """Settings and documents as ``api/search.json`` gives them. Raises NotFound."""
    name = f"{_name(old)}.json"
    try:
        head = msgspec.json.decode((site / "api" / name).read_bytes(), type=Published)
    except (OSError, msgspec.DecodeError) as error:
        raise NotFound("search data", f"api/{name}", hint=f"Build {site} again.") from error
    return head.settings, _documents(site, head)


def _documents(site: Path, head: Published) -> Iterator[SearchDocument]:
    yield from head.search
    for name in head.pages:
        try:
            yield from msgspec.json.decode((site / "api" / Path(name).name).read_bytes(), type=Published).search
        except (OSError, msgspec.DecodeError) as error:
            raise NotFound("search data", f"api/{name}", hint=f"Build {site} again.") from error


def _digests(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir()):
        if file.name != STAMP and not file.name.endswith("LOCK"):
            with file.open("rb") as data:
                found[file.name] = hashlib.file_digest(data, "blake2b").hexdigest()[:32]
    return found
