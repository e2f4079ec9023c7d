"""Nothing a person types is an error: each oddity has an answer, and both readers give the same one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from site_src.search import search


class Odd(NamedTuple):
    """A query, the first hit's name (None where nothing is found), and whether names are suggested."""

    query: str
    first: str | None
    suggests: bool = False


ODDITIES = {
    "empty": Odd("", None),
    "blanks": Odd(" \t ", None),
    "a thousand words": Odd("oath " * 1000, "Lantern Oath"),
    "a thousand unlike words": Odd(" ".join(f"zz{n}" for n in range(1000)), None, True),
    "a word of a hundred thousand letters": Odd("x" * 100_000, None, True),
    "only stop words": Odd("the of and", "Lantern"),
    "only punctuation": Odd("?! … --", None, True),
    "a quote that never closes": Odd('"lantern oath', "Lantern Oath"),
    "two quotes with nothing inside": Odd('"" lantern', "Lantern"),
    "an unknown field": Odd("colour:oath", "Lantern Oath"),
    "a field without a value": Odd("kind: oath", "Lantern Oath"),
    "a field without a name": Odd(":oath", "Lantern Oath"),
    "a number too long to compare": Odd("burst>=99999999999999999999 sling", "Sling"),
    "right to left": Odd("مرحبا", None, True),
    "right to left marks": Odd("\u202elantern\u202c", "Lantern"),
    "emoji": Odd("🙂", None, True),
    "half an emoji": Odd("\ud83d lantern", "Lantern"),
    "an emoji beside a word": Odd("🏮 lantern", "Lantern"),
    "NUL": Odd("lantern\0oath", "Lantern Oath"),
    "markup": Odd("<b onclick=alert(1)>oath</b>", "Lantern Oath"),
    "a name of JavaScript's": Odd("constructor __proto__ toString", None, True),
    "a field of JavaScript's": Odd("kind:__proto__ constructor>=3 lantern", None, True),
    "only an exclusion": Odd("-lantern", "D-Spade"),
    "a pattern": Odd("lan.*rn|[", "Lantern"),
}  # fmt: skip


@pytest.mark.parametrize("odd", ODDITIES.values(), ids=ODDITIES)
def test_the_command_answers(site: Path, odd: Odd) -> None:
    found = search(site, odd.query)

    assert (found.hits[0].name if found.hits else None) == odd.first
    assert bool(found.suggestions) == odd.suggests


def test_the_browser_answers_alike(site: Path, browser_reader: Any) -> None:
    answers = browser_reader(site, [{"query": odd.query, "options": {"facets": True}} for odd in ODDITIES.values()])

    for (name, odd), answer in zip(ODDITIES.items(), answers, strict=True):
        mine = search(site, odd.query)
        assert "error" not in answer, name
        assert ([hit["id"] for hit in answer["hits"]], answer["total"]) == (
            [hit.id for hit in mine.hits],
            mine.total,
        ), name
        assert answer["suggestions"] == list(mine.suggestions), name


@pytest.mark.parametrize(
    "odd", [odd for odd in ODDITIES.values() if "\ud83d" not in odd.query and "\0" not in odd.query]
)
def test_the_terminal_prints_an_answer(site: Path, odd: Odd) -> None:
    from ludex.cli import main

    told = CliRunner().invoke(main, ["search", "--site", str(site), "--", odd.query])

    assert told.exit_code == 0, told.output
    assert (odd.first or "Nothing") in told.output
