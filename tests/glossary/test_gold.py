"""The seeds and the Infinity wiki against what people know of them. The texts stay where they are: ../shared."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from ingest.archive import Archive
from ingest.glossary import Item, build_glossary
from ingest.glossary.against import Comparison, compare_weapons
from ingest.glossary.model import Entry, RulingEntry
from ingest.leaf import leaf
from ingest.model import Page, Revision
from ingest.profile import Profile, shipped_profiles
from ingest.readers import open_sources, read
from ingest.titles import Site
from ingest.tree import Document, Record, Ruling, walk
from ingest.visible import fold, text_of

INFINITY: Profile = next(profile for profile in shipped_profiles() if profile.name == "infinity")


class Read:
    """All texts of some sources, and the glossary of them."""

    def __init__(self, paths: Sequence[Path]) -> None:
        archive = Archive(None)
        for opened in open_sources(paths).opened:
            archive.add(opened.source, read(opened))
        self.histories = [(page, archive.revisions(page.id)) for page in archive.pages()]
        self.documents = {
            revision.id: document
            for page, history in self.histories
            for revision, document in _read(archive, page, history)
        }
        sources = {source.id: source for source in archive.sources()}
        self.items: list[Item] = list(
            build_glossary(lambda: self.histories, document_of=self.documents.get, sources=sources, profile=INFINITY)
        )
        self.entries = [item for item in self.items if isinstance(item, Entry)]
        archive.close()


def _read(archive: Archive, page: Page, history: Sequence[Revision]) -> Iterator[tuple[Revision, Document]]:
    for revision in history:
        text = archive.text(revision.text) if revision.text else None
        if text is not None:
            yield (
                revision,
                leaf(text, model=revision.model, title=page.title, profile=INFINITY, site=Site(), templates={}),
            )


def _public(entry: Entry) -> dict[str, Any]:
    out: dict[str, Any] = msgspec.to_builtins(entry)
    out |= {
        "class": entry.cls,
        "source": {"file": entry.source.source, "line": entry.source.line, "end_line": entry.source.end_line},
    }
    for profile in out.get("profiles", ()):
        profile["ranges"] = [
            {"band": band.get("name"), "from": band.get("start"), "to": band.get("end"), "mod": band.get("mod")}
            for band in profile.get("ranges", ())
        ]
    return out


@pytest.fixture(scope="module")
def evaluation(shared: Callable[[str], Path]) -> ModuleType:
    spec = importlib.util.spec_from_file_location("shared_score", shared("eval/score.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["shared_score"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def figures(
    shared: Callable[[str], Path], evaluation: ModuleType, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[float, float]]:
    """What the evaluation measures, by name: (good, of)."""
    seeds = shared("seeds")
    site = tmp_path_factory.mktemp("site")
    (site / "api").mkdir()
    found = Read(sorted(seeds.glob("*.txt")))
    (site / "api" / "entries.json").write_text(
        json.dumps([_public(entry) for entry in found.entries]), encoding="utf-8"
    )
    out: dict[str, tuple[float, float]] = {}

    class Report(evaluation.Report):  # type: ignore[misc, name-defined]
        def add(self, area: str, figure: str, good: float, of: float, note: str = "") -> None:
            out[figure] = (good, of)

    report = Report(0)
    evaluation.score_terms(site, shared("gold"), report)
    evaluation.score_entries(site, shared("gold"), report, seeds)
    evaluation.score_weapons(site, shared("gold"), report)
    return out


@pytest.mark.parametrize(
    ("figure", "least"),
    [
        ("core: found", 0.97), ("core: kind right", 0.97), ("core: class right", 0.97), ("core: labels right", 0.95),
        ("core: sections right", 0.93), ("core: last line right", 0.90), ("core: text whole", 0.95), ("soft: found", 0.85),
        ("profiles found", 1.0), ("damage right", 0.97), ("burst right", 0.97), ("ammunition right", 0.97), ("traits right", 0.97),
        ("ranges right", 0.97), ("defined terms that are entries", 0.85), ("Spanish and English twins share a concept", 1.0),
    ],
)  # fmt: skip
def test_the_seeds_give_at_least_what_is_asked(
    figures: dict[str, tuple[float, float]], figure: str, least: float
) -> None:
    good, of = figures[figure]

    assert of > 0
    assert good / of >= least


@pytest.mark.parametrize(
    ("figure", "most"), [("typed entries that no gold knows", 0.03), ("rules and charts that no gold knows", 0.35)]
)
def test_the_seeds_give_few_entries_that_nobody_knows(
    figures: dict[str, tuple[float, float]], figure: str, most: float
) -> None:
    wrong, of = figures[figure]

    assert wrong / of <= most


@pytest.fixture(scope="module")
def wiki(shared: Callable[[str], Path]) -> Read:
    return Read([shared("corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz")])


@pytest.fixture(scope="module")
def compared(shared: Callable[[str], Path], wiki: Read) -> Comparison:
    return compare_weapons(
        wiki.entries, shared("corpora/infinity-wiki/weapons-truth.csv").read_text("utf-8-sig"), profile=INFINITY
    )


@pytest.mark.suite
@pytest.mark.parametrize(("edition", "least"), [("N5", 140), ("N4", 140), ("CodeOne", 40)])
def test_the_wikis_weapons_are_those_of_another_source(compared: Comparison, edition: str, least: int) -> None:
    matched = [match for match in compared.matched if match.row.edition == edition]

    assert len(matched) >= least
    assert sum(not match.differs for match in matched) / len(matched) >= 0.97


@pytest.mark.suite
def test_every_weapon_row_of_every_revision_is_a_profile(wiki: Read) -> None:
    names = {fold(profile.name) for entry in wiki.entries for profile in entry.profiles}
    printed = Counter(
        fold(node.name)
        for document in wiki.documents.values()
        for node in walk(document.blocks)
        if isinstance(node, Record) and node.kind == "weapon"
    )

    assert sum(printed.values()) > 700
    assert not [name for name in printed if name not in names and name.split(" (")[0] not in names]


@pytest.mark.suite
def test_every_ruling_of_every_revision_is_kept(wiki: Read) -> None:
    kept = {item.question for item in wiki.items if isinstance(item, RulingEntry)}
    printed = {
        text_of(node.question)
        for document in wiki.documents.values()
        for node in walk(document.blocks)
        if isinstance(node, Ruling)
    }

    assert len(printed) > 80
    assert printed <= kept


@pytest.mark.suite
def test_ids_of_the_wiki_are_unique(wiki: Read) -> None:
    assert len({entry.id for entry in wiki.entries}) == len(wiki.entries) > 1_000
