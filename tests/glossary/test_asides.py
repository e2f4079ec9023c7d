"""What stands in an entry and is none of its words."""

from __future__ import annotations

from ingest.glossary import candidates
from ingest.tree import TRANSCRIPTION, Box, Call, Document, Link, List, Node, Paragraph, Ruling, Text
from ingest.tree import Item as ListItem
from tests.glossary.make import GAME, heading, paragraph, words


def text_of(*blocks: Node, title: str = "Wicks") -> str:
    found = candidates(Document(blocks=blocks), profile=GAME, title=title)
    return next(item.text for item in found if item.name == title)


def link(label: str, target: str = "Lamps") -> Link:
    return Link(kind="page", target=target, children=words(label))


def links(*labels: str) -> List:
    return List(kind="ul", items=tuple(ListItem(children=(link(label),)) for label in labels))


def test_a_box_that_only_points_elsewhere_is_no_text() -> None:
    points = Box(kind="see-also", children=(links("Lamps", "Oil"),))
    tells = Box(kind="see-also", children=(Paragraph(children=(Text("Trim it with "), link("Scissors"), Text("."))),))
    listed = Box(kind="grey", title=words("Sorts"), children=(links("Lamps", "Oil"),))

    assert text_of(paragraph("A wick burns."), points) == "A wick burns."
    assert text_of(paragraph("A wick burns."), tells) == "A wick burns.\nTrim it with Scissors."
    assert text_of(paragraph("A wick burns."), listed) == "A wick burns.\nSorts\nLamps\nOil"


def test_a_heading_over_nothing_but_links_is_no_text() -> None:
    assert text_of(paragraph("A wick burns."), heading("See also"), links("Lamps")) == "A wick burns."
    assert text_of(paragraph("A wick burns."), heading("See also"), paragraph("The full list.")).endswith(
        "The full list."
    )


def test_a_heading_whose_text_is_told_elsewhere_is_no_text() -> None:
    ruling = Ruling(question=words("Does it burn?"), answer=(paragraph("It does."),))

    assert text_of(paragraph("A wick burns."), heading("An example"), ruling) == "A wick burns."
    assert text_of(
        paragraph("A wick burns."), heading("An example"), heading("Glow", level=3), paragraph("It glows.")
    ) == ("A wick burns.")
    assert text_of(paragraph("A wick burns."), heading("An example"), paragraph("It burns.")) == (
        "A wick burns.\nAn example\nIt burns."
    )


def test_the_summary_is_no_argument_of_a_template_that_nobody_knows() -> None:
    unknown = Call(name="External", args=(("1", words("the same page of another wiki")),))
    lead = Paragraph(
        children=(Text("A wick burns for "), Call(name="Time", args=(("1", words("an hour")),)), Text("."))
    )
    blocks = (unknown, Paragraph(children=(unknown, Text(" "))), lead)

    (entry,) = candidates(Document(blocks=blocks), profile=GAME, title="Wicks")

    assert entry.summary == "A wick burns for an hour."
    assert "another wiki" in entry.text


def test_a_remark_on_the_copy_is_no_text() -> None:
    remark = Box(kind=TRANSCRIPTION, children=(paragraph("The drawing is not copied."),))

    assert text_of(paragraph("A wick burns."), remark) == "A wick burns."


def test_the_dots_that_lead_to_the_whole_story_are_no_text() -> None:
    teaser = Paragraph(children=(Text("A wick burns. "), link("[...]", "Wicks"), Text(" ")))
    told = Paragraph(children=(Text("A wick burns. "), link(" [read more...] ", "Wicks")))
    inside = Paragraph(children=(Text("A wick "), link("[...]", "Wicks"), Text(" burns.")))

    assert text_of(teaser) == text_of(told) == "A wick burns."
    assert text_of(inside) == "A wick [...] burns."
