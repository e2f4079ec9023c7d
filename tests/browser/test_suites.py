"""Long checks by other people's tools: axe-core for who reads otherwise, the Nu checker for valid pages."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from pages import broken
from playwright.sync_api import Browser

from ludex.cli import main

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
        [str(npm), "install", "--silent", "--no-audit", "--prefix", str(folder), "axe-core", "vnu-jar"],
        cwd=folder,
        check=False,
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


# Third-party texts of every format; each is built as a reader would.
CORPORA = {
    "seeds": ["seeds"],
    "infinity-wiki": ["corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz"],
    "magic": ["corpora/mtg-cr/CR-2020-04-17.txt.xz"],
    "case-sensitive": ["corpora/dumps/case-sensitive-wiki.xml.xz"],
    "arabic": ["corpora/dumps/no-siteinfo-ar.xml"],
}
EACH = 12  # pages of each kind


def kinds_by_folder(site: Path) -> list[Path]:
    """Some pages of each kind, the largest first, and the pocket file."""
    kinds: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(site.rglob("*.html")):
        first, *rest = path.relative_to(site).parts
        kinds[
            f"{first}/{'.history' in path.name}/{path.name if path.stem in ('any', 'blame') else ''}"
            if rest
            else path.name
        ].append(path)
    return [
        path for each in kinds.values() for path in sorted(each, key=lambda path: (-path.stat().st_size, path))[:EACH]
    ]


def nu(tools: Path, *arguments: str) -> list[str]:
    """What the Nu checker says, errors and warnings alike."""
    java = shutil.which("java")
    if java is None:
        _absent("java")
    jar = next((tools / "vnu-jar").rglob("vnu.jar"))
    run = [str(java), "-Xss8m", "-jar", str(jar), "--stdout", "--exit-zero-always", *arguments]
    said = subprocess.run(run, capture_output=True, text=True, check=True)
    return [line for line in (said.stdout + said.stderr).splitlines() if line.strip() and not _is_excused(line)]


def _is_excused(line: str) -> bool:
    """Whether the checker takes offence at what is right here, or at what is the source's own address or language."""
    return any(
        words in line
        for words in (
            "Policy (meta tag): external",  # 'self' is no file for the checker
            "Illegal character in fragment",  # of an address in another's text: browsers follow it as it is
            "This document appears to be written in",  # guessed from a page that is mostly names
        )
    )


def test_every_page_is_valid_by_the_nu_checker(site: Path, tools: Path) -> None:
    assert nu(tools, "--skip-non-html", str(site)) == []
    assert nu(tools, "--css", *map(str, sorted((site / "static").glob("*.css")))) == []


@pytest.mark.parametrize("corpus", CORPORA)
def test_every_kind_of_page_of_other_peoples_texts_is_valid(
    corpus: str, shared: Callable[[str], Path], tools: Path, tmp_path: Path
) -> None:
    sources = [str(shared(name)) for name in CORPORA[corpus]]
    built = CliRunner().invoke(main, ["build", *sources, "-o", str(tmp_path / "site"), "--pocket"])
    site = tmp_path / "site"

    assert built.exit_code == 0, built.output
    assert nu(tools, *map(str, kinds_by_folder(site))) == []
    assert broken(site) == []
