"""Whoosh behind one module: its known error is mended, its figures become whole numbers."""

from __future__ import annotations

import ast
import importlib.util
import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from whoosh import fields
from whoosh import index as whoosh_index
from whoosh.matching import AndMaybeMatcher, ListMatcher

from site_src.search import engine, impacts, search
from site_src.search.engine import Index
from site_src.search.impacts import impact, norm
from tests.search.moles import ROOT, document, write_site


def optional_score(matcher_class: type) -> float:
    """Skip to 3 where the needed side has 1, 5 and the optional one 3, 5: both stand at 5 and count."""
    matcher = matcher_class(ListMatcher([1, 5], [1.0, 1.0]), ListMatcher([3, 5], [1.0, 1.0]))
    matcher.skip_to(3)
    assert matcher.id() == 5
    return float(matcher.score())


def test_the_optional_side_follows_to_where_the_needed_one_landed() -> None:
    assert optional_score(AndMaybeMatcher) == 2.0


def test_whoosh_alone_still_needs_the_shim() -> None:
    spec = importlib.util.find_spec("whoosh.matching.binary")
    assert spec is not None
    assert spec.loader is not None
    untouched = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(untouched)

    assert optional_score(untouched.AndMaybeMatcher) == 1.0


def test_postings_written_in_blocks_are_those_that_whoosh_writes_one_by_one(tmp_path: Path) -> None:
    draw = random.Random(11)
    counted = [
        {name: {f"t{int(draw.expovariate(0.1))}": draw.randint(1, 3) for _ in range(draw.randint(0, 30))} for name in ("also", "body", "facet")}
        for _ in range(400)
    ]  # fmt: skip
    schema = fields.Schema(
        also=engine.Words(), body=engine.Words(), facet=engine.Words(scorable=False), data=fields.STORED()
    )
    folders = [tmp_path / "whoosh", tmp_path / "ours"]
    for folder in folders:
        folder.mkdir()
    theirs = whoosh_index.create_in(str(folders[0]), schema).writer()
    ours = engine.CountedWriter(whoosh_index.create_in(str(folders[1]), schema), folders[1])
    for item in counted:
        theirs.add_document(**item, data=b"x")
        ours.add_counted(item, b"x")
    theirs.commit(merge=False)
    ours.commit(merge=False)

    assert _everything(folders[0]) == _everything(folders[1])
    assert not list(folders[1].glob("*.run"))
    assert "site_src" not in next(folders[1].glob("*.toc")).read_bytes().decode("latin-1").replace(
        "site_src.search.engine\nWords", ""
    )


def _everything(folder: Path) -> list[object]:
    reader = whoosh_index.open_dir(str(folder)).reader()
    found: list[object] = [
        reader.doc_field_length(document, field, 0)
        for field in ("also", "body", "facet")
        for document in range(reader.doc_count_all())
    ]
    for field, term in reader.all_terms():
        info, matcher = reader.term_info(field, term), reader.postings(field, term)
        found.append((field, term, *(getattr(info, name)() for name in ("weight", "doc_frequency", "min_length", "max_length", "max_weight", "min_id", "max_id"))))  # fmt: skip
        while matcher.is_active():
            found.append((matcher.id(), matcher.weight(), matcher.block_min_length(), matcher.block_max_length()))
            matcher.next()
    reader.close()
    return found


def test_mending_twice_is_mending_once() -> None:
    before = AndMaybeMatcher.skip_to
    engine.mend_and_maybe()

    assert AndMaybeMatcher.skip_to is before


def test_only_one_module_imports_whoosh() -> None:
    found = set()
    for folder in ("ingest", "site_src", "ludex"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                names = (
                    [alias.name for alias in node.names]
                    if isinstance(node, ast.Import)
                    else [node.module or ""]
                    if isinstance(node, ast.ImportFrom)
                    else []
                )
                if any(name.split(".")[0] == "whoosh" for name in names):
                    found.add(file.relative_to(ROOT).as_posix())

    assert found == {"site_src/search/engine.py"}


@given(st.floats(0.1, 12), st.integers(1, 50), st.integers(1, 5000), st.floats(1, 500), st.floats(1, 400))
def test_an_impact_is_a_positive_whole_number_that_grows_with_the_frequency(
    idf: float, weight: int, length: int, average: float, boost: float
) -> None:
    value = impact(idf, weight, norm(length, average), boost)

    assert value >= 1
    assert impact(idf, weight + 1, norm(length, average), boost) >= value


def test_read_in_bulk_impacts_are_those_of_the_scorer(index: Index) -> None:
    assert list(index.all_impacts()) == [index.impacts(term) for term in range(len(index.lexicon.terms))]


def test_a_field_that_only_the_first_document_has_is_no_trouble(tmp_path: Path) -> None:
    site = write_site(
        tmp_path / "site",
        [document("Mole", "Digs.", also=("Burrows",)), document("Owl", "Flies."), document("Fox", "Runs.")],
    )

    assert [hit.name for hit in search(site, "owl").hits] == ["Owl"]
    assert [hit.name for hit in search(site, "burrows").hits] == ["Mole"]


def test_of_a_very_common_term_only_the_best_postings_count(index: Index, monkeypatch: object) -> None:
    term = index.surface("lantern")
    assert term is not None
    whole = index._impacts(term.terms[0])
    index.impacts.cache_clear()
    most, impacts.MOST_POSTINGS = impacts.MOST_POSTINGS, 2
    try:
        cut = index._best_impacts(term.terms[0])
    finally:
        impacts.MOST_POSTINGS = most

    assert len(whole) > 2
    assert sorted(cut.values()) == sorted(whole.values())[-2:]
    assert set(index.holders(term.terms[0])) == set(whole)


def test_the_index_of_a_site_lies_beside_it() -> None:
    from site_src.search.store import index_folder

    assert index_folder(Path("out/site")) == Path("out/site.index/search")
