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
    from playwright.sync_api import Browser, Playwright

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
def playwright() -> Iterator[Playwright]:
    """What drives the browsers; one for all tests of a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests of a process: the system's where it is, else Playwright's own."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    yield from _started("Chromium", lambda: playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]))


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """One Firefox for all tests of a process: the system's, over WebDriver BiDi, as strict with files as a reader's own."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    strict = {"security.fileuri.strict_origin_policy": True, "remote.prefs.recommended": False}
    yield from _started(
        "Firefox",
        lambda: playwright.firefox.launch(channel="moz-firefox", executable_path=path, firefox_user_prefs=strict),
    )


@pytest.fixture(params=["browser", "firefox"], ids=["chromium", "firefox"])
def engine(request: pytest.FixtureRequest) -> Browser:
    """Chromium and Firefox."""
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


def _started(name: str, launch: Callable[[], Browser]) -> Iterator[Browser]:
    try:
        started = launch()
    except Exception as error:
        message = f"NO BROWSER ({name}): this test did not run: {error}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    yield started
    started.close()
