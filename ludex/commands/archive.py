"""``ludex ingest`` and ``ludex forget``: what the archive beside a ludex.toml holds."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ingest.errors import NotFound
from ludex.config import Project
from ludex.console import Progress, plural, say, say_json
from ludex.pipeline import named_entries, read_into
from ludex.settings import settings_of
from ludex.workbench import kept_archive

MANY = 12  # names of sources that are listed


def ingest(
    project: Project, sources: Iterable[Path], format_name: str | None, *, again: bool = False, as_json: bool
) -> None:
    """Read *sources* into the archive and say what was new."""
    progress = Progress()
    entries = named_entries(project, sources, format_name)
    with closing(kept_archive(project)) as archive:
        added = read_into(archive, entries, progress, settings_of(project), project.folder, again=again)
    progress.done()
    if as_json:
        say_json([item.as_json() for item in added])
        return
    for item in added:
        say(item.sentence)


def forget(project: Project, source: str) -> None:
    """Leave *source* out from now on."""
    with closing(kept_archive(project)) as archive:
        known = [item.id for item in archive.sources()]
        if source not in known:
            listed = f": {', '.join(known[:MANY])}{' …' if len(known) > MANY else ''}" if known else ""
            hint = f"The archive holds {plural(len(known), 'source')}{listed}."
            raise NotFound("source", source, known=known, hint=hint)
        archive.forget(source)
    say(f"{source} is left out from now on. Build the site again to see it.")
