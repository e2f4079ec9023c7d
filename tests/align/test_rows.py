"""Two texts as rows with marks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.align import Block, DiffCell, DiffRow, blocks_of, diff_rows
from ingest.tree import Document
from tests.align.make import blocks, bold, bullets, document, documents, paragraph, table, texts


def text(cell: DiffCell) -> str:
    return " | ".join("".join(piece.parts) for piece in cell.pieces)


@given(documents, documents)
def test_rows_hold_every_block_of_both_sides(old: Document, new: Document) -> None:
    was, now = blocks_of(old), blocks_of(new)

    rows = list(diff_rows(was, now))

    for side, whole in (("left", was), ("right", now)):
        shown = sorted(
            text(cell) for row in rows for cell in getattr(row, side) if cell.kind not in ("image", "row", "record")
        )
        assert shown == sorted(block.text for block in whole if block.kind not in ("image", "row", "record"))


@given(st.lists(texts, max_size=6), st.lists(texts, max_size=6))
def test_a_mark_lies_inside_one_block(old: list[str], new: list[str]) -> None:
    lines = set(old) | set(new)

    for row in diff_rows(blocks(*old), blocks(*new)):
        for cell in (*row.left, *row.right):
            assert text(cell) in lines or not text(cell)
            for piece in cell.pieces:
                assert all(piece.parts[1::2])


def one(old: list[Block], new: list[Block]) -> DiffRow:
    (row,) = diff_rows(old, new)
    return row


def test_words_are_marked_on_their_side() -> None:
    row = one(blocks("The old lamp burns."), blocks("The new lamp burns."))

    assert (row.kind, row.left[0].pieces[0].parts) == ("changed", ("The ", "old", " lamp burns."))
    assert row.right[0].pieces[0].parts == ("The ", "new", " lamp burns.")
    assert row.inline == (("=", "The"), ("-", " old"), ("+", " new"), ("=", " lamp burns."))


def test_a_split_marks_each_part_by_itself() -> None:
    old = blocks("The keeper trims each lamp at dusk. Nobody else may row out until dawn.")
    new = blocks("The keeper trims a lamp at dusk.", "Nobody else may row out until noon.")

    row = one(old, new)

    assert row.kind == "split"
    assert [cell.pieces[0].parts for cell in row.right] == [
        ("The keeper trims ", "a", " lamp at dusk."),
        ("Nobody else may row out until ", "noon", "."),
    ]


def test_a_table_row_is_marked_cell_by_cell() -> None:
    was, now = (
        blocks_of(document(table(("Lamp", "Oil", "Wick"), ("Brass", value, "2"), head=False))) for value in ("3", "4")
    )

    row = list(diff_rows(was, now))[1]

    assert [piece.parts for piece in row.right[0].pieces] == [("Brass",), ("", "4", ""), ("2",)]


def test_a_new_column_leaves_the_other_cells_unmarked() -> None:
    was = blocks_of(document(table(("Brass lamp of the east pier", "three casks"), head=False)))
    now = blocks_of(document(table(("Brass lamp of the east pier", "new wick", "three casks"), head=False)))

    row = one(list(was), list(now))

    marked = [piece.parts for piece in row.right[0].pieces if len(piece.parts) > 1]
    assert marked == [("", "new wick", "")]


def test_mere_markup_is_noise_with_a_note() -> None:
    was, now = blocks_of(document(paragraph("Row now."))), blocks_of(document(paragraph("Row ", bold("now"), ".")))

    row = one(list(was), list(now))

    assert (row.kind, row.notes) == ("noise", ("emphasis: bold added: “now”",))


BOATS = (("Boat", "Speed", "Crew"), ("Skiff", "4", "2"), ("Cutter", "6", "8"))


def test_columns_meet_by_their_names() -> None:
    swapped = table(*((boat, crew, speed) for boat, speed, crew in BOATS))
    faster = table(BOATS[0], ("Skiff", "4", "2"), ("Cutter", "7", "8"))

    moved = list(diff_rows(blocks_of(document(table(*BOATS))), blocks_of(document(swapped))))
    both = list(diff_rows(blocks_of(document(swapped)), blocks_of(document(faster))))

    assert [row.kind for row in moved] == ["noise"] * 3
    assert [row.kind for row in both] == ["noise", "noise", "changed"]
    assert [piece.parts for piece in both[2].left[0].pieces] == [("Cutter",), ("8",), ("", "6", "")]
    assert [piece.parts for piece in both[2].right[0].pieces] == [("Cutter",), ("", "7", ""), ("8",)]


def test_a_list_that_became_a_table_keeps_its_words() -> None:
    was = blocks_of(document(bullets("Skiff 4", "Cutter 6")))
    now = blocks_of(document(table(("Skiff", "4"), ("Cutter", "6"), head=False)))

    assert [(row.kind, row.notes) for row in diff_rows(was, now)] == [("noise", ("markup: item → row",))] * 2
