"""What is typed in capitals is meant: ``IT`` is a rule, ``it`` is a stop word, ``A`` may only begin a sentence."""

from __future__ import annotations

import pytest

from site_src.search.query import parse


@pytest.mark.parametrize(
    ("typed", "capitals"),
    [
        ("IT", [True]), ("it", [False]), ("It", [False]), ("A lamp", [False, False]), ("B5", [True]), ("12", [False]),
        ("ÁRO", [True]), ("the ARO", [False, True]),
    ],
)  # fmt: skip
def test_a_word_is_loud_where_all_its_letters_are_capitals_and_it_is_no_single_one(
    typed: str, capitals: list[bool]
) -> None:
    assert [word.capitals for word in parse(typed).words] == capitals
