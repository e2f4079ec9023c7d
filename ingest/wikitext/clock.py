"""``{{CURRENTYEAR}}`` and its siblings: said only where the site says which time it is, never from this machine's clock."""

from __future__ import annotations

from datetime import datetime

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def clock_word(name: str, now: str | None) -> str | None:
    """What the magic word *name* says at the ISO time *now*: empty where that is unknown, None where *name* is none."""
    word = name.removeprefix("CURRENT") if name.startswith("CURRENT") else name.removeprefix("LOCAL")
    if word not in _WORDS:
        return None
    try:
        time = datetime.fromisoformat(now.replace("Z", "+00:00")) if now else None
    except ValueError:
        time = None
    return _say(word, time) if time is not None else ""


_WORDS = frozenset(
    [
        "YEAR",
        "MONTH",
        "MONTH1",
        "MONTH2",
        "MONTHNAME",
        "MONTHNAMEGEN",
        "MONTHABBREV",
        "DAY",
        "DAY2",
        "DOW",
        "DAYNAME",
        "TIME",
        "HOUR",
        "WEEK",
        "TIMESTAMP",
    ]
)


def _say(word: str, time: datetime) -> str:
    said = {
        "YEAR": str(time.year), "MONTH": f"{time.month:02}", "MONTH2": f"{time.month:02}", "MONTH1": str(time.month),
        "MONTHNAME": _MONTHS[time.month - 1], "MONTHNAMEGEN": _MONTHS[time.month - 1], "MONTHABBREV": _MONTHS[time.month - 1][:3],
        "DAY": str(time.day), "DAY2": f"{time.day:02}", "DOW": str(time.isoweekday() % 7), "DAYNAME": _DAYS[time.weekday()],
        "TIME": f"{time.hour:02}:{time.minute:02}", "HOUR": f"{time.hour:02}", "WEEK": str(time.isocalendar().week),
        "TIMESTAMP": time.strftime("%Y%m%d%H%M%S"),
    }  # fmt: skip
    return said[word]
