"""A real browser: Debian's Chromium where it is, else Playwright's own; the site of the invented game on disk and on loopback."""

from __future__ import annotations

import functools
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))

from game import game
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route

from site_src.build import build_site
from site_src.options import SiteOptions
from tests.waiting import until

ABORTED = ("net::ERR_ABORTED", "NS_BINDING_ABORTED")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invented game as a site, with enough entries for lists to filter."""
    return build_site(
        game(extra=12), tmp_path_factory.mktemp("browser") / "site", options=SiteOptions(pocket=True)
    ).folder


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[str]:
    """The site on loopback."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            """Say nothing."""

    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


class Reader:
    """A browser tab that keeps what went wrong: console messages, errors, requests that left the site."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.base = base
        self.page: Page = context.new_page()
        self.trouble: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.route("**/*", self._route)

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.base}/{path}")
        return self.page

    def back(self) -> None:
        """Go back by the page's own history, and look oneself: WebDriver BiDi does not tell when a page is back."""
        left = self.page.evaluate("location.href")
        self.page.evaluate("setTimeout(() => history.back())")
        until(self.page, f"location.href !== {json.dumps(left)}")

    def _console(self, message: ConsoleMessage) -> None:
        self.trouble.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure not in ABORTED:  # the page was left before its icon came
            self.trouble.append(f"failed: {request.url} {request.failure}")

    def _route(self, route: Route) -> None:
        if not route.request.url.startswith((self.base, "data:")):
            self.trouble.append(f"left the site: {route.request.url}")
        route.continue_()


@pytest.fixture(params=["file", "http"])
def reader(request: pytest.FixtureRequest, engine: Browser, site: Path) -> Iterator[Reader]:
    """A tab on the site from disk and over http, in both browsers; whatever went wrong in it fails the test."""
    base = site.as_uri() if request.param == "file" else request.getfixturevalue("server")
    yield from _tab(engine, base, 1280, 800)


@pytest.fixture
def disk(engine: Browser, site: Path) -> Iterator[Reader]:
    """A small tab on the site from disk."""
    yield from _tab(engine, site.as_uri(), 360, 740)


def _tab(engine: Browser, base: str, width: int, height: int) -> Iterator[Reader]:
    context = engine.new_context(viewport={"width": width, "height": height}, has_touch=width < 600)
    opened = Reader(context, base)
    yield opened
    context.close()
    assert opened.trouble == []
