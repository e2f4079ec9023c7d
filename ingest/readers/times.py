"""Times and dates as sources print them, made ISO 8601 in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$")


def is_iso_time(text: str) -> bool:
    """Tell whether *text* is nothing but a time such as ``2020-05-12T14:30:08Z``."""
    return bool(_ISO.match(text))


def iso_time(text: str | None) -> str | None:
    """Make *text* (ISO 8601 or RFC 822) a time in UTC; None where it is no time."""
    text = (text or "").strip()
    try:
        when = datetime.fromisoformat(text) if _ISO.match(text) else parsedate_to_datetime(text)
        if when.tzinfo is None:
            when = when.replace(tzinfo=UTC)
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
