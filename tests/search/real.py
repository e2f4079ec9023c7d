"""Real games as search reads them: knowledge bases of the shared texts and the example, with search data and nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from ludex.config import Config, Project, find_project
from ludex.console import Progress
from ludex.pipeline import knowledge_from
from ludex.wishes import Wishes
from site_src.atlas import Atlas
from site_src.options import SiteOptions
from site_src.search.build import prepared
from tests.search.moles import ROOT, SCRIPT

SOURCES = {
    "seeds": "seeds/*.txt",
    "infinity": "corpora/infinity-wiki/*.xz",
    "magic": "corpora/mtg-cr/CR-2022-11-18.txt.xz",
    "osrs": "corpora/dumps/osrs.xml.xz",
    "case-sensitive": "corpora/dumps/case-sensitive-wiki.xml.xz",
}


class Game:
    """A site's search data, and every name that its entries and pages bear."""

    def __init__(self, site: Path, names: list[str]) -> None:
        self.site = site
        self.names = names


def game(name: str, folder: Path, shared: Callable[[str], Path]) -> Game:
    """Read the game called *name* and write what searching it needs."""
    if name == "example":
        copy = shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns(".ludex"))
        project, sources = find_project(copy / "ludex.toml"), list[Path]()
    else:
        project, sources = Project(config=Config(), folder=folder), _files(SOURCES[name], shared)
    with knowledge_from(project, sources, None, Wishes(), Progress()) as work:
        atlas = Atlas(work.knowledge, SiteOptions())
        site = folder / "site"
        with prepared(atlas, site) as made:
            for path, data in made.files():
                (site / path).parent.mkdir(parents=True, exist_ok=True)
                (site / path).write_bytes(data if isinstance(data, bytes) else b"".join(data))
            (site / "api" / "build.json").write_text(json.dumps({"fingerprint": name}), "utf-8")
            made.install(name)
        names = list(_names(atlas))
    (site / "static").mkdir()
    shutil.copy(SCRIPT, site / "static" / "search.js")
    (site / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>t</title><script src="static/search.js"></script>', "utf-8"
    )
    return Game(site, names)


def _files(pattern: str, shared: Callable[[str], Path]) -> list[Path]:
    folder, _, last = pattern.rpartition("/")
    return sorted(shared(folder).glob(last))


def _names(atlas: Atlas) -> Iterable[str]:
    found: dict[str, None] = {}
    for entry in atlas.all_entries():
        found |= dict.fromkeys(filter(None, (entry.name, entry.acronym, *entry.aliases)))
    for ref in atlas.pages.values():
        page = atlas.kb.pages.get(ref.id)
        found |= dict.fromkeys((ref.title, *(page.aliases if page else ())))
    return found
