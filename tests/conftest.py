"""Where the tests find the shared third-party texts, and how loudly they say that they are absent."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """Give a path below ../shared; skip loudly where it is absent, fail where CI=true."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            message = f"THIRD-PARTY TEXTS ABSENT: {path} is not there; this test did not run"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        return path

    return find
