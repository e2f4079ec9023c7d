"""What binds the engine of the build and the engine of the browser: one file of cases, the same answers."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ingest.align import Block, blocks_of
from ingest.align.match import align
from ingest.align.words import word_diff
from tests.align.make import WORDS, blocks
from tests.align.test_gold import trees

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parent.parent / "site_src" / "static" / "diff_engine.js"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((HERE / "vectors.json").read_text("utf-8"))

SCRIPT = """
require(process.argv[1]);
const engine = globalThis.ludexDiff, cases = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const block = item => typeof item === "string" ? {kind: "paragraph", text: item, body: item, look: "", section: "", number: ""} : item;
const said = match => [match.old, match.new, [match.moved && "moved", match.exact && "exact"].filter(Boolean).join(" ")];
console.log(JSON.stringify({
  align: cases.align.map(item => engine.align(item.old.map(block), item.new.map(block)).matches.map(said)),
  words: cases.words.map(item => engine.wordDiff(item.old, item.new)),
}));
"""


def browser(cases: dict[str, Any]) -> dict[str, Any]:
    """What the browser's engine answers, in Node."""
    node = shutil.which("node")
    if node is None:
        if os.environ.get("CI") == "true":
            pytest.fail("NODE IS ABSENT: the browser's engine was not compared")
        pytest.skip("NODE IS ABSENT: the browser's engine was not compared")
    run = subprocess.run(
        [node, "-e", SCRIPT, str(ENGINE)], input=json.dumps(cases), capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _rows(case: dict[str, Any]) -> list[list[Any]]:
    return rows(blocks(*case["old"]), blocks(*case["new"]))


def rows(old: Sequence[Block], new: Sequence[Block]) -> list[list[Any]]:
    """What the build's engine answers, as the vectors write it."""
    return [
        [list(match.old), list(match.new), " ".join(name for name in ("moved", "exact") if getattr(match, name))]
        for match in align(old, new).matches
    ]


def given(block: Block) -> dict[str, Any]:
    """*block* as the browser has it."""
    return {
        "kind": block.kind, "text": block.text, "body": block.body, "look": "" if block.text else repr(block.marks),
        "section": block.section, "number": block.number,
    }  # fmt: skip


def unlike(pairs: Sequence[tuple[Sequence[Block], Sequence[Block]]]) -> list[int]:
    """The places of the *pairs* on which the two engines part: which block became which, which words stayed."""
    ours = [rows(old, new) for old, new in pairs]
    texts = [
        (" ".join(old[i].text for i in one), " ".join(new[j].text for j in two))
        for (old, new), found in zip(pairs, ours, strict=True)
        for one, two, how in found
        if one and two and "exact" not in how
    ]
    told = browser({
        "align": [{"old": list(map(given, old)), "new": list(map(given, new))} for old, new in pairs],
        "words": [{"old": old, "new": new} for old, new in texts],
    })  # fmt: skip
    words = [[list(part) for part in word_diff(old, new).inline] for old, new in texts]
    assert [pair for pair, one, two in zip(texts, words, told["words"], strict=True) if one != two] == []
    return [place for place, (one, two) in enumerate(zip(ours, told["align"], strict=True)) if one != two]


@pytest.mark.parametrize("case", VECTORS["align"], ids=lambda case: (case["old"] or ["nothing"])[0][:20])
def test_the_build_aligns_as_the_vectors_say(case: dict[str, Any]) -> None:
    assert _rows(case) == case["rows"]


@pytest.mark.parametrize("case", VECTORS["words"], ids=lambda case: case["new"][:20])
def test_the_build_marks_words_as_the_vectors_say(case: dict[str, Any]) -> None:
    assert [list(part) for part in word_diff(case["old"], case["new"]).inline] == case["inline"]


def test_the_browser_gives_the_same_answers() -> None:
    answers = browser(VECTORS)

    assert answers["align"] == [_rows(case) for case in VECTORS["align"]]
    assert answers["words"] == [case["inline"] for case in VECTORS["words"]]


def _made(chance: random.Random) -> list[Block]:
    """A text of few words, in which blocks compete closely."""
    kinds = ("paragraph", "item", "heading", "row")
    texts = [" ".join(chance.choices(WORDS[:9], k=chance.randint(1, 12))) for _ in range(chance.randint(1, 5))]
    return [
        Block(kind=chance.choice(kinds), text=text, body=text, path=(chance.choice(WORDS[:2]),))
        for text in chance.choices(texts, k=chance.randint(0, 12))
    ]


def _edited(old: list[Block], chance: random.Random) -> list[Block]:
    new = []
    for block in old:
        words = block.text.split()
        for _ in range(chance.randint(0, 2)):
            words[chance.randrange(len(words))] = chance.choice(WORDS)
        new.append(replace(block, text=" ".join(words), body=" ".join(words)))
    chance.shuffle(new) if chance.random() < 0.5 else None
    return new[chance.randint(0, 2) :] + _made(chance)[:3]


def test_both_engines_find_the_same_in_texts_made_by_chance() -> None:
    chance = random.Random(20)
    olds = [_made(chance) for _ in range(400)]

    assert unlike([(old, _edited(old, chance)) for old in olds]) == []


@pytest.mark.suite
def test_both_engines_find_the_same_in_a_real_history(shared: Callable[[str], Path]) -> None:
    texts: dict[str, list[tuple[Block, ...]]] = {}
    for item, tree in trees(shared("corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz"), "infinity"):
        texts.setdefault(item.facts.title, []).append(blocks_of(tree))
    neighbours = [pair for revisions in texts.values() for pair in pairwise(revisions)]
    newest = [revisions[-1] for revisions in texts.values()]
    strangers = list(zip(newest, random.Random(6).sample(newest, len(newest)), strict=True))

    assert len(neighbours) == 400
    assert unlike([*neighbours, *strangers]) == []
