"""Footnotes: a passage shown away from its page leads to the page that prints its notes."""

from __future__ import annotations

from game import game

from ingest.tree import Element, Item, List, Node, Note, Paragraph, Text
from site_src.atlas import Atlas
from site_src.bodies import Guide, body
from site_src.options import SiteOptions
from site_src.pocket import PocketGuide

PASSAGE = Paragraph(children=(Text("The lamp is lit."), Note(number=7)))
NOTES = Element(
    name="references",
    children=(List(kind="ol", items=(Item(children=(Text("By Ada."),), attrs=(("id", "cite_note-7"),)),)),),
)


def shown(*nodes: Node, revision: str | None) -> str:
    guide = Guide(Atlas(game(), SiteOptions()), path="entry/rule/lamp.html", revision=revision, here="orrery:Labels")
    return str(body(nodes, guide))


def newest() -> str | None:
    return Atlas(game(), SiteOptions()).pages["orrery:Labels"].newest


def test_a_note_of_a_passage_leads_to_the_page_that_prints_it() -> None:
    assert 'href="../../page/orrery/labels.html#cite_note-7"' in shown(PASSAGE, revision=newest())


def test_a_note_beside_its_text_leads_there() -> None:
    assert 'href="#cite_note-7"' in shown(PASSAGE, NOTES, revision=newest())


def test_a_note_whose_text_is_nowhere_on_the_site_is_no_link() -> None:
    html = shown(PASSAGE, revision="1")

    assert "[7]" in html
    assert "href" not in html


def test_every_text_of_the_pocket_edition_has_notes_of_its_own() -> None:
    guide = PocketGuide(
        Atlas(game(), SiteOptions()), path="page/orrery/labels.html", revision=newest(), here="orrery:Labels"
    )
    html = str(body((PASSAGE, NOTES), guide))

    assert 'id="cite_note-page/orrery/labels:7"' in html
    assert 'href="#cite_note-page/orrery/labels:7"' in html
