"""Where a site and the folder beside it are: what a search needs to know, and no more, so that it starts at once."""

from __future__ import annotations

import json
from pathlib import Path

from ingest.errors import OutputError
from ludex.config import Project

FILES = "files"  # beside the kept archive: pictures that were fetched


def workbench(site: Path) -> Path:
    """The folder beside *site*. Raises OutputError where nothing can stand beside it."""
    named = site if site.name not in ("", "..") else site.resolve()
    if not named.name:
        raise OutputError(f"{site} cannot be a site.", hint="Name a folder of its own.")
    return named.with_name(named.name + ".index")


def site_of(project: Project, named: Path | None) -> Path:
    """The site that a command reads. Raises OutputError where there is none."""
    site = named or project.output
    if not (site / "api" / "build.json").is_file():
        raise OutputError(
            f"{site} holds no site.", hint="Build one first: ludex build SOURCE… -o DIR; then name it with --site DIR."
        )
    return site


def fingerprint_of(site: Path) -> str:
    """The fingerprint that *site* itself says. Raises OutputError."""
    file = site / "api" / "build.json"
    try:
        return str(json.loads(file.read_text("utf-8"))["fingerprint"])
    except OSError as error:
        raise OutputError(f"{file} cannot be read: {error.strerror}.", hint="Build the site again.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise OutputError(f"{file} is damaged, or no file of ours.", hint="Build the site again.") from error
