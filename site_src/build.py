"""The whole site, from knowledge base to folder: views, plan, render, commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from ingest.errors import OutputError
from ingest.knowledge import KnowledgeBase
from site_src import plan
from site_src.api import write_api, write_build
from site_src.atlas import Atlas
from site_src.commit import Stage
from site_src.marks import marks_css
from site_src.offline import offline_files
from site_src.options import Built, SiteOptions
from site_src.pocket import pocket_file
from site_src.render import render_page
from site_src.search.build import prepared

Progress = Callable[[str, int], None]  # what is being written, and how many of it so far


def build_site(
    kb: KnowledgeBase, out: Path, *, options: SiteOptions | None = None, progress: Progress | None = None
) -> Built:
    """Write the site of *kb* into the folder *out*, all of it or nothing. Raises OutputError."""
    atlas = Atlas(kb, options or SiteOptions())
    with Stage(out) as stage, prepared(atlas, stage.out) as index:
        pages = _write_pages(stage, atlas, progress or _quiet)
        for path, data in chain(plan.files(atlas), atlas.pictures.files(), index.files(), _owners(atlas.options)):
            stage.write(path, data)
        if atlas.options.pocket:
            stage.write("pocket.html", pocket_file(atlas, plan.look(atlas)))
        for path, data in offline_files(stage.files, atlas.title, atlas.language):
            stage.write(path, data)
        counts = write_api(stage, atlas)
        fingerprint = write_build(stage, atlas, counts)
        stage.commit()
        index.install(fingerprint)
    return Built(folder=stage.out, pages=pages, files=len(stage.files), fingerprint=fingerprint, counts=counts)


def _write_pages(stage: Stage, atlas: Atlas, progress: Progress) -> int:
    look = plan.look(atlas)
    count = 0
    for count, view in enumerate(plan.views(atlas), start=1):
        stage.write(view.path, render_page(view, look))
        if count % 100 == 0:
            progress("pages", count)
    stage.write("static/marks.css", marks_css(atlas.styles.rules))
    return count


def _owners(options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """The owner's own stylesheet and logo."""
    for path in filter(None, (options.css, options.logo)):
        try:
            yield f"owner/{path.name}", path.read_bytes()
        except OSError as error:
            raise OutputError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from error


def _quiet(what: str, count: int) -> None:
    """Say nothing."""
