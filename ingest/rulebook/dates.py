"""The date and the version that a document prints of itself, near its beginning."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan", "enero"), ("february", "feb", "febrero"), ("march", "mar", "marzo"), ("april", "apr", "abril"),
            ("may", "mayo"), ("june", "jun", "junio"), ("july", "jul", "julio"), ("august", "aug", "agosto"),
            ("september", "sep", "sept", "septiembre"), ("october", "oct", "octubre"), ("november", "nov", "noviembre"),
            ("december", "dec", "diciembre"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
_CUE = r"(?:effective|updated?|release[ds]?|revised|version|edition|published|dated|as of|vigente|actualizad[oa]|publicad[oa])"
_DATE = re.compile(
    r"(?P<iso>\d{4}-\d\d-\d\d)|(?P<name>[^\W\d_]{3,10})\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})"
    r"|(?P<day2>\d{1,2})(?:st|nd|rd|th)? (?:de )?(?P<name2>[^\W\d_]{3,10})\.?,? (?:de )?(?P<year2>\d{4})"
    r"|(?P<month3>\d\d)/(?P<day3>\d\d)/(?P<year3>\d\d(?:\d\d)?)"
)
_VERSION = re.compile(r"\b(?:version|versión|v\.?|rev\.?|revision) ?(?P<version>\d+(?:\.\d+)+[a-z]?|\d+)\b", re.IGNORECASE)
_HEAD = 4000  # characters


def printed_date(text: str) -> str | None:
    """The first date near a word that says it is the document's own, ISO 8601; None where none is sure."""
    head = text[:_HEAD]
    for match in _DATE.finditer(head):
        around = head[max(0, match.start() - 60) : match.start()]
        if re.search(_CUE, around.rpartition("\n")[2], re.IGNORECASE) and (found := _iso(match)):
            return found
    return None


def printed_version(text: str) -> str | None:
    """The version that the first lines print."""
    match = _VERSION.search(text[:600])
    return match["version"] if match else None


def _iso(match: re.Match[str]) -> str | None:
    if match["iso"]:
        return _valid(*map(int, match["iso"].split("-")))
    if name := match["name"] or match["name2"]:
        month = _MONTHS.get(name.casefold(), 0)
        return _valid(int(match["year"] or match["year2"]), month, int(match["day"] or match["day2"]))
    year = int(match["year3"])
    full = year if year > 99 else 1900 + year if year > 60 else 2000 + year
    # Which of the two is the month cannot be known unless the other can be none.
    return _valid(full, int(match["month3"]), int(match["day3"])) if int(match["day3"]) > 12 else None


def _valid(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
