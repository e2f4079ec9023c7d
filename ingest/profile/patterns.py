"""Patterns of a profile that are no regular expressions, each with its place: told before anything is read with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ingest.profile.game import Profile

_KIND = ("classes", "chapters", "categories", "pages", "names_like", "trim")
_GLOSSARY = ("charts", "no_terms", "no_pages", "cut", "term_columns")


class Wrong(NamedTuple):
    """One such pattern."""

    where: str
    pattern: str
    why: str


def wrong_patterns(profile: Profile) -> Iterator[Wrong]:
    """Yield every pattern of *profile* that does not compile, in the order of its tables."""
    for where, pattern in _patterns(profile):
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            yield Wrong(where, pattern, str(error))


def line_of(text: str, pattern: str) -> int | None:
    """The line of the TOML *text* that writes *pattern*, escaped or between single quotes."""
    written = {msgspec.json.encode(pattern).decode()[1:-1], pattern}
    return next(
        (number for number, line in enumerate(text.splitlines(), start=1) if any(form in line for form in written)),
        None,
    )


def _patterns(profile: Profile) -> Iterator[tuple[str, str]]:
    yield from (("tells.patterns", pattern) for pattern in profile.tells.patterns)
    for edition in profile.editions:
        yield from ((f"editions.{edition.id}.tells", pattern) for pattern in edition.tells)
        yield from ((f"editions.{edition.id}.templates", pattern) for pattern in edition.templates)
    for kind in profile.kinds:
        for name in _KIND:
            yield from ((f"kinds.{kind.id}.{name}", pattern) for pattern in getattr(kind, name))
        for number, rule in enumerate(kind.when):
            yield from (
                (f"kinds.{kind.id}.when[{number}].{name}", getattr(rule, name)) for name in rule.__struct_fields__
            )
    for name in _GLOSSARY:
        yield from ((f"glossary.{name}", pattern) for pattern in getattr(profile.glossary, name))
    yield from (("templates.patterns", pattern) for pattern in profile.templates.patterns)
