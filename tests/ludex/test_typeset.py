"""Trees as lines of a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.tree import (  # fmt: skip
    Box,
    Cell,
    Element,
    Errata,
    Heading,
    Image,
    Item,
    List,
    Marked,
    Node,
    Paragraph,
    Pre,
    Row,
    Ruling,
    Table,
    Text,
)
from ingest.visible import words
from ludex.typeset import typeset


def para(text: str) -> Paragraph:
    return Paragraph(children=(Text(text),))


def lines(*nodes: Node, columns: int = 40) -> list[str]:
    return list(typeset(nodes, columns))


def test_lists_keep_their_marks_and_hang_their_lines() -> None:
    inner = List(kind="ol", items=(Item(children=(Text("Light it."),)), Item(children=(Text("Wait."),), mark="2b")))
    outer = List(kind="ul", items=(Item(children=(Text("A lamp burns for as long as somebody feeds it oil."), inner)),))

    assert lines(outer) == [
        "- A lamp burns for as long as somebody",
        "  feeds it oil.",
        "  1. Light it.",
        "  2b Wait.",
    ]


def test_terms_stand_above_what_they_mean() -> None:
    terms = List(kind="dl", items=(Item(children=(Text("Oil"),), role="dt"), Item(children=(Text("Burns."),), role="dd")))  # fmt: skip

    assert lines(terms) == ["Oil", "  Burns."]


def test_cells_stand_under_each_other_and_wrap_in_their_column() -> None:
    def row(*cells: str) -> Row:
        return Row(cells=tuple(Cell(children=(Text(cell),)) for cell in cells))

    table = Table(rows=(row("Lamp", "Effect"), row("Taper", "Sheds a little light on whoever is near")))

    assert lines(table, columns=30) == [
        "Lamp   Effect",
        "Taper  Sheds a little light on",
        "       whoever is near",
    ]


def test_a_box_is_titled_and_an_original_wording_is_not_told() -> None:
    box = Box(kind="important", children=(para("Never twice."),))
    old = Errata(role="original", children=(para("Twice at most."),))

    assert lines(box, old) == ["Important", "  Never twice."]


def test_a_ruling_is_a_question_and_an_answer() -> None:
    assert lines(Ruling(question=(Text("May I?"),), answer=(Text("No."),))) == ["Q: May I?", "A: No."]


def test_inline_runs_are_one_paragraph_and_a_rule_is_a_line() -> None:
    run = (Text("Feed "), Element(name="b", children=(Text("oil"),)), Marked(children=(Text(" now."),)))

    assert lines(*run, Element(name="hr"), Heading(level=2, children=(Text("Night"),)))[0] == "Feed oil now."
    assert lines(Element(name="hr"))[0] == "-" * 20


def test_a_passage_of_one_edition_says_so() -> None:
    inline = Marked(editions=("First Light",), children=(Text("Burn one oil."),))
    block = Marked(editions=("First Light",), children=(para("Burn two."),))

    assert lines(Paragraph(children=(inline,))) == ["[First Light only] Burn one oil."]
    assert lines(block) == ["[First Light only]", "  Burn two."]


def test_preformatted_text_keeps_its_lines_and_a_picture_says_its_caption() -> None:
    assert lines(Pre(children=(Text("a  b\n c"),))) == ["  a  b", "   c"]
    assert lines(Image(name="Lamp.png", caption=(Text("A lamp"),))) == ["[A lamp]"]
    assert lines(Image(name="Lamp.png")) == ["[Lamp.png]"]


_text = st.text(st.characters(codec="ascii", categories=("Ll", "Lu", "Nd")), min_size=1, max_size=12)
_blocks = st.recursive(
    st.lists(_text, min_size=1, max_size=12).map(lambda said: para(" ".join(said))),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(
            lambda blocks: List(kind="ul", items=tuple(Item(children=(block,)) for block in blocks))
        ),
        st.lists(inner, max_size=3).map(
            lambda blocks: Box(kind="note", title=(Text("Box"),), children=(*blocks, para("end")))
        ),
    ),
    max_leaves=8,
)


def _said(node: Node) -> list[str]:
    from ingest.visible import text_of

    return words(text_of((node,)))


@given(_blocks, st.integers(24, 100))
def test_every_word_is_set_in_order_within_the_columns(block: Node, columns: int) -> None:
    told = lines(block, columns=columns)

    assert [word for line in told for word in words(line)] == _said(block)
    assert max(map(len, told)) <= columns
