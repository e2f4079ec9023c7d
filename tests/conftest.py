"""Where the tests find the shared third-party texts and a browser, and how loudly they say that either is absent."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

settings.register_profile("ludex", deadline=None)  # a busy machine is no reason to fail
settings.load_profile("ludex")


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process: the system's where it is, else Playwright's own."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Exception as error:
            message = f"NO BROWSER: this test did not run: {error}"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        yield started
        started.close()
