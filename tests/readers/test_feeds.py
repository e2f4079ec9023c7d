"""Feeds: whole texts byte for byte, the fact of an edit where there is no text, nothing from fake entries."""

from __future__ import annotations

import html
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.model import Diagnostic, Sighting
from ingest.readers import open_sources
from ingest.readers.feed_text import comment_of, take_apart

XML_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"))


def _frame(text: str) -> str:
    return "<p>Ada: words</p>\n<hr />\n<div>" + html.escape(text).replace("\n", "<br />\n") + "</div>"


def _atom(
    entries: str, *, title: str = "Lampwiki - User contributions [en]", link: str = "https://lamp.example/w/api.php"
) -> str:
    return (
        '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">'
        f'<id>{html.escape(link)}</id><title>{title}</title><link rel="self" href="{html.escape(link)}"/>'
        f"<generator>MediaWiki 1.16.0</generator>{entries}</feed>"
    )


def _entry(
    summary: str, *, link: str = "https://lamp.example/w/index.php?title=Oil_lamp&diff=7", title: str = "Oil lamp"
) -> str:
    return (
        f"<entry><id>{html.escape(link)}</id><title>{html.escape(title)}</title><updated>2024-03-01T10:00:00Z</updated>"
        f'<summary type="html">{html.escape(summary)}</summary><author><name>Ada</name></author></entry>'
    )


def _read(folder: Path, text: str, name: str = "feed.xml") -> list[Sighting | Diagnostic]:
    path = folder / name
    path.write_text(text, "utf-8")
    return list(open_sources([path]).opened[0].read())


def test_every_text_of_a_real_wiki_comes_back_byte_for_byte(shared: Callable[[str], Path]) -> None:
    folder = shared("suites/feeds")
    compared = 0
    for case in json.loads(lzma.decompress((folder / "feed_cases.json.xz").read_bytes())):
        sightings = [
            item for item in open_sources([folder / case["file"]]).opened[0].read() if isinstance(item, Sighting)
        ]
        found = {item.facts.revision_id: item for item in sightings}
        wanted = [entry for entry in case["entries"] if entry["revid"] is not None]

        assert set(found) == {entry["revid"] for entry in wanted}
        for entry in wanted:
            sighting = found[entry["revid"]]
            assert (sighting.facts.user, sighting.facts.timestamp) == (entry["author"], entry["updated"])
            if "expect_wikitext" in entry:
                compared += 1
                assert sighting.text == entry["expect_wikitext"]
                assert sighting.facts.title == entry["title"]
                assert f"{sighting.facts.user}: {sighting.facts.summary}" == entry["expect_user_summary"]
    assert compared == 68


@given(XML_TEXT)
def test_a_framed_text_comes_back_as_it_was(text: str) -> None:
    assert take_apart(_frame(text)).text == text


def test_a_history_gives_the_fact_of_an_edit_and_the_first_text(shared: Callable[[str], Path]) -> None:
    (opened,) = open_sources([shared("suites/feeds/history_tiradas.atom")]).opened
    edit, first = opened.read()

    assert isinstance(edit, Sighting)
    assert isinstance(first, Sighting)
    assert (edit.facts.known, edit.text, edit.facts.summary) == ("partial", None, "/* Modifiers (MOD) */")
    assert (first.facts.known, first.facts.summary) == ("whole", "/* Maximum Modifier Example */")
    assert {edit.facts.title, first.facts.title} == {"Tiradas"}


def test_an_entry_without_revision_is_said_and_left_out(tmp_path: Path) -> None:
    log = _entry("<p>moved the page</p>", link="https://lamp.example/wiki/Oil_lamp")

    (note,) = _read(tmp_path, _atom(log))

    assert isinstance(note, Diagnostic)
    assert (note.severity, note.code, note.place.line) == ("note", "no-revision", 2)


def test_a_feed_without_entries_is_said_to_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "feed.atom"
    path.write_text(_atom(""), "utf-8")

    found = list(open_sources([path]).opened[0].read())

    assert [(item.severity, item.code) for item in found if isinstance(item, Diagnostic)] == [("note", "empty-source")]
    assert len(found) == 1


def test_a_suppressed_revision_is_unknown_and_not_empty(tmp_path: Path) -> None:
    hidden, emptied = _read(tmp_path, _atom(_entry("") + _entry(_frame(""), link="index.php?title=Oil_lamp&diff=6")))

    assert isinstance(hidden, Sighting)
    assert isinstance(emptied, Sighting)
    assert (hidden.facts.known, hidden.text) == ("unknown", None)
    assert (emptied.facts.known, emptied.text) == ("whole", "")


def test_a_new_page_whose_text_is_hidden_is_partial(tmp_path: Path) -> None:
    (sighting,) = _read(tmp_path, _atom(_entry("<p></p>\n<p><b>New page</b></p><div></div>")))

    assert isinstance(sighting, Sighting)
    assert (sighting.facts.known, sighting.text) == ("partial", None)


def test_a_user_whose_name_holds_a_colon_is_taken_from_the_author(tmp_path: Path) -> None:
    feed = _atom(_entry("<p>Ada: B: /* Wick */ trim</p>\n<hr />\n<div>x</div>").replace("<name>Ada<", "<name>Ada: B<"))

    (sighting,) = _read(tmp_path, feed)

    assert isinstance(sighting, Sighting)
    assert (sighting.facts.user, sighting.facts.summary) == ("Ada: B", "/* Wick */ trim")


@pytest.mark.parametrize("colon", [": ", "\xa0: ", "："])
def test_the_colon_of_any_language_is_taken_off(colon: str, tmp_path: Path) -> None:
    (sighting,) = _read(tmp_path, _atom(_entry(f"<p>Ada{colon}trim: more</p>\n<hr />\n<div>x</div>")))

    assert isinstance(sighting, Sighting)
    assert sighting.facts.summary == "trim: more"


def test_a_summary_as_xhtml_reads_like_one_as_text(tmp_path: Path) -> None:
    entry = _entry("x").replace(
        '<summary type="html">x</summary>', '<summary type="xhtml"><p>Ada: trim</p>\n<hr />\n<div>oil</div></summary>'
    )

    (sighting,) = _read(tmp_path, _atom(entry))

    assert isinstance(sighting, Sighting)
    assert (sighting.text, sighting.facts.summary) == ("oil", "trim")


def test_a_feed_of_new_pages_shows_who_began_a_page_and_what_it_says_today(tmp_path: Path) -> None:
    entry = _entry(_frame("today"), link="https://lamp.example/wiki/Oil_lamp")

    begun, today = _read(
        tmp_path, _atom(entry, title="Lampwiki - New pages [en]", link="https://lamp.example/wiki/Special:NewPages")
    )

    assert isinstance(begun, Sighting)
    assert isinstance(today, Sighting)
    assert (begun.facts.known, begun.facts.user, begun.facts.timestamp) == ("partial", "Ada", "2024-03-01T10:00:00Z")
    assert (today.text, today.facts.user, today.facts.timestamp) == ("today", None, None)


def test_contributions_of_an_old_wiki_have_no_numbers_and_are_whole(tmp_path: Path) -> None:
    entry = _entry(_frame("then"), link="https://lamp.example/wiki/Oil_lamp")

    (sighting,) = _read(
        tmp_path, _atom(entry, link="https://lamp.example/w/index.php?title=Special:Contributions/Ada&feed=atom")
    )

    assert isinstance(sighting, Sighting)
    assert (sighting.text, sighting.facts.user, sighting.facts.summary) == ("then", "Ada", "words")


def test_a_wiki_may_have_a_dash_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "feed.atom"
    path.write_text(_atom(_entry(_frame("x")), title="Lamps - The wiki - Contributions [en]"), "utf-8")

    assert open_sources([path]).opened[0].source.site_name == "Lamps - The wiki"


def test_relative_links_still_give_page_and_number(tmp_path: Path) -> None:
    (sighting,) = _read(
        tmp_path, _atom(_entry("<p>trim</p>\n<table></table>", link="index.php?title=Oil_lamp/Wick&diff=12&oldid=9"))
    )

    assert isinstance(sighting, Sighting)
    assert (sighting.facts.title, sighting.facts.revision_id) == ("Oil lamp/Wick", 12)


def test_what_a_change_is_compared_with_is_not_taken_for_its_parent(tmp_path: Path) -> None:
    (sighting,) = _read(
        tmp_path, _atom(_entry("<p>trim</p>\n<table></table>", link="index.php?title=Oil_lamp&diff=12&oldid=9"))
    )

    assert isinstance(sighting, Sighting)
    assert sighting.facts.parent_id is None  # recent changes take neighbouring edits of one user together


def test_rss_and_atom_say_the_same(tmp_path: Path) -> None:
    rss = (
        '<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        "<title>Lampwiki - User contributions [en]</title><link>https://lamp.example/w/api.php</link>"
        "<generator>MediaWiki 1.39.0</generator><item><title>Oil lamp</title>"
        "<link>https://lamp.example/w/index.php?title=Oil_lamp&amp;diff=7</link>"
        f"<description>{html.escape(_frame('a  b'))}</description>"
        "<pubDate>Fri, 01 Mar 2024 10:00:00 GMT</pubDate><dc:creator>Ada</dc:creator></item></channel></rss>"
    )

    (from_rss,) = _read(tmp_path, rss, "feed.rss")
    (from_atom,) = _read(tmp_path, _atom(_entry(_frame("a  b"))), "feed.atom")

    assert isinstance(from_rss, Sighting)
    assert isinstance(from_atom, Sighting)
    assert (from_rss.facts, from_rss.text, from_rss.wiki) == (from_atom.facts, from_atom.text, "lampwiki")


def test_a_history_joins_the_wiki_of_its_host(tmp_path: Path) -> None:
    history = tmp_path / "history.atom"
    history.write_text(
        _atom(_entry("<p>x</p>\n<table></table>"), title="Oil lamp - Revision history",
              link="https://lamp.example/w/index.php?title=Oil_lamp&action=history"), "utf-8"
    )  # fmt: skip
    contributions = tmp_path / "contributions.atom"
    contributions.write_text(_atom(_entry(_frame("x"))), "utf-8")

    found = open_sources([history, contributions]).opened

    assert [item.source.wiki for item in found] == ["lampwiki", "lampwiki"]


def test_the_text_is_found_on_its_own_lines(tmp_path: Path) -> None:
    text = _atom("\n" + _entry(_frame("wick\n\noil")))

    (sighting,) = _read(tmp_path, text)

    assert isinstance(sighting, Sighting)
    assert sighting.place.line is not None
    lines = text.split("\n")
    assert lines[sighting.place.line - 1].endswith("wick&lt;br /&gt;")
    assert sighting.place.end_line == sighting.place.line + 2


@pytest.mark.parametrize(
    ("markup", "comment"),
    [
        ("plain &amp; simple", "plain & simple"),
        ('<span dir="auto"><span class="autocomment">Wick: </span> trimmed</span>', "/* Wick */ trimmed"),
        ('\u200e<span class="autocomment"><a href="#Wick">→</a>Wick</span>', "/* Wick */"),
        ('<span class="autocomment">A: B:</span>', "/* A: B: */"),
        ("", ""),
    ],
)
def test_a_comment_shown_as_html_becomes_the_summary_that_was_typed(markup: str, comment: str) -> None:
    assert comment_of(markup) == comment


@given(st.text())
def test_no_markup_is_too_odd_for_a_feed(markup: str) -> None:
    parts = take_apart(markup)

    assert parts.text is None or isinstance(parts.text, str)
