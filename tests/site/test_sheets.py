"""Pages too long for one file: where they are cut, and that every address still leads somewhere."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from game import game, text
from hypothesis import given
from hypothesis import strategies as st
from pages import broken

from ingest.tree import Document, Heading, Link, Node, Paragraph, Text
from site_src.build import build_site
from site_src.sheets import ROOM, across, anchors, cut
from site_src.views.page import span


def heading(name: str, level: int = 2) -> Heading:
    return Heading(level=level, children=(Text(name),), anchor=name.replace(" ", "_"))


def long_document(chapters: int) -> tuple[Node, ...]:
    return tuple(
        node
        for number in range(chapters)
        for node in (
            heading(f"Chapter {number}"),
            *(text(f"Lamp {number}.{line} burns low. " * 20) for line in range(20)),
        )
    )


blocks = st.lists(
    st.one_of(
        st.integers(1, 4).map(lambda level: heading(f"Level {level}", level)),
        st.integers(0, 300).map(lambda length: text("x" * length)),
    ),
    max_size=60,
).map(tuple)


@given(blocks, st.integers(20, 400))
def test_a_cut_loses_nothing_and_leaves_no_sheet_empty(nodes: tuple[Node, ...], room: int) -> None:
    groups = cut(nodes, room)

    assert tuple(node for group in groups for node in group) == nodes
    assert all(groups) or nodes == ()


def test_sheets_begin_with_chapters_and_are_alike_in_length() -> None:
    groups = cut(long_document(40))

    assert len(groups) > 2
    assert all(isinstance(group[0], Heading) for group in groups)
    lengths = [sum(len(node.children[0].text) for node in group) for group in groups]  # type: ignore[union-attr]
    assert max(lengths) < ROOM * 1.5
    assert min(lengths) > ROOM * 0.5


def test_an_anchor_stands_on_the_sheet_of_its_heading() -> None:
    groups = (long_document(2), (heading("Last"),))

    assert anchors(groups) == {"Chapter_0": 1, "Chapter_1": 1, "Last": 2}


def test_a_sheet_is_known_by_its_first_and_last_heading() -> None:
    assert span(long_document(3)) == "Chapter 0 – Chapter 2"
    assert span((heading("Alone"), text("and its words"))) == "Alone"
    assert span((text("no heading at all"),)) == ""


def test_addresses_within_a_page_find_the_sheet_of_their_place() -> None:
    sheets = across(
        [
            '<a href="#b%20c">x</a><a href="#a">y</a><a href="#gone">z</a><i id="a"></i>',
            '<i id="b c"></i><a href="#a">back</a>',
        ],
        ["p.html", "p.2.html"],
    )

    assert sheets == [
        '<a href="p.2.html#b%20c">x</a><a href="#a">y</a><a href="#gone">z</a><i id="a"></i>',
        '<i id="b c"></i><a href="p.html#a">back</a>',
    ]


def test_a_long_page_comes_in_sheets_and_every_address_leads_somewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("site_src.atlas.SHORT", 0)
    knowledge = game()
    far = Link(kind="page", target="", anchor="Chapter 29", children=(Text("the last chapter"),), line=2)
    knowledge.documents.change("401", Document(blocks=(Paragraph(children=(far,)), *long_document(30))))
    site = build_site(knowledge, tmp_path / "site").folder
    pages = [site / f"page/orrery/labels{number}.html" for number in ("", ".2", ".3", ".4", ".5")]

    assert all(len(gzip.compress(page.read_bytes())) < 40_000 for page in pages)
    assert '<a href="labels.5.html#Chapter_29">the last chapter</a>' in pages[0].read_text("utf-8")
    guides = [re.findall(r'<nav class="guide".*?</nav>', page.read_text("utf-8"), re.DOTALL) for page in pages]
    assert [len(found) for found in guides] == [1, 0, 0, 0, 0]
    assert re.findall(r'href="([^"]+)">Chapter', guides[0][0]) == [f"labels.{number}.html" for number in (2, 3, 4, 5)]
    assert [page.read_text("utf-8").count("<h1>") for page in pages] == [1] * 5
    assert broken(site) == []
