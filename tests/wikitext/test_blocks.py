"""Lines become paragraphs, lists, tables and headings."""

from __future__ import annotations

import pytest

from ingest.titles import Site
from ingest.tree import Element, Heading, Image, Item, Link, List, Node, Note, Paragraph, Pre, Table, walk
from ingest.visible import inline_text, text_of
from ingest.wikitext import parse


def shape(nodes: tuple[Node, ...]) -> str:
    """Names of block elements, nested as they are."""
    out = []
    for node in nodes:
        match node:
            case List(kind=kind, items=items):
                out.append(f"{kind}({shape(items)})")
            case Item(role=role, children=children):
                out.append(f"{role}({shape(children)})" if shape(children) else role)
            case Paragraph():
                out.append("p")
            case Pre():
                out.append("pre")
            case Heading(level=level):
                out.append(f"h{level}")
            case Table(rows=rows):
                out.append("table" + "".join(str(len(row.cells)) for row in rows))
            case Element(name=name, children=children) if name in ("div", "blockquote", "hr", "b"):
                out.append(f"{name}({shape(children)})")
    return " ".join(out)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("a\nb\n\nc", "p p"),
        ("* a\n* b\n** c\n* d", "ul(li li(ul(li)) li)"),
        ("# a\n#* b\n## c", "ol(li(ul(li) ol(li)))"),
        ("; term : meaning\n: more", "dl(dt dd dd)"),
        ("; [[a:b]] : c", "dl(dt dd)"),
        (":: deep\n: flat", "dl(dd(dl(dd)) dd)"),
        ("*: mixed", "ul(li(dl(dd)))"),
        ("a\n b\n c\nd", "p pre p"),
        ("== a ==\nb\n=== c ===", "h2 p h3"),
        ("====== a ======= ", "h6"),
        ("a\n----\nb", "p hr() p"),
        ("{|\n| a || b\n|-\n! c !! d\n|}", "table22"),
        ("{|\n|-\n| a\n|-\n|}", "table1"),
        ("{|\n| a\n{|\n| b\n|}\n|}", "table1"),
        ("{|\n| a", "table1"),
        (":{|\n| a\n|}", "dl(dd(table1))"),
        ("<div>\na\n\nb\n</div>", "div(p p)"),
        ("<blockquote>a</blockquote>", "blockquote()"),
        ("a <nowiki>* b</nowiki>\n<nowiki>* c</nowiki>", "p"),
    ],
)
def test_blocks(text: str, blocks: str) -> None:
    assert shape(parse(text).blocks) == blocks


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("''a'' '''b'''", ["i", "b"]),
        ("'''''a'' b'''", ["b", "i"]),
        ("'''a'' b", ["i"]),
        ("''a\nb''", ["i", "i"]),
        ("L'''a'''", ["b"]),
        ("<b>a<i>b</b>c</i>", ["b", "i", "i"]),
    ],
)
def test_quotes_are_balanced_line_by_line(text: str, elements: list[str]) -> None:
    found = [node.name for node in walk(parse(text).blocks) if isinstance(node, Element)]

    assert found == elements


def test_headings_get_anchors_and_repeats_are_numbered() -> None:
    document = parse("== Rope ==\n== rope ==\n== ''Rope'' [[Tar|knots]] ==\n== Rope ==")

    anchors = [node.anchor for node in walk(document.blocks) if isinstance(node, Heading)]
    assert anchors == ["Rope", "rope_2", "Rope_knots", "Rope_3"]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[[rope]]s", ("page", "rope", None, "ropes")),
        ("[[Rope knots#Two half|x]]y", ("page", "Rope knots", "Two half", "xy")),
        ("[[#Here]]", ("page", "", "Here", "#Here")),
        ("[[:Category:Rope]]", ("category", "Category:Rope", None, "Category:Rope")),
        ("[[:File:A.png]]", ("file", "File:A.png", None, "File:A.png")),
        ("[[w:Rope|r]]", ("interwiki", "w:Rope", None, "r")),
        ("[https://a.example/x?y=z label]", ("external", "https://a.example/x?y=z", None, "label")),
        ("see https://a.example/x.", ("external", "https://a.example/x", None, "https://a.example/x")),
        ("[[Harbour: Rope (old)|]]", ("page", "Harbour: Rope (old)", None, " Rope")),
        ("[[Rope|[...]]]", ("page", "Rope", None, "[...]")),
    ],
)
def test_links(text: str, link: tuple[str, str, str | None, str]) -> None:
    (found,) = [node for node in walk(parse(text, title="Quay").blocks) if isinstance(node, Link)]

    assert (found.kind, found.target, found.anchor, "".join(text_of([child]) if child else "" for child in found.children).strip()) == (
        *link[:3], link[3].strip()
    )  # fmt: skip


def test_categories_languages_and_switches_are_told_and_not_shown() -> None:
    document = parse("a\n[[Category:Ropes|x]]\n[[es:Cuerda]]\n__NOTOC__\nb")

    assert document.categories == ("Ropes",)
    assert document.languages == (("es", "Cuerda"),)
    assert document.switches == ("notoc",)
    assert text_of(document.blocks).split() == ["a", "b"]


def test_a_redirect_is_told() -> None:
    assert parse("#REDIRECT [[Rope#Knots]]").redirect == "Rope#Knots"
    assert parse("#redirección [[cuerda]]").redirect == "Cuerda"


def test_a_redirect_shows_where_it_leads_and_what_follows() -> None:
    document = parse("#REDIRECT [[Rope]]\n[[Category:Old names]]\nstill here")

    assert text_of(document.blocks) == "REDIRECT Rope\nstill here"
    assert document.categories == ("Old names",)


def test_local_names_of_namespaces_hold() -> None:
    from ingest.titles import Namespace

    site = Site(namespaces=(Namespace(id=14, name="Categoría"), Namespace(id=6, name="Archivo")), language="es")

    document = parse("[[Categoría:Sogas]] [[Archivo:A.png|thumb|x]]", site=site)

    assert document.categories == ("Sogas",)
    assert [node.name for node in walk(document.blocks) if isinstance(node, Image)] == ["A.png"]


def test_notes_are_numbered_and_their_texts_follow() -> None:
    document = parse("a<ref name=x>one</ref> b<ref>two</ref> c<ref name=x />\n\n<references />")

    assert [node.number for node in walk(document.blocks) if isinstance(node, Note)] == [1, 2, 1]
    assert text_of(document.blocks[-1:]) == "one\ntwo"


def test_notes_without_a_list_are_listed_at_the_end() -> None:
    assert text_of(parse("a<ref>one</ref>").blocks[-1:]) == "one"


def test_a_picture_knows_its_options_and_caption() -> None:
    (image,) = [
        node
        for node in walk(parse("[[File:a.png|thumb|left|40x30px|alt=x|a ''b'' [[c]]]]").blocks)
        if isinstance(node, Image)
    ]

    assert image.name == "A.png"
    assert dict(image.options) == {"frame": "thumb", "align": "left", "width": "40", "height": "30", "alt": "x"}
    assert inline_text(image.caption) == "a b c"
