"""Dates of documents: behind a word that speaks of the text's age, or in the file's name."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.readers.dates import named_date, printed_date
from ingest.readers.encodings import decoded, encoding_of


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("These rules are effective as of January 24, 2020.", "2020-01-24"),
        ("Lamp Rules\nVersion 1.2 (2021-05-04)", "2021-05-04"),
        ("Last updated 4 May 2021", "2021-05-04"),
        ("Updated: 3rd March, 2019", "2019-03-03"),
        ("Versión 2, actualizado el 4 de mayo de 2021", "2021-05-04"),
        ("Stand: 04.05.2021", "2021-05-04"),
        ("Fassung vom 4. März 2021", "2021-03-04"),
        ("version of May 2021", "2021-05"),
        ("changed since the last released version on 04/21/99.", "1999-04-21"),
        ("Released 05/06/2021", None),  # two days
        ("Released 2021-13-40", None),
        ("The lamp burned on January 24, 2020.", None),
        ("Version 3.1.2", None),
        ("It may be updated later.", None),
        ("\n" * 100 + "Version of 2021-05-04", None),
        ("Lamp Rules\n\nSecond edition rulebook, 3 March 2024\n\nOnce upon a time.", "2024-03-03"),
        ("Lamp Rules (May 2021)", "2021-05"),
        ("Lamp Rules\n\nThe story begins on 3 March 2024.", None),
        ("Lamp Rules\n\nOn 3 March 2024 the lamp burned.", None),
    ],
)
def test_a_date_is_read_where_the_text_speaks_of_its_age(text: str, date: str | None) -> None:
    assert printed_date(text) == date


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("rules-2021-05-04.txt", "2021-05-04"),
        ("rules_20210504.txt", "2021-05-04"),
        ("tournament-2025-06.txt", "2025-06"),
        ("rules 4.5.2021.txt", None),
        ("rules-04.05.2021.txt", "2021-05-04"),
        ("May-2021-rules.txt", "2021-05"),
        ("rules-v1.2.txt", None),
        ("000_c6bfa0c4d0d224c2.txt", None),
        ("rules-2021.txt", None),
    ],
)
def test_a_date_is_read_off_a_file_name(name: str, date: str | None) -> None:
    assert named_date(name) == date


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("CR-1999-04-21", "1999-04-21"),
        ("CR-2020-01-22", "2020-01-24"),
        ("CR-2020-04-17", "2020-04-17"),
        ("CR-2022-10-07", "2022-10-07"),
        ("CR-2022-11-18", "2022-11-18"),
    ],
)
def test_each_version_of_a_numbered_rulebook_prints_its_date(
    name: str, date: str, shared: Callable[[str], Path]
) -> None:
    data = lzma.decompress(shared(f"corpora/mtg-cr/{name}.txt.xz").read_bytes())
    text = "".join(decoded([data], encoding_of([data]))).replace("\r", "\n")

    assert printed_date(text) == date
