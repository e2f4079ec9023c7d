"""What a reader sees of a template that nobody knows: its words, its fields by name, and none of its switches."""

from __future__ import annotations

import re

from ingest.visible import text_of
from ingest.wikitext import parse
from site_src.html import render

PAGE = (
    "{{Elsewhere|rs|rsc|no}}\n"
    "{{Lamp box|name=Brass|oil=3|lore=Light it and keep it lit until the tide has turned and the crew is home.}}\n"
    "{{Hint|Mind the fog.}}"
)


def test_switches_are_no_words() -> None:
    blocks = parse(PAGE).blocks

    assert not re.search(r"rsc|no\b", text_of(blocks))
    assert "rsc" not in render(blocks)


def test_fields_stand_under_the_name_of_their_template() -> None:
    found = re.sub(r"<[^>]+>", " ", str(render(parse(PAGE).blocks))).split()

    assert found[-9:-4] == ["Lamp", "box", "name", "Brass", "oil"]
    assert " ".join(found[:3]) == "Light it and"


def test_what_reads_as_text_is_shown() -> None:
    html = str(render(parse(PAGE).blocks))

    assert '<div class="argument">Mind the fog.</div>' in html
    assert '<div class="argument">Light it and keep it lit' in html
