"""A build leaves the old site or the new one, whatever ends it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ingest.errors import OutputError
from site_src import commit
from site_src.commit import MANIFEST, Stage

OLD = {"index.html": b"old", "same.html": b"same", "gone/a.html": b"gone"}
NEW = {"index.html": b"new", "same.html": b"same", "deep/er/b.html": b"more"}


def killed_build(out: Path, step: int) -> int:
    """Build in a child that ends at its *step*-th call to the system; returns how it ended."""
    child = os.fork()
    if child == 0:
        count = 0

        def hook(event: str, args: tuple[object, ...]) -> None:
            nonlocal count
            if event.split(".")[0] in ("os", "open", "shutil") and str(out.parent) in " ".join(map(str, args)):
                count += 1
                if count == step:
                    os._exit(9)

        with Stage(out) as stage:
            sys.addaudithook(hook)
            for path, data in NEW.items():
                stage.write(path, data)
            stage.commit()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def build(out: Path, files: dict[str, bytes]) -> None:
    with Stage(out) as stage:
        for path, data in files.items():
            stage.write(path, data)
        stage.commit()


def read(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


@pytest.mark.parametrize("way", ["exchange", "renames"])
def test_a_build_replaces_the_one_before(tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "renames":
        monkeypatch.setattr(commit, "exchange", lambda one, other: False)
    out = tmp_path / "site"
    build(out, OLD)
    kept = (out / "same.html").stat().st_ino
    build(out, NEW)

    assert read(out) == NEW
    assert (out / "same.html").stat().st_ino == kept, "a file that stayed the same is linked, not written"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("way", ["exchange", "renames"])
def test_a_build_killed_at_any_step_leaves_the_old_site_or_the_new_one(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "renames":
        monkeypatch.setattr(commit, "exchange", lambda one, other: False)
    outcomes = set()
    for step in range(1, 200):
        out = tmp_path / str(step) / "site"
        build(out, OLD)
        ended = killed_build(out, step)
        if not out.exists():  # between the two renames: the next command completes them
            with Stage(out):
                pass
        outcomes.add("old" if read(out) == OLD else "new" if read(out) == NEW else f"half after step {step}")
        if ended == 0:
            break

    assert ended == 0
    assert outcomes == {"old", "new"}


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")

    with pytest.raises(OutputError, match="did not write"):
        build(tmp_path, NEW)
    assert (tmp_path / "thesis.txt").read_text("utf-8") == "mine"


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    build(out, NEW)

    assert read(out) == NEW


def test_what_the_owner_put_into_the_site_stays(tmp_path: Path) -> None:
    build(tmp_path / "site", OLD)
    (tmp_path / "site" / "CNAME").write_text("rules.example", "utf-8")
    build(tmp_path / "site", NEW)

    assert read(tmp_path / "site") == {**NEW, "CNAME": b"rules.example"}


def test_an_owners_file_in_the_way_is_said_and_kept(tmp_path: Path) -> None:
    build(tmp_path / "site", OLD)
    (tmp_path / "site" / "deep" / "er").mkdir(parents=True)
    (tmp_path / "site" / "deep" / "er" / "b.html").write_text("mine", "utf-8")

    with pytest.raises(OutputError, match="not ours"):
        build(tmp_path / "site", NEW)
    assert read(tmp_path / "site")["index.html"] == b"old"


def test_a_file_that_was_changed_by_hand_is_written_anew(tmp_path: Path) -> None:
    build(tmp_path / "site", OLD)
    (tmp_path / "site" / "same.html").write_bytes(b"evil")
    build(tmp_path / "site", NEW)

    assert read(tmp_path / "site") == NEW


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("x", "utf-8")

    with pytest.raises(OutputError, match="is a file"):
        build(tmp_path / "site", NEW)


@pytest.mark.parametrize(
    ("code", "words"), [(28, "disk is full"), (13, "cannot be written"), (30, "cannot be written")]
)
def test_what_the_disk_says_is_one_sentence_and_the_old_site_stays(
    tmp_path: Path, code: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path / "site", OLD)

    def refuse(self: Path, data: bytes) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "write_bytes", refuse)

    with pytest.raises(OutputError, match=words):
        build(tmp_path / "site", NEW)
    assert read(tmp_path / "site") == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("way", ["first", "exchange", "renames"])
def test_a_build_that_ends_leaves_what_the_next_has_begun(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "renames":
        monkeypatch.setattr(commit, "exchange", lambda one, other: False)
    if way != "first":
        build(tmp_path / "site", OLD)
    with Stage(tmp_path / "site") as stage:
        stage.write("index.html", b"new")
        stage.commit()
        (tmp_path / ".site.ludex-new").mkdir()  # as the next build does, before it waits for the lock of the site

    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.ludex-new", "site"]
    assert read(tmp_path / "site") == {"index.html": b"new"}


def test_two_builds_at_once_wait_for_each_other(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(out, OLD)
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            for turn in range(5):
                build(out, {"index.html": f"{number} {turn}".encode(), "same.html": b"same"})
            os._exit(0)
        children.append(child)
    ended = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]

    assert ended == [0, 0, 0, 0]
    assert set(read(out)) == {"index.html", "same.html"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
