"""From paths to opened sources: what each is, why, and under which unique name it is known."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from ingest.errors import SourceError
from ingest.model import Diagnostic, Place, Reading, Sha256, Source, SourceId
from ingest.readers.compression import Broken, bare_name, chunks, open_file, packed
from ingest.readers.dates import named_date
from ingest.readers.encodings import Encoding, decoded, encoding_of, encoding_of_head
from ingest.readers.names import source_names, wiki_key
from ingest.readers.protocol import Described, Given, Head, Reader, doubt
from ingest.readers.stream import Stream
from ingest.readers.versions import document_names

HEAD_BYTES = 1 << 16
XML_DECLARATION = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)")
OUR_FILES = ("ludex.toml", "ludex.ids.toml")


class Recognised(Struct, frozen=True, kw_only=True):
    """What a file is taken for."""

    reader: Reader
    confidence: int
    evidence: str
    encoding: Encoding
    head: Head

    @property
    def format(self) -> str:
        """The reader's name."""
        return self.reader.NAME


class Opened(Struct, frozen=True, kw_only=True):
    """A source that is known and not yet read."""

    source: Source
    path: Path
    reader: Reader
    encoding: Encoding

    def read(self) -> Iterator[Reading]:
        """Yield what the source says, from its start; never raise for what it says."""
        if self.encoding.sentence:
            severity = "warning" if self.encoding.bad else "note"
            yield doubt(self.source, severity, "encoding", self.encoding.sentence)  # type: ignore[arg-type]
        yield from self.reader.read(Stream(self.path, self.encoding), self.source)


class Found(Struct, frozen=True, kw_only=True):
    """All that some paths hold: what can be read, in order, and what cannot."""

    opened: tuple[Opened, ...]
    skipped: tuple[Diagnostic, ...]


def head_of(path: Path) -> tuple[Head, Encoding, bool]:
    """Read the beginning of *path*; the last value says whether it looks like text. Raises SourceError."""
    raw, whole = _first_bytes(path)
    declared = XML_DECLARATION.match(raw)
    is_xml = raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    encoding = encoding_of_head(raw)
    if encoding is None or encoding.name == "utf-8":
        encoding = _declared(declared[1]) if declared else None
        if encoding is None:
            encoding = encoding_of([raw], whole=whole) if is_xml else _whole_encoding(path)
    text = "".join(decoded([raw], encoding)).replace("\r\n", "\n").replace("\r", "\n")
    control = sum(char < " " and char not in "\n\t\f\x0b" for char in text[:4096])
    return Head(name=bare_name(path.name), text=text, whole=whole), encoding, control <= len(text[:4096]) * 0.02


def recognise(path: Path, readers: Sequence[Reader], *, format: str | None = None, folder: str = "") -> Recognised:
    """Find out what *path* is, by its content. Raises SourceError where it is nothing that a reader knows."""
    head, encoding, is_text = head_of(path)
    head = msgspec.structs.replace(head, folder=folder)
    if not head.text.strip():
        raise SourceError(f"{path} is empty.", hint="Leave it out, or name the file that you meant.")
    if not is_text:
        raise SourceError(f"{path} is a binary file, not text.", hint=_known(readers))
    if format is not None:
        reader = _named(format, readers)
        return Recognised(reader=reader, confidence=100, evidence="the configuration says so", encoding=encoding, head=head)
    found = [(evidence, reader) for reader in readers if (evidence := reader.recognise(head))]
    if not found:
        named = " It is named as a compressed file, but is none." if bare_name(path.name) != path.name and not packed(path) else ""
        raise SourceError(f"{path} is nothing that is read here.{named}", hint=_known(readers))
    evidence, reader = max(found, key=lambda pair: pair[0].confidence)
    return Recognised(
        reader=reader, confidence=evidence.confidence, evidence=evidence.sentence, encoding=encoding, head=head
    )


def open_sources(
    paths: Iterable[Path],
    readers: Sequence[Reader],
    *,
    given: Mapping[Path, Given] | None = None,
    known: Iterable[Source] = (),
) -> Found:
    """Recognise every path, and every file of a folder in sorted order. Raises SourceError for a path that is nothing.

    *given* is what the configuration says of a path (a file, or a folder for all in it); *known* are the sources that
    the archive already has: the same bytes keep their name, other bytes get another one.
    """
    given = given or {}
    skipped: list[Diagnostic] = []
    found: list[tuple[Path | None, Path, Given, Recognised]] = []
    for path in paths:
        wish = given.get(path, Given())
        if path.is_dir():
            files = _files(path)
            here = [(item, given.get(item, wish)) for item in files]
            sound = list(_recognised(path, here, readers, skipped))
            if not sound:
                raise SourceError(f"The folder {path} holds nothing that is read here.", hint=_known(readers))
            found += [(path, item, its, what) for item, its, what in sound]
        else:
            found.append((None, path, wish, recognise(path, readers, format=wish.format)))
    found = list({item.resolve(): (top, item, its, what) for top, item, its, what in reversed(found)}.values())[::-1]
    known = tuple(known)
    digests = [_sha256(item) for _, item, _, _ in found]
    names = source_names([(item, digest) for (_, item, _, _), digest in zip(found, digests, strict=True)], known)
    described = [what.reader.describe(what.head) for *_, what in found]
    hosts = _hosts(described, known)
    parts = zip(names, digests, found, described, strict=True)
    opened = tuple(_opened(name, digest, entry, facts, hosts) for name, digest, entry, facts in parts)
    opened = _as_versions(opened, [its for _, _, its, _ in found], known)
    return Found(opened=opened, skipped=tuple(skipped))


def _first_bytes(path: Path) -> tuple[bytes, bool]:
    raw = b""
    try:
        for piece in chunks(path):
            raw += piece
            if len(raw) > HEAD_BYTES:
                return raw[:HEAD_BYTES], False
    except Broken as error:
        if not raw:
            raise SourceError(f"{path} cannot be read: {error}.", hint="Fetch or copy the file again.") from error
    except IsADirectoryError as error:
        raise SourceError(f"{path} is a folder.") from error
    return raw, True


def _declared(name: bytes) -> Encoding | None:
    label = name.decode("ascii").lower()
    return Encoding() if label in ("utf-8", "utf8", "us-ascii") or label.startswith("utf-16") else Encoding(name=label)


def _whole_encoding(path: Path) -> Encoding:
    return encoding_of(Stream(path, Encoding()).chunks())


def _named(format: str, readers: Sequence[Reader]) -> Reader:
    for reader in readers:
        if format == reader.NAME:
            return reader
    raise SourceError(f"There is no format {format!r}.", hint=_known(readers))


def _known(readers: Sequence[Reader]) -> str:
    return f"Formats: {', '.join(sorted(reader.NAME for reader in readers))}."


def _files(folder: Path) -> list[Path]:
    hidden = [
        item for item in folder.rglob("*")
        if item.is_file() and item.name not in OUR_FILES
        and not any(part.startswith(".") for part in item.relative_to(folder).parts)
    ]  # fmt: skip
    return sorted(hidden, key=lambda item: item.relative_to(folder).parts)


def _recognised(
    top: Path, files: Iterable[tuple[Path, Given]], readers: Sequence[Reader], skipped: list[Diagnostic]
) -> Iterator[tuple[Path, Given, Recognised]]:
    for path, wish in files:
        try:
            folder = "".join(part + "/" for part in path.relative_to(top).parts[:-1])
            yield path, wish, recognise(path, readers, format=wish.format, folder=folder)
        except SourceError as error:
            place = Place(source=path.name)
            skipped.append(Diagnostic(severity="warning", code="skipped-file", message=str(error), place=place))


def _sha256(path: Path) -> str:
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hosts(described: Iterable[Described], known: Iterable[Source]) -> dict[str, str]:
    """Map hosts to site names, so that a feed without its wiki's name joins the dump of the same host."""
    pairs = [(_host(source.rights.base_url), source.site_name) for source in known]
    pairs += [(facts.host, facts.site_name or "") for facts in described]
    return {host.removeprefix("www."): site for host, site in reversed(pairs) if host and site}


def _as_versions(opened: tuple[Opened, ...], given: Sequence[Given], known: Iterable[Source]) -> tuple[Opened, ...]:
    """Let versions of one document share its name, where the configuration does not name it."""
    here = {item.source.id for item in opened}
    plain = [item.source for item in opened] + [source for source in known if source.id not in here]
    names = document_names(source for source in plain if source.format != "wikitext")
    return tuple(
        item if its.document else msgspec.structs.replace(item, source=_renamed(item.source, names.get(item.source.id)))
        for item, its in zip(opened, given, strict=True)
    )


def _renamed(source: Source, document: str | None) -> Source:
    return msgspec.structs.replace(source, document=document) if document else source


def _host(base: str | None) -> str:
    match = re.match(r"https?://([^/?#\s]+)", base or "")
    return match[1] if match else ""


def _opened(
    name: SourceId, digest: Sha256, entry: tuple[Path | None, Path, Given, Recognised], facts: Described, hosts: Mapping[str, str]
) -> Opened:
    folder, path, given, what = entry
    host = facts.host.removeprefix("www.")
    # The pages of a folder link to each other: the folder is their wiki.
    shelf = folder.resolve().name if folder and what.format == "wikitext" else ""
    site_name = given.site_name or facts.site_name or hosts.get(host) or ""
    source = Source(
        id=name,
        sha256=digest,
        format=what.format,
        wiki=given.wiki if given.wiki is not None else facts.wiki or wiki_key(site_name or host or shelf),
        site_name=site_name,
        language=given.language or facts.language,
        edition=given.edition or facts.edition,
        document=given.document or facts.document,
        version=given.version or facts.version,
        date=given.date or facts.date or (named_date(name) if facts.document else None),
        encoding=what.encoding.name,
        evidence=what.evidence,
        namespaces=tuple(sorted(facts.namespaces.items(), key=lambda item: (item[1], item[0]))),
        case=facts.case,
        rights=given.rights if given.rights.base_url else msgspec.structs.replace(given.rights, base_url=facts.base),
    )
    return Opened(source=source, path=path, reader=what.reader, encoding=what.encoding)
