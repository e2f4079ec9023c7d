"""The interface speaks each language's numbers, plurals and dates."""

from __future__ import annotations

import re

import pytest

from site_src.texts import SCRIPT, Message, catalogue, texts


@pytest.mark.parametrize(
    ("language", "added", "removed", "said"),
    [
        ("en", 1, 0, "1 word added, 0 words removed"),
        ("en", 1200, 1, "1,200 words added, 1 word removed"),
        ("es", 1, 2, "1 palabra añadida, 2 palabras quitadas"),
        ("es", 12000, 1, "12.000 palabras añadidas, 1 palabra quitada"),
    ],
)
def test_every_number_of_a_text_brings_its_own_word(language: str, added: int, removed: int, said: str) -> None:
    assert texts(language)("words-changed", added=added, removed=removed) == said


def test_dates_read_as_each_language_writes_them() -> None:
    assert texts("en").date("2031-02-01T10:00:00Z") == "1 February 2031"
    assert texts("es").date("2031-02-01T10:00:00Z") == "1 de febrero de 2031"
    assert texts("es").time("2031-12-24T09:05:00Z") == "24 de diciembre de 2031, 09:05 UTC"
    assert texts("es").date("2031-13-01") == "2031-13-01"
    assert texts("en").date(None) == "undated"


def test_one_and_many_differ_wherever_a_text_counts() -> None:
    for language in ("en", "es"):
        assert texts(language)("pages-count", n=1) != texts(language)("pages-count", n=2).replace("2", "1")
        assert texts(language)("terms", n=0).startswith("0 ")


def test_every_language_says_all_that_english_says_with_the_same_blanks() -> None:
    tables = catalogue()
    for language in sorted(set(tables) - {"en", SCRIPT}):
        for ours, theirs in ((tables["en"], tables[language]), (_script("en"), _script(language))):
            missing = {key for key in ours if key not in theirs}
            odd = {key for key in ours if key in theirs and _blanks(ours[key]) != _blanks(theirs[key])}

            assert (missing, odd) == (set(), set()), language


def _script(language: str) -> dict[str, Message]:
    found = catalogue()[SCRIPT][language]
    assert isinstance(found, dict)
    return dict(found)


def _blanks(message: Message) -> set[str]:
    forms = message.values() if isinstance(message, dict) else [message]
    return {name for form in forms for name in re.findall(r"\{(\w+)[:}]", str(form))}
