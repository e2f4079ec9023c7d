"""What a build holds in memory does not grow with the history that it tells."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from ingest.align import Block, blame
from ingest.model import Diagnostic, Place, Revision
from site_src.atlas import Atlas
from site_src.changes.log import ChangeLog, Group, LogRow, Reach
from site_src.changes.shards import scripts
from site_src.options import SiteOptions
from site_src.search import store
from site_src.views import entry_history
from site_src.views.editor import editor_csv, editor_pages
from tests.align.kb import wiki
from tests.align.make import blocks
from tests.search.moles import SETTINGS, document

LONG = "the keeper trims each lamp at dusk and rows out before dawn " * 10


@contextmanager
def peak() -> Iterator[Callable[[], int]]:
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_rule_is_held_where_its_words_change(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = ("Trim 2 lamps.", "Trim 2 lamps.", "Trim 3 lamps.", "", "Trim 3 lamps.")
    texts = [f"== Trim ==\n{words}\n\n== Oil ==\nPour {number}.\n" for words in rule for number in range(9)]
    knowledge = wiki(tuple(("2024-03-01T08:00:00Z", "Ann", text) for text in texts))
    (entry,) = knowledge.entries
    knowledge.entries.change(entry.id, replace(entry, kind="rule"))
    atlas = Atlas(knowledge, SiteOptions())
    held: list[Any] = []
    told = entry_history.entry_history
    monkeypatch.setattr(
        entry_history, "entry_history", lambda states, **more: held.extend(states) or told(states, **more)
    )

    ((_, page),) = entry_history.histories(atlas)

    assert [name for name, *_ in held] == ["1", "19", "28", "37"]
    assert [version.label for version in page.versions] == ["37", "28", "19", "1"]


def test_a_script_of_blocks_is_made_before_the_next_revisions_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site_src.changes.shards.LARGEST", 40)
    read: list[str] = []

    def history() -> Iterator[tuple[Revision, tuple[Block, ...]]]:
        for number in range(9):
            read.append(str(number))
            place = Place(source="log.xml")
            yield Revision(id=str(number), page="log:Trim", wiki="log", title="Trim", place=place, number=number), tuple(blocks(f"Trim {number} lamps."))  # fmt: skip

    made = scripts("Trim", history())

    next(made)
    assert len(read) < 5
    assert len(list(made)) > 2


def test_changes_wait_on_disk() -> None:
    log = ChangeLog()
    with peak() as held:
        rows = (
            LogRow(time=f"2024-03-01T{n:06}", severity="value", old="1", new="2", path="p", lines=(("a", "value", LONG, ""),))
            for n in range(3_000)
        )  # fmt: skip
        log.add(Group(name="Trim", path="trim.html", note=""), rows, Reach())
        files = sum(1 for _ in log.files(lambda: ((f"{n}", "2024-03-01") for n in range(9_000))))

        assert held() < 2_500_000, "three thousand rows of 700 bytes, and what one script needs"
    assert files > 6


def test_documents_are_published_one_by_one() -> None:
    given = (replace(document("Lamp", LONG), id=str(number)) for number in range(4_000))
    with peak() as held:
        written = sum(len(part) for _, parts in store.published(SETTINGS, given, 4_000) for part in parts)

        assert held() < written / 10


def test_doubts_are_listed_one_by_one() -> None:
    atlas = Atlas(wiki(), SiteOptions())
    atlas.kb.diagnostics.put(
        (f"{n:09}", None, n, Diagnostic(severity="note", code="odd", message=f"{n} {LONG}", place=Place(source="log.xml")))
        for n in range(4_000)
    )  # fmt: skip
    with peak() as held:
        pages = sum(1 for _ in editor_pages(atlas))
        lines = sum(1 for _ in editor_csv(atlas))

        assert held() < 4_000 * len(LONG) / 2
    assert (pages, lines) == (20, 4_002)


def test_blame_holds_who_wrote_a_text_not_the_text() -> None:
    history = [(str(number), tuple(blocks(*(f"{number} {LONG} {n}" for n in range(40))))) for number in range(3)]
    blame(history)  # what it needs is loaded now
    with peak() as held:
        blame((str(number), tuple(blocks(*(f"{number} {LONG} {n}" for n in range(40))))) for number in range(70))

        assert held() < 4_000_000, "sixty texts of forty blocks of 900 bytes would be 2 MB more"
