"""Portable infoboxes, tabs and translators' marks, as wikis of games use them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.visible import text_of
from ingest.wikitext import parse
from site_src.html import render

UNIT = """<infobox theme-source="x">
 <title source="name"><default>{{PAGENAME}}</default></title>
 <image source="img"/>
 <group><header>Figures of {{{name|?}}}</header>
 <data source="hp"><label>'''HP'''</label></data>
 <data source="atk"><label>[[Attack]]</label><format>{{{atk}}} pts</format></data>
 <data source="none"><label>None</label></data>
 <data source="free"/>
 </group>
</infobox><noinclude>How to use it</noinclude>"""


def _text(text: str, unit: str = UNIT) -> list[str]:
    return text_of(parse(text, title="Keeper", templates={"Unit": unit}).blocks).split("\n")


def test_an_infobox_shows_what_its_call_says() -> None:
    text = _text("{{Unit|name=The keeper|hp=* 3\n* 4|atk=7|free=Likes lamps}}\nA keeper of lamps.")

    assert text == [
        "The keeper", "Figures of The keeper", "HP", "3", "4", "Attack", "7 pts", "Likes lamps", "A keeper of lamps.",
    ]  # fmt: skip


def test_what_is_not_given_has_its_default_or_no_row() -> None:
    assert _text("{{Unit|hp=3}}") == ["Keeper", "Figures of ?", "HP", "3"]


def test_the_picture_of_an_infobox_is_one() -> None:
    html = str(render(parse("{{Unit|img=Keeper.png}}", title="P", templates={"Unit": UNIT}).blocks))

    assert '<span class="no-picture">Keeper.png</span>' in html


def test_tabs_stand_one_after_the_other_under_their_names() -> None:
    html = str(render(parse("<tabber>\nOil=A [[lamp]]\n* lit\n|-|\nGas=\n{|\n|blue\n|}\n</tabber>").blocks))

    assert (
        html.index("<b>Oil</b>") < html.index("<li>lit</li>") < html.index("<b>Gas</b>") < html.index("<td>blue</td>")
    )


def test_marks_of_translators_are_not_shown() -> None:
    text = "<languages/>\n<translate>\n<!--T:1-->\n== Oil ==\nA <tvar name=1>[[lamp]]</tvar> burns.\n</translate>"

    assert _text(text) == ["Oil", "A lamp burns."]


@given(st.lists(st.sampled_from(["<infobox>", "</infobox>", "<data source=a>", "</data>", "<label>", "</label>", "<title", ">",
                                 "{{{a}}}", "<default>", "</default>", "\n", "x", "{|", "|}", "<tabber>", "|-|", "=", "</tabber>"]), max_size=20))  # fmt: skip
def test_a_broken_infobox_is_read_all_the_same(pieces: list[str]) -> None:
    document = parse("{{Unit|a=1}}", templates={"Unit": "".join(pieces)})

    assert "<script" not in str(render(document.blocks))
