"""Who a wiki is: the key that dumps gave it, a name of its own in the archive, where its pages stand."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from ingest.live.site import FORMAT, describe
from ingest.model import Source
from tests.live.fake import FakeWiki

DUMP = Source(id="dump.xml", sha256="0" * 64, format="mediawiki-dump", wiki="lanternwick", site_name="Lanternwick")


class Told:
    """An API that says of itself what a test wants."""

    host = "wiki.example"

    def __init__(self, url: str = "https://wiki.example/w/api.php", **general: Any) -> None:
        self.url = httpx.URL(url)
        fake = FakeWiki()
        fake.address = "//wiki.example"
        self.query = fake._site()
        self.query["general"] |= general

    def ask(self, _asked: dict[str, str]) -> dict[str, Any]:
        return {"curtimestamp": "2025-06-01T12:00:00Z", "query": self.query}


def source_of(told: Told, *known: Source) -> Source:
    return describe(told, known).source  # type: ignore[arg-type]


def test_a_wiki_has_the_key_that_its_dump_has() -> None:
    assert source_of(Told()).wiki == DUMP.wiki
    assert (
        source_of(Told(), DUMP, Source(id="x", sha256="", format="atom", wiki="lamps", site_name="Lanternwick")).wiki
        == "lanternwick"
    )


def test_a_wiki_has_the_key_that_the_configuration_gave_its_dump() -> None:
    named = Source(id="dump.xml", sha256="", format="mediawiki-dump", wiki="lamps", site_name="Lanternwick")

    assert source_of(Told(), named).wiki == "lamps"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://wiki.example/w/api.php", "wiki.example"),
        ("http://127.0.0.1:8080/api.php", "127.0.0.1-8080"),
        ("http://[::1]:81/api.php", "1-81"),
    ],
)
def test_a_source_is_named_by_its_host(url: str, name: str) -> None:
    assert source_of(Told(url)).id == name


def test_two_wikis_of_one_host_are_two_sources() -> None:
    first = source_of(Told())
    second = source_of(Told("https://wiki.example/es/api.php", sitename="Mecha"), first)

    assert (first.id, second.id) == ("wiki.example", "wiki.example-mecha")
    assert source_of(Told(), first, second).id == "wiki.example"
    assert (first.format, first.sha256 == second.sha256) == (FORMAT, False)


def test_a_wiki_that_takes_another_name_stays_the_source_that_it_was() -> None:
    before = source_of(Told())

    after = source_of(Told(sitename="Lampwick"), before)

    assert (after.id, after.wiki, after.site_name, after.sha256) == (before.id, before.wiki, "Lampwick", before.sha256)


def test_a_wiki_is_the_same_by_http_and_by_https() -> None:
    assert source_of(Told()).sha256 == source_of(Told("http://wiki.example/w/api.php")).sha256


@pytest.mark.parametrize(
    ("server", "path", "base"),
    [
        ("//wiki.example", "/wiki/$1", "https://wiki.example/wiki/"), ("http://wiki.example:8080", "/index.php?title=$1", "http://wiki.example:8080/index.php?title="),
        ("javascript:alert(1)", "/wiki/$1", None), ("https://wiki.example", "/$1/page", None),
    ],
)  # fmt: skip
def test_titles_are_appended_to_where_pages_stand(server: str, path: str, base: str | None) -> None:
    assert source_of(Told(server=server, articlepath=path)).rights.base_url == base
