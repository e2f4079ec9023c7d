"""Real games: every name typed exactly is first, and both readers find the same in the same order, in real browsers from disk."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from site_src.search.engine import Index
from site_src.search.ranking import TIERS
from site_src.search.searching import open_index, run
from site_src.search.tokens import key
from tests.search.real import SOURCES, Game, game

CHUNK = 100  # queries that a browser is asked at once
ASK = "async ([queries, options]) => { const all = []; for (const q of queries) all.push((await ludex.search(q, options)).map((hit) => hit.id)); return all; }"

Games = Callable[[str], Game]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory, shared: Callable[[str], Path]) -> Games:
    """Each game, read once."""
    known: dict[str, Game] = {}

    def read(name: str) -> Game:
        if name not in known:
            known[name] = game(name, tmp_path_factory.mktemp(name), shared)
        return known[name]

    return read


def _open(found: Game, *, old: bool = False) -> Index:
    index, notes = open_index(found.site, old=old)
    assert notes == ()
    return index


def _bearers(index: Index) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for name in index.lexicon.names:
        found[name.key] = {bearer >> 1 for bearer in name.bearers}
    return found


def _first_is_no_bearer(found: Game) -> Iterator[str]:
    index = _open(found)
    bearers = _bearers(index)
    for name in found.names:
        hits = run(index, name, limit=1).hits
        if not key(name):
            continue
        named = {index.document(number).id for number in bearers.get(key(name), ())}
        if not named or not hits or hits[0].id not in named or hits[0].tier not in TIERS[:2]:
            yield f"{name!r}: {hits[0].name if hits else 'nothing'}"
    index.close()


def test_every_name_of_the_example_typed_exactly_is_first(games: Games) -> None:
    found = games("example")

    assert len(found.names) > 100
    assert list(_first_is_no_bearer(found)) == []


@pytest.mark.suite
@pytest.mark.parametrize("name", SOURCES)
def test_every_title_and_alias_typed_exactly_is_first(name: str, games: Games) -> None:
    found = games(name)

    assert len(found.names) > 50
    assert list(_first_is_no_bearer(found)) == []


def _handed(shared: Callable[[str], Path]) -> list[str]:
    rulebook = json.loads((shared("gold") / "rulebook_gold.json").read_text("utf-8"))["search_queries"]
    return [
        item["query"] for item in (*rulebook, *json.loads((shared("gold") / "search_queries.json").read_text("utf-8")))
    ]


def _at_random(index: Index, count: int) -> list[str]:
    """Words of the texts, misspelt, cut short, quoted, refused and narrowed by fields."""
    draw = random.Random(5)
    words = [word for number in range(index.count) for word in index.document(number).text.split()[:40]]
    surfaces = [surface.word for surface in index.lexicon.surfaces if surface.word[0] == ":"]
    found = []
    for _ in range(count):
        at = draw.randrange(len(words))
        typed = (
            words[at : at + draw.randint(1, 4)] if draw.random() < 0.5 else draw.choices(words, k=draw.randint(1, 4))
        )
        word = draw.choice(typed)
        match draw.randrange(9):
            case 0:
                typed = [f'"{" ".join(typed)}"']
            case 1:
                typed.append(f"-{draw.choice(words)}")
            case 2 | 3:
                typed[typed.index(word)] = word[: draw.randint(1, len(word))] + draw.choice("aeiou") + word[-1:]
            case 4:
                typed[-1] = typed[-1][: draw.randint(1, len(typed[-1]))]
            case 5 if surfaces:
                typed.append(_as_typed(draw.choice(surfaces)))
            case 6:
                shared = index.classes[draw.randrange(len(index.classes))]
                typed.append(
                    draw.choice([f"kind:{shared.kind}", f"edition:{shared.edition}", f"language:{shared.language}"])
                )
        found.append(" ".join(typed))
    return found


def _as_typed(surface: str) -> str:
    """The field of a surface as a query names it: ``:label:optional``, ``:burst=3``."""
    field, colon, value = surface[1:].partition(":")
    return f'{field}:"{value}"' if colon else surface[1:].replace("=", ">=")


def _differing(browser: Any, found: Game, queries: list[str], *, old: bool = False) -> list[str]:
    """The queries to which a page on disk gives other hits than the command."""
    index = _open(found, old=old)
    page = browser.new_page()
    page.goto((found.site / "index.html").as_uri())
    differing = []
    for start in range(0, len(queries), CHUNK):
        asked = queries[start : start + CHUNK]
        theirs = page.evaluate(ASK, [asked, {"old": old}])
        mine = [[hit.id for hit in run(index, query, limit=10).hits] for query in asked]
        differing += [query for query, one, other in zip(asked, mine, theirs, strict=True) if one != other]
    page.close()
    index.close()
    return differing


@pytest.mark.suite
@pytest.mark.browser
@pytest.mark.parametrize("name", ["example", "seeds", "infinity"])
def test_both_readers_find_the_same_in_the_same_order(
    name: str, games: Games, engine: Any, shared: Callable[[str], Path]
) -> None:
    found = games(name)
    index = _open(found)
    titles = list(dict.fromkeys([*found.names, *(index.document(number).name for number in range(index.count))]))
    queries = [*(_handed(shared) if name != "example" else ()), *titles, *_at_random(index, 500)]
    index.close()

    assert len(queries) > 600
    assert _differing(engine, found, queries) == []


@pytest.mark.suite
@pytest.mark.browser
@pytest.mark.parametrize("name", ["seeds", "infinity"])
def test_both_readers_find_the_same_old_wordings(name: str, games: Games, engine: Any) -> None:
    found = games(name)
    index = _open(found, old=True)
    names = list(dict.fromkeys(index.document(number).name for number in range(index.count)))
    queries = [*names, *_at_random(index, 200)]
    index.close()

    assert len(queries) > 200
    assert _differing(engine, found, queries, old=True) == []


@pytest.mark.browser
def test_both_readers_agree_on_the_example(games: Games, engine: Any) -> None:
    found = games("example")
    index = _open(found)
    queries = [*found.names[::6], *_at_random(index, 60)]
    index.close()

    assert _differing(engine, found, queries) == []
