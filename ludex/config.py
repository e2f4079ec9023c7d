"""``ludex.toml``: which sources, which game, which site. Read strictly; every key is explained by ``ludex init``."""

from __future__ import annotations

import difflib
import glob
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

from ingest.errors import ProfileError
from ingest.model import Severity

CONFIG_NAME = "ludex.toml"
IDS_NAME = "ludex.ids.toml"


Language = Annotated[str, Meta(pattern="^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")]  # en, es, pt-br
Address = Annotated[str, Meta(pattern="^https?://[^/]")]
Date = Annotated[str, Meta(pattern="^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")]


class ConfigError(ProfileError):
    """The configuration says something that we do not understand."""


class SourceEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One ``[[source]]``: a file, a folder, a pattern or a live wiki, and what its owner knows of it."""

    path: str | None = None
    url: Address | None = None  # of a wiki that ``ludex sync`` brought; or its key alone as ``wiki``
    format: str | None = None
    document: str | None = None
    version: str | None = None
    date: Date | None = None
    wiki: str | None = None
    language: Language | None = None
    edition: str | None = None
    licence: str | None = None
    attribution: str | None = None
    base_url: Address | None = None
    publish: bool = True


class SiteEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[site]``: how the site looks."""

    title: str | None = None
    language: Language | None = None
    css: str | None = None
    logo: str | None = None
    pictures: str | None = None  # a folder; what `ludex sync --files` fetched is shown without being named
    url: Address | None = None  # where the site will stand, for feeds and permalinks
    public: bool = False  # leave out the sources that say publish = false


class LinksEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[links]``: aliases that a person confirms or refuses, as ``"Alias" = "Page title"``."""

    confirm: dict[str, str] = {}
    refuse: dict[str, str] = {}


class CheckEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[check]``: which severities and codes make ``ludex check`` and ``--strict`` fail."""

    severities: tuple[Severity, ...] = ("error",)
    codes: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. Paths are relative to it."""

    profile: str | None = None
    output: str = "build/site"
    source: tuple[SourceEntry, ...] = ()
    site: SiteEntry = SiteEntry()
    links: LinksEntry = LinksEntry()
    check: CheckEntry = CheckEntry()


class Project(Struct, frozen=True, kw_only=True):
    """A configuration and the folder it counts from; ``file`` is None where there is none."""

    config: Config
    folder: Path
    file: Path | None = None

    @property
    def archive(self) -> Path | None:
        """Where the archive is kept: ``.ludex/`` beside the configuration; None for a temporary one."""
        return self.folder / ".ludex" / "archive.sqlite" if self.file else None

    @property
    def kept(self) -> Path | None:
        """Where a build keeps what the next need not work out again; None without a configuration."""
        return self.folder / ".ludex" / "kept.sqlite" if self.file else None

    @property
    def output(self) -> Path:
        """The folder of the site."""
        return self.folder / self.config.output

    @property
    def ids(self) -> Path:
        """The file that maps renamed names to their concepts."""
        return self.folder / IDS_NAME


def find_project(named: Path | None) -> Project:
    """Read the configuration *named*, or ``./ludex.toml`` if there, or none. Raises ConfigError."""
    if named is None:
        default = Path(CONFIG_NAME)
        return read_project(default) if default.is_file() else Project(config=Config(), folder=Path())
    if named.is_dir():
        named = named / CONFIG_NAME
    return read_project(named)


def read_project(file: Path) -> Project:
    """Read one configuration file. Raises ConfigError that names the wrong key and the nearest right one."""
    try:
        data = tomllib.loads(file.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError(f"There is no configuration {file}.", hint="`ludex init` writes one.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file} cannot be read: {error}.") from error
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{file}: {_plain(str(error))}.", hint=_nearest(str(error), data)) from error
    for entry in config.source:
        _check(file, entry)
    return Project(config=config, folder=file.parent, file=file)


_OF_FILES = ("format", "document", "version", "date")  # what no wiki has


def _check(file: Path, entry: SourceEntry) -> None:
    """Raises ConfigError for a ``[[source]]`` that names nothing, or two things."""
    if entry.path is not None and entry.url is not None:
        raise ConfigError(f"{file}: a [[source]] has both a path and a url.", hint="Make two of it.")
    if entry.path is not None:
        return
    if entry.url is None and entry.wiki is None:
        raise ConfigError(
            f"{file}: a [[source]] names nothing.",
            hint="It has a path, or the url of a wiki that `ludex sync` brought.",
        )
    useless = [key for key in _OF_FILES if getattr(entry, key) is not None]
    if useless:
        raise ConfigError(
            f"{file}: the key {useless[0]!r} in [source] is for files, and {entry.url or entry.wiki!r} is a wiki.",
            hint="Of a wiki count language, edition, licence, attribution, base_url and publish.",
        )


def wikis(project: Project) -> tuple[SourceEntry, ...]:
    """What is said of live wikis."""
    return tuple(entry for entry in project.config.source if entry.path is None)


def source_paths(project: Project, *, lenient: bool = False) -> list[tuple[Path, SourceEntry]]:
    """The files and folders of every ``[[source]]``, in the order of the file. Raises ConfigError where one is absent, unless *lenient*."""
    found: list[tuple[Path, SourceEntry]] = []
    for entry in project.config.source:
        if entry.path is None:
            continue
        pattern = str(project.folder / entry.path)
        paths = (
            [Path(pattern)]
            if Path(pattern).exists()
            else [Path(item) for item in sorted(glob.glob(pattern, recursive=True))]
        )
        if not paths and not lenient:
            raise ConfigError(
                f"{project.file}: no file matches the source path {entry.path!r}.",
                hint="Paths count from the configuration's folder.",
            )
        found.extend((path, entry) for path in paths)
    return found


def _plain(message: str) -> str:
    where = re.search(r"`\$\.?(.*?)`", message)
    key = re.search(r"unknown field `([^`]+)`", message)
    if key:
        table = re.sub(r"\[\d+\]|\[\.\.\.\]", "", where.group(1)) if where else ""
        return f"the key {key.group(1)!r} {f'in [{table}] ' if table else ''}is not known"
    for pattern, words in _WORDS.items():
        message = message.replace(f"matching regex {pattern!r}", words)
    place = f"`{where.group(1)}`" if where else "it"
    if kind := _KIND.match(message):
        wanted = [_TYPES.get(name.strip(), name) for name in kind["wanted"].split("|") if name.strip() != "null"]
        return f"{place} is {_TYPES.get(kind['got'], kind['got'])}, and should be {' or '.join(wanted)}"
    if value := _CHOICE.match(message):
        return f"{place} is {value[1]}, and should be {', '.join(get_args(Severity))}"
    return message.replace("`$.", "`")


_KIND = re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>\w+)`")
_CHOICE = re.compile(r"Invalid enum value ('[^']*')")
_TYPES = {
    "str": "text in quotes", "int": "a number", "float": "a number", "bool": "true or false", "array": "a list in brackets",
    "object": "a table", "datetime": "a bare date", "date": "a bare date", "time": "a bare time",
}  # fmt: skip


_WORDS = {
    "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$": "that is a language like en or pt-br",
    "^https?://[^/]": "that is an address like https://example.org/",
    "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$": "that is a date like 2025, 2025-07 or 2025-07-12",
}
_STRUCTS: dict[str, Any] = {"source": SourceEntry, "site": SiteEntry, "links": LinksEntry, "check": CheckEntry}


def _nearest(message: str, data: dict[str, Any]) -> str:
    key = re.search(r"unknown field `([^`]+)`", message)
    where = re.search(r"`\$\.?([a-z]*)", message)
    if not key:
        return ""
    fields = _STRUCTS.get(where.group(1) if where else "", Config).__struct_fields__
    close = difflib.get_close_matches(key.group(1), fields, n=1, cutoff=0.5)
    return f"Did you mean {close[0]!r}?" if close else f"Known keys: {', '.join(fields)}."
