"""The version that a document prints of itself, near its beginning."""

from __future__ import annotations

import re

_VERSION = re.compile(
    r"\b(?:version|versión|v\.?|rev\.?|revision) ?(?P<version>\d+(?:\.\d+)+[a-z]?|\d+)\b", re.IGNORECASE
)


def printed_version(text: str) -> str | None:
    """The version that the first lines print."""
    match = _VERSION.search(text[:600])
    return match["version"] if match else None
