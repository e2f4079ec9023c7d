"""Templates with definitions: what a call says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ingest.titles import Site
from ingest.visible import text_of
from ingest.wikitext import parse

CRATE = {"crate": "Crate of {{{1|nothing}}}, {{{weight|unknown}}}"}


def said(
    text: str, templates: Mapping[str, str] | None = None, *, title: str = "Guide/Crates", site: Site | None = None
) -> str:
    return text_of(parse(text, title=title, templates=templates or {}, site=site).blocks)


def codes(text: str, templates: Mapping[str, str] | None = None) -> set[str]:
    return {doubt.code for doubt in parse(text, templates=templates or {}).doubts}


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("{{crate}}", "Crate of nothing, unknown"),
        ("{{crate|rope}}", "Crate of rope, unknown"),
        ("{{Crate|weight=9|rope}}", "Crate of rope, 9"),
        ("{{crate|2=x|1= rope }}", "Crate of rope, unknown"),
        ("{{crate|rope|rope|1=tar}}", "Crate of tar, unknown"),
        ("{{crate|{{crate|rope}}}}", "Crate of Crate of rope, unknown, unknown"),
        ("{{crate|[[A|b]]}}", "Crate of b, unknown"),
        ("{{crate|''x''}}", "Crate of x, unknown"),
        ("{{crate|<nowiki>|}}</nowiki>}}", "Crate of |}}, unknown"),
        ("{{crate|a<!-- | -->b}}", "Crate of ab, unknown"),
    ],
)
def test_arguments_are_numbered_named_or_absent(call: str, text: str) -> None:
    assert said(call, CRATE) == text


def test_what_is_included_is_told_from_what_is_not() -> None:
    templates = {"a": "x<noinclude>no</noinclude><includeonly>y</includeonly>", "b": "no<onlyinclude>z</onlyinclude>no"}

    assert said("{{a}} {{b}}", templates) == "xy z"
    assert said("x<noinclude>y</noinclude><includeonly>no</includeonly>") == "xy"


def test_a_redirect_leads_to_the_definition() -> None:
    assert said("{{old}}", {"old": "#REDIRECT [[Template:New]]", "new": "here"}) == "here"


def test_spelling_variants_of_a_name_find_the_definition() -> None:
    templates = {"Rope-box": "found"}

    assert said("{{rope_box}}", templates) == said("{{Rope Box}}", templates) == "found"


def test_a_loop_is_told_in_its_place() -> None:
    templates = {"one": "1 {{two}}", "two": "2 {{one}}"}

    assert "Template loop detected" in said("a {{one}} b", templates)
    assert "template-loop" in codes("{{one}}", templates)


def test_a_bomb_stops_at_the_size_of_a_page() -> None:
    templates = {f"t{level}": f"{{{{t{level + 1}}}}}" * 10 for level in range(8)} | {"t8": "boom " * 10}

    document = parse("{{t0}}", templates=templates)

    assert len(text_of(document.blocks)) < 4_000_000
    assert "expansion-too-large" in {doubt.code for doubt in document.doubts}


def test_an_unknown_template_shows_its_arguments_and_is_doubted() -> None:
    document = parse("before {{nowhere|x=some ''words''|more}} after")

    assert text_of(document.blocks) == "before some words more after"
    assert [(doubt.code, doubt.line) for doubt in document.doubts] == [("unknown-template", 1)]
    assert document.transcluded == (("Nowhere", False),)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{#if: x | yes | no}}", "yes"),
        ("{{#if: | yes | no}}", "no"),
        ("{{#ifeq: 01 | 1 | same | other}}", "same"),
        ("{{#ifeq: a | A | same | other}}", "other"),
        ("{{#switch: b | a = 1 | b | c = 2 | #default = 3}}", "2"),
        ("{{#switch: z | a = 1 | #default = 3}}", "3"),
        ("{{#switch: z | a = 1 | 9}}", "9"),
        ("{{#expr: 2 + 3 * 4}}", "14"),
        ("{{#expr: (2 + 3) * 4 / 8 round 1}}", "2.5"),
        ("{{#expr: 2 ^ 10 mod 1000}}", "24"),
        ("{{#expr: not 0 and 3 >= 2}}", "1"),
        ("{{#ifexpr: 1 > 2 | a | b}}", "b"),
        ("{{#iferror: {{#expr: 1/0}} | bad | good}}", "bad"),
        ("{{#titleparts: A/B/C | 1 | 2}}", "B"),
        ("{{lc:ROPE}} {{uc:rope}} {{ucfirst:rope}} {{lcfirst:ROPE}}", "rope ROPE Rope rOPE"),
        ("{{padleft:7|3}} {{padright:7|3|ab}}", "007 7ab"),
        ("{{formatnum:1234567.5}} {{formatnum:1,234|R}}", "1,234,567.5 1234"),
        ("{{plural:1|one|many}} {{plural:2|one|many}}", "one many"),
        ("{{urlencode:a b&c}} {{anchorencode:a b}}", "a+b%26c a_b"),
        ("{{PAGENAME}} {{FULLPAGENAME}} {{BASEPAGENAME}} {{SUBPAGENAME}}", "Guide/Crates Guide/Crates Guide Crates"),
        ("{{NAMESPACE:Talk:X}} {{PAGENAME:Talk:X}} {{ns:10}}", "Talk X Template"),
        ("a{{!}}b {{=}}", "a|b ="),
        ("{{#tag:nowiki|''x''}}", "''x''"),
        ("{{#if: {{{x|}}} | a | b}}", "b"),
    ],
)
def test_parser_functions_and_magic_words(text: str, shown: str) -> None:
    site = Site(subpages=(0,))

    assert said(text, title="Guide/Crates", site=site) == shown


def test_existence_is_asked_of_the_site() -> None:
    site = Site(exists={"Rope"}.__contains__)

    assert said("{{#ifexist: rope | there | gone}} {{#ifexist: tar | there | gone}}", site=site) == "there gone"


def test_the_clock_speaks_only_where_the_site_tells_the_time() -> None:
    assert said("in {{CURRENTYEAR}}", site=Site(now="2021-05-04T10:00:00Z")) == "in 2021"
    assert said("in {{CURRENTYEAR}}") == "in"
    assert "live-magic-word" in codes("{{CURRENTYEAR}}")


def test_lua_is_said_to_be_missing() -> None:
    assert "missing" in said("{{#invoke:Weights|sum|1}}")
    assert "lua-not-run" in codes("{{#invoke:Weights|sum|1}}")


def test_lines_survive_expansion() -> None:
    text = "{{crate\n|rope\n}}\n\n<!-- a\ncomment -->\nlast\n\n== Head ==\n"

    blocks = parse(text, templates={"crate": "one\n\ntwo\n\nthree"}).blocks

    assert [getattr(block, "line", 0) for block in blocks][-2:] == [7, 9]


def test_comments_take_their_whole_line_along() -> None:
    assert said("* a\n<!-- x -->\n* b") == "a\nb"
    assert len(parse("* a\n<!-- x -->\n* b").blocks) == 1


def test_the_arguments_of_a_template_that_nobody_knows_stand_on_lines_of_their_own() -> None:
    assert said("{{Unknown\n| name = Crate\n| rope = tar\n}}\nA crate.") == "Crate\ntar\nA crate."
