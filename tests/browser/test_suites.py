"""Long checks by other people's tools: axe-core for who reads otherwise, the Nu checker for valid pages."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .test_reading import kinds_of_pages

pytestmark = [pytest.mark.browser, pytest.mark.suite]


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """axe-core and vnu-jar, from npm."""
    folder = tmp_path_factory.mktemp("npm")
    npm = shutil.which("npm")
    if npm is None:
        _absent("npm")
    ended = subprocess.run(
        [str(npm), "install", "--silent", "--no-audit", "axe-core", "vnu-jar"], cwd=folder, check=False
    )
    if ended.returncode:
        _absent("axe-core or vnu-jar")
    return folder / "node_modules"


def _absent(name: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name} is not there")
    pytest.skip(f"TOOL ABSENT: {name}; this test did not run")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_keeps_a_reader_out(browser: Browser, site: Path, tools: Path, scheme: str, width: int) -> None:
    axe = (tools / "axe-core" / "axe.min.js").read_text("utf-8")
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    found = []
    for path in [*kinds_of_pages(site), "pocket.html"]:
        page.goto(f"{site.as_uri()}/{path}")
        page.evaluate(axe)
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [f"{path}: {item['id']} {item['nodes'][0]['html'][:120]}" for item in result["violations"]]
    context.close()

    assert found == []


def test_every_page_is_valid_by_the_nu_checker(site: Path, tools: Path) -> None:
    java = shutil.which("java")
    if java is None:
        _absent("java")
    jar = next((tools / "vnu-jar").rglob("vnu.jar"))
    run = [
        str(java),
        "-Xss4m",
        "-jar",
        str(jar),
        "--errors-only",
        "--skip-non-html",
        "--filterpattern",
        ".*CSS: .*",
        str(site),
    ]
    said = subprocess.run(run, capture_output=True, text=True, check=False)

    assert said.stderr == ""
