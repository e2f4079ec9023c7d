"""Addresses are pure functions of identity, safe on every disk."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_src import paths

RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{digit}" for name in ("com", "lpt") for digit in "123456789")}
TITLES = st.one_of(
    st.text(min_size=1, max_size=40),
    st.from_regex(r"[A-Za-zÁÉñ]{1,8}([ \-_/.:]?[A-Za-z0-9()º]{1,6}){0,4}", fullmatch=True),
)


def folded(path: str) -> str:
    """What the most forgetful disk makes of a path."""
    return unicodedata.normalize("NFKD", path).casefold()


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_no_kind_or_wiki_gets_a_name_that_a_system_reserves(name: str) -> None:
    stems = {
        part.partition(".")[0] for part in (paths.key_name(name), paths.key_name(f"{name}.en"), paths.file_name(name))
    }

    assert not stems & RESERVED
    assert paths.key_name(f"{name}ic") == f"{name}ic"


@given(TITLES, TITLES)
def test_two_titles_never_share_a_file_even_where_case_and_accents_fold(one: str, other: str) -> None:
    same = folded(paths.page_path(f"w:{one}")) == folded(paths.page_path(f"w:{other}"))

    assert same == (one == other)


@given(st.text(max_size=300))
def test_every_name_gives_a_file_name_that_windows_takes(title: str) -> None:
    name = paths.page_path(f"w:{title}").rsplit("/", 1)[1]

    assert not set(name) & set('<>:"/\\|?*')
    assert name.isprintable()
    assert name.split(".")[0].lower() not in RESERVED
    assert len(name.encode()) <= 120
    assert not name.startswith((".", "-", " "))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Combi Rifle", "combi-rifle"), ("Combi rifle", "combi_rifle"), ("Dodge", "dodge"), ("Anti-materiel", "anti~materiel"),
        ("Activación de una Tropa", "activación_de_una-tropa"), ("日本 語", "日本-語"), ("Level 2", "level-2"),
    ],
)  # fmt: skip
def test_a_title_that_its_slug_can_tell_has_a_readable_address(title: str, name: str) -> None:
    assert paths.page_path(f"w:{title}") == f"page/w/{name}.html"


@pytest.mark.parametrize("title", ["ARO", "A/B", "Foo.", "Con", "x" * 10_000, "Órdenes/Fuego?", "a", "..", "Foo%2F"])
def test_a_title_that_no_slug_tells_gets_a_short_hash(title: str) -> None:
    name = paths.page_path(f"w:{title}").removeprefix("page/w/").removesuffix(".html")

    assert len(name.rpartition("--")[2]) == 8
    assert len(name) < 120


def test_entries_stand_by_kind_term_edition_and_language() -> None:
    assert paths.entry_path("skill/dodge@N5.en") == "entry/skill/dodge.n5.en.html"
    assert paths.entry_path("skill/dodge@en") == "entry/skill/dodge.en.html"


@given(TITLES)
def test_a_link_from_any_depth_leads_back_to_its_file(title: str) -> None:
    path = paths.page_path(f"w:{title}")
    link = paths.href(path, root=paths.root_of("entry/skill/dodge.html"))

    assert link.startswith("../../page/w/")
    assert link.isascii()
    assert not set(link) & set(' "<>?#')


def test_a_query_stays_a_query_in_an_address() -> None:
    assert paths.href("diff/a b/any.html?1..3") == "diff/a%20b/any.html?1..3"
