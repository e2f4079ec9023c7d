"""``ludex sync``: bring the archive beside a ludex.toml up to date with a live wiki."""

from __future__ import annotations

import os

from ingest.errors import LudexError
from ingest.live import Login, Synced, Wanted, open_wiki
from ingest.live import sync as bring
from ludex import __version__
from ludex.config import Project
from ludex.console import Progress, plural, say, say_json
from ludex.places import FILES
from ludex.workbench import kept_archive

ABOUT = "offline copies of rules wikis"


def agent() -> str:
    """Who we say we are: the program, and whom to write to where LUDEX_CONTACT says so."""
    contact = "".join(
        char for char in os.environ.get("LUDEX_CONTACT", "") if char.isprintable() and char.isascii()
    ).strip()
    return f"ludex/{__version__} ({contact or ABOUT}) python-httpx"


def names(values: tuple[str, ...]) -> tuple[str, ...]:
    """Each name of *values*, which may hold several with a bar between them: no title has one."""
    return tuple(name.strip() for value in values for name in value.split("|") if name.strip())


def login_of() -> Login | None:
    """The login that the environment gives, if it gives one. Raises LudexError where it is half a login."""
    user, password = os.environ.get("LUDEX_WIKI_USER", ""), os.environ.get("LUDEX_WIKI_PASSWORD", "")
    if bool(user) != bool(password):
        absent = "LUDEX_WIKI_PASSWORD" if user else "LUDEX_WIKI_USER"
        raise LudexError(f"{absent} is not set.", hint="A login needs both LUDEX_WIKI_USER and LUDEX_WIKI_PASSWORD.")
    return Login(user=user, password=password) if user else None


def sync(
    project: Project, address: str, wanted: Wanted, *, files: bool, verify: bool, again: bool, as_json: bool
) -> bool:
    """Store what is new and say what it was; True where something that was named is not there."""
    login = login_of()
    archive = kept_archive(project)
    pictures = archive.path.parent / FILES if files and archive.path else None
    progress = Progress()
    try:
        progress.stage(f"Asking {address}")
        with open_wiki(address, agent=agent(), login=login, known=tuple(archive.sources()), tell=progress.stage) as (
            api,
            wiki,
        ):
            synced = bring(archive, api, wiki, wanted, again=again, verify=verify, files=pictures, step=progress.step)
    finally:
        progress.done()
        archive.close()
    if as_json:
        say_json(synced)
    else:
        say(sentence(synced))
        for note in (*synced.notes, *(f"There is no {name!r}." for name in synced.missing)):
            say(note, err=True)
    return bool(synced.missing)


def sentence(synced: Synced) -> str:
    """What happened, for a person."""
    looked = f"{synced.source}: {plural(synced.pages, 'page')} looked at"
    pictures = f" {plural(synced.files, 'picture')} fetched." if synced.files else ""
    if not synced.revisions:
        return f"{looked}, nothing new.{pictures}"
    doubts = f", {plural(synced.diagnostics, 'doubt')}" if synced.diagnostics else ""
    read = f"{plural(synced.revisions, 'revision')} read, {plural(synced.new_revisions, 'new revision')}, {plural(synced.new_texts, 'new text')}"
    return f"{looked}, {synced.changed:,} changed; {read}{doubts}. `ludex build` shows them.{pictures}"
