"""What ``[[source]]`` says of a source: of files by their path, of a live wiki by its address or its key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from ingest.archive import Archive
from ingest.model import Rights, Source
from ingest.readers import Given
from ludex.config import ConfigError, Project, SourceEntry, source_paths, wikis

LIVE = "mediawiki-api"
_USUAL_PORT = re.compile(r":(?:80|443)$")


def given_of(entry: SourceEntry) -> Given:
    """What the configuration says of a source, in the readers' words."""
    rights = Rights(
        licence=entry.licence, attribution=entry.attribution, base_url=entry.base_url, publish=entry.publish
    )
    return Given(
        format=entry.format, wiki=entry.wiki, language=entry.language, edition=entry.edition, document=entry.document,
        version=entry.version, date=entry.date, rights=rights,
    )  # fmt: skip


def entry_for(project: Project, path: Path, format_name: str | None) -> SourceEntry:
    """The ``[[source]]`` that names *path* or the nearest folder above it; one that says nothing where none does."""
    said = {named.resolve(): entry for named, entry in source_paths(project, lenient=True)}
    place = path.resolve()
    entry = next((said[item] for item in (place, *place.parents) if item in said), SourceEntry(path=str(path)))
    return msgspec.structs.replace(entry, format=format_name) if format_name else entry


def settings_of(project: Project) -> Mapping[Path, Given]:
    """What the configuration says of each path that it names and that is there."""
    return {path: given_of(entry) for path, entry in source_paths(project, lenient=True)}


def tell_owner(project: Project, archive: Archive) -> None:
    """Let the sources that ``ludex sync`` brought be as the configuration says. Raises ConfigError for a wiki that was not brought."""
    live = [source for source in archive.sources() if source.format == LIVE]
    told: dict[str, SourceEntry] = {}
    for entry in wikis(project):
        meant = [source for source in live if _is_meant(entry, source)]
        if not meant:
            address = entry.url or "ADDRESS"
            raise ConfigError(
                f"{project.file}: nothing of the wiki {entry.url or entry.wiki!r} was brought yet.",
                hint=f"`ludex sync {address}` brings it.",
            )
        told.update({source.id: entry for source in _nearest(entry, meant)})
    archive.describe(lambda source: _as_told(source, told[source.id]) if source.id in told else source)


def _is_meant(entry: SourceEntry, source: Source) -> bool:
    if entry.url is None:
        return source.wiki == entry.wiki
    return _host(entry.url) == _host(source.rights.base_url or f"https://{source.id}/")


def _nearest(entry: SourceEntry, meant: list[Source]) -> Iterable[Source]:
    """Of several wikis on one host, those below the address, where there are any."""
    path = urlsplit(entry.url or "").path.rpartition("/")[0] + "/"
    below = [source for source in meant if urlsplit(source.rights.base_url or "").path.startswith(path)]
    return below or meant


def _host(address: str) -> str:
    return _USUAL_PORT.sub("", urlsplit(address).netloc.lower()).removeprefix("www.")


def _as_told(source: Source, entry: SourceEntry) -> Source:
    own = source.rights
    rights = Rights(
        licence=entry.licence or own.licence, attribution=entry.attribution or own.attribution,
        base_url=entry.base_url or own.base_url, publish=entry.publish,
    )  # fmt: skip
    return msgspec.structs.replace(
        source, language=entry.language or source.language, edition=entry.edition or source.edition, rights=rights
    )
