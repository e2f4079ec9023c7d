"""Profiles read from TOML, strictly: an unknown key or a pattern that is none is an error that says where."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec import Struct

from ingest.errors import ProfileError
from ingest.profile import books, game, glossary, wiki, words
from ingest.profile.game import Profile
from ingest.profile.patterns import line_of, wrong_patterns
from ingest.profile.places import told

_TABLES: tuple[ModuleType, ...] = (books, game, glossary, wiki, words)


def read_profile(text: str, *, origin: str) -> Profile:
    """Read a profile from TOML; *origin* names the file in errors. Raises ProfileError."""
    try:
        profile = _profile(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{origin} is not valid TOML: {error}.") from error
    except msgspec.ValidationError as error:
        line, words = told(error, text, _profile)
        raise ProfileError(
            f"{origin}, line {line}: {words}." if line else f"{origin}: {words}.", hint=_hint(str(error))
        ) from error
    for wrong in wrong_patterns(profile):
        line = line_of(text, wrong.pattern)
        place = f"{origin}, line {line}" if line else origin
        raise ProfileError(
            f"{place}: {wrong.pattern!r} in {wrong.where} is no regular expression: {wrong.why}.",
            hint="In a basic TOML string every backslash is written twice.",
        )
    return profile


def _profile(data: object) -> Profile:
    return msgspec.convert(data, Profile)


@cache
def shipped_profiles() -> tuple[Profile, ...]:
    """The profiles that come with the product, by name."""
    folder = resources.files("ingest.profiles")
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return tuple(read_profile(file.read_text("utf-8"), origin=file.name) for file in files)


def load_profile(path: Path) -> Profile:
    """Read the profile file *path*. Raises ProfileError."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"The profile {path} cannot be read: {error}.") from error
    return read_profile(text, origin=str(path))


def _hint(message: str) -> str:
    unknown = message.partition("unknown field `")[2].partition("`")[0]
    close = difflib.get_close_matches(unknown, sorted(set(_fields())), n=1)
    return f"Did you mean {close[0]!r}?" if close else ""


def _fields() -> Iterator[str]:
    for module in _TABLES:
        for item in vars(module).values():
            if isinstance(item, type) and issubclass(item, Struct):
                yield from item.__struct_fields__
