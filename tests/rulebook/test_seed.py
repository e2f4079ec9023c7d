"""The plain rulebook that the product was first asked to read, against hand-made truth."""

from __future__ import annotations

import json
import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ingest.glossary import candidates
from ingest.glossary.model import Candidate, WeaponProfile
from ingest.profile import shipped_profiles
from ingest.rulebook import parse_rulebook
from ingest.tree import Document

Shared = Callable[[str], Path]
SOFT = {"rule", "chart"}
KINDS = {
    "special_skill": {"skill"}, "cc_special_skill": {"skill"}, "common_skill": {"skill"}, "pheroware_tactic": {"tactic", "skill"},
    "hacking_program": {"program"}, "trait_or_label": {"trait", "label"}, "fireteam_type": {"fireteam", "rule"},
    "deployable/perimeter item": {"equipment", "weapon"}, "chart": {"chart", "rule"},
}  # fmt: skip


def norm(text: object) -> str:
    folded = unicodedata.normalize("NFKC", str(text or "")).casefold().replace("’", "'").replace("–", "-")
    return re.sub(r"\s+", " ", folded).strip(" .:")


def bare(text: str) -> str:
    return norm(re.sub(r"\s*[(\[][^()\[\]]*[)\]]\s*$", "", text))


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[\w']+", norm(text)))


@cache
def _read(path: Path) -> tuple[Document, tuple[Candidate, ...]]:
    profile = next(item for item in shipped_profiles() if item.name == "infinity")
    document = parse_rulebook(path.read_text("utf-8"), profile=profile)
    return document, candidates(document, profile=profile, title=document.title, model="rulebook")


@pytest.fixture
def seed(shared: Shared) -> Path:
    return next(shared("seeds").glob("003*.txt"))


@pytest.fixture
def gold(shared: Shared) -> dict[str, Any]:
    return dict(json.loads(shared("gold/rulebook_gold.json").read_text("utf-8")))


def pairs(
    gold: dict[str, Any], found: tuple[Candidate, ...], *, soft: bool
) -> Iterator[tuple[dict[str, Any], Candidate | None]]:
    for want in gold["entries"]:
        if (want["kind"] in SOFT) != soft:
            continue
        names = {bare(want["name"]), *(bare(alias) for alias in want.get("aliases", []))}
        kinds = set().union(*(KINDS.get(kind, {kind}) for kind in (want["kind"], *want.get("alt_kinds", []))))
        lines = {want["line"], want.get("class_line") or want["line"]}
        near = [
            item for item in found if any(abs(item.line - line) <= 1 for line in lines) and bare(item.name) in names
        ]
        yield want, min(near, key=lambda item: item.kind not in kinds, default=None)


def share(values: list[bool]) -> float:
    assert len(values) >= 20
    return sum(values) / len(values)


def kind_right(want: dict[str, Any], hit: Candidate) -> bool:
    kinds = (want["kind"], *want.get("alt_kinds", []))
    return any(hit.kind in KINDS.get(kind, {kind}) for kind in kinds)


def ends(want: dict[str, Any]) -> set[int]:
    return {end for end in (want["end_line"], want.get("own_end_line"), want.get("rules_end_line")) if end}


def test_nearly_every_term_is_found_with_kind_and_class(seed: Path, gold: dict[str, Any]) -> None:
    found = list(pairs(gold, _read(seed)[1], soft=False))

    assert share([hit is not None for _, hit in found]) >= 0.97
    assert share([hit is not None and kind_right(want, hit) for want, hit in found]) >= 0.97
    classed = [(want, hit) for want, hit in found if want.get("skill_class")]
    assert share([hit is not None and norm(hit.cls) == norm(want["skill_class"]) for want, hit in classed]) >= 0.97


def test_labels_and_parts_are_right(seed: Path, gold: dict[str, Any]) -> None:
    found = [(want, hit) for want, hit in pairs(gold, _read(seed)[1], soft=False) if hit is not None]
    labels = [[*map(norm, hit.labels)] == [*map(norm, want["labels"])] for want, hit in found if want.get("labels")]
    parts = [
        [*map(norm, hit.sections)] == [*map(norm, want["subsections"])]
        for want, hit in found
        if want.get("subsections")
    ]

    assert share(labels) >= 0.95
    assert share(parts) >= 0.93


def test_an_entry_ends_where_the_book_ends_it_and_keeps_its_text(seed: Path, gold: dict[str, Any]) -> None:
    printed = seed.read_text("utf-8").split("\n")
    found = [(want, hit) for want, hit in pairs(gold, _read(seed)[1], soft=False) if hit is not None]

    def whole(want: dict[str, Any], hit: Candidate, end: int) -> bool:
        wanted = words(" ".join(printed[want["line"] : end]) if end > want["line"] else printed[want["line"] - 1])
        total, given = sum(wanted.values()), words(hit.text)
        return not total or (sum((wanted & given).values()) >= 0.9 * total and sum(given.values()) <= 2.5 * total + 40)

    assert share([hit.end_line in ends(want) for want, hit in found]) >= 0.90
    assert share([any(whole(want, hit, end) for end in ends(want)) for want, hit in found]) >= 0.95


def test_rules_and_charts_are_found_and_little_is_invented(seed: Path, gold: dict[str, Any]) -> None:
    every = _read(seed)[1]
    known = {id(hit) for soft in (False, True) for _, hit in pairs(gold, every, soft=soft) if hit is not None}
    inside = [item for item in every if any(start <= item.line <= end for start, end in gold["covers"])]
    typed = [id(item) not in known for item in inside if item.kind not in SOFT]
    soft = [id(item) not in known for item in inside if item.kind in SOFT]

    assert share([hit is not None for _, hit in pairs(gold, every, soft=True)]) >= 0.85
    assert share(typed) <= 0.03
    assert share(soft) <= 0.35


def fits(profile: WeaponProfile, entry: str, want: dict[str, Any]) -> bool:
    label = norm(f"{profile.name} {profile.mode or ''} {entry}")
    return bare(want["name"]) in label and (norm(want["mode"]) in label if want.get("mode") else not profile.mode)


def test_every_weapon_is_read_in_every_printed_layout(seed: Path, gold: dict[str, Any]) -> None:
    profiles = [(profile, item.name) for item in _read(seed)[1] for profile in item.profiles]
    wrong: Counter[str] = Counter()
    for want in gold["weapon_profiles"]:
        hit = next(
            (one for one, entry in profiles if abs((one.line or 0) - want["line"]) <= 1 and fits(one, entry, want)),
            None,
        )
        assert hit is not None, want["name"]
        wrong["damage"] += norm(hit.damage) != norm(want["damage"])
        wrong["burst"] += norm(hit.burst) != norm(want["burst"])
        wrong["ammunition"] += norm(hit.ammunition).split(" (")[0] != norm(want["ammunition"]).split(" (")[0]
        wrong["traits"] += sorted(map(norm, hit.traits)) != sorted(map(norm, want["traits"]))
        bands = [(norm(band.name), band.start, band.end, norm(band.mod)) for band in hit.ranges]
        wrong["ranges"] += bands != [
            (norm(band["band"]), band["from"], band["to"], norm(band["mod"])) for band in want["ranges"]
        ]

    assert max(wrong.values()) <= 1, wrong


def test_every_cut_row_of_the_book_is_said(seed: Path, gold: dict[str, Any]) -> None:
    cut = {row["line"] for table in gold["tables"] for row in table["ragged_rows"]}
    document, _ = _read(seed)

    assert cut
    assert cut <= {doubt.line for doubt in document.doubts if doubt.code == "cut-row"}


def test_most_terms_are_found_without_a_profile(seed: Path, gold: dict[str, Any]) -> None:
    from ingest.choose import PLAIN

    document = parse_rulebook(seed.read_text("utf-8"), profile=PLAIN)
    found = candidates(document, profile=PLAIN, title=document.title, model="rulebook")
    hits = [hit is not None for soft in (False, True) for _, hit in pairs(gold, found, soft=soft)]

    assert share(hits) >= 0.85


def test_no_word_of_the_book_is_lost_but_those_that_open_boxes_and_fields(seed: Path) -> None:
    document, _ = _read(seed)
    kept = Counter(re.findall(r"\w+", msgspec.json.encode(document.blocks).decode("utf-8")))
    printed = Counter(re.findall(r"\w+", seed.read_text("utf-8")))
    lost = {word for word, count in printed.items() if kept[word] < count}

    assert printed.total() > 40_000
    assert lost <= {
        "Example",
        "Remember",
        "Important",
        "Attention",
        "Damage",
        "B",
        "Ammunition",
        "Traits",
        "Range",
        "MOD",
        "beyond",
        "no",
        "fire",
        "profile",
    }


def test_the_book_reads_alike_however_its_lines_are_wrapped_and_its_bullets_drawn(seed: Path) -> None:
    printed = seed.read_text("utf-8").split("\n")
    wrapped: list[str] = []
    for line in printed:
        hang = "  " if line.startswith("- ") else ""
        wrapped += [line] if line.startswith("|") or not line else textwrap.wrap(line, 90, subsequent_indent=hang)
        wrapped += [] if line.startswith(("- ", "|")) else [""]
    profile = next(item for item in shipped_profiles() if item.name == "infinity")

    def names(lines: list[str], end: str = "\n") -> set[tuple[str, str]]:
        document = parse_rulebook(end.join(lines), profile=profile)
        found = candidates(document, profile=profile, title=document.title, model="rulebook")
        return {(item.name, item.kind) for item in found}

    whole = names(printed)
    assert names(printed, "\n\n") == whole
    assert names([re.sub(r"^- ", "• ", line) for line in printed]) == whole
    assert len(names(wrapped) & whole) >= 0.97 * len(whole)
