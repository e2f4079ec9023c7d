"""Words, the same in Python and in the browser."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_src.search.tokens import fold, key, terms, words

VECTORS = {
    "Player’s D-Charges": ["player", "d", "charges"],
    "PH-3, B+1 and ARM=0": ["ph", "-3", "b", "+1", "and", "arm", "0"],
    "+3 −3 –6 (-12)": ["+3", "-3", "-6", "-12"],
    "10-12 or 8–16": ["10", "12", "or", "8", "16"],
    "1/2, ½ and 10.5": ["1/2", "1/2", "and", "10.5"],
    "rule 701.3a": ["rule", "701.3a"],
    "Órdenes": ["ordenes"],
    "Straße ΟΔΟΣ İstanbul": ["strasse", "οδοσ", "istanbul"],
    "漢字 and かな": ["漢", "字", "and", "か", "な"],
    "snake_case a/b don't": ["snake", "case", "a", "b", "dont"],
    "L3 B5 25%": ["l3", "b5", "25"],
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), VECTORS.items())
def test_words_are_found_as_players_type_them(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_what_a_hyphen_joins_is_found_in_parts_and_as_a_whole() -> None:
    assert terms("D-Charges") == ["d", "charges", "dcharges"]
    assert terms("PH-3") == ["ph", "-3", "ph-3"]
    assert terms("ARM=0") == ["arm", "0", "arm=0"]
    assert terms("E/M U.S.A.") == ["e", "m", "em", "u", "s", "a", "usa"]
    assert terms("and/or") == ["and", "or"]


def test_a_name_of_signs_has_a_key_too() -> None:
    assert key("?!  ?!") == "?! ?!"
    assert key("D-Charges") == key("d charges")


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_words_of_words_are_the_same_words(text: str) -> None:
    assert words(" ".join(words(text))) == words(text)


def _every_script() -> list[str]:
    """Some signs of every block of Unicode, each in a small sentence."""
    signs = [
        chr(code) for code in range(0x20, 0x30000)
        if (code < 0x500 or code % 23 == 0) and unicodedata.category(chr(code)) not in ("Cs", "Cn", "Co", "Cc")
    ]  # fmt: skip
    return [
        f"x{''.join(group)} {' '.join(group)} -{group[0]} {group[-1]}-3"
        for group in (signs[at : at + 12] for at in range(0, len(signs), 12))
    ]


def test_the_browser_finds_the_same_words_in_every_script(site: Path, browser_reader: Any) -> None:
    texts = [*VECTORS, *_every_script()]
    answers = browser_reader(site, [{"words": text} for text in texts])

    assert len(texts) > 500
    differing = [
        text
        for text, answer in zip(texts, answers, strict=True)
        if answer != {"words": words(text), "terms": terms(text), "key": key(text)}
    ]
    assert differing == []


def test_the_browser_finds_the_same_words_in_real_texts(site: Path, browser_reader: Any, shared: Any) -> None:
    texts = [
        line for file in sorted(shared("seeds").glob("*.txt")) for line in file.read_text("utf-8").splitlines()[::3]
    ]
    answers = browser_reader(site, [{"words": text} for text in texts])

    assert len(texts) > 1000
    assert [answer["terms"] for answer in answers] == [terms(text) for text in texts]


def test_unicode_of_python_is_new_enough_for_the_scripts_above() -> None:
    assert sys.version_info >= (3, 11)
    assert words("ሀሁ ৰ ᎠᎡ") == ["ሀሁ", "ৰ", "ꭰꭱ"]
