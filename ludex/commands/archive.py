"""``ludex ingest`` and ``ludex forget``: what the archive beside a ludex.toml holds."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from ingest.archive import Archive
from ingest.errors import ArchiveError, NotFound
from ludex.config import Project, SourceEntry
from ludex.console import Progress, plural, say
from ludex.pipeline import read_into

MANY = 12  # names of sources that are listed


def _archive_of(project: Project) -> Archive:
    if project.archive is None:
        raise ArchiveError(
            "There is no ludex.toml here, so nothing is kept between commands.",
            hint="`ludex init` writes one; or use ludex build SOURCE…",
        )
    project.archive.parent.mkdir(parents=True, exist_ok=True)
    return Archive(project.archive)


def ingest(project: Project, sources: Iterable[Path], format_name: str | None, *, as_json: bool) -> None:
    """Read *sources* into the archive and say what was new."""
    archive = _archive_of(project)
    progress = Progress()
    added = read_into(archive, [(path, SourceEntry(path=str(path), format=format_name)) for path in sources], progress)
    progress.done()
    if as_json:
        click.echo(json.dumps([item.as_json() for item in added], ensure_ascii=False, indent=1))
        return
    for item in added:
        say(item.sentence)


def forget(project: Project, source: str) -> None:
    """Leave *source* out from now on."""
    archive = _archive_of(project)
    known = [item.id for item in archive.sources()]
    if source not in known:
        listed = f": {', '.join(known[:MANY])}{' …' if len(known) > MANY else ''}" if known else ""
        raise NotFound("source", source, known=known, hint=f"The archive holds {plural(len(known), 'source')}{listed}.")
    archive.forget(source)
    say(f"{source} is left out from now on. Build the site again to see it.")
