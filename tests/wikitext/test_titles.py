"""Titles are names of pages, folded as their wiki folds them."""

from __future__ import annotations

import pytest

from ingest.titles import Namespace, Site, read_title


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("rope", "Rope"), ("  rope__knots ", "Rope knots"), ("talk:rope", "Talk:Rope"), ("image:a b.png", "File:A b.png"),
        (":rope", "Rope"), ("user talk:x", "User talk:X"), ("Harbour: rope", "Harbour: rope"), ("ßa", "ßa"),
    ],
)  # fmt: skip
def test_names_are_folded(text: str, full: str) -> None:
    title = read_title(text)

    assert title is not None
    assert title.full == full


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a[b",
        "a<b",
        "a{b",
        "a|b",
        "a%20b",
        "a&amp;lt;",
        "..",
        "a/../b",
        "~~~",
        "x" * 256,
        "Talk:",
        "::a",
        "a\ufffd",
    ],
)
def test_what_names_no_page_is_refused(text: str) -> None:
    assert read_title(text) is None


def test_a_case_sensitive_wiki_keeps_the_first_letter() -> None:
    title = read_title("rope", site=Site(case="case-sensitive"))

    assert title is not None
    assert title.full == "rope"


def test_local_and_english_names_of_a_namespace_lead_to_one_page() -> None:
    site = Site(namespaces=(Namespace(id=14, name="Categoría", aliases=("Cat",)),))

    found = {title.full for name in ("Categoría:x", "Category:x", "cat:x") if (title := read_title(name, site=site))}

    assert found == {"Categoría:X"}


def test_addresses_encode_what_a_path_cannot_hold() -> None:
    title = read_title('Was ist 100%? Ja/nein: "x"')

    assert title is not None
    assert title.path == "Was_ist_100%25%3F_Ja/nein:_%22x%22"
