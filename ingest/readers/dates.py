"""Dates that a text prints of itself, and dates in file names: "effective as of May 4, 2021", "rules-2021-05.txt"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice

LINES = 80  # a text says at its beginning how old it is
REACH = 60  # characters between the word and its date
TITLE_LINES = 8  # in which a line may end in the date of the text, as a title page does
TITLE = 90  # characters of such a line

_MONTHS = (
    ("january", "enero", "janvier", "januar", "gennaio", "janeiro"),
    ("february", "febrero", "fevrier", "februar", "febbraio", "fevereiro"),
    ("march", "marzo", "mars", "marz", "marco"),
    ("april", "abril", "avril", "aprile"),
    ("may", "mayo", "mai", "maggio", "maio"),
    ("june", "junio", "juin", "juni", "giugno", "junho"),
    ("july", "julio", "juillet", "juli", "luglio", "julho"),
    ("august", "agosto", "aout"),
    ("september", "septiembre", "septembre", "settembre", "setembro", "setiembre"),
    ("october", "octubre", "octobre", "oktober", "ottobre", "outubro"),
    ("november", "noviembre", "novembre", "novembro"),
    ("december", "diciembre", "decembre", "dezember", "dicembre", "dezembro"),
)
MONTHS = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names} | {
    names[0][:3]: number for number, names in enumerate(_MONTHS, start=1)
}
_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_OF = r"(?:\s*(?:,|\bde\b|\bdel\b|\bof\b|\bdi\b))?\s*"
_CUE = re.compile(
    r"\b(?:effective|updated?|last change|version|revis\w+|published|released?|release date|dated?|as of|valid|current"
    r"|actualiza\w+|vigente|publica\w+|fecha|edicion|mise? a jour|fassung|stand|gultig|datum|aktualisiert"
    r"|aggiorna\w+|versione|data)\b"
)
_DATES = (
    re.compile(rf"\b{_YEAR}(?P<mark>[-/.])(?P<number>\d\d?)(?:(?P=mark)(?P<day>\d\d?))?\b(?!\d)"),
    re.compile(rf"\b{_MONTH}\s+(?P<day>\d\d?)(?:st|nd|rd|th)?{_OF}{_YEAR}\b"),
    re.compile(rf"\b(?P<day>\d\d?)(?:st|nd|rd|th|º|\.)?{_OF}{_MONTH}{_OF}{_YEAR}\b"),
    re.compile(rf"\b{_MONTH}{_OF}{_YEAR}\b"),
    re.compile(r"\b(?P<day>\d\d?)\.(?P<number>\d\d?)\.(?P<year>\d{4}|\d\d)\b"),
    re.compile(r"\b(?P<one>\d\d?)[/-](?P<two>\d\d?)[/-](?P<year>\d{4}|\d\d)\b"),
)
_IN_STORY = re.compile(r"\b(?:on|until|since|before|after|by|from|in|am|bis|seit|hasta|desde)(?: the| el)?\s*$")
_NAMED = (
    re.compile(rf"(?<!\d){_YEAR}(?P<mark>[-_. ]?)(?P<number>[01]\d)(?:(?P=mark)(?P<day>[0-3]\d))?(?!\d)"),
    re.compile(rf"(?<![a-zA-Z])(?i:{_MONTH})[-_. ]?(?:(?P<day>\d\d?)[-_. ,]+)?{_YEAR}(?!\d)"),
    re.compile(rf"(?<!\d)(?P<day>[0-3]\d)(?P<mark>[-_.])(?P<number>[01]\d)(?P=mark){_YEAR}(?!\d)"),
)


def printed_date(text: str) -> str | None:
    """The date of *text*: behind a word such as "effective" or "version" near its beginning, or at the end of a title line."""
    lines = text.split("\n", LINES)[:LINES]
    return _said_date(lines) or _title_date(line for line in lines if line.strip())


def _title_date(lines: Iterable[str]) -> str | None:
    """The date in which one of the first lines ends: "Second edition, 3 March 2024"."""
    for line in islice(lines, TITLE_LINES):
        folded = _folded(line).strip(" .)]*_#")
        ends = (match.start() for pattern in _DATES for match in pattern.finditer(folded) if match.end() == len(folded))
        start = min(ends, default=None) if len(folded) <= TITLE else None
        found = next(_dates(folded[start:], _DATES), None) if start is not None else None
        if found and not _IN_STORY.search(folded[:start]):
            return found
    return None


def _said_date(lines: Iterable[str]) -> str | None:
    for line in lines:
        folded = _folded(line)
        for cue in _CUE.finditer(folded):
            found = next(_dates(folded[cue.end() : cue.end() + REACH], _DATES), None)
            if found:
                return found
    return None


def named_date(name: str) -> str | None:
    """The date in a file name: a day, or a month where no day is given."""
    return next(_dates(_folded(name), _NAMED), None)


def without_date(name: str) -> str:
    """A file name without its dates."""
    for pattern in _NAMED:
        name = pattern.sub("", name)
    return name


def _folded(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(char))


def _dates(text: str, patterns: tuple[re.Pattern[str], ...]) -> Iterator[str]:
    """Yield the dates of *text* from left to right; one that could be two days is none."""
    matches = [match for pattern in patterns for match in pattern.finditer(text)]
    for match in sorted(matches, key=lambda match: (match.start(), -match.end())):
        if found := _iso(match.groupdict()):
            yield found


def _iso(parts: dict[str, str | None]) -> str | None:
    day, month = parts.get("day"), parts.get("number") or str(MONTHS.get(parts.get("month") or "", 0))
    if one := parts.get("one"):
        two = parts["two"] or ""
        if (int(one) > 12) == (int(two) > 12) and one != two:
            return None
        day, month = (one, two) if int(one) > 12 else (two, one)
    year = int(parts["year"] or 0)
    year += 0 if year > 99 else 1900 if year > 69 else 2000
    try:
        return date(year, int(month), int(day)).isoformat() if day else date(year, int(month), 1).isoformat()[:7]
    except ValueError:
        return None
