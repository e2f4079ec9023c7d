"""In old versions: what the rules said once is found on demand, says when it was dropped, and costs nobody else a byte."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ingest.tree import Document, Heading, Paragraph, Text
from site_src.atlas import Atlas
from site_src.options import SiteOptions
from site_src.search import search
from site_src.search.documents import documents
from site_src.search.model import Dropped, SearchDocument
from site_src.search.older import older_documents
from site_src.search.query import parse
from tests.search.moles import DOCUMENTS, document, random_documents, write_site

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))

OLDER = (
    document("Lantern", "Gives light to 4 paces only.", id="moles:Lantern@7#1", dropped=Dropped(revision="8", date="2031-02-03T00:00:00Z", user="Ilse", since="7"),
             url="diff/moles/lantern/7.8.html#was-00000000"),
    document("Warren", "The lantern was put out at dusk.", id="moles:Warren@3#1", dropped=Dropped(update="1.2")),
)  # fmt: skip


def paragraph(text: str) -> Paragraph:
    return Paragraph(children=(Text(text),), line=2)


def heading(text: str) -> Heading:
    return Heading(level=2, children=(Text(text),), anchor=text, line=1)


@pytest.fixture(scope="module")
def atlas() -> Iterator[Atlas]:
    """A page of two revisions: one block reworded, one kept, one heading renamed with its text kept."""
    from game import game

    kb = game()
    page = "orrery:Movement"
    old, new = (revision.id for revision in kb.history(page))
    kept = paragraph("Nobody passes a closed gate.")
    kb.documents.put([
        (old, page, 0, Document(blocks=(heading("Pace"), paragraph("A Keeper went by moonlight alone."), kept, heading("Stride"), paragraph("Six steps.")))),
        (new, page, 1, Document(blocks=(heading("Pace"), paragraph("A Keeper goes by daylight."), kept, heading("Gait"), paragraph("Six steps.")))),
    ])  # fmt: skip
    yield Atlas(kb, SiteOptions())
    kb.close()


def of(atlas: Atlas, page: str) -> list[SearchDocument]:
    return [item for item in older_documents(atlas) if item.page == page]


def test_a_block_that_left_is_found_with_the_revision_that_dropped_it(atlas: Atlas) -> None:
    found = {item.text: item for item in of(atlas, "orrery:Movement")}
    gone = found["A Keeper went by moonlight alone."]

    assert (gone.name, gone.section, gone.kind) == ("Pace", "Pace", "section")
    assert gone.dropped == Dropped(revision="102", date="2031-02-11T10:00:00Z", user="Ilse", since="101")
    assert gone.url.startswith("diff/orrery/movement/101.102.html#was-")


def test_what_still_stands_is_no_old_wording_and_a_renamed_heading_is_an_old_name(atlas: Atlas) -> None:
    assert sorted(item.text for item in of(atlas, "orrery:Movement")) == ["A Keeper went by moonlight alone.", "Stride"]


def test_what_a_printed_update_replaced_is_an_old_wording(atlas: Atlas) -> None:
    replaced = [item for item in older_documents(atlas) if item.dropped and item.dropped.update]

    assert [(item.text, item.name, item.dropped.update) for item in replaced if item.dropped] == [
        ("Move up to 4 inches.", "Veil Step", "1.2")
    ]


def test_old_wordings_are_not_among_what_is_valid(atlas: Atlas) -> None:
    assert not [item.id for item in documents(atlas) if "moonlight" in item.text or item.dropped]
    assert len({item.id for item in older_documents(atlas)}) == len(list(older_documents(atlas)))


def test_an_old_wording_is_found_only_where_it_is_asked_for(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", DOCUMENTS, older=OLDER)

    assert search(site, "paces").hits == ()
    for found in (search(site, "paces", old=True), search(site, "paces in:old"), search(site, "in:antiguas paces")):
        assert [hit.id for hit in found.hits] == ["moles:Lantern@7#1"]
        assert found.hits[0].as_json()["dropped"] == {
            "revision": "8",
            "date": "2031-02-03T00:00:00Z",
            "user": "Ilse",
            "since": "7",
        }
    assert "dropped" not in search(site, "lantern").hits[0].as_json()


def test_the_words_of_the_switch_are_no_words_of_the_query() -> None:
    asked = parse("dodge in:old kind:skill")

    assert asked.old
    assert asked.plain == "dodge"
    assert [wish.field for wish in asked.wishes] == ["kind"]
    assert not parse("in: old").old
    assert not parse("in:new dodge").old
    assert not parse("-in:old dodge").old


@pytest.mark.parametrize("count", [2, 700])
def test_both_readers_find_the_same_old_wordings(tmp_path: Path, browser_reader: Any, count: int) -> None:
    older = [*OLDER, *(random_documents(count, seed=5) if count > 2 else ())]
    site = write_site(tmp_path / "site", DOCUMENTS, older=older)
    queries = [
        "lantern",
        "paces",
        "Warren",
        "lantren",
        "zzyzx",
        "kind:skill lantern",
        "mole dig",
        *(item.name for item in older[::9]),
    ]
    answers = browser_reader(site, [{"query": query, "options": {"old": True}} for query in queries])

    for query, answer in zip(queries, answers, strict=True):
        mine = search(site, query, old=True)
        assert [(hit["id"], hit.get("dropped")) for hit in answer["hits"]] == [
            (hit.id, hit.as_json().get("dropped")) for hit in mine.hits
        ], query
        assert answer["suggestions"] == list(mine.suggestions), query


def test_an_ordinary_query_loads_nothing_of_them(tmp_path: Path, browser_reader: Any) -> None:
    documents = random_documents(700, seed=3)
    bare, site = write_site(tmp_path / "bare", documents), write_site(tmp_path / "site", documents, older=random_documents(700, seed=5))  # fmt: skip
    asked = [{"query": "mole dig", "loads": True}, {"query": "mole dig in:old", "loads": True}]
    before, _ = browser_reader(bare, asked)
    after, older = browser_reader(site, asked)

    assert [load for load in after["loads"] if load["file"] != "search/manifest.js"] == before["loads"][1:]
    assert after["loads"][0]["bytes"] - before["loads"][0]["bytes"] == len(',"older":700')
    assert older["loads"]
    assert all(load["file"].startswith("search/old/") for load in older["loads"])


def test_where_nothing_was_dropped_both_readers_say_so(tmp_path: Path, browser_reader: Any) -> None:
    site = write_site(tmp_path / "site", DOCUMENTS)
    (answer,) = browser_reader(site, [{"query": "lantern", "options": {"old": True}}])

    assert answer["hits"] == answer["suggestions"] == []
    assert '"older":' not in (site / "search" / "manifest.js").read_text("utf-8")


def test_a_folder_of_old_wordings_that_is_not_ours_is_made_again(tmp_path: Path) -> None:
    from site_src.search import store

    site = write_site(tmp_path / "site", DOCUMENTS, older=OLDER)
    (store.index_folder(site, old=True) / store.STAMP).write_text("{}")

    found = search(site, "paces", old=True)

    assert [hit.name for hit in found.hits] == ["Lantern"]
    assert len(found.notes) == 1


def test_the_command_says_when_a_wording_was_dropped(tmp_path: Path) -> None:
    from ludex.cli import main

    site = write_site(tmp_path / "site", DOCUMENTS, older=OLDER)
    told = CliRunner().invoke(main, ["search", "--old", "--site", str(site), "lantern"])
    as_json = CliRunner().invoke(main, ["search", "--site", str(site), "--json", "paces", "in:old"])

    assert "dropped in revision 8, 2031-02-03, by Ilse: diff/moles/lantern/7.8.html" in told.output
    assert "replaced by update 1.2" in told.output
    assert [hit["dropped"]["revision"] for hit in json.loads(as_json.output)] == ["8"]
