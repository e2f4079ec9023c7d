"""Lists whose members stand in another order: nothing a player notices, and yet no silence."""

from __future__ import annotations

import pytest

from ingest.align import changes
from ingest.tree import Labels, Node
from tests.align.make import document, weapon


@pytest.mark.parametrize(
    ("old", "new", "detail"),
    [
        (weapon("Harpoon", traits="Heavy, Wet"), weapon("Harpoon", traits="Wet, Heavy"), "Harpoon: traits in another order"),
        (Labels(values=("Movement", "Quiet")), Labels(values=("Quiet", "Movement")), "labels in another order"),
    ],
    ids=["traits", "labels"],
)  # fmt: skip
def test_the_same_members_in_another_order_are_layout(old: Node, new: Node, detail: str) -> None:
    found = changes(document(old), document(new))

    assert [(item.type, item.severity, item.detail) for item in found.changes] == [("markup", "layout", detail)]


def test_a_member_that_went_is_told_and_the_order_of_the_others_is_not() -> None:
    found = changes(
        document(weapon("Harpoon", traits="Heavy, Wet, Quiet")), document(weapon("Harpoon", traits="Quiet, Wet"))
    )

    assert [item.detail for item in found.changes] == ["Harpoon: trait Heavy dropped"]
