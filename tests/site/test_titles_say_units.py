"""Numbers beside titles have a unit, revisions the number that commands take, kinds a plural."""

from __future__ import annotations

import re

import pytest

from site_src.atlas import Atlas
from site_src.options import SiteOptions
from site_src.refs import several
from site_src.render import render_page
from site_src.views.base import SiteLook, View, short_number
from site_src.views.changes import ChangesPage
from site_src.views.history import HistoryPage, history_views
from tests.align.kb import wiki

LOOK = SiteLook(title="Harbour")


def page(kind: type[View]) -> str:
    made = history_views(Atlas(wiki(), SiteOptions()))
    return re.sub(r"<[^>]+>", "", render_page(next(view for view in made if isinstance(view, kind)), LOOK).decode())


def test_a_history_says_what_it_counts_and_names_each_revision() -> None:
    told = page(HistoryPage)

    assert "History of Trim 7 revisions" in told
    assert "same as revision 3" in told
    assert all(f"revision {number}" in told for number in range(1, 8))


def test_the_list_of_changes_says_what_it_counts() -> None:
    assert re.search(r"Changes \d+ changes of words or values", page(ChangesPage))


@pytest.mark.parametrize(("id", "number"), [("154", "154"), ("doc-d3264545e7f9", "d326454"), ("", "")])
def test_a_revision_is_named_as_commands_take_it(id: str, number: str) -> None:
    assert short_number(id) == number


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Rule", "Rules"),
        ("Ability", "Abilities"),
        ("Ray", "Rays"),
        ("Class", "Classes"),
        ("Ammos", "Ammos"),
        ("Fix", "Fixes"),
    ],
)
def test_a_kind_that_no_profile_names_has_a_plural(one: str, many: str) -> None:
    assert several(one) == many
