"""The pipeline, recited: sources → archive → profile → knowledge base."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path

from msgspec import Struct

from ingest.archive import Added, Archive
from ingest.choose import PLAIN, Choice, choose_profile
from ingest.errors import ProfileError, SourceError
from ingest.glossary import Renames, read_renames
from ingest.kept import kept_in
from ingest.knowledge import KnowledgeBase
from ingest.model import Diagnostic, Source
from ingest.profile import Profile, load_profile, shipped_profiles
from ingest.readers import Given, open_sources
from ingest.refine import Requests, refine
from ingest.temporary import temporary_folder
from ludex.config import ConfigError, Project, SourceEntry, source_paths
from ludex.console import Progress, plural, say
from ludex.settings import entry_for, given_of, settings_of, tell_owner
from ludex.wishes import Wishes
from ludex.workbench import ARCHIVE, BUILD, KNOWLEDGE, copied_archive, holds, kept_archive

Entries = Sequence[tuple[Path, SourceEntry]]
_ADDRESS = re.compile(r"(https?|ftp):[/\\]+(.*)", re.IGNORECASE)


class Work:
    """An archive refined into a knowledge base, and what led to it."""

    def __init__(
        self,
        archive: Archive,
        knowledge: KnowledgeBase,
        choice: Choice,
        folder: Path,
        kept: Path | None,
        withheld: tuple[Source, ...],
    ) -> None:
        self.archive = archive
        self.knowledge = knowledge
        self.choice = choice
        self.withheld = withheld  # sources that say publish = false, where the site is meant for others
        self._folder = folder  # where the two were made
        self._kept = kept  # the archive that stays where it is, beside a ludex.toml

    def keep(self, fingerprint: str, bench: Path) -> None:
        """Put the knowledge base beside the site whose fingerprint is given; nothing is read from it after."""
        self.close()
        bench.mkdir(parents=True, exist_ok=True)
        (bench / BUILD).unlink(missing_ok=True)
        os.replace(self._folder / KNOWLEDGE, bench / KNOWLEDGE)
        if self._kept is None:
            os.replace(self._folder / ARCHIVE, bench / ARCHIVE)
        else:
            (bench / ARCHIVE).unlink(missing_ok=True)  # of a site that was made without keeping
        archive = os.path.relpath(self._kept or bench / ARCHIVE, bench.parent)
        about = {
            "fingerprint": fingerprint,
            "archive": Path(archive).as_posix(),
            "profile": self.knowledge.profile.name,
            "editions": [edition.id for edition in sorted(self.knowledge.profile.editions, key=attrgetter("order"))],
            "field_names": self.knowledge.profile.glossary.field_names,
        }
        (bench / BUILD).write_text(json.dumps(about), "utf-8")

    def close(self) -> None:
        """Close both files."""
        self.knowledge.close()
        self.archive.close()


@contextmanager
def knowledge_from(
    project: Project, sources: Iterable[Path], bench: Path | None, wishes: Wishes, progress: Progress, *, public: bool = False
) -> Iterator[Work]:  # fmt: skip
    """Read what is named, choose the game and refine; without a ludex.toml everything is made beside *bench* or in a temporary folder,
    and so it is where nothing is to be kept: then with a copy of the archive.

    What is *public* is made as if there were no source that says ``publish = false``: whatever is inferred may repeat its words.
    """
    entries = entries_of(project, sources, wishes)
    parent = _existing(bench) if bench else _beside_archive(project)
    with temporary_folder(parent) as folder:
        kept = project.archive if wishes.keep else None
        archive = kept_archive(project) if kept else copied_archive(project, folder / ARCHIVE)
        work: Work | None = None
        try:
            read = read_into(archive, entries, progress, settings_of(project), project.folder if project.file else None)
            tell_owner(project, archive)
            withheld = archive.withhold(lambda source: not source.rights.publish) if public else ()
            skipped = [note for item in read for note in (*item.skipped, *(() if public else item.withheld))]
            _expect_sources(archive, withheld, [item.source for item in read if item.added.forgotten])
            _expect_format(archive, entries)
            progress.stage("Recognising the game")
            choice = profile_for(project, wishes, archive)
            knowledge = KnowledgeBase(folder / KNOWLEDGE, choice.profile, archive.text)
            work = Work(archive, knowledge, choice, folder, kept, withheld)
            with kept_in(project.kept, choice.profile, to_stay=not wishes.as_of) as known:
                refine(archive, knowledge, requests_of(project, wishes, skipped), progress.step, kept=known)
            yield work
        finally:
            work.close() if work else archive.close()


def _expect_sources(archive: Archive, withheld: Sequence[Source], forgotten: Sequence[str]) -> None:
    if next(iter(archive.sources()), None) is not None:
        return
    if withheld:
        raise SourceError(
            "There is nothing to show: every source says publish = false.",
            hint="Let a [[source]] be published, or take public = true out of [site].",
        )
    if forgotten:
        raise SourceError(
            f"There is nothing to show: {', '.join(forgotten)} was forgotten on request.",
            hint="`ludex ingest --again SOURCE` reads it again.",
        )
    raise SourceError(
        "There is nothing to read.",
        hint="Name files or folders: ludex build SOURCE…; or list them in a ludex.toml (ludex init).",
    )


def _expect_format(archive: Archive, entries: Entries) -> None:
    """Raises SourceError where sources were read as a format that they are not, and nothing else is there."""
    formats = sorted({entry.format for _, entry in entries if entry.format})
    if not formats or next(iter(archive.page_ids()), None) is not None:
        return
    if any(item.severity == "error" for item in archive.diagnostics()):  # an empty dump is a dump
        raise SourceError(
            f"Nothing could be read as {' or '.join(formats)}.",
            hint="Leave the format out: what a file is, is recognised by its content.",
        )


def _beside_archive(project: Project) -> Path | None:
    """The folder of the archive, where there is one: a copy of it has room there, if anywhere."""
    return _existing(project.archive) if project.archive and project.archive.parent.is_dir() else None


def _existing(folder: Path) -> Path | None:
    """The nearest folder above *folder* that is there and can be written: its disk is the site's disk."""
    for above in folder.absolute().parents:
        if above.is_dir():
            return above if os.access(above, os.W_OK) else None
    return None


def entries_of(project: Project, sources: Iterable[Path], wishes: Wishes) -> Entries:
    """What is to be read: the configuration's sources, then those of the command line. Raises SourceError."""
    sources = tuple(sources)
    if wishes.format and not sources:
        raise SourceError(
            "--format says how to read the SOURCEs named with it, and none is named.",
            hint="Name them; of a source in ludex.toml, its [[source]] says the format.",
        )
    return [*_configured(project, sources), *named_entries(project, sources, wishes.format)]


def _configured(project: Project, named: Sequence[Path]) -> Entries:
    """The sources of the configuration. One that is not there is told, and an error only where there is nothing else to show."""
    try:
        return source_paths(project)
    except ConfigError as error:
        if not named and not (project.archive and holds(project.archive)):
            raise
        say(f"{error.message} {'What is named' if named else 'What the archive holds'} is shown without it.", err=True)
        return source_paths(project, lenient=True)


def named_entries(project: Project, sources: Iterable[Path], format_name: str | None) -> Entries:
    """What is named on the command line, with what the configuration says of it. Raises SourceError for an address."""
    named = tuple(sources)
    address = next((found for path in named if (found := _ADDRESS.match(str(path)))), None)
    if address:
        shown = f"{address[1]}://{address[2]}"  # a path has lost a stroke of it
        raise SourceError(
            f"{shown} is an address, and here files are read.",
            hint="`ludex sync` brings a live wiki by its address; download anything else, and name the file.",
        )
    return [(path, entry_for(project, path, format_name)) for path in named]


class ReadIn(Struct, frozen=True, kw_only=True):
    """One source, as it went into the archive."""

    source: str
    added: Added
    skipped: tuple[Diagnostic, ...] = ()
    withheld: tuple[Diagnostic, ...] = ()  # skipped, and not to be published

    @property
    def sentence(self) -> str:
        """What happened, for a person."""
        if self.added.forgotten:
            return f"{self.source}: was forgotten on request and is not read; `ludex ingest --again` reads it."
        if self.added.already:
            return f"{self.source}: nothing new, the same bytes were read before."
        new = plural(self.added.new_revisions, "new revision")
        doubts = f", {plural(self.added.diagnostics, 'doubt')}" if self.added.diagnostics else ""
        return f"{self.source}: {plural(self.added.sightings, 'revision')} read, {new}, {plural(self.added.new_texts, 'new text')}{doubts}."

    def as_json(self) -> dict[str, object]:
        """The same, for a machine."""
        added = self.added
        return {
            "source": self.source, "revisions": added.sightings, "new_revisions": added.new_revisions,
            "new_texts": added.new_texts, "diagnostics": added.diagnostics, "already": added.already,
            "forgotten": added.forgotten,
        }  # fmt: skip


def read_into(
    archive: Archive,
    entries: Entries,
    progress: Progress,
    settings: Mapping[Path, Given],
    base: Path | None,
    *,
    again: bool = False,
) -> list[ReadIn]:
    """Recognise and read every entry into *archive*, in order; *settings* may say something of files inside a folder.

    What was forgotten is read where it is to be read *again*.
    """
    if not entries:
        return []
    given = {**settings, **{path: given_of(entry) for path, entry in entries}}
    known = [*archive.sources(), *archive.tombstones()]
    found = open_sources(dict.fromkeys(path for path, _ in entries), given=given, known=known, base=base)
    done: list[ReadIn] = []
    for number, opened in enumerate(found.opened):
        progress.stage(f"Reading {opened.source.id}")
        added = archive.add(opened.source, progress.each(f"Reading {opened.source.id}", opened.read()), again=again)
        first = number == 0
        done.append(
            ReadIn(
                source=opened.source.id, added=added,
                skipped=found.skipped if first else (), withheld=found.withheld if first else (),
            )
        )  # fmt: skip
    return done


def profile_for(project: Project, wishes: Wishes, archive: Archive) -> Choice:
    """The profile that was asked for, else the one whose tell-tales the texts hold. Raises ProfileError."""
    if wishes.profile:
        return Choice(profile=named_profile(wishes.profile, Path()), evidence="--profile")
    if project.config.profile:
        return Choice(profile=named_profile(project.config.profile, project.folder), evidence="the configuration")
    return choose_profile(shipped_profiles(), newest_texts(archive))


def newest_texts(archive: Archive) -> Iterator[str]:
    """The newest known text of each page."""
    for page in archive.page_ids():
        known = [revision.text for revision in archive.revisions(page) if revision.text]
        text = archive.text(known[-1]) if known else None
        if text:
            yield text


def named_profile(name: str, folder: Path) -> Profile:
    """A shipped profile by name, or a profile file by path. Raises ProfileError that lists what there is."""
    shipped = {profile.name: profile for profile in shipped_profiles()} | {PLAIN.name: PLAIN}
    if name in shipped:
        return shipped[name]
    file = folder / name
    if file.suffix == ".toml" or os.path.exists(file):  # False, not an error, for a name that no disk can hold
        return load_profile(file)
    raise ProfileError(
        f"There is no profile {name!r}.", hint=f"Shipped are {', '.join(sorted(shipped))}; or name a .toml file."
    )


def requests_of(project: Project, wishes: Wishes, skipped: Iterable[Diagnostic]) -> Requests:
    """What the configuration and the command line ask of the stages."""
    return Requests(
        as_of=wishes.as_of,
        renames=renames_of(project),
        confirmed=tuple(project.config.links.confirm.items()),
        refused=tuple(project.config.links.refuse.items()),
        skipped=tuple(skipped),
    )


def renames_of(project: Project) -> Renames:
    """What ``ludex.ids.toml`` beside the configuration says. Raises ProfileError."""
    if project.file is None or not project.ids.is_file():
        return Renames()
    try:
        text = project.ids.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProfileError(f"{project.ids} cannot be read: {error}.", hint="It is a TOML file in UTF-8.") from error
    return read_renames(text, origin=str(project.ids))
