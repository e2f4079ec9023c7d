"""Trees of long histories: read in pieces, told of as one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ingest.archive import Archive
from ingest.knowledge import KnowledgeBase
from ingest.leaves import CHUNK, LARGEST
from ingest.model import Facts, Known, Place, Revision, Sighting, Source
from ingest.profile import Profile
from ingest.stages import trees
from ingest.stages.histories import read_histories
from ingest.stages.requests import Requests
from ingest.visible import text_of

SIZES = st.lists(st.sampled_from([0, 10, LARGEST // 3, LARGEST, 3 * LARGEST]), max_size=3 * CHUNK)
BROKEN = "{| class=lamp\n| wick"  # a table that nothing closes


def _sighting(number: int, text: str | None) -> Sighting:
    known: Known = "partial" if text is None else "whole"
    facts = Facts(title="Lamp", revision_id=number, timestamp=f"2024-03-01T10:00:{number:02}Z", known=known)
    return Sighting(place=Place(source="log", line=1), wiki="lampwiki", facts=facts, text=text)


def _read(texts: Sequence[str | None]) -> KnowledgeBase:
    archive = Archive(None)
    archive.add(
        Source(id="log", sha256="0" * 64, format="atom", wiki="lampwiki"),
        [_sighting(number, text) for number, text in enumerate(texts, start=1)],
    )
    knowledge = KnowledgeBase(None, Profile(name="lamps"), archive.text)
    read_histories(archive, knowledge, Requests(), lambda *_: None)
    trees.read_trees(archive, knowledge, lambda *_: None)
    return knowledge


def _revision(number: int, size: int) -> Revision:
    return Revision(
        id=str(number), page="lampwiki:Lamp", wiki="lampwiki", title="Lamp", number=number, size=size,
        place=Place(source="log"),
    )  # fmt: skip


@given(SIZES)
def test_pieces_follow_one_another_and_none_holds_more_than_a_task_may(sizes: list[int]) -> None:
    history = [_revision(number, size) for number, size in enumerate(sizes)]
    pieces = list(trees.chunks(history))

    assert [number for start, end in pieces for number in range(start, end)] == list(range(len(sizes)))
    assert all(end - start <= CHUNK and sum(sizes[start : end - 1]) < LARGEST for start, end in pieces)


def test_every_pair_is_compared_and_a_lasting_doubt_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{BROKEN} {number}" for number in range(5)]
    whole = _read(texts)
    monkeypatch.setattr(trees, "CHUNK", 2)
    pieces = _read(texts)

    assert list(pieces.documents) == list(whole.documents)
    assert list(pieces.changes) == list(whole.changes)
    assert [(item.code, item.place.revision) for item in pieces.diagnostics] == [("unclosed-table", "5")]
    assert list(pieces.diagnostics) == list(whole.diagnostics)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([None, "wick", "oil", "a wick"]), max_size=9), st.integers(1, 4))
def test_texts_are_compared_over_those_that_nobody_knows_wherever_pieces_end(
    texts: list[str | None], size: int
) -> None:
    whole = _read(texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trees, "CHUNK", size)
        pieces = _read(texts)

    assert list(pieces.documents) == list(whole.documents)
    assert list(pieces.changes) == list(whole.changes)


def test_a_doubt_that_was_mended_is_told_at_the_text_that_last_gave_rise_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "CHUNK", 2)

    assert [item.place.revision for item in _read([BROKEN, f"{BROKEN}s", "wick", "oil", "oil."]).diagnostics] == ["2"]


def _held(text: str) -> Revision:
    number = len(text)
    return Revision(
        id=str(number), page="w:Lamp", wiki="w", title="Lamp", text=text[-1], number=number, place=Place(source="log")
    )


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ("ab", {}),
        ("aa", {}),
        ("aba", {"3": "1"}),
        ("abab", {"3": "1", "4": "2"}),
        ("abba", {"4": "1"}),
        ("aaba", {"4": "2"}),
    ],
)
def test_a_restored_text_is_the_newest_older_one_that_is_no_neighbour(texts: str, found: dict[str, str]) -> None:
    history = [_held(texts[:end]) for end in range(1, len(texts) + 1)]

    assert trees.restorations(history) == found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{{:Oil}} {{ :Gas table|x=1}}", {":Oil", ":Gas table"}),
        ("{{User:Ada/Box}} {{Lamp}} {{#if:x|y}} {{lc: X}}", {"User:Ada/Box", "lc: X"}),
        ("[[:Oil]] {{{a:b}}} {{Lamp|a:b}} {{\n:Oil\n}}", {":Oil"}),
    ],
)
def test_pages_that_a_text_says_are_found_by_their_names(text: str, names: set[str]) -> None:
    assert {name.strip() for name in trees.said_pages(text)} - {"a:b"} == names


def test_a_page_that_another_says_is_said_with_its_newest_text() -> None:
    archive = Archive(None)
    texts = (
        ("Lamp", "{{:Oil table}} {{:Lamp}} {{User:Ada/Box|many}} {{:Nowhere}}"),
        ("Oil table", "Whale oil. <noinclude>[[Category:Tables]]</noinclude>"),
        ("Oil table", "Seal oil. <noinclude>[[Category:Tables]]</noinclude>"),
        ("User:Ada/Box", "Ada burns {{{1}}} lamps."),
    )
    sightings = [_sighting(number, text) for number, (_, text) in enumerate(texts, start=1)]
    named = [
        replace(item, facts=replace(item.facts, title=title)) for item, (title, _) in zip(sightings, texts, strict=True)
    ]
    archive.add(Source(id="log", sha256="0" * 64, format="atom", wiki="lampwiki"), named)
    knowledge = KnowledgeBase(None, Profile(name="lamps"), archive.text)
    read_histories(archive, knowledge, Requests(), lambda *_: None)

    trees.read_trees(archive, knowledge, lambda *_: None)

    document = knowledge.document("1")
    assert document is not None
    assert text_of(document.blocks).startswith("Seal oil. ")
    assert "Ada burns many lamps." in text_of(document.blocks)
    assert "Template loop detected" in text_of(document.blocks)
    assert dict(document.transcluded)["Nowhere"] is False
    assert document.categories == ()
