"""The site as an installable app: a manifest, a list of what belongs in the pocket, a worker that keeps it there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib import resources

import msgspec

# What a reader at the table does without: it is kept when it was read once.
_LATER = ("api/", "changes/", "diff/", "history/", "compare/", "editor/", "search/old/", "pocket.html")


def offline_files(files: Mapping[str, str], title: str, language: str) -> Iterator[tuple[str, bytes]]:
    """The files of the app; *files* are those written so far, with their digests."""
    kept = [(path, digest[:12]) for path, digest in sorted(files.items()) if is_kept(path)]
    listed = msgspec.json.encode(kept)
    version = hashlib.sha256(listed).hexdigest()[:12]
    worker = resources.files("site_src").joinpath("static", "pocket.worker.js").read_text("utf-8")
    yield "offline.json", listed
    yield "sw.js", worker.replace("{version}", version).encode()
    yield "manifest.webmanifest", msgspec.json.format(msgspec.json.encode(_manifest(title, language)), indent=1) + b"\n"


def is_kept(path: str) -> bool:
    """Whether the app keeps *path* from the first visit on."""
    return not path.startswith(_LATER) and not path.endswith((".atom", ".history.html", ".csv"))


def _manifest(title: str, language: str) -> dict[str, object]:
    return {
        "name": title, "short_name": title[:24], "lang": language, "start_url": "index.html", "scope": "./", "display": "standalone",
        "background_color": "#fbfaf6", "theme_color": "#14586a",
        "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }  # fmt: skip
