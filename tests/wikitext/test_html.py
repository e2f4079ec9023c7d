"""Trees as HTML: every node is shown, links lead where the context says, styles become classes."""

from __future__ import annotations

import re

import pytest

from ingest.tree import (
    Band,
    Box,
    Call,
    Cell,
    Definition,
    Element,
    Errata,
    Field,
    Gallery,
    Heading,
    Image,
    Item,
    Labels,
    Link,
    List,
    Marked,
    Navigation,
    Node,
    Note,
    Paragraph,
    Part,
    Pre,
    Record,
    RecordTable,
    Row,
    Ruling,
    Table,
    Text,
    Toc,
)  # fmt: skip
from ingest.wikitext import parse
from site_src.html import Context, Href, Picture, render, safe_url
from site_src.html.styles import Styles, safe_declarations

WORD = (Text("rope & <tar>"),)


@pytest.mark.parametrize(
    "node",
    [
        Text("rope & <tar>"), Element(name="b", children=WORD), Link(kind="page", target="Rope", children=WORD), Paragraph(children=WORD),
        Heading(level=2, children=WORD, anchor="rope"), List(kind="ul", items=(Item(children=WORD),)), Item(children=WORD),
        Table(rows=(Row(cells=(Cell(children=WORD),)),)), Table(caption=WORD), Row(cells=(Cell(children=WORD),)), Cell(children=WORD),
        Pre(children=WORD), Gallery(images=(Image(name="a.png", caption=WORD),)), Image(name="a.png", caption=WORD, options=(("frame", "thumb"),)),
        Box(kind="important", title=WORD), Box(kind="important", children=WORD), Part(name="rope & <tar>", key="effects"),
        Labels(values=("rope & <tar>",)), Record(kind="weapon", name="rope & <tar>"), Record(kind="weapon", name="x", fields=(Field(name="traits", value=WORD),)),
        RecordTable(kind="weapon", title=WORD), Ruling(question=WORD), Ruling(answer=WORD), Ruling(title="rope & <tar>"),
        Errata(role="update", children=WORD), Marked(children=WORD), Navigation(children=WORD), Call(name="x", args=(("1", WORD),)),
        Call(name="x", args=(("1", WORD),), block=True), Element(name="references", children=WORD), Element(name="nonsense", children=WORD),
    ],
)  # fmt: skip
def test_every_node_shows_its_words_escaped(node: Node) -> None:
    assert "rope &amp; &lt;tar&gt;" in render([node])


def test_notes_and_contents_have_their_place() -> None:
    html = render([Note(number=2), Note(number=2), Toc()])

    assert html.count('href="#cite_note-2"') == 2
    assert len({part for part in html.split('"') if part.startswith("cite_ref-")}) == 2


def test_links_lead_where_the_context_says() -> None:
    ways = {
        "Here": Href("here.html"),
        "Gone": Href("gone.html", "missing"),
        "Self": Href("", "self"),
        "Evil": Href("javascript:alert(1)"),
    }
    context = Context(href_of=lambda link: ways.get(link.target))

    html = [
        str(render([Link(kind="page", target=name, children=(Text(name),))], context))
        for name in ("Here", "Gone", "Self", "Evil", "No")
    ]

    assert html[0] == '<a href="here.html">Here</a>'
    assert 'class="missing"' in html[1]
    assert html[2] == '<a class="selflink">Self</a>'
    assert "javascript" not in html[3]
    assert "href" not in html[4]
    assert 'class="missing"' in html[4]


@pytest.mark.parametrize(
    "url", ["javascript:x", "JaVaScript:x", " java\nscript:x", "data:text/html,x", "vbscript:x", "file:///x", "x\x00:y"]
)
def test_schemes_that_run_or_read_are_refused(url: str) -> None:
    assert safe_url(url) is None


@pytest.mark.parametrize(
    "url",
    ["a.html", "../b/c.html#d:e", "https://example.org/a?b=c:d", "mailto:a@b.example", "#here", "//example.org/x"],
)
def test_other_addresses_stay(url: str) -> None:
    assert safe_url(url) == url


def test_styles_become_classes_of_one_sheet() -> None:
    context = Context()

    html = render(
        parse('<span style="color: RED; position:fixed; background:url(x)">a</span> <b style="COLOR:RED">b</b>').blocks,
        context,
    )

    ((name, declarations),) = context.styles.rules
    assert "style=" not in html
    assert html.count(f'class="{name}"') == 2
    assert declarations == "color:RED"
    assert context.styles.sheet() == f".{name}{{color:RED}}\n"


@pytest.mark.parametrize(
    "style",
    ["background:url(//x)", "width:expression(alert(1))", "behavior:url(a)", "-moz-binding:url(a)", "color:r\\65 d", "position:fixed", "margin:-99px",
     "color:red}body{display:none", "font-family:'}</style>'", "width:99999px", "content:'x'", "color:var(--x)"],
)  # fmt: skip
def test_declarations_that_reach_beyond_their_element_are_dropped(style: str) -> None:
    kept = safe_declarations(style)

    assert kept in ("", "color:red")
    assert not set("{}<>\\()@") & set(kept)


def test_two_pages_share_one_class_for_one_style() -> None:
    one, other = Styles(), Styles()

    assert one.class_of("color:red") == other.class_of("color:red")
    one.class_of("color:blue")
    other.add(one)
    assert len(other.rules) == 2


def test_a_weapon_table_has_its_bands_as_columns() -> None:
    records = (
        Record(
            kind="weapon",
            name="Hook",
            mode="Swing",
            bands=(Band(start=0, end=8, mod="+3"), Band(start=8, end=16, mod="-3")),
        ),
        Record(kind="weapon", name="Net", bands=(Band(start=0, end=8, mod="0"),)),
    )

    html = render([RecordTable(kind="weapon", records=records)])

    assert "0–8" in html
    assert "8–16" in html
    assert 'band-good">+3' in html
    assert 'band-bad">−3' in html
    assert html.count("band-none") == 1
    assert "(Swing)" in html


def test_a_name_that_a_record_holds_as_a_field_too_stands_once_with_its_link() -> None:
    name = (Link(kind="external", target="https://hooks.example/", children=(Text("Hook"),)),)
    fields = (Field(name="name", value=name), Field(name="burst", value=(Text("2"),)))

    html = render([RecordTable(kind="weapon", records=(Record(kind="weapon", name="Hook", fields=fields),))])

    assert html.count("Hook") == html.count("Name<") == 1
    assert '<th scope="row"><a ' in html


def test_a_far_band_is_told_from_a_near_one_by_its_colour_too() -> None:
    bands = (Band(start=0, end=8, mod="-3"), Band(start=8, end=16, mod="-6"))

    html = render([RecordTable(kind="weapon", records=(Record(kind="weapon", name="Hook", bands=bands),))])

    assert 'band-bad">−3' in html
    assert 'band-bad worst">−6' in html


def test_a_picture_that_is_at_hand_is_shown_and_another_is_named() -> None:
    context = Context(picture_of=lambda image: Picture(src="files/a.png", width=8) if image.name == "A.png" else None)

    html = render(parse("[[File:A.png|rope]] [[File:B.png|tar]] [[File:C.png]]").blocks, context)

    assert '<img src="files/a.png" alt="rope" width="8"' in html
    assert ">tar<" in html
    assert ">C.png<" in html


def test_an_entry_shows_its_name_and_class() -> None:
    box = Box(kind="entry", title=(Text("HAUL"),), defines=Definition(name="HAUL", cls="TASK"))

    assert 'HAUL <span class="box-class">TASK</span>' in render([box])


def test_no_identity_is_given_twice_on_a_page() -> None:
    text = '<span id="Wick">a</span><span id="site-main">b</span>\n\n== Wick ==\n<span id="Wick">c</span>'
    context = Context()

    page = render(parse(text, title="Lamp").blocks, context) + render(parse(text, title="Lamp").blocks, context)

    assert page.count('id="Wick"') == 1
    assert "site-main" not in page


def test_where_pages_share_a_file_their_notes_stay_their_own() -> None:
    page = render(parse("Oil<ref>It smells.</ref>\n<references/>", title="Lamp").blocks, Context(prefix="page/lamp:"))

    assert 'href="#cite_note-page/lamp:1"' in page
    assert 'id="cite_note-page/lamp:1"' in page


@pytest.mark.parametrize(
    ("attribute", "kept"),
    [("lang='pt-br'", True), ("lang='no such'", False), ("dir='rtl'", True), ("dir='javascript:x'", False)],
)
def test_a_language_and_a_direction_are_ones_that_exist(attribute: str, kept: bool) -> None:
    page = render(parse(f"<div {attribute}>Oil.</div>", title="Lamp").blocks)

    assert (attribute[:4] in page) is kept


def test_a_site_writes_no_element_that_html_has_given_up() -> None:
    source = "<big>Lamp</big> <tt>oil</tt> <strike>wick</strike> <font color=red>red</font>\n<center>mid</center>"
    context = Context(strict=True)

    drawn = str(render(parse(source, title="Lamp").blocks, context))

    assert re.findall(r"<(\w+)", drawn) == ["p", "span", "code", "s", "span", "div"]
    said = {rule.replace(" ", "") for _, rule in context.styles.rules}
    assert {"font-size:larger", "text-align:center", "color:red"} <= said
