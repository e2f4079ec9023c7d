"""A small wiki that answers on loopback, and a clock that never sleeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ingest.archive import Archive
from ingest.live import Login, Synced, Wanted, open_wiki, sync
from tests.live.fake import FakeWiki, revision, serving

Bring = Callable[..., Synced]


@pytest.fixture
def wiki() -> Iterator[FakeWiki]:
    """Three pages, a template and a redirect."""
    fake = FakeWiki()
    fake.add(
        1,
        "Oil lamp",
        revision(1, "It burns."),
        revision(3, "It burns oil.", parent=1),
        revision(5, "It burns oil. [[Category:Lamps]]", parent=3),
    )
    fake.add(2, "Wick", revision(2, "A thread.", user="Oskar", comment="/* Thread */ begun"))
    fake.add(3, "Thread", revision(4, "#REDIRECT [[Wick]]"))
    fake.add(4, "Template:Box", revision(6, "{{{1}}}"), space=10)
    fake.redirects[3] = "Wick"
    fake.templates[1] = [4]
    with serving(fake):
        yield fake


@pytest.fixture
def archive() -> Archive:
    """An empty archive."""
    return Archive(None)


@pytest.fixture
def naps() -> list[float]:
    """The seconds that would have been slept for."""
    return []


@pytest.fixture
def bring(wiki: FakeWiki, archive: Archive, naps: list[float]) -> Bring:
    """Bring the archive up to date with what is wanted of the wiki."""

    def call(
        address: str = "",
        *,
        login: Login | None = None,
        again: bool = False,
        verify: bool = False,
        files: Path | None = None,
        into: Archive | None = None,
        **wanted: object,
    ) -> Synced:
        target = into or archive
        with open_wiki(
            address or wiki.address + "/w/api.php",
            agent="ludex/test",
            login=login,
            known=tuple(target.sources()),
            sleep=naps.append,
        ) as (api, found):
            return sync(target, api, found, Wanted(**wanted), again=again, verify=verify, files=files)  # type: ignore[arg-type]

    return call


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a ludex.toml, in which the command runs."""
    (tmp_path / "ludex.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    for name in ("LUDEX_WIKI_USER", "LUDEX_WIKI_PASSWORD", "LUDEX_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path
