"""Two editions or sources, sentence by sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.align import Elsewhere, Headed, blocks_of, compare, comparisons, headed, plan
from ingest.align.model import Comparison, Side
from ingest.align.sentences import split
from ingest.tree import Document
from tests.align.make import document, heading, paragraph, texts

OLD = Side(file="old.txt", page="doc:Old", edition="L1", revision="1")
NEW = Side(file="new.txt", page="doc:New", edition="L2", revision="2")

ROWING = (
    "Only the keeper may row out at night.",
    "A boat without a lantern waits inside the harbour until dawn.",
    "Each sailor aboard rings the bell twice before the pier.",
)


def section(*sentences: str, title: str = "Rowing out") -> Document:
    return document(heading(title), *(paragraph(sentence) for sentence in sentences))


def compared(old: Document, new: Document, *, more: Document | None = None) -> Comparison:
    (left,) = [text for text in headed(old, OLD) if not text.whole][:1]
    (right,) = [text for text in headed(new, NEW) if not text.whole][:1]
    index = None
    if more is not None:
        index = Elsewhere("en")
        index.add("doc:More", blocks_of(more))
    return compare(left, old, right, new, elsewhere_left=index)


def relations(found: Comparison) -> list[str]:
    return [row.relation for row in found.rows]


def test_the_same_sentences_are_identical() -> None:
    assert relations(compared(section(*ROWING), section(*ROWING))) == ["identical"] * 3


def test_numbers_and_labels_before_a_sentence_do_not_make_it_another() -> None:
    old, new = section("1.1 Bell: " + ROWING[2]), section("1.1. Bell: " + ROWING[2])

    assert relations(compared(old, new)) == ["identical"]
    assert relations(compared(section("2. End: " + ROWING[2]), section(ROWING[2]))) == ["identical"]


def test_reworded_added_and_removed_sentences_are_told_apart() -> None:
    old = section(*ROWING, "Spare oars stay locked in the shed.")
    new = section(
        ROWING[0].replace("night", "dusk"), *ROWING[1:], "Gulls nest under every second plank of the old jetty."
    )

    assert relations(compared(old, new)) == ["reworded", "identical", "identical", "removed", "added"] or relations(
        compared(old, new)
    ) == ["reworded", "identical", "identical", "added", "removed"]


def test_a_sentence_that_became_two_is_split() -> None:
    old = section("The keeper lights the lantern at dusk and rings the great bell when a ship nears the pier.")
    new = section(
        "The keeper lights the lantern at dusk.", "The keeper also rings the great bell when a ship nears the pier."
    )

    assert relations(compared(old, new)) == ["split"]
    assert relations(compared(new, old)) == ["merged"]


def test_the_title_of_a_step_joins_no_sentence() -> None:
    new = section("1. Lantern check.", "The keeper lights the lantern at dusk.")

    found = compared(section("The keeper lights the lantern at dusk."), new)

    assert [(row.relation, row.right) for row in found.rows] == [
        ("added", ("1. Lantern check.",)), ("identical", ("The keeper lights the lantern at dusk.",)),
    ]  # fmt: skip


def test_a_sentence_in_another_place_is_moved() -> None:
    found = compared(section(*ROWING), section(ROWING[2], *ROWING[:2]))

    assert sorted(relations(found)) == ["identical", "identical", "moved"]


def test_what_came_from_another_passage_is_moved_and_not_added() -> None:
    more = document(heading("Bells"), paragraph("Storm bells hang from the northern tower beside the lantern room."))
    new = section(*ROWING, "Storm bells hang from the northern tower near the lantern room.")

    found = compared(section(*ROWING), new, more=more)

    assert (found.rows[-1].relation, found.rows[-1].left) == (
        "moved",
        ("Storm bells hang from the northern tower beside the lantern room.",),
    )


def test_a_repetition_of_a_matched_sentence_is_added() -> None:
    found = compared(section(*ROWING), section(*ROWING, ROWING[0]), more=section(*ROWING))

    assert relations(found) == ["identical", "identical", "identical", "added"]


@given(st.lists(texts, max_size=6), st.lists(texts, max_size=6))
def test_each_sentence_stands_in_one_row(old: list[str], new: list[str]) -> None:
    one, two = section(*old), section(*new)

    found = compared(one, two)

    for side, lines in (("left", old), ("right", new)):
        shown = sorted(text for row in found.rows for text in getattr(row, side))
        assert shown == sorted(part for line in lines for part in split(" ".join(line.split())))


def test_sentences_end_where_readers_end_them() -> None:
    assert split("Row out, e.g. at dawn. Ring it! 2. Lamp check. Then (as told...) wait.") == [
        "Row out, e.g. at dawn.", "Ring it!", "2. Lamp check.", "Then (as told...) wait.",
    ]  # fmt: skip


def _texts(side: Side, *names: str) -> list[Headed]:
    return [text for name in names for text in headed(section(*ROWING, title=name), side)]


def test_twins_are_of_different_groups_and_the_older_edition_is_left() -> None:
    pairs = list(plan([*_texts(NEW, "Rowing", "Bells"), *_texts(OLD, "ROWING")], ["L1", "L2"]))

    assert [(one.side.edition, two.side.edition, two.name) for one, two in pairs] == [("L1", "L2", "rowing")]


def test_a_heading_that_a_source_repeats_names_no_text() -> None:
    assert not list(plan([*_texts(OLD, *["Effects"] * 4), *_texts(NEW, "Effects")]))


def test_other_languages_are_no_twins() -> None:
    spanish = Side(file="es.txt", page="doc:Es", edition="L2", language="es")

    assert not list(plan([*_texts(OLD, "Rowing"), *_texts(spanish, "Rowing")]))


def test_an_edition_without_a_twin_gives_no_comparison() -> None:
    trees = {OLD: section(*ROWING), NEW: section(*ROWING, title="Bells")}
    names = [text for side, tree in trees.items() for text in headed(tree, side)]

    assert not list(comparisons(names, trees.get, pages=list(trees)))
