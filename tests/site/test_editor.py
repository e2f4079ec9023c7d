"""What an editor finds on the list: changes that nobody but their author has looked at."""

from __future__ import annotations

from game import game
from msgspec.structs import replace

from site_src.atlas import Atlas
from site_src.options import SiteOptions
from site_src.views.editor import editor_csv
from site_src.views.editor_review import Unreviewed, unreviewed


def rows(*users: str) -> dict[str, Unreviewed]:
    """The list where the revisions of *Veil Step* are by *users*."""
    knowledge = game()
    for revision, user in zip(list(knowledge.history("orrery:Veil Step")), users, strict=True):
        knowledge.revisions.change(revision.id, replace(revision, user=user))
    return {row.page.text: row for row in unreviewed(Atlas(knowledge, SiteOptions()))}


def test_changes_since_somebody_elses_edit_are_unreviewed() -> None:
    row = rows("Ilse", "Otto", "Otto")["Veil Step"]

    assert (row.user, row.count, row.whole) == ("Otto", 2, False)
    assert row.page.path == "diff/orrery/veil-step/any.html?1..3"


def test_an_edit_by_somebody_else_reviews_what_was_before() -> None:
    assert rows("Ilse", "Ilse", "Otto")["Veil Step"].count == 1


def test_a_page_of_one_author_is_unreviewed_as_a_whole() -> None:
    row = rows("Ilse", "Ilse", "Ilse")["Veil Step"]

    assert (row.count, row.whole, row.page.path) == (3, True, "page/orrery/veil-step.html")


def test_the_csv_lists_them_too() -> None:
    lines = b"".join(editor_csv(Atlas(game(), SiteOptions()))).decode().splitlines()

    assert any(line.startswith("unreviewed,note,Veil Step,") for line in lines)
