"""Our own scripts as a site carries them: without comments and needless spaces, a fifth less to load."""

from __future__ import annotations

import rjsmin


def lean(script: str) -> str:
    """*script* without what only its authors read. Template literals must not be nested: rjsmin ends them too early."""
    return f"{rjsmin.jsmin(script)}\n"
