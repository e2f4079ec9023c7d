"""Files of wikitext: recognised by markup, titled by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.readers.protocol import Head
from ingest.readers.wikitext import recognise, title_of


@pytest.mark.parametrize(
    "text",
    [
        "See [[Lamp]].",
        "{{Box|x}}\ntext",
        "== Oil ==\ntext",
        "#REDIRECT [[Lamp]]",
        "#WEITERLEITUNG [[Lampe]]",
        "{|\n|x\n|}",
        "'''Lamp''' burns",
        "[[File:Lamp.png|thumb]]\n== Oil ==\nA [[wick]] drinks it.",
    ],
)
def test_markup_makes_wikitext(text: str) -> None:
    assert recognise(Head(name="lamp.txt", text=text)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Lamps\n\nA lamp burns oil.",
        '{"a": "[[b]]"}',
        "<!DOCTYPE html><p>[[x]]</p>",
        '<?xml version="1.0"?><a>[[b]]</a>',
        '[site]\ntitle = "x"\n\n[[source]]\npath = "a.txt"\n\n[[source]]\npath = "b.txt"\n',
        "# Lamps\n\nWrite `{{wick}}` and `[[oil]]` for both.\n\n```\n== Oil ==\n```\n",
        "#!/bin/sh\n[[ -f x ]] && echo",
        '[["lamp", 1], ["oil", 2]]',
        "int lamps[2] = {1, 2};\nint lit(int lamp) {\n    return table[[lamp]];\n}\nvoid out(void) {\n    lit(1);\n}\n",
        "on:\n  push:\njobs:\n  lamp:\n    runs-on: oil\n    steps:\n      - run: burn ${{ matrix.wick }}\n",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert recognise(Head(name="lamp.txt", text=text)) is None


def test_a_page_about_programs_is_still_wikitext() -> None:
    code = "<source>\nint lit(int lamp) {\n    return 1;\n}\nvoid out(void) {\n    lit(1);\n}\n</source>\n"

    assert recognise(Head(name="lamp.txt", text=f"== Lamps ==\nSee [[Oil]].\n== Code ==\n{code}")) is not None


def test_prose_is_wikitext_only_where_its_name_says_so() -> None:
    prose = "A lamp burns oil."

    named = recognise(Head(name="Lamp.wiki", text=prose))

    assert named is not None
    assert named.confidence < 20
    assert recognise(Head(name="Lamp.txt", text=prose)) is None


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Oil_lamp.wiki", "Oil lamp"),
        ("Oil%2FWick_long.mediawiki", "Oil/Wick long"),
        ("Template%3ABox.wikitext", "Template:Box"),
        ("Oil∕Wick.txt", "Oil/Wick"),
        ("en/Oil.txt", "en/Oil"),
        ("What%3F 100%25", "What? 100%"),
        ("Cafe\u0301.wiki", "Caf\xe9"),
        ("v1.2", "v1.2"),
        (".wiki", ".wiki"),
    ],
)
def test_a_title_is_read_off_the_file_name(name: str, title: str) -> None:
    assert title_of(name) == title


def test_a_page_is_one_revision_with_its_lines(tmp_path: Path) -> None:
    from ingest.model import Sighting
    from ingest.readers import open_sources

    path = tmp_path / "Oil_lamp.wiki"
    path.write_text("\n\n== Oil ==\n[[Wick]]\n", "utf-8")

    (sighting,) = open_sources([path]).opened[0].read()

    assert isinstance(sighting, Sighting)
    assert (sighting.facts.title, sighting.text) == ("Oil lamp", "\n\n== Oil ==\n[[Wick]]\n")
    assert (sighting.place.line, sighting.place.end_line) == (1, 5)
