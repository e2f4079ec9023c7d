"""The browser's half: the same hits in the same order as the command, from files that do not change without need."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_src.search import store
from site_src.search.engine import Index
from site_src.search.searching import open_index, run
from site_src.search.shards import export, number
from tests.search.moles import DOCUMENTS, document, random_documents, write_site

ODD = ["", '"', "-", "-x", "?!", "the", "the of", "THE", "\0", "🙂", "مرحبا", "<b>x</b>", "kind:", "foo:bar", "constructor", "__proto__",
       "kind:constructor", "hasOwnProperty>=3", "zzyzx", "lamp", "mole town", "b5", "burst 4", "burst 04 lamp", "burst 99999999999", "lamp8", "light8", "b5 b5", "e/m", "x9", "farol", "word " * 500]  # fmt: skip


def read_number(signs: str) -> int:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return sum((alphabet.index(sign) & 31) << 5 * place for place, sign in enumerate(signs))


@given(st.integers(0, 2**40))
def test_a_number_is_read_as_it_was_written(value: int) -> None:
    assert read_number(number(value)) == value


def test_a_small_index_is_one_file_and_a_large_one_many(site: Path, many: Path) -> None:
    assert [file.name for file in (site / "search").iterdir()] == ["manifest.js"]
    assert len(list((many / "search").glob("*/*.js"))) > 10


def test_the_same_index_gives_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for turn in ("one", "two"):
        documents = random_documents(60, seed=5)
        store.write_index(tmp_path / turn, documents, store.Settings())
        index = Index(tmp_path / turn)
        made.append(dict(export(index)))
        index.close()

    assert made[0] == made[1]


def test_every_file_is_a_script_that_calls_one_function(many: Path) -> None:
    build = json.loads(re.search(r'"build":("\w+")', (many / "search" / "manifest.js").read_text("utf-8"))[1])  # type: ignore[index]
    for file in (many / "search").glob("*/*.js"):
        text = file.read_text("utf-8")
        assert text.startswith(f'ludexSearch.shard("{build}","{file.stem}",')
        assert "<" not in text


def _queries(documents: list[Any], count: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    words = [word for item in documents for word in (*item.name.split(), *item.text.split()[:20])]
    found = [item.name for item in documents[:60]]
    for _ in range(count):
        typed = [_typed(word, draw) for word in draw.choices(words, k=draw.randint(1, 4))]
        text = " ".join(typed)
        match draw.randrange(12):
            case 0:
                text = f'"{text}"'
            case 1:
                text += f" -{draw.choice(words)}"
            case 2:
                text += f" kind:weapon burst>={draw.randint(1, 5)}"
            case 3:
                text += f' label:"{draw.choice(words)}"'
            case 4:
                text += " edition:e2 language:en"
        found.append(text)
    return found


def _typed(word: str, draw: random.Random) -> str:
    if len(word) > 3 and draw.random() < 0.25:
        place = draw.randrange(len(word) - 1)
        return draw.choice(
            [
                word[:place] + word[place + 1 :],
                word[:place] + word[place + 1] + word[place] + word[place + 2 :],
                word[:place] + "x" + word[place:],
            ]
        )
    return word[: draw.randint(1, len(word))] if draw.random() < 0.2 else word


@pytest.mark.parametrize("which", ["small", "large"])
def test_the_browser_gives_the_same_hits_in_the_same_order(
    which: str, site: Path, many: Path, browser_reader: Any
) -> None:
    folder, documents = (site, list(DOCUMENTS)) if which == "small" else (many, random_documents(700, seed=3))
    queries = [*_queries(documents, 250, seed=9), *ODD]
    answers = browser_reader(folder, [{"query": query, "options": {"facets": True}} for query in queries])
    index, _ = open_index(folder)

    for query, answer in zip(queries, answers, strict=True):
        mine = run(index, query, limit=10)
        assert "error" not in answer, query
        assert [(hit["id"], hit["score"], hit["tier"], hit["url"]) for hit in answer["hits"]] == [
            (hit.id, hit.score, hit.tier, hit.url) for hit in mine.hits
        ], query
        assert [[other["id"] for other in hit["variants"]] for hit in answer["hits"]] == [
            [other.id for other in hit.variants] for hit in mine.hits
        ], query
        assert (answer["total"], answer["corrected"], tuple(answer["suggestions"])) == (
            mine.total,
            mine.corrected,
            mine.suggestions,
        ), query
        facets = {
            name: tuple((item["value"], item["count"]) for item in values) for name, values in answer["facets"].items()
        }
        assert facets == {
            name: tuple((item.value, item.count) for item in values) for name, values in mine.facets.items()
        }, query
    index.close()


def test_options_narrow_in_the_browser_too(site: Path, browser_reader: Any) -> None:
    asked = [
        {"query": "lantern", "options": {"limit": 3, "kind": "section"}},
        {"query": "lantern", "options": {"edition": "E1"}},
    ]
    one, other = browser_reader(site, asked)

    assert [hit["kind"] for hit in one["hits"]] == ["section"]
    assert [hit["id"] for hit in other["hits"]] == ["skill/old@E1.en"]


@pytest.mark.parametrize("harm", ["missing", "of another build"])
def test_a_missing_or_foreign_shard_is_told_not_passed_over(
    harm: str, many: Path, tmp_path: Path, browser_reader: Any
) -> None:
    site = shutil.copytree(many, tmp_path / "site")
    for file in (site / "search").glob("*/p*.js"):
        if harm == "missing":
            file.unlink()
        else:
            file.write_text(file.read_text("utf-8").replace(file.parent.name, "000000000000"), "utf-8")

    (answer,) = browser_reader(site, [{"query": "mole dig"}])

    assert "Reload" in answer["error"]


def test_a_first_answer_waits_for_files_three_times(many: Path, browser_reader: Any) -> None:
    turns = []
    for name in [item.name for item in random_documents(700, seed=3)[::40]]:
        (answer,) = browser_reader(many, [{"query": name, "loads": True}])
        words = [load for load in answer["loads"] if "/w" in load["file"]]

        assert (answer["loads"][0]["file"], answer["loads"][0]["after"]) == ("search/manifest.js", 0)
        assert {load["after"] for load in words} == {1}
        turns.append(max(load["after"] for load in answer["loads"]))

    assert max(turns) <= 3  # the manifest; words; now and then more postings; texts
    assert turns.count(2) >= len(turns) / 3  # the shard of the postings was guessed


def test_more_classes_than_one_sign_can_name_are_told_apart(tmp_path: Path, browser_reader: Any) -> None:
    made = [document(f"Lamp {place}", "Oil burns.", kind=f"kind{place}") for place in range(70)]
    site = write_site(tmp_path / "site", made)

    (answer,) = browser_reader(site, [{"query": "oil", "options": {"limit": 70}}])

    assert {(hit["name"], hit["kind"]) for hit in answer["hits"]} == {(item.name, item.kind) for item in made}


def test_an_empty_index_asks_for_no_shard(tmp_path: Path, browser_reader: Any) -> None:
    site = write_site(tmp_path / "site", [])

    (answer,) = browser_reader(site, [{"query": "oil", "loads": True}])

    assert [load["file"] for load in answer["loads"]] == ["search/manifest.js"]
    assert answer["hits"] == []


def test_letters_of_all_writings_come_back_as_they_were(tmp_path: Path, browser_reader: Any) -> None:
    written = "Señor Ñandú, Ωμέγα, Ёж и ёлка, שלום, مرحبا, Ǆ ǅ, \u0301x, ͼ" + " common words common words" * 9
    site = write_site(tmp_path / "site", [document("Trap", written), document("Élan", "common words " * 20)])

    (answer,) = browser_reader(site, [{"query": "trap"}])

    assert written.startswith(answer["hits"][0]["snippet"].rstrip("…"))


def test_markup_in_a_text_stays_text(tmp_path: Path, browser_reader: Any) -> None:
    site = write_site(tmp_path / "site", [document("Trap", "Say <script>alert(1)</script> & </script> aloud.")])

    (answer,) = browser_reader(site, [{"query": "trap"}])

    assert answer["hits"][0]["snippet"] == "Say <script>alert(1)</script> & </script> aloud."
    assert "</script>" not in (site / "search" / "manifest.js").read_text("utf-8")
