"""Manners and mistrust: patience with a busy wiki, no step to another host, a sentence for whatever goes wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.archive import Archive
from ingest.live import Login, Synced
from ingest.live.address import is_same_host, read_address
from ingest.live.errors import (
    AnotherHost,
    BadAddress,
    BadAnswer,
    Busy,
    NoApi,
    NotAWiki,
    PrivateWiki,
    Refused,
    Unreachable,
    WrongLogin,
)
from ingest.live.revisions import base36, readings_of
from ingest.live.transport import TRIES, plain, seconds_of
from ingest.model import Sighting, Source
from tests.live.fake import FakeWiki, Mischief, Reply

Bring = Callable[..., Synced]
SOURCE = Source(id="wiki.example", sha256="", format="mediawiki-api", wiki="lanternwick")


def times(count: int, reply: Callable[[], Reply], *, when: str = "arvprop") -> Mischief:
    """Answer *count* requests that have the parameter *when* in place of the wiki."""
    left = iter(range(count))

    def mischief(_path: str, asked: dict[str, str]) -> Reply | None:
        return reply() if when in asked and next(left, None) is not None else None

    return mischief


def as_json(value: object, **headers: str) -> Reply:
    return 200, headers, json.dumps(value).encode()


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/wiki",
        "/wiki/Main_Page",
        "/w/index.php",
        "/w/index.php/Wick?action=history#top",
        "/w/api.php",
        "/w/api.php?action=help",
    ],
)
def test_a_wiki_is_found_from_any_of_its_addresses(path: str, bring: Bring, wiki: FakeWiki) -> None:
    assert bring(wiki.address + path).revisions == 6


def test_every_request_says_who_asks(bring: Bring, wiki: FakeWiki) -> None:
    bring()

    assert wiki.agents == {"ludex/test"}
    assert all(asked["maxlag"] == "5" for asked in wiki.asked if "maxlag" in asked or "generator" in asked)


@pytest.mark.parametrize(
    ("reply", "nap"),
    [
        (lambda: (429, {"Retry-After": "7"}, b"slow down"), 7.0),
        (lambda: (503, {"Retry-After": "3"}, b""), 3.0),
        (lambda: (502, {}, b""), 1.0),
        (lambda: (0, {}, b""), 1.0),
        (lambda: as_json({"error": {"code": "maxlag", "info": "Waiting for a database server: 9 seconds lagged.", "lag": 9}}, **{"Retry-After": "5"}), 5.0),
        (lambda: as_json({"error": {"code": "maxlag", "info": "lagged", "lag": 9}}), 9.0),
        (lambda: as_json({"error": {"code": "ratelimited", "info": "You've exceeded your rate limit."}}), 1.0),
        (lambda: (200, {}, b'{"query": {"pages": [{"page'), 1.0),
        (lambda: (200, {"Content-Encoding": "gzip"}, b"this is no gzip"), 1.0),
        (lambda: (200, {"Content-Length": "9999"}, b"{}"), 1.0),
    ],
    ids=["429", "503", "502", "cut", "maxlag and Retry-After", "maxlag", "ratelimited", "broken JSON", "broken gzip", "cut body"],
)  # fmt: skip
def test_a_wiki_in_trouble_is_waited_for(
    reply: Callable[[], Reply], nap: float, bring: Bring, wiki: FakeWiki, naps: list[float]
) -> None:
    def closing() -> Reply:
        status, headers, body = reply()
        return status, headers | {"Connection": "close"}, body

    wiki.mischief = [times(1, closing)]

    assert bring().revisions == 6
    assert [nap for nap in naps if nap >= 1.0] == [nap]


def test_patience_grows_and_ends_and_nothing_is_lost(
    bring: Bring, archive: Archive, wiki: FakeWiki, naps: list[float]
) -> None:
    wiki.mischief = [times(1000, lambda: (500, {}, b""))]

    with pytest.raises(Unreachable, match="status 500") as caught:
        bring()
    assert "run the same command again" in str(caught.value)
    assert [nap for nap in naps if nap >= 1.0] == [1, 2, 4, 8, 16, 32, 60][: TRIES - 1]
    wiki.mischief = []
    assert bring().revisions == 6


def test_a_wiki_that_asks_for_hours_is_left_alone(bring: Bring, wiki: FakeWiki, naps: list[float]) -> None:
    wiki.mischief = [times(1, lambda: (429, {"Retry-After": "7200"}, b""))]

    with pytest.raises(Busy, match="7200 seconds"):
        bring()
    assert max(naps, default=0.0) < 7200


def test_a_continuation_that_goes_round_in_circles_ends(bring: Bring, wiki: FakeWiki) -> None:
    wiki.mischief = [
        times(
            9,
            lambda: as_json({"continue": {"gapcontinue": "X", "continue": "-"}, "query": {"pages": []}}),
            when="gapnamespace",
        )
    ]

    with pytest.raises(BadAnswer, match="same continuation twice"):
        bring()


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize(
    "location",
    [
        "https://elsewhere.example/w/api.php",
        "//elsewhere.example/",
        "http://127.0.0.1:1/w/api.php",
        "file:///etc/passwd",
    ],
)
def test_no_redirect_leads_to_another_host(status: int, location: str, bring: Bring, wiki: FakeWiki) -> None:
    wiki.mischief = [times(1, lambda: (status, {"Location": location}, b""))]

    with pytest.raises(AnotherHost, match="you did not name"):
        bring()


def test_a_page_that_names_an_api_elsewhere_is_not_followed(bring: Bring, wiki: FakeWiki) -> None:
    wiki.edit_uri = "https://elsewhere.example/w/api.php?action=rsd"
    wiki.mischief = [lambda path, asked: (404, {}, b"") if path.endswith("api.php") else None]

    with pytest.raises(AnotherHost, match=r"elsewhere\.example"):
        bring(wiki.address)


def test_redirects_in_circles_end(bring: Bring, wiki: FakeWiki) -> None:
    wiki.mischief = [lambda path, asked: (302, {"Location": "/wiki/"}, b"") if path.startswith("/wiki/") else None]

    with pytest.raises(BadAnswer, match="redirect"):
        bring(wiki.address + "/wiki/")


def test_what_is_no_wiki_is_said(bring: Bring, wiki: FakeWiki) -> None:
    wiki.mischief = [lambda path, asked: (200, {}, b"<html>A shop</html>")]

    with pytest.raises(NotAWiki, match="is no MediaWiki wiki"):
        bring(wiki.address)
    with pytest.raises(NotAWiki):
        bring(wiki.address + "/w/api.php")


def test_a_wiki_without_its_api_is_said(bring: Bring, wiki: FakeWiki) -> None:
    wiki.mischief = [lambda path, asked: (404, {}, b"") if path.endswith("api.php") else None]

    with pytest.raises(NoApi):
        bring(wiki.address)


def test_nobody_there_is_said_soon(bring: Bring, naps: list[float]) -> None:
    with pytest.raises(Unreachable, match="Is the address right"):
        bring("http://127.0.0.1:1/")
    assert sum(naps) <= 2


@pytest.mark.parametrize(
    "address",
    ["", "ftp://wiki.example/", "https://", "https://maud:secret@wiki.example/", "https://wiki.example:99999999/"],
)
def test_a_wrong_address_is_said(address: str) -> None:
    with pytest.raises(BadAddress) as caught:
        read_address(address)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("home", "other", "same"),
    [
        ("http://a.example/", "https://a.example/w", True), ("https://a.example/", "http://a.example/", False),
        ("https://a.example/", "https://b.a.example/", False), ("http://a.example:8080/", "https://a.example/", False),
        ("https://a.example/", "https://x@a.example/", False), ("https://a.example/", "https://A.example:443/x", True),
    ],
)  # fmt: skip
def test_a_host_is_the_same_on_the_same_port_and_never_less_safe(home: str, other: str, same: bool) -> None:
    import httpx

    assert is_same_host(httpx.URL(home), httpx.URL(other)) is same


def test_a_private_wiki_wants_a_login_and_takes_the_right_one(bring: Bring, wiki: FakeWiki) -> None:
    wiki.password = "wick"

    with pytest.raises(PrivateWiki, match="LUDEX_WIKI_USER"):
        bring()
    with pytest.raises(WrongLogin, match="Incorrect username") as caught:
        bring(login=Login(user="Maud@ludex", password="oil"))
    assert "oil" not in str(caught.value)
    assert bring(login=Login(user="Maud@ludex", password="wick")).revisions == 6


def test_a_login_that_ends_is_renewed(bring: Bring, wiki: FakeWiki) -> None:
    wiki.password = "wick"
    wiki.mischief = [
        times(2, lambda: as_json({"error": {"code": "assertuserfailed", "info": "You are no longer logged in."}}))
    ]

    assert bring(login=Login(user="Maud@ludex", password="wick")).revisions == 6
    assert [asked["action"] for asked in wiki.asked].count("login") == 3


def test_a_refusal_is_told_in_the_words_of_the_wiki_without_their_control_characters(
    bring: Bring, wiki: FakeWiki
) -> None:
    wiki.is_old = True
    wiki.mischief = [
        times(1, lambda: as_json({"error": {"code": "blocked", "info": "You are\x1b[31m\nblocked."}}), when="rvprop")
    ]

    with pytest.raises(Refused, match=r"You are \[31m blocked\. \(blocked\)"):
        bring()


def test_a_server_says_how_long_to_wait_in_seconds_or_by_the_clock() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert seconds_of("120") == 120.0
    assert 80 < (seconds_of(later) or 0.0) <= 90
    assert seconds_of("Wed, 01 Jan 2020 00:00:00 GMT") == 0.0
    assert (seconds_of("soon"), seconds_of("")) == (None, None)


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "revid",
                    "parentid",
                    "user",
                    "comment",
                    "timestamp",
                    "sha1",
                    "slots",
                    "main",
                    "content",
                    "*",
                    "texthidden",
                    "roles",
                    "minor",
                    "size",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@given(ANYTHING, ANYTHING)
def test_whatever_a_wiki_says_of_a_revision_is_read_without_an_error(one: Any, other: Any) -> None:
    revisions = [{"revid": 7} | (one if isinstance(one, dict) else {}), other, {"revid": 8, "slots": {"main": other}}]

    found = [
        item
        for item in readings_of({"pageid": 1, "title": "Wick", "revisions": revisions}, SOURCE)
        if isinstance(item, Sighting)
    ]

    assert found
    assert all((item.text is not None) is (item.facts.known == "whole") for item in found)


@pytest.mark.parametrize(
    "raw",
    [
        {"revid": 2, "parentid": 1, "minor": "", "user": "Maud", "timestamp": "2025-01-01T00:00:00Z", "comment": "c", "contentformat": "text/x-wiki", "*": "oil"},
        {"revid": 2, "parentid": 1, "minor": True, "user": "Maud", "timestamp": "2025-01-01T00:00:00Z", "comment": "c", "contentformat": "text/x-wiki", "content": "oil"},
        {"revid": 2, "parentid": 1, "minor": True, "user": "Maud", "timestamp": "2025-01-01T00:00:00Z", "comment": "c", "slots": {"main": {"contentmodel": "wikitext", "contentformat": "text/x-wiki", "content": "oil"}}},
    ],
    ids=["before 1.25", "before 1.32", "with slots"],
)  # fmt: skip
def test_old_and_new_wikis_say_the_same(raw: dict[str, Any]) -> None:
    (sighting,) = readings_of(
        {"pageid": 1, "ns": 0, "title": "Lamp_oil", "lastrevid": 2, "revisions": [raw]}, SOURCE, redirect="Oil"
    )

    assert isinstance(sighting, Sighting)
    facts = sighting.facts
    assert (facts.title, facts.revision_id, facts.parent_id, facts.minor, facts.user, facts.redirect) == (
        "Lamp oil",
        2,
        1,
        True,
        "Maud",
        "Oil",
    )
    assert (sighting.text, facts.known, facts.size, facts.model) == ("oil", "whole", 3, "wikitext")


@given(st.integers(0, 2**160 - 1))
def test_a_hash_in_base_36_is_the_same_number_in_31_digits(value: int) -> None:
    assert int(base36(value), 36) == value
    assert len(base36(value)) == 31


@given(st.text())
def test_what_a_server_says_is_one_printable_line(text: str) -> None:
    assert plain(text).isprintable()
    assert len(plain(text)) <= 200
