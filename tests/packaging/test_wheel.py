"""What is installed is whole: a wheel brings templates, scripts, schemas, profiles and starters, and builds the example."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built by hatchling."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("ludex-*.whl"))


def test_a_wheel_brings_everything_that_is_no_python(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        *(f"site_src/templates/{file.name}" for file in (ROOT / "templates").glob("*.jinja2")),
        *(f"site_src/static/{file.name}" for file in (ROOT / "site_src" / "static").iterdir() if file.is_file()),
        *(f"site_src/schemas/{file.name}" for file in (ROOT / "site_src" / "schemas").glob("*.json")),
        *(f"ingest/profiles/{file.name}" for file in (ROOT / "ingest" / "profiles").glob("*.toml")),
        *(f"ludex/starters/{file.name}" for file in (ROOT / "ludex" / "starters").glob("*.toml")),
        "site_src/texts.toml",
    }

    assert len(wanted) > 40
    assert not wanted - names


def test_a_wheel_brings_no_tests_and_no_examples(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"ingest", "ludex", "site_src"}


@pytest.mark.suite
def test_a_wheel_in_a_clean_environment_builds_the_example(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    home = tmp_path / "env" / "bin"
    subprocess.run([home / "pip", "install", "-q", wheel], check=True, capture_output=True)

    command = [
        home / "ludex",
        "build",
        ROOT / "examples" / "wiki",
        "--profile",
        ROOT / "examples" / "lanternwick.toml",
        "-o",
        "site",
    ]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert built.returncode == 0, built.stderr
    assert (tmp_path / "site" / "index.html").is_file()
