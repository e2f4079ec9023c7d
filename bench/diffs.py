"""Time the alignment beside a greedy 1:1 matcher over difflib ratios: ``python bench/diffs.py CORPORA [--wiki N]``.

CORPORA is a folder with ``mtg-cr/CR-DATE.txt.xz`` (numbered rulebooks) and any MediaWiki dump below it named by
``--dump``. The peer is a twin of the best-known program of the field: rules with the same number and text are dropped,
each other rule takes its three closest texts by ``difflib.get_close_matches`` over words (cutoff 0.4), the best edge of
the graph is taken until none is left. Both get the same rules, in one run; times are the best of several.
"""

from __future__ import annotations

import argparse
import difflib
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ingest.align import Block, Read, blocks_of, differences, read
from ingest.align.match import align
from ingest.leaf import leaf
from ingest.model import Sighting
from ingest.profile import Profile, shipped_profiles
from ingest.readers import open_sources
from ingest.readers import read as read_source
from ingest.titles import Site

Rules = dict[str, str]  # number → text
NEIGHBOURS = (("2020-01-22", "2020-04-17"), ("2022-10-07", "2022-11-18"))
DISTANT = (("2020-01-22", "2022-11-18"), ("2020-04-17", "2022-10-07"))
PLAIN = Profile(name="plain")


def greedy_pairs(old: Rules, new: Rules) -> list[tuple[str | None, str | None]]:
    """The peer: 1:1, the best ratio first."""
    left = {number: text for number, text in old.items() if new.get(number) != text}
    right = {number: text for number, text in new.items() if old.get(number) != text}
    edges = dict(_edges(left, right))
    pairs: list[tuple[str | None, str | None]] = []
    while edges:
        one, two = max(edges, key=lambda edge: edges[edge])
        pairs.append((one, two))
        del left[one], right[two]
        edges = {edge: score for edge, score in edges.items() if edge[0] != one and edge[1] != two}
    return pairs + [(one, None) for one in left] + [(None, two) for two in right]


def _edges(left: Rules, right: Rules) -> Iterator[tuple[tuple[str, str], float]]:
    texts = list(right.values())
    for one, text in left.items():
        words = text.split(" ")
        close = difflib.get_close_matches(words, [other.split(" ") for other in texts], cutoff=0.4)  # type: ignore[type-var]
        for match in close:
            for two in [number for number, other in right.items() if other == " ".join(match)]:
                yield (one, two), difflib.SequenceMatcher(None, match, words).ratio()


def rules_of(folder: Path, date: str, profile: Profile) -> tuple[Rules, list[Block]]:
    """The numbered rules of one version, for both programs."""
    sighting = next(item for item in _sightings(folder / f"CR-{date}.txt.xz") if item.text)
    document = leaf(sighting.text or "", model="numbered", title="", profile=profile, site=Site(), templates={})
    blocks = [block for block in blocks_of(document) if block.number and block.kind == "paragraph"]
    return {block.number.rstrip("."): block.body for block in blocks}, blocks


def _sightings(path: Path) -> Iterator[Sighting]:
    for opened in open_sources([path]).opened:
        yield from (item for item in read_source(opened) if isinstance(item, Sighting))


def best(task: Callable[[], object], times: int) -> float:
    """Seconds of the quickest of *times* runs."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        task()
        found.append(time.perf_counter() - start)
    return min(found)


def rulebooks(folder: Path, profile: Profile) -> None:
    """Both programs on neighbouring and on distant versions."""
    dates = sorted({date for pair in (*NEIGHBOURS, *DISTANT) for date in pair})
    rules = {date: rules_of(folder, date, profile) for date in dates}
    for what, pairs, times in (("neighbours", NEIGHBOURS, 9), ("distant", DISTANT, 3)):
        for one, two in pairs:
            ours = best(lambda: align(rules[one][1], rules[two][1]), times)  # noqa: B023 - used at once
            peer = best(lambda: greedy_pairs(rules[one][0], rules[two][0]), 1 if what == "distant" else times)  # noqa: B023
            print(
                f"{what:10} {one} → {two}  {len(rules[one][1])} → {len(rules[two][1])} rules"
                f"  ours {ours * 1000:7.1f} ms  peer {peer * 1000:8.1f} ms  ratio {ours / peer:.3f}"
            )


def wiki(path: Path, profile: Profile, limit: int) -> None:
    """All consecutive pairs of a wiki's history: the time of the differences alone, given the trees; two are held."""
    before: tuple[str, Read] | None = None
    pairs, spent, half = 0, 0.0, 0
    start_of_all = time.process_time()
    for count, item in enumerate(_texts(path), start=1):
        title = item.facts.title
        tree = leaf(item.text or "", model="wikitext", title=title, profile=profile, site=Site(), templates={})
        start = time.process_time()
        now = read(tree)
        if before and before[0] == title:
            differences(before[1], now)
            pairs += 1
        spent += time.process_time() - start
        before = title, now
        half = half or (_peak() if count >= 3_000 else 0)
        if count == limit:
            break
    whole = time.process_time() - start_of_all
    print(
        f"wiki       {path.name}: {pairs} pairs, {pairs / spent:.0f} a second of CPU given the trees, {pairs / whole:.0f} with reading them; "
        f"peak {half} MB after 3,000 revisions, {_peak()} MB at the end"
    )


def _texts(path: Path) -> Iterator[Sighting]:
    return (item for item in _sightings(path) if item.text is not None and item.facts.model == "wikitext")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--dump", type=Path)
    parser.add_argument("--wiki", type=int, default=0, help="revisions of the dump that are compared [default: all]")
    asked = parser.parse_args(arguments)
    profiles = {profile.name: profile for profile in shipped_profiles()}
    if (asked.corpora / "mtg-cr").is_dir():
        rulebooks(asked.corpora / "mtg-cr", profiles.get("magic", PLAIN))
    if asked.dump:
        wiki(asked.dump, PLAIN, asked.wiki)


if __name__ == "__main__":
    main()
