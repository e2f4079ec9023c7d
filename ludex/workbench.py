"""What the commands need and readers of the site do not: the folder beside a site, the archive beside a ludex.toml.

    DIR/            the site, published
    DIR.index/      knowledge.sqlite, archive.sqlite where no ludex.toml keeps one, and the search index
    .ludex/         the archive that grows, beside ludex.toml

``DIR.index/`` belongs to the site whose ``api/build.json`` says the same fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ingest.archive import Archive
from ingest.errors import ArchiveError, LudexError, NotFound, OutputError
from ingest.knowledge import KnowledgeBase
from ingest.model import Page
from ingest.profile import Edition, Glossary, Profile
from ludex.config import Project
from ludex.console import say
from ludex.places import fingerprint_of, site_of, workbench

KNOWLEDGE = "knowledge.sqlite"
ARCHIVE = "archive.sqlite"
BUILD = "knowledge.json"


def kept_archive(project: Project) -> Archive:
    """The archive beside the ludex.toml of *project*, begun where there is none. Raises ArchiveError without a ludex.toml."""
    file = project.archive
    if file is None:
        raise ArchiveError(
            "There is no ludex.toml here, so nothing is kept between commands.", hint="`ludex init` writes one."
        )
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.is_file() and not holds(file):
        say(f"{file} was empty: whatever had been read into it is gone, and it begins anew.", err=True)
    return Archive(file)


def copied_archive(project: Project, file: Path) -> Archive:
    """An archive at *file* that begins with what the one beside the ludex.toml holds, where there is one, and leaves that alone."""
    if project.archive and holds(project.archive):
        with closing(Archive(project.archive)) as kept:
            kept.copy_to(file)
    return Archive(file)


def open_knowledge(project: Project, named: Path | None) -> KnowledgeBase:
    """The knowledge base that *named*, or the project's site, was built from. Raises OutputError where it is gone."""
    site = site_of(project, named)
    folder = workbench(site)
    try:
        about = json.loads((folder / BUILD).read_text("utf-8"))
        kept, made_for = folder.parent / about["archive"], about["fingerprint"]
        glossary = Glossary(field_names=about.get("field_names", {}))
        editions = tuple(Edition(id=name) for name in about["editions"])
        profile = Profile(name=about["profile"], editions=editions, glossary=glossary)
    except (OSError, ValueError, KeyError, TypeError):
        kept, made_for, profile = folder, "", Profile(name="")
    if made_for != fingerprint_of(site) or not all(map(holds, (folder / KNOWLEDGE, kept))):
        raise OutputError(
            f"{folder} does not belong to {site}, or is not there.", hint="Build the site again on this machine."
        )
    return KnowledgeBase(folder / KNOWLEDGE, profile, Archive(kept).text)


def holds(file: Path) -> bool:
    """Whether *file* is a database that was begun."""
    return file.is_file() and file.stat().st_size > 0  # SQLite takes an emptied file for a new one


def find_page(knowledge: KnowledgeBase, name: str) -> Page:
    """The one page called *name*. Raises NotFound with the nearest title, and LudexError where several are called so."""
    found = find_pages(knowledge, name)
    if len(found) > 1:
        raise several_pages(name, found)
    return found[0]


def find_pages(knowledge: KnowledgeBase, name: str) -> list[Page]:
    """The pages called *name*: by id, title or alias, in any case. Raises NotFound with the nearest title."""
    wanted = name.casefold().replace("_", " ")
    by_title: list[Page] = []
    by_alias: list[Page] = []
    for page in knowledge.pages:
        if name == page.id:
            return [page]
        if page.title.casefold() == wanted:
            by_title.append(page)
        elif wanted in (alias.casefold() for alias in page.aliases):
            by_alias.append(page)
    if by_title or by_alias:
        return by_title or by_alias
    entry = next((entry for entry in knowledge.entries if entry.name.casefold() == wanted), None)
    holder = knowledge.pages.get(entry.page) if entry else None
    if holder:
        raise LudexError(
            f"{name!r} is no page, but an entry of the page {holder.title!r}.",
            hint=f"`ludex log {holder.title!r}` lists the page's revisions, `ludex diff {name!r}` shows what changed in the entry.",
        )
    raise NotFound("page", name, known=[page.title for page in knowledge.pages], hint="`ludex log` lists all pages.")


def several_pages(name: str, found: Iterable[Page]) -> LudexError:
    """What to say where *name* means several pages."""
    names = ", ".join(repr(page.id) for page in found)
    return LudexError(f"Several pages are called {name!r}.", hint=f"Name one of them: {names}.")
