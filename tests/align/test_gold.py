"""The differences of real texts against hand-made truth."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from ingest.align import Block, Headed, blocks_of, changes, comparisons, headed
from ingest.align.classify import difference
from ingest.align.match import align
from ingest.align.model import Side
from ingest.leaf import leaf
from ingest.model import Sighting
from ingest.profile import Profile, shipped_profiles
from ingest.readers import open_sources, read
from ingest.titles import Site
from ingest.tree import Document

Shared = Callable[[str], Path]
PLAIN = Profile(name="plain")
NOISE = {"renumbered", "markup", "link-added", "link-removed", "emphasis"}


def profile(name: str) -> Profile:
    return next((item for item in shipped_profiles() if item.name == name), PLAIN)


def trees(path: Path, name: str) -> Iterator[tuple[Sighting, Document]]:
    """Every text of a source with its tree, in the order of the source."""
    game = profile(name)
    for opened in open_sources([path]).opened:
        for item in read(opened):
            if isinstance(item, Sighting) and item.text is not None:
                title, model = item.facts.title, item.facts.model
                yield item, leaf(item.text, model=model, title=title, profile=game, site=Site(), templates={})


@pytest.fixture(scope="module")
def feed(shared: Shared) -> dict[tuple[str, str], Document]:
    """The revisions of the contributions feed by title and time, newest first."""
    path = next(shared("seeds").glob("000*.txt"))
    return {(item.facts.title, item.facts.timestamp or ""): tree for item, tree in trees(path, "infinity")}


def test_changes_of_a_real_wiki_are_those_that_people_counted(
    feed: dict[tuple[str, str], Document], shared: Shared
) -> None:
    gold = json.loads(shared("gold/diffs_gold.json").read_text("utf-8"))
    visible = words = sections = 0

    for pair in gold:
        old, new = (feed[pair["page"], pair[side]["timestamp"]] for side in ("old", "new"))
        found = changes(old, new)
        visible += found.visible == pair["visible_text"]
        words += (found.words_added, found.words_removed) == (pair["words_added"], pair["words_removed"])
        sections += {name.casefold() for name in found.sections} == {
            name.casefold() for name in pair["sections_touched"]
        }

    assert visible == len(gold) >= 18
    assert words >= len(gold) - 1
    assert sections >= len(gold) - 1


def scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_two_editions_of_one_rule_are_aligned(
    feed: dict[tuple[str, str], Document], shared: Shared, tmp_path: Path
) -> None:
    newest: dict[str, Document] = {}
    for (title, _), tree in feed.items():
        newest.setdefault(title, tree)
    sides: dict[Side, tuple[str, Document]] = {
        Side(file="000.txt", page=f"wiki:{title}", edition="old"): (title, tree) for title, tree in newest.items()
    }
    (_, other), *_ = trees(next(shared("seeds").glob("004*.txt")), "infinity")
    sides[Side(file="004.txt", page="doc:004", edition="new")] = (other.title, other)
    names: list[Headed] = [text for side, (title, tree) in sides.items() for text in headed(tree, side, title=title)]

    by_page = {side.page: tree for side, (_, tree) in sides.items()}
    found = list(comparisons(names, lambda side: by_page[side.page], editions=("old", "new"), pages=list(sides)))

    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "comparisons.json").write_bytes(msgspec.json.encode(found))
    module = scorer(shared("eval/score.py"))
    report = module.Report(0)
    module.score_versions(tmp_path, shared("gold/versions_gold.json").parent, report)
    aligned, right = (value * 18 for _, _, value, _ in report.rows)
    assert round(aligned) >= 17
    assert round(right) >= 15


@pytest.fixture(scope="module")
def rulebooks(shared: Shared) -> dict[str, tuple[Block, ...]]:
    folder = shared("corpora/mtg-cr")
    dates = ("2020-01-22", "2020-04-17")
    return {date: blocks_of(next(trees(folder / f"CR-{date}.txt.xz", "magic"))[1]) for date in dates}


def test_changed_rules_of_a_rulebook_are_those_of_another_project(
    rulebooks: dict[str, tuple[Block, ...]], shared: Shared
) -> None:
    rows = json.loads(shared("corpora/mtg-cr/truth-2020-01-22-to-2020-04-17.json").read_text("utf-8"))
    truth = {tuple(_number(row[side]) for side in ("old", "new")) for row in rows if "old" in row}

    ours = set(_changed(rulebooks["2020-01-22"], rulebooks["2020-04-17"]))

    checked = json.loads((Path(__file__).parent / "rulebook_changes.json").read_text("utf-8"))
    assert ours - truth == {(item["old"], item["new"]) for item in checked["ours"]}
    assert truth - ours == {(item["old"], item["new"]) for item in checked["theirs"]}
    assert {item["reason"] for item in (*checked["ours"], *checked["theirs"])} <= set(checked["reasons"])
    assert len(ours & truth) >= 75
    assert len(ours & truth) >= 0.95 * len(ours)


def test_every_checked_difference_is_one_of_the_texts(rulebooks: dict[str, tuple[Block, ...]]) -> None:
    """What the list says can be read off the rules: the words of one changed, the other is gone, its twin is another."""
    checked = json.loads((Path(__file__).parent / "rulebook_changes.json").read_text("utf-8"))
    old, new = ({block.number.rstrip("."): block.body for block in side} for side in rulebooks.values())

    for item in checked["ours"]:
        if item["reason"] == "unnoticed":
            assert old[item["old"]] != new[item["new"]]
        else:
            assert item["new"] is None
            assert old[item["old"]] not in new.values()
    for item in checked["theirs"]:
        assert new[item["new"]] in old.values()  # an older rule says the same under another number
        assert new[item["new"]] != old[item["old"]]


def _number(rule: dict[str, str] | None) -> str | None:
    return rule["ruleNum"].rstrip(".") if rule else None


def _changed(old: tuple[Block, ...], new: tuple[Block, ...]) -> Iterator[tuple[str | None, str | None]]:
    """The numbered rules whose words changed, came or went; examples, contents and the glossary have no numbers."""
    for match in align(old, new).matches:
        was, now = [old[i] for i in match.old], [new[j] for j in match.new]
        first = (now or was)[0]
        if match.exact or not first.number or first.kind != "paragraph":
            continue
        if len(was) == len(now) == 1 and {item.type for item in difference(was[0], now[0])} <= NOISE:
            continue
        yield (was[0].number.rstrip(".") if was else None, now[0].number.rstrip(".") if now else None)
