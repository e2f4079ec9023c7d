"""Redirects in the words of many wikis: of pages, and of the templates that a page calls."""

from __future__ import annotations

import pytest

from ingest.choose import PLAIN
from ingest.titles import Site
from ingest.visible import text_of
from ingest.wikitext import parse

WORDS = (
    "REDIRECT",
    "redirect",
    "REDIRECCIÓN",
    "WEITERLEITUNG",
    "RINVIA",
    "DOORVERWIJZING",
    "PATRZ",
    "перенаправление",
    "転送",
)


@pytest.mark.parametrize("word", WORDS)
def test_a_page_says_where_it_leads(word: str) -> None:
    document = parse(f"#{word} [[oil lamp#Wick|there]]", title="Lantern", profile=PLAIN, templates={}, site=Site())

    assert document.redirect == "Oil lamp#Wick"


@pytest.mark.parametrize("word", WORDS)
def test_a_template_that_moved_is_found_under_its_new_name(word: str) -> None:
    templates = {"Old": f"#{word} [[Template:New]]", "New": "It burns."}

    document = parse("{{Old}}", title="Lantern", profile=PLAIN, templates=templates, site=Site())

    assert text_of(document.blocks) == "It burns."


@pytest.mark.parametrize(
    "text", ["# REDIRECT is a word", "#REDIRECT nowhere", "#redirects [[Oil]]", "See #REDIRECT [[Oil]]"]
)
def test_other_lines_are_no_redirects(text: str) -> None:
    assert parse(text, title="Lantern", profile=PLAIN, templates={}, site=Site()).redirect is None
