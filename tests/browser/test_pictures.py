"""Pictures in a real browser: they load from disk and over http, at the size their page wishes, and nothing runs in them."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page

from ludex.cli import main
from tests.site.test_pictures import SVG, png

pytestmark = pytest.mark.browser

LAMP = """A lamp. [[File:Oil lamp.png|thumb|100px|left|alt=A lit lamp|It ''burns'' oil]] [[File:Wick.svg|30px]]

[[File:Absent.png|thumb|Nobody drew it]] [[File:Evil.png|A page in disguise]]

<gallery widths=90px>
Oil lamp.png|By [[Wick|its wick]]
Wick.svg
</gallery>
"""
EVIL = '<script>document.title="ran";alert(1)</script><rect width="40" height="20" onload="alert(2)"/><set attributeName="onclick" to="alert(3)"/>'


@pytest.fixture(scope="module")
def illustrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki in a folder beside its pictures, as a site."""
    folder = tmp_path_factory.mktemp("illustrated")
    (folder / "texts").mkdir()
    (folder / "drawn").mkdir()
    (folder / ".ludex" / "files").mkdir(parents=True)
    (folder / "texts" / "Lamp.wiki").write_text(LAMP, "utf-8")
    (folder / "texts" / "Wick.wiki").write_text("A thread in a [[lamp]].", "utf-8")
    (folder / "drawn" / "Oil_lamp.png").write_bytes(png(300, 150))
    (folder / "drawn" / "Evil.png").write_text("<html><script>alert(1)</script></html>")
    (folder / ".ludex" / "files" / "Wick.svg").write_text(SVG.format(EVIL), "utf-8")
    (folder / "ludex.toml").write_text('[site]\npictures = "drawn"\n[[source]]\npath = "texts"\n', "utf-8")
    result = CliRunner().invoke(main, ["build", "-c", str(folder / "ludex.toml")])
    assert result.exit_code == 0, result.output
    return folder / "build" / "site"


@pytest.fixture(params=["file", "http"])
def base(request: pytest.FixtureRequest, illustrated: Path) -> Iterator[str]:
    if request.param == "file":
        yield illustrated.as_uri()
        return
    handler = functools.partial(_Quiet, directory=str(illustrated))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # browsers ask for it whatever a page says
            self.send_response(204)
            self.end_headers()
            return
        super().do_GET()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def page(engine: Browser, trouble: list[str]) -> Iterator[Page]:
    context = engine.new_context()
    page = context.new_page()
    page.on("console", lambda message: trouble.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url}"))
    page.on("dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    yield page
    context.close()


def _pictures(page: Page) -> list[dict[str, object]]:
    page.evaluate("for (const img of document.images) img.loading = 'eager'")
    page.evaluate(
        "() => Promise.all([...document.images].map(img => img.complete || new Promise(done => img.onload = img.onerror = done)))"
    )
    found: list[dict[str, object]] = page.evaluate(
        "[...document.querySelectorAll('main img')].map(img => ({own: img.naturalWidth, width: img.clientWidth, alt: img.alt,"
        " style: img.getAttribute('style')}))"
    )
    return found


def test_every_picture_at_hand_loads_at_its_size(page: Page, base: str, illustrated: Path, trouble: list[str]) -> None:
    path = next((illustrated / "page").rglob("lamp*.html")).relative_to(illustrated)
    page.goto(f"{base}/{path.as_posix()}")
    shown = _pictures(page)

    assert [item["own"] for item in shown] == [300, 40, 300, 40]
    assert [item["width"] for item in shown] == [100, 30, 90, 90]
    assert [item["alt"] for item in shown] == ["A lit lamp", "Wick", "By its wick", "Wick"]
    assert {item["style"] for item in shown} == {None}
    assert page.locator(".no-picture").all_inner_texts() == ["Absent.png", "A page in disguise"]
    assert "Nobody drew it" in page.inner_text("main")
    assert trouble == []


def test_a_drawing_that_is_opened_alone_runs_nothing(
    page: Page, base: str, illustrated: Path, trouble: list[str]
) -> None:
    (drawing,) = (illustrated / "media").glob("*.svg")
    page.goto(f"{base}/media/{drawing.name}")

    assert page.title() == ""
    assert page.locator("rect").count() == 1
    assert trouble == []


def test_pictures_are_written_once_and_stay_the_same_from_build_to_build(illustrated: Path) -> None:
    before = sorted((path.name, path.read_bytes()) for path in (illustrated / "media").iterdir())
    CliRunner().invoke(main, ["build", "-c", str(illustrated.parents[1] / "ludex.toml")])

    assert len(before) == 2
    assert sorted((path.name, path.read_bytes()) for path in (illustrated / "media").iterdir()) == before
