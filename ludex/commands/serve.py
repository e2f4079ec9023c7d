"""``ludex serve``: a preview on this machine that is built again when a source changes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from ingest.errors import LudexError, OutputError
from ludex.commands.build import build, output_of
from ludex.config import Project, find_project, source_paths
from ludex.console import say
from ludex.wishes import Wishes

LOOK_EVERY = 1.0  # seconds


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a preview's requests are noise."""


def serve(project: Project, sources: Iterable[Path], output: Path | None, wishes: Wishes, *, port: int) -> None:
    """Build, serve on 127.0.0.1 and build again whenever a source, the profile or the configuration changes."""
    named = tuple(sources)
    build(project, named, output, wishes)
    folder = output_of(project, output)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise OutputError(f"Port {port} cannot be used: {error.strerror}.", hint="Try --port 0.") from error
    threading.Thread(target=server.serve_forever, daemon=True).start()
    click.echo(f"http://127.0.0.1:{server.server_address[1]}/  (Ctrl-C ends it)")
    try:
        _watch(project, named, output, wishes)
    except KeyboardInterrupt:
        click.echo("")
    finally:
        server.shutdown()


def _watch(project: Project, named: tuple[Path, ...], output: Path | None, wishes: Wishes) -> None:
    seen = _state(project, named, wishes)
    while True:
        time.sleep(LOOK_EVERY)
        now = _state(project, named, wishes)
        if now != seen:
            seen = now
            try:
                project = find_project(project.file)
                build(project, named, output, wishes)
            except LudexError as error:
                say(str(error), err=True)


def _state(project: Project, named: tuple[Path, ...], wishes: Wishes) -> dict[Path, tuple[int, int]]:
    try:
        roots = [*named, *(path for path, _ in source_paths(project))]
    except LudexError:
        roots = list(named)
    if project.file:
        roots.append(project.file)
    if wishes.profile and Path(wishes.profile).is_file():
        roots.append(Path(wishes.profile))
    if project.config.profile and (project.folder / project.config.profile).is_file():
        roots.append(project.folder / project.config.profile)
    if project.config.site.pictures:
        roots.append(project.folder / project.config.site.pictures)
    files = [file for root in roots for file in (root.rglob("*") if root.is_dir() else [root])]
    found: dict[Path, tuple[int, int]] = {}
    for file in files:
        try:
            stat = file.stat()
        except OSError:
            continue
        found[file] = (stat.st_mtime_ns, stat.st_size)
    return found
