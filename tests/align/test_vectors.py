"""What binds the engine of the build and the engine of the browser: one file of cases, the same answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ingest.align.match import align
from ingest.align.words import word_diff
from tests.align.make import blocks

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parent.parent / "site_src" / "static" / "diff_engine.js"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((HERE / "vectors.json").read_text("utf-8"))

SCRIPT = """
require(process.argv[1]);
const engine = globalThis.ludexDiff, cases = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const block = text => ({kind: "paragraph", text, body: text, look: "", section: "", number: ""});
const said = match => [match.old, match.new, [match.moved && "moved", match.exact && "exact"].filter(Boolean).join(" ")];
console.log(JSON.stringify({
  align: cases.align.map(item => engine.align(item.old.map(block), item.new.map(block)).matches.map(said)),
  words: cases.words.map(item => engine.wordDiff(item.old, item.new)),
}));
"""


def _rows(case: dict[str, Any]) -> list[list[Any]]:
    found = align(blocks(*case["old"]), blocks(*case["new"])).matches
    return [
        [list(match.old), list(match.new), " ".join(name for name in ("moved", "exact") if getattr(match, name))]
        for match in found
    ]


@pytest.mark.parametrize("case", VECTORS["align"], ids=lambda case: (case["old"] or ["nothing"])[0][:20])
def test_the_build_aligns_as_the_vectors_say(case: dict[str, Any]) -> None:
    assert _rows(case) == case["rows"]


@pytest.mark.parametrize("case", VECTORS["words"], ids=lambda case: case["new"][:20])
def test_the_build_marks_words_as_the_vectors_say(case: dict[str, Any]) -> None:
    assert [list(part) for part in word_diff(case["old"], case["new"]).inline] == case["inline"]


def test_the_browser_gives_the_same_answers() -> None:
    node = shutil.which("node")
    if node is None:
        if os.environ.get("CI") == "true":
            pytest.fail("NODE IS ABSENT: the browser's engine was not compared")
        pytest.skip("NODE IS ABSENT: the browser's engine was not compared")

    run = subprocess.run(
        [node, "-e", SCRIPT, str(ENGINE)], input=json.dumps(VECTORS), capture_output=True, text=True, check=True
    )

    answers = json.loads(run.stdout)
    assert answers["align"] == [_rows(case) for case in VECTORS["align"]]
    assert answers["words"] == [case["inline"] for case in VECTORS["words"]]
