"""From paths to opened sources: what the configuration, the file and its neighbours say of each."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from ingest.errors import SourceError
from ingest.model import Diagnostic, Place, Reading, Sha256, Source, SourceId
from ingest.readers.compression import open_file
from ingest.readers.controls import shown
from ingest.readers.dates import named_date
from ingest.readers.encodings import Encoding
from ingest.readers.names import file_key, shown_name, source_names, wiki_key
from ingest.readers.protocol import Described, Given, Reader, doubt
from ingest.readers.recognition import Recognised, known_formats, named_reader, recognise
from ingest.readers.stream import Stream
from ingest.readers.versions import document_names, stem_of

OUR_FILES = ("ludex.toml", "ludex.ids.toml")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
OUR_FOLDERS = (".ludex-manifest.json", "knowledge.json")  # what tells a site that we built, and the folder beside it


class Opened(Struct, frozen=True, kw_only=True):
    """A source that is known and not yet read."""

    source: Source
    path: Path
    reader: Reader
    encoding: Encoding

    def read(self) -> Iterator[Reading]:
        """Yield what the source says, from its start; never raise for what it says."""
        if sentence := self.encoding.sentence:
            yield doubt(self.source, "warning" if self.encoding.bad else "note", "encoding", sentence)
        yield from self.reader.read(Stream(self.path, self.encoding), self.source)


class Found(Struct, frozen=True, kw_only=True):
    """All that some paths hold: what can be read, in order, and what cannot."""

    opened: tuple[Opened, ...]
    skipped: tuple[Diagnostic, ...]
    withheld: tuple[Diagnostic, ...] = ()  # skipped in folders that are not to be published


class _Candidate(Struct, frozen=True):
    """A file on its way to a source."""

    path: Path
    given: Given
    what: Recognised
    described: Described
    shelf: str = ""  # the folder that was named, for pages that link to each other


def open_sources(
    paths: Iterable[Path],
    readers: Sequence[Reader],
    *,
    given: Mapping[Path, Given] | None = None,
    known: Iterable[Source] = (),
    base: Path | None = None,
) -> Found:
    """Recognise every path, and every file of a folder in sorted order. Raises SourceError for a path that is nothing.

    *given* is what the configuration says of a path (a file, or a folder for all in it); *known* are the sources that
    the archive already has: the same bytes keep their name, other bytes get another one. *base* is the folder beside
    which a file that was edited is known again.
    """
    given = {path.resolve(): wish for path, wish in (given or {}).items()}
    for wish in given.values():
        if wish.format is not None:
            named_reader(wish.format, readers)
    known = tuple(known)
    skipped: dict[bool, list[Diagnostic]] = {True: [], False: []}  # by whether it is to be published
    found: dict[Path, _Candidate] = {}
    for path in paths:
        for candidate in _candidates(path, readers, given, skipped):
            found.setdefault(candidate.path.resolve(), candidate)
    candidates = tuple(found.values())
    digests = [_sha256(item.path) for item in candidates]
    names = source_names([(item.path, digest) for item, digest in zip(candidates, digests, strict=True)], known, base)
    hosts = _hosts([item.described for item in candidates], known)
    sources = [
        msgspec.structs.replace(_source(name, digest, item, hosts), file=file_key(item.path, base))
        for name, digest, item in zip(names, digests, candidates, strict=True)
    ]
    documents = _documents(sources, candidates, known)
    opened = tuple(
        Opened(
            source=msgspec.structs.replace(source, document=documents.get(source.id, source.document)),
            path=item.path, reader=item.what.reader, encoding=item.what.encoding,
        )
        for source, item in zip(sources, candidates, strict=True)
    )  # fmt: skip
    return Found(opened=opened, skipped=tuple(skipped[True]), withheld=tuple(skipped[False]))


def _candidates(
    path: Path, readers: Sequence[Reader], given: Mapping[Path, Given], skipped: Mapping[bool, list[Diagnostic]]
) -> Iterator[_Candidate]:
    wish = given.get(path.resolve(), Given())
    if not path.is_dir():
        yield _candidate(path, wish, recognise(path, readers, format=wish.format))
        return
    sound = 0
    for item in _items(path):
        its = given.get(Path(os.path.realpath(item)), wish)
        folder = "".join(shown_name(Path(part)) + "/" for part in item.relative_to(path).parts[:-1])
        obstacle = _obstacle(item)
        if obstacle is not None:
            if obstacle:
                skipped[its.rights.publish].append(_skipped(item, f"{item} {obstacle}."))
            continue
        try:
            what = recognise(item, readers, format=its.format, folder=folder)
        except SourceError as error:
            skipped[its.rights.publish].append(_skipped(item, str(error)))
        else:
            sound += 1
            yield _candidate(item, its, what, shelf=shown_name(path.resolve()))
    if not sound:
        raise SourceError(f"The folder {path} holds nothing that is read here.", hint=known_formats(readers))


def _skipped(item: Path, why: str) -> Diagnostic:
    message = why.encode("utf-8", "replace").decode("utf-8")
    return Diagnostic(severity="warning", code="skipped-file", message=message, place=Place(source=shown_name(item)))


def _candidate(path: Path, given: Given, what: Recognised, *, shelf: str = "") -> _Candidate:
    return _Candidate(path, given, what, what.reader.describe(what.head), shelf if what.format == "wikitext" else "")


def _items(folder: Path) -> list[Path]:
    """Everything in *folder* that is neither hidden nor of our own making, sorted."""
    ours = {mark.parent for name in OUR_FOLDERS for mark in folder.rglob(name)}  # a site is no source of itself
    items = [
        item for item in folder.rglob("*")
        if item.name not in OUR_FILES and ours.isdisjoint((item, *item.parents))
        and not any(part.startswith(".") for part in item.relative_to(folder).parts)
    ]  # fmt: skip
    return sorted(items, key=lambda item: item.relative_to(folder).parts)


def _obstacle(item: Path) -> str | None:
    """Why *item* is no file that can be read; nothing of a folder that was looked into; None of a file."""
    try:
        mode = item.stat().st_mode
    except OSError as error:
        return "is a link that leads nowhere" if item.is_symlink() else f"cannot be opened: {error.strerror}"
    if stat.S_ISREG(mode):
        return None
    if not stat.S_ISDIR(mode):
        return "is no file but a pipe or a device"
    if item.is_symlink():
        return "is a link to a folder, and such links are not followed"
    return "" if os.access(item, os.R_OK | os.X_OK) else "cannot be opened: Permission denied"


def _sha256(path: Path) -> Sha256:
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _language(code: str | None) -> str | None:
    """*code* where it is one: what a source says of itself is a word like any other."""
    return code if code and _LANGUAGE.fullmatch(code) else None


def _hosts(described: Iterable[Described], known: Iterable[Source]) -> dict[str, str]:
    """Map hosts to site names, so that a feed without its wiki's name joins the dump of the same host."""
    pairs = [(_host(source.rights.base_url), source.site_name) for source in known]
    pairs += [(facts.host, facts.site_name or "") for facts in described]
    return {host.removeprefix("www."): site for host, site in reversed(pairs) if host and site}


def _host(base: str | None) -> str:
    match = re.match(r"https?://([^/?#\s]+)", base or "")
    return match[1] if match else ""


def _documents(
    sources: Sequence[Source], candidates: Sequence[_Candidate], known: Iterable[Source]
) -> dict[SourceId, str]:
    """The documents that neighbours are versions of, where the configuration does not name them."""
    here = {source.id for source in sources}
    files = {source.file for source in sources if source.file}  # what they held before says nothing of their names
    plain = [*sources, *(source for source in known if source.id not in here and source.file not in files)]
    names = document_names(source for source in plain if source.format != "wikitext")
    named = {source.id for source, item in zip(sources, candidates, strict=True) if item.given.document}
    return {identity: name for identity, name in names.items() if identity not in named}


def _source(name: SourceId, digest: Sha256, item: _Candidate, hosts: Mapping[str, str]) -> Source:
    given, facts, format = item.given, item.described, item.what.format
    host = facts.host.removeprefix("www.")
    site_name = shown(given.site_name or facts.site_name or hosts.get(host) or "")
    is_plain = facts.document is not None and format != "wikitext"
    # A wiki that nobody names is known by its file: it is no plain document.
    stem = "" if facts.document is not None else stem_of(shown_name(item.path)).partition(".")[0]
    rights = given.rights if given.rights.base_url else msgspec.structs.replace(given.rights, base_url=facts.base)
    return Source(
        id=name,
        sha256=digest,
        format=format,
        wiki=given.wiki if given.wiki is not None else facts.wiki or wiki_key(site_name or host or item.shelf or stem),
        site_name=site_name,
        language=_language(given.language) or _language(facts.language),
        edition=given.edition or facts.edition,
        document=shown(given.document or facts.document or "") or None,
        version=shown(given.version or facts.version or "") or None,
        date=given.date or facts.date or (named_date(name) if is_plain else None),
        encoding=item.what.encoding.name,
        evidence=item.what.evidence,
        namespaces=tuple(sorted(facts.namespaces.items(), key=lambda pair: (pair[1], pair[0]))),
        case=facts.case,
        rights=rights,
    )
