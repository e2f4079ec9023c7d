"""The index folder: opened only where it is ours, whole and of this site; else made again from the site's data."""

from __future__ import annotations

import json
import pickle
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest.errors import NotFound
from site_src.search import search, store
from site_src.search.engine import Index
from tests.search.moles import DOCUMENTS, SETTINGS, document, write_site


class Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (open, ("exploded",))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site", DOCUMENTS[:4])


def ids(site: Path) -> tuple[list[str], tuple[str, ...]]:
    found = search(site, "lantern", limit=5)
    return [hit.id for hit in found.hits], found.notes


@pytest.mark.parametrize(("many", "order"), [(9, ["a", "B", "b", "c"]), (3, ["B", "a", "b", "c"])])
def test_documents_are_numbered_by_name_and_by_kind_first_where_they_are_very_many(
    many: int, order: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MANY", many)
    given = [document(name, "Oil.", kind=kind) for name, kind in (("c", "z"), ("B", "a"), ("b", "z"), ("a", "z"))]

    store.write_index(tmp_path / "index", given, SETTINGS)

    with closing(Index(tmp_path / "index")) as index:
        assert [index.document(number).name for number in range(4)] == order


def test_a_good_index_is_opened_in_silence(built: Path) -> None:
    assert ids(built)[1] == ()


@pytest.mark.parametrize("harm", ["absent", "of another build", "damaged", "of another format", "with a foreign file"])
def test_an_index_that_is_not_ours_is_made_again_and_said_once(built: Path, harm: str) -> None:
    folder = store.index_folder(built)
    before, _ = ids(built)
    stamp = json.loads((folder / store.STAMP).read_bytes())
    match harm:
        case "absent":
            shutil.rmtree(folder)
        case "of another build":
            (built / "api" / "build.json").write_text('{"fingerprint": "two"}')
        case "damaged":
            file = next(folder.glob("*.seg"))
            file.write_bytes(file.read_bytes()[:-9])
        case "of another format":
            (folder / store.STAMP).write_text(json.dumps(stamp | {"format": 99}))
        case _:
            (folder / "_MAIN_2.toc").write_bytes(b"foreign")

    after, notes = ids(built)

    assert after == before
    assert len(notes) == 1
    assert ids(built) == (before, ())


def test_an_index_that_another_version_wrote_is_made_again(built: Path) -> None:
    folder = store.index_folder(built)
    (folder / "lexicon.msgpack").write_bytes(b"\x80")
    store.install(shutil.copytree(folder, folder.with_name("copy")), folder, "one")

    found, notes = ids(built)

    assert found
    assert len(notes) == 1


def test_a_site_without_anything_to_find_finds_nothing(tmp_path: Path, browser_reader: Any) -> None:
    site = write_site(tmp_path / "site", [])

    assert search(site, "lantern").hits == ()
    assert browser_reader(site, [{"query": "lantern"}])[0]["hits"] == []


def test_a_foreign_pickle_is_never_opened(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in store.index_folder(built).glob("*"):
        if file.name != store.STAMP:
            file.write_bytes(pickle.dumps(Bomb()))

    found, notes = ids(built)

    assert found
    assert notes
    assert not (tmp_path / "exploded").exists()


def test_without_a_site_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="Build it first"):
        search(tmp_path / "nowhere", "lantern")


def test_without_search_data_a_sentence_says_what_to_do(built: Path) -> None:
    shutil.rmtree(store.index_folder(built))
    (built / "api" / "search.json").unlink()

    with pytest.raises(NotFound, match="again"):
        search(built, "lantern")


def test_long_lists_of_documents_are_paged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "PAGE", 5)
    (tmp_path / "api").mkdir()
    files = {path: b"".join(parts) for path, parts in store.published(SETTINGS, DOCUMENTS, len(DOCUMENTS))}
    for path, data in files.items():
        (tmp_path / path).write_bytes(data)

    settings, documents = store.read_published(tmp_path)

    assert sorted(files) == ["api/search-0001.json", "api/search-0002.json", "api/search-0003.json", "api/search.json"]
    assert settings == SETTINGS
    assert tuple(documents) == DOCUMENTS


def test_nothing_of_whoosh_is_in_the_site(built: Path) -> None:
    names = {file.name for file in built.rglob("*") if file.is_file()}

    assert names == {"build.json", "search.json", "manifest.js"}
