"""The interface's words: one catalogue, a table a language, which says too how dates and numbers are written.

Where a number decides, a text has the form ``one`` for exactly 1 and ``other`` for the rest. Other rules of plurals are not
known: a language that has them gives both forms the same words, which fit every number.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TypeAlias

import msgspec
from markupsafe import Markup

Message: TypeAlias = str | dict[str, str]
SCRIPT = "script"  # the table of what scripts say, by language
_SEARCH = ("count", "none", "near", "instead", "all", "also", "reload", "section", "page", "ruling", "hits", "dropped", "by",
           "replaced", "older")  # fmt: skip
FALLBACK = "en"


class Texts:
    """The words of one language; call it with a key, and with ``n`` where the words depend on a number."""

    def __init__(self, language: str, messages: dict[str, Message], fallback: dict[str, Message]) -> None:
        self.language = language
        self.direction = str(messages.get("direction", "ltr"))
        self._messages = messages
        self._fallback = fallback

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of *key* with *values* filled in; it is no HTML yet."""
        message = self._messages.get(key, self._fallback.get(key))
        if message is None:
            raise KeyError(f"The catalogue has no text called {key!r}.")
        if isinstance(message, dict):
            message = message["one" if values.get("n") == 1 and "one" in message else "other"]
        shown = {
            name: _Count(value, self.number(value)) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return message.format_map(_Left(shown))

    def has(self, key: str) -> bool:
        """Whether the catalogue knows *key*."""
        return key in self._messages or key in self._fallback

    def number(self, value: int) -> str:
        """*value* with the language's thousands mark; numbers of four digits stay whole where the language says so."""
        mark = str(self._messages.get("thousands", ","))
        if len(str(abs(value))) <= 4 and self._messages.get("group-four") == "no":
            return str(value)
        return f"{value:,}".replace(",", mark)

    def date(self, timestamp: str | None) -> str:
        """An ISO date or time as people write it: ``12 May 2020``; what is no date stays as it is."""
        if not timestamp:
            return str(self("undated"))
        year, _, rest = timestamp[:10].partition("-")
        month, _, day = rest.partition("-")
        if not (year.isdigit() and month.isdigit() and 1 <= int(month) <= 12):
            return timestamp
        name = str(self("months")).split()[int(month) - 1]
        return self("date", day=str(int(day)), month=name, year=year) if day.isdigit() else f"{name} {year}"

    def time(self, timestamp: str | None) -> str:
        """A whole ISO time: ``12 May 2020, 14:30 UTC``."""
        if timestamp and len(timestamp) >= 16 and timestamp[10] == "T":
            return f"{self.date(timestamp)}, {timestamp[11:16]} UTC"
        return self.date(timestamp)

    def stamp(self, timestamp: str | None) -> Markup:
        """The date as a ``time`` element."""
        if not timestamp:
            return Markup("{}").format(self.date(timestamp))
        return Markup('<time datetime="{}">{}</time>').format(timestamp, self.date(timestamp))


class _Count:
    """A number in a text; ``{added:word|words}`` puts the word that fits behind it."""

    def __init__(self, value: int, shown: str) -> None:
        self._value, self._shown = value, shown

    def __format__(self, forms: str) -> str:
        one, _, other = forms.partition("|")
        return f"{self._shown} {one if self._value == 1 else other}" if forms else self._shown


class _Left(dict[str, object]):
    """Values to fill in; what is not given stays in braces, for a script to fill in."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


@cache
def catalogue() -> dict[str, dict[str, Message]]:
    """Every language's words."""
    text = resources.files("site_src").joinpath("texts.toml").read_text("utf-8")
    return tomllib.loads(text)


def words_script() -> bytes:
    """What scripts say, in every language."""
    tables = {
        language: {**table, "date": catalogue()[language]["date"], "months": catalogue()[language]["months"], "search": {name: catalogue()[language][f"search-{name}"] for name in _SEARCH}}
        for language, table in catalogue()[SCRIPT].items() if isinstance(table, dict)
    }  # fmt: skip
    return b"window.ludex = window.ludex || {};\nludex.words = " + msgspec.json.encode(tables) + b";\n"


@cache
def texts(language: str) -> Texts:
    """The words of *language*, or of the nearest that the catalogue has."""
    tables = catalogue()
    base = language.split("-")[0].lower()
    found = tables.get(base) if base != SCRIPT else None
    return Texts(language, found or tables[FALLBACK], tables[FALLBACK])
