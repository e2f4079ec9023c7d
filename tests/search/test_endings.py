"""A word that no text holds may be one with an ending: what is left of it must still be a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_src.search import search
from tests.search.moles import document, write_site


@pytest.mark.parametrize(
    ("typed", "found"),
    [("pentes", ["Pen"]), ("pents", ["Pen"]), ("zuxqw", []), ("zuxq", []), ("zu", ["Zu"])],
)
def test_up_to_three_letters_are_an_ending_where_three_are_left(tmp_path: Path, typed: str, found: list[str]) -> None:
    site = write_site(tmp_path / "site", [document("Pen", "It writes."), document("Zu", "It pulls a cart.")])

    assert [hit.name for hit in search(site, typed).hits] == found
