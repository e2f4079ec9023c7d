"""Corners of wikitext in which MediaWiki has ways of its own."""

from __future__ import annotations

import pytest

from ingest.titles import Site
from ingest.tree import Call, Image, Link, walk
from ingest.visible import inline_text, text_of
from ingest.wikitext import parse
from site_src.html import render


def _html(text: str) -> str:
    return str(render(parse(text, title="Lamp").blocks)).replace("\n", "")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{|\n|+id=a|Oil\n|+ id=b|Gas\n|-\n|lit\n|}", "<caption>Oil<br>Gas</caption>"),
        ("[[//lamp.example Oil lamp]]", '[<a class="external" rel="noopener noreferrer nofollow" href="//lamp.example">Oil lamp</a>]'),
        ("[[Lamp d''or]]", ">Lamp d''or</a>"),
        ("[[Lamp d''or|''or'']]", "><i>or</i></a>"),
        ("http://lamp.example\\ lit", ">http://lamp.example</a>\\ lit"),
        ("&#x0000000074;&#000000000116;", "<p>tt</p>"),
        ("{{uc:oil <nowiki>&</nowiki> gas}}", "<p>OIL &amp; GAS</p>"),
        ("{{formatnum:1234567.5|any}} {{formatnum:1234|NOSEP}}", "<p>1,234,567.5 1234</p>"),
        ("{{#dateformat:2024-03-01|dmy}}", "<p>2024-03-01</p>"),
        ("<poem>\nOil\n::Gas\n  Wax\n</poem>", 'Oil<br><span class="s'),
    ],
)  # fmt: skip
def test_a_corner_is_drawn_as_mediawiki_draws_it(text: str, html: str) -> None:
    assert html in _html(text)


def test_a_note_that_follows_another_goes_on_in_it() -> None:
    html = _html('Oil<ref name="a">From whales</ref> gas<ref follow="a">and seals</ref><ref>Coal</ref><references/>')

    assert "From whales and seals" in html
    assert html.count('<sup class="note"') == 2


def test_a_title_is_composed_where_its_letters_are_written_as_numbers() -> None:
    (link,) = [node for node in walk(parse("[[Cafe&#x301;]]").blocks) if getattr(node, "target", "")]

    assert getattr(link, "target", "") == "Caf\u00e9"


def test_an_argument_whose_name_is_markup_has_a_printable_name() -> None:
    (call,) = [node for node in walk(parse("{{lamp|{{wick}}=lit}}").blocks) if isinstance(node, Call)]

    assert [name.isprintable() for name, _ in call.args] == [True]


def test_a_column_numbered_in_raised_digits_is_no_number() -> None:
    assert inline_text(parse("{{lamp|²=lit}}").blocks) == "lit"
    assert text_of(parse("{|\n|²\n|}").blocks) == "²"


def test_the_lines_of_arguments_are_those_of_the_page() -> None:
    images = [
        node for node in walk(parse("Oil\n\n{{lamp\n|a=x\n|b=[[File:Wick.png]]\n}}").blocks) if isinstance(node, Image)
    ]

    assert [image.line for image in images] == [5]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[[/Wick]] [[/Gas]]", ["Lamps/Oil/Wick", "/Gas"]),
        ("[[../]] [[../|up]] [[../Gas]]", ["Lamps", "Lamps", "Lamps/Gas"]),
        ("[[../../]] [[../Coal]]", []),
        ("[[/Both]]", ["/Both"]),
    ],
)
def test_pages_tell_which_of_them_have_subpages_where_the_wiki_does_not(text: str, targets: list[str]) -> None:
    pages = {"Lamps", "Lamps/Oil", "Lamps/Oil/Wick", "Lamps/Gas", "/Both", "Lamps/Oil/Both"}

    document = parse(text, title="Lamps/Oil", site=Site(exists=pages.__contains__))

    assert [node.target for node in walk(document.blocks) if isinstance(node, Link)] == targets


def test_a_second_colon_is_the_titles_own_but_not_before_another_wiki() -> None:
    assert "<a" in _html("[[::Lamp]]")
    assert "[[::es:Lamp]]" in _html("[[::es:Lamp]]")
