"""Times and dates as sources print them, made ISO 8601 in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

_STRICT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$")
# Seconds and zone may be left out, and so may the marks between the numbers: wikis store 20200512143008.
_LOOSE = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d)?)?$",
    re.ASCII | re.IGNORECASE,
)


def is_iso_time(text: str) -> bool:
    """Tell whether *text* is nothing but a time such as ``2020-05-12T14:30:08Z``."""
    return bool(_STRICT.match(text))


def iso_time(text: str | None) -> str | None:
    """Make *text* (ISO 8601 or RFC 822) a time in UTC; None where it is no time. Without a zone it is UTC."""
    text = (text or "").strip()
    try:
        found = _LOOSE.match(text)
        when = _of_numbers(found) if found else parsedate_to_datetime(text)
        if when.tzinfo is None:
            when = when.replace(tzinfo=UTC)
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _of_numbers(found: re.Match[str]) -> datetime:
    """The time that was written; midnight may be 24:00, and a minute may have a leap second. Raises ValueError."""
    year, month, day, hour, minute, second = (int(found[number] or 0) for number in range(1, 7))
    if minute > 59 or second > 60 or timedelta(hours=hour, minutes=minute) > timedelta(hours=24):
        raise ValueError(found.group())
    east = timedelta(hours=int(found[8] or 0), minutes=int(found[9] or 0)) * (-1 if found[7] == "-" else 1)
    start = datetime(year, month, day, tzinfo=timezone(east))
    return start + timedelta(hours=hour, minutes=minute, seconds=second)
