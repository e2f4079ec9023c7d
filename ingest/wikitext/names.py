"""Names of templates, folded: letter case, ``_``, ``-`` and blanks make no difference."""

from __future__ import annotations

import re
from functools import lru_cache

_GAPS = re.compile(r"[\s_\-]+")


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """``" Greybox_Start "`` and ``"greybox-start"`` are one name."""
    return _GAPS.sub("-", name.strip().lower()).strip("-")
