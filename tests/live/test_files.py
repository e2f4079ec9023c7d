"""Pictures: fetched once, whole, under safe names, from the wiki's own host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.live import Synced
from ingest.live.files import disk_name
from tests.live.fake import FakeWiki

Bring = Callable[..., Synced]


def test_pictures_are_fetched_once_and_again_when_they_change(bring: Bring, wiki: FakeWiki, tmp_path: Path) -> None:
    wiki.pictures = {"Lamp.png": b"old light", "Wick.png": b"thread"}

    first, second = bring(files=tmp_path), bring(files=tmp_path)
    wiki.pictures["Lamp.png"] = b"new light"
    third = bring(files=tmp_path)

    assert (first.files, second.files, third.files) == (2, 0, 1)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "Lamp.png": b"new light",
        "Wick.png": b"thread",
    }


def test_named_pages_bring_only_the_pictures_that_they_show(bring: Bring, wiki: FakeWiki, tmp_path: Path) -> None:
    wiki.pictures = {"Lamp.png": b"light", "Wick.png": b"thread"}
    wiki.shown = {2: ["Wick.png"]}

    bring(files=tmp_path, pages=("Wick",))

    assert [path.name for path in tmp_path.iterdir()] == ["Wick.png"]


def test_pictures_on_another_host_are_left_out_and_said(bring: Bring, wiki: FakeWiki, tmp_path: Path) -> None:
    wiki.pictures = {"Lamp.png": b"light", "Wick.png": b"thread"}
    wiki.picture_host = "https://pictures.example"

    synced = bring(files=tmp_path)

    assert synced.notes == ("2 pictures were left out: kept on pictures.example, which you did not name.",)
    assert not list(tmp_path.iterdir())


def test_a_picture_that_is_not_what_the_wiki_describes_is_left_out(
    bring: Bring, wiki: FakeWiki, tmp_path: Path
) -> None:
    wiki.pictures = {"Lamp.png": b"light"}
    wiki.mischief = [lambda path, asked: (200, {}, b"<script>") if path.startswith("/images/") else None]

    synced = bring(files=tmp_path)

    assert synced.notes == ("1 picture was left out: not what the wiki says of it.",)
    assert not list(tmp_path.iterdir())


def test_two_pictures_that_differ_in_case_do_not_overwrite_each_other(
    bring: Bring, wiki: FakeWiki, tmp_path: Path
) -> None:
    wiki.pictures = {"Lamp.png": b"light", "Lamp.PNG": b"dark"}

    synced = bring(files=tmp_path)

    assert synced.files == 1
    assert synced.notes == ("1 picture was left out: the name differs from another one in case only.",)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Oil lamp.png", "Oil_lamp.png"),
        ("../../x.png", "%2E.%2F..%2Fx.png"),
        ("Why?.png", "Why%3F.png"),
        ("con.png", "%63on.png"),
        ("a.", "a%2E"),
    ],
)
def test_a_name_is_safe_on_every_disk(name: str, safe: str) -> None:
    assert disk_name(name) == safe


@given(st.text(min_size=1))
def test_no_name_leaves_the_folder(name: str) -> None:
    safe = disk_name(name)

    assert not set(safe) & set('/\\:*?"<>|\0')
    assert safe not in ("", ".", "..")
    assert not safe.startswith(".")
