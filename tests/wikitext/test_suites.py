"""What comes out agrees with MediaWiki, as often as we promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from ingest.titles import read_title
from site_src.html_fragment import fragment


@pytest.mark.parametrize(
    ("suite", "tier", "text", "structure", "links"),
    [
        ("parsertests", "A", 0.96, 0.93, 0.96),
        ("parsertests", "B", 0.80, 0.75, 0.85),
        ("oracle", "A", 0.92, 0.88, 0.93),
        ("bugs", "A", 17 / 18, 17 / 18, 17 / 18),
        ("seed", "A", 1.0, 0.98, 0.98),
    ],
)
def test_a_suite_renders_as_mediawiki_renders_it(
    runner: ModuleType, judge: ModuleType, suite: str, tier: str, text: float, structure: float, links: float
) -> None:
    cases = [case for case in runner.load(suite) if case["tier"] == tier and case["consensus"]]
    right: Counter[str] = Counter()
    for case in cases:
        right.update(level for level, fits in _levels(runner, judge, case).items() if fits)

    assert len(cases) >= 15
    assert right["safe"] == len(cases)
    assert right["text"] >= text * len(cases)
    assert right["structure"] >= structure * len(cases)
    assert right["links"] >= links * len(cases)


def _levels(runner: ModuleType, judge: ModuleType, case: dict[str, Any]) -> dict[str, bool]:
    ours, wanted = judge.norm(fragment(case["wikitext"], case["ctx"])), case["norm"]
    return {
        "safe": not ours["unsafe"],
        "text": ours["text"] == wanted["text"],
        "structure": ours["skeleton"] == wanted["skeleton"],
        "links": runner.linkset(ours) == runner.linkset(wanted),
    }


def test_titles_are_read_as_mediawiki_reads_them(read_suite: Callable[[str], Any]) -> None:
    cases = read_suite("titles.json.xz")

    wrong = [case["input"] for case in cases if not _agrees(case)]

    assert len(cases) > 50
    assert wrong == []


def _agrees(case: dict[str, Any]) -> bool:
    title = read_title(case["input"])
    if title is None or not case["ok"]:
        return title is None and not case["ok"]
    said = (title.full, title.db, title.namespace, title.fragment, title.interwiki, f"/wiki/{title.path}")
    return said == (
        case["text"],
        case["db"],
        case["ns"],
        case["fragment"],
        case["interwiki"],
        case["url"].partition("#")[0],
    )
