"""The site as data keeps the promises of its contract."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from site_src.api import schema, write_list
from site_src.commit import Stage
from site_src.rows import ROWS, DiagnosticRow, SourceRow

SCHEMAS = Path(__file__).resolve().parents[2] / "site_src" / "schemas"
PROMISED = {
    "entries": "id concept name kind class labels aliases acronym edition editions language level parent sections marker summary text url source profiles links linked_from",
    "pages": "id title aliases language edition categories revisions first last url source",
    "revisions": "id page timestamp user section comment sha256 bytes source",
    "links": "target anchor status page section url count candidates",
    "changes": "page old new visible words_added words_removed sections changes",
    "comparisons": "left right rows",
    "rulings": "id question answer type title version related page section url source",
    "errata": "id page section entry version updated original url source",
    "diagnostics": "severity code message source",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_list_has_the_promised_fields_and_fits_its_published_schema(site: Path, name: str) -> None:
    rows = json.loads((site / "api" / f"{name}.json").read_text("utf-8"))
    published = json.loads((site / "api" / "schemas" / f"{name}.json").read_text("utf-8"))

    assert rows
    assert set(PROMISED[name].split()) <= set(rows[0])
    Draft202012Validator.check_schema(published)
    Draft202012Validator(published).validate(rows)


@pytest.mark.parametrize("name", sorted(ROWS))
def test_the_schemas_in_the_repository_are_those_that_are_published(name: str) -> None:
    assert (SCHEMAS / f"{name}.json").read_bytes() == schema(name), "run: python -m site_src.api"


def test_a_profile_has_the_promised_fields(site: Path) -> None:
    entries = json.loads((site / "api" / "entries.json").read_text("utf-8"))
    profile = next(entry for entry in entries if entry["profiles"])["profiles"][0]

    assert {"name", "mode", "damage", "burst", "ammunition", "traits", "ranges", "no_fire_beyond", "line"} <= set(
        profile
    )
    assert profile["ranges"][0] == {"band": None, "from": 0, "to": 8, "mod": "+3"}


def test_every_address_in_the_data_is_a_file_of_the_site(site: Path) -> None:
    for name in ("entries", "pages", "changes", "comparisons", "rulings", "errata"):
        for row in json.loads((site / "api" / f"{name}.json").read_text("utf-8")):
            assert (site / row["url"].partition("#")[0]).is_file(), row["url"]


def doubts(count: int) -> Iterator[DiagnosticRow]:
    for number in range(count):
        yield DiagnosticRow(severity="note", code="x", message=str(number), source=SourceRow(file="a"))


@pytest.mark.parametrize("count", [0, 1, 9, 10])
def test_a_list_that_fits_one_file_is_one_file(tmp_path: Path, count: int) -> None:
    with Stage(tmp_path / "site") as stage:
        told = write_list(stage, "diagnostics", doubts(count), length=10)
        stage.commit()

    (file,) = (tmp_path / "site/api").iterdir()
    assert file.name == "diagnostics.json"
    assert told == len(json.loads(file.read_text("utf-8"))) == count


@pytest.mark.parametrize(("count", "files"), [(11, 2), (20, 2), (21, 3)])
def test_a_longer_list_has_no_empty_file(tmp_path: Path, count: int, files: int) -> None:
    with Stage(tmp_path / "site") as stage:
        write_list(stage, "diagnostics", doubts(count), length=10)
        stage.commit()
    index = json.loads((tmp_path / "site/api/diagnostics.json").read_text("utf-8"))
    lengths = [len(json.loads((tmp_path / "site/api" / name).read_text("utf-8"))) for name in index["pages"]]

    assert len(lengths) == files
    assert min(lengths) >= 1
    assert sum(lengths) == index["count"] == count


def test_a_list_is_written_row_by_row(tmp_path: Path) -> None:
    rows = (
        DiagnosticRow(severity="note", code="x", message=str(number) * 1_000_000, source=SourceRow(file="a"))
        for number in range(10, 40)
    )
    with Stage(tmp_path / "site") as stage:
        tracemalloc.start()
        write_list(stage, "diagnostics", rows)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert peak < 15_000_000, "thirty rows of two megabytes"


def test_a_list_that_stayed_the_same_is_linked_and_a_changed_one_written(tmp_path: Path) -> None:
    kept = []
    for count in (3, 3, 4):
        with Stage(tmp_path / "site") as stage:
            write_list(stage, "diagnostics", doubts(count))
            stage.commit()
        kept.append((tmp_path / "site/api/diagnostics.json").stat().st_ino)
        assert not list((tmp_path / "site").rglob(".ludex-draft"))

    assert kept[0] == kept[1]
    assert len(json.loads((tmp_path / "site/api/diagnostics.json").read_text("utf-8"))) == 4


def test_a_long_list_is_paged_and_loses_nothing(tmp_path: Path) -> None:
    with Stage(tmp_path / "site") as stage:
        count = write_list(stage, "diagnostics", doubts(25), length=10)
        stage.commit()
    index = json.loads((tmp_path / "site/api/diagnostics.json").read_text("utf-8"))
    read = [row for file in index["pages"] for row in json.loads((tmp_path / "site/api" / file).read_text("utf-8"))]

    assert count == index["count"] == 25
    assert [row["message"] for row in read] == [str(number) for number in range(25)]


def test_the_build_says_what_it_was_made_of(site: Path) -> None:
    build = json.loads((site / "api/build.json").read_text("utf-8"))

    assert build["generator"] == "ludex"
    assert len(build["fingerprint"]) == 64
    assert {source["id"] for source in build["sources"]} == {"orrery-wiki.xml", "primer.txt"}
    assert build["counts"]["entries"] == 9
