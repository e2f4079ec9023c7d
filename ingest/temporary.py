"""A folder for the while of one command, which ends with it; what a killed command left is removed by the next."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".ludex-working-"


@contextmanager
def temporary_folder(parent: Path | None) -> Iterator[Path]:
    """A new folder in *parent*, or where the system keeps such folders."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent) as made:
        folder = Path(made)
        handle = _held(folder)
        try:
            _clean(folder)
            yield folder
        finally:
            if handle is not None:
                os.close(handle)


def _held(folder: Path) -> int | None:
    """A handle on *folder* that nobody else holds until it is closed; None where it is in use, or there are no locks."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return None
    handle = None
    try:
        handle = os.open(folder, os.O_RDONLY)
        flock(handle, LOCK_EX | LOCK_NB)
    except OSError:
        if handle is not None:
            os.close(handle)
        return None
    return handle


def _clean(folder: Path) -> None:
    """Remove the neighbours of *folder* that nobody holds. An empty one may be another command's, just begun."""
    for other in folder.parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if other == folder or other.is_symlink() or not any(other.iterdir()):
                continue
            if (handle := _held(other)) is not None:
                shutil.rmtree(other, ignore_errors=True)
                os.close(handle)
