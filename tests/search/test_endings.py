"""A word that no text holds may be one with an ending: what is left of it must be a word, or the beginning of its forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_src.search import search
from tests.search.moles import document, write_site


@pytest.mark.parametrize(
    ("typed", "found"),
    [("pens", ["Pen"]), ("penning", []), ("excavating", ["Excavated"]), ("zuxqw", []), ("zu", ["Zu"])],
)  # fmt: skip
def test_what_is_left_without_an_ending_is_a_word_or_begins_its_forms(
    tmp_path: Path, typed: str, found: list[str]
) -> None:
    texts = {"Pen": "It writes.", "Zu": "It pulls a cart.", "Excavated": "A pit."}
    site = write_site(tmp_path / "site", [document(name, text) for name, text in texts.items()])

    assert [hit.name for hit in search(site, typed).hits] == found


def test_letters_that_are_no_ending_are_a_misspelling(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", [document("Cov", "A net."), document("Cover", "A wall.")])

    found = search(site, "covar")

    assert (found.hits[0].name, found.corrected) == ("Cover", "cover")


def test_a_form_of_a_name_is_read_as_the_name(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", [document("Lantern Oath", "To lanterns."), document("Lantern", "Light.")])

    found = search(site, "lanternes").hits

    assert [(hit.name, hit.tier) for hit in found][:1] == [("Lantern", "name as understood")]


def test_irregular_forms_find_each_other(tmp_path: Path) -> None:
    site = write_site(
        tmp_path / "site", [document("Toll", "Who loses it pays."), document("Wind", "The lamp is lost.")]
    )

    assert {hit.name for hit in search(site, "lost").hits} == {"Toll", "Wind"}
    assert {hit.name for hit in search(site, "loses").hits} == {"Toll", "Wind"}
