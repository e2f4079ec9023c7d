"""A real MediaWiki on loopback for the tests: installed, filled, served, stopped and started again by them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

MEDIAWIKI = Path(os.environ.get("MEDIAWIKI", "/usr/share/mediawiki"))  # where Debian puts it
IS_INSTALLED = bool(shutil.which("php") and MEDIAWIKI.is_dir())
PASSWORD = "Lampwick-12345"

needs_mediawiki = pytest.mark.skipif(
    not IS_INSTALLED, reason="NO MEDIAWIKI: apt install mediawiki php-cli php-sqlite3; this test did not run"
)


class RealWiki:
    """One wiki in one folder, on one port."""

    def __init__(self, folder: Path, *, name: str, language: str = "en", settings: str = "") -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.server = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.run(
            "install.php", "--confpath", str(folder), "--dbtype", "sqlite", "--dbpath", str(folder / "data"), "--lang", language,
            "--server", self.server, "--scriptpath", "", "--pass", PASSWORD, name, "Admin",
        )  # fmt: skip
        self.configure(settings)

    def configure(self, settings: str) -> None:
        """Add lines of PHP to the settings."""
        with (self.folder / "LocalSettings.php").open("a", encoding="utf-8") as file:
            file.write(f"\n{settings}\n")

    def run(self, script: str, *arguments: str, text: str = "") -> bytes:
        """Run a maintenance script."""
        command = ["php", str(MEDIAWIKI / "maintenance" / script), *arguments]
        return subprocess.run(
            command, env=self._environment, check=True, capture_output=True, timeout=120, input=text.encode()
        ).stdout

    def edit(self, title: str, text: str, *, user: str = "Admin", summary: str = "") -> None:
        """Save a page."""
        self.run("edit.php", "--user", user, "--summary", summary, title, text=text)

    def start(self) -> None:
        """Serve, and wait until it answers."""
        command = ["php", "-S", self.server.removeprefix("http://"), "-t", str(MEDIAWIKI)]
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.fetch("/api.php?action=query&format=json")

    def stop(self) -> None:
        """Stop the server, at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def fetch(self, path: str) -> bytes:
        """Fetch an address of the wiki."""
        for _ in range(50):
            try:
                with urllib.request.urlopen(self.server + path, timeout=60) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError:
                raise
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        raise AssertionError(f"{self.server}{path} does not answer")

    @property
    def _environment(self) -> dict[str, str]:
        return os.environ | {"MW_CONFIG_FILE": str(self.folder / "LocalSettings.php")}
