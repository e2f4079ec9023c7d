"""The names that a heading may print: an entry called "Row" stands under "Row", "2. Row" and "ROW (Long Task)"."""

from __future__ import annotations

import re

from ingest.visible import fold
from site_src.refs import bare_label

_NUMBER = re.compile(r"\(?\d+(?:\.\d+)*[a-z]?[.)]?\s+(?=\S)")


def names_of(heading: str) -> tuple[str, ...]:
    """The folded names that *heading* may print, itself first."""
    plain = _NUMBER.sub("", heading, count=1)
    return tuple(dict.fromkeys(fold(name) for name in (heading, bare_label(heading), plain, bare_label(plain))))
