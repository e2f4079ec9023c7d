"""``ludex init``: a commented configuration, and a profile to start from."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import click

from ingest.errors import OutputError
from ludex.config import CONFIG_NAME

PROFILE_NAME = "profile.toml"


def init(folder: Path, *, with_profile: bool) -> None:
    """Write ``ludex.toml``, and ``profile.toml`` where wished. Raises OutputError rather than overwrite one.

    Where a configuration is there already, a profile is added to it.
    """
    added = with_profile and (folder / CONFIG_NAME).exists()
    names = [*([] if added else [CONFIG_NAME]), *([PROFILE_NAME] if with_profile else [])]
    taken = [name for name in names if (folder / name).exists()]
    if taken:
        raise OutputError(
            f"{folder / taken[0]} is there already and stays as it is.", hint="Name another folder, or move it away."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            text = resources.files("ludex.starters").joinpath(name).read_text("utf-8")
            if with_profile and name == CONFIG_NAME:
                text = text.replace('# profile = "infinity"', f'profile = "{PROFILE_NAME}"')
            (folder / name).write_text(text, "utf-8")
            click.echo(f"Wrote {folder / name}")
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}.") from error
    if added:
        click.echo(f'Name it in {folder / CONFIG_NAME}: profile = "{PROFILE_NAME}"')
        return
    click.echo(
        "Put your texts into a folder named sources beside it, or name them in it; then run: ludex build"
        + (f" -c {folder / CONFIG_NAME}" if folder != Path() else "")
    )
