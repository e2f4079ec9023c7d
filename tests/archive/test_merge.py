"""Merging: one revision from all its sightings, in an order that no order of reading changes."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.archive.merge import Seen, merge, published, split_summary
from ingest.model import Facts, Known, Place, Revision

TEXTS = {name: name * 64 for name in "abcdef"}  # a text's hash, by a letter


def _seen(
    *, number: int | None = None, parent: int | None = None, time: str | None = "10:00", user: str | None = "Ada",
    text: str | None = "a", source: str = "one", order: int = 0, reading: int = 1, dump: bool = False,
    known: Known | None = None, summary: str | None = None, title: str = "Lamp",
) -> Seen:  # fmt: skip
    facts = Facts(
        title=title, revision_id=number, parent_id=parent, timestamp=f"2024-03-01T{time}:00Z" if time else None, user=user,
        text=TEXTS[text] if text else None, order=order, page_id=4 if dump else None, summary=summary,
        known=known or ("whole" if text else "partial"),
    )  # fmt: skip
    return Seen(place=Place(source=source, line=order + 1), wiki="lampwiki", facts=facts, reading=reading)


def _texts(revisions: tuple[Revision, ...]) -> str:
    return "".join((revision.text or "-")[0] for revision in revisions)


def test_the_same_number_is_the_same_revision() -> None:
    (revision,) = merge([_seen(number=7, text=None), _seen(number=7, source="two", summary="/* Oil */ x")])

    assert (revision.id, revision.known, revision.text, revision.section, revision.comment) == (
        "7",
        "whole",
        TEXTS["a"],
        "Oil",
        "x",
    )
    assert revision.place.source == "two"


def test_a_sighting_without_number_joins_the_revision_that_agrees() -> None:
    (revision,) = merge([_seen(number=7, dump=True), _seen(source="feed")])

    assert revision.id == "7"


@pytest.mark.parametrize("other", [{"time": "10:01"}, {"user": "Bo"}, {"text": "b"}])
def test_another_time_user_or_text_is_another_revision(other: dict[str, str]) -> None:
    assert len(merge([_seen(), _seen(source="two", **other)])) == 2


def test_the_id_of_an_unnumbered_revision_is_wiki_and_twelve_digits_whatever_its_source() -> None:
    (one,) = merge([_seen(source="one")])
    (two,) = merge([_seen(source="two", order=5)])

    assert one.id == two.id
    assert one.id.removeprefix("lampwiki-").isalnum()
    assert len(one.id) == len("lampwiki-") + 12


def test_a_partial_revision_is_completed_by_a_dump() -> None:
    feed = _seen(number=7, text=None, summary="see more", order=-3)
    dump = _seen(number=7, dump=True, source="dump", summary="see [[more]]")

    (revision,) = merge([feed, dump])

    assert (revision.known, revision.text, revision.comment) == ("whole", TEXTS["a"], "see [[more]]")


def test_a_dump_knows_better_than_a_feed_what_is_wikitext() -> None:
    stub = _seen(number=7, dump=True, text=None, known="unknown", source="dump")
    stub = msgspec.structs.replace(stub, facts=msgspec.structs.replace(stub.facts, model="other"))

    (revision,) = merge([_seen(number=7), stub])

    assert (revision.model, revision.text) == ("other", TEXTS["a"])


def test_what_nobody_knows_stays_partial() -> None:
    (revision,) = merge([_seen(number=7, text=None), _seen(number=7, text=None, source="two", known="unknown")])

    assert (revision.known, revision.text) == ("partial", None)


def test_one_number_with_other_times_and_texts_is_several_revisions() -> None:
    seen = [
        _seen(number=7, parent=3),
        _seen(number=7, parent=3, time="11:00", text="b", source="two"),
        _seen(number=7, text=None),
    ]

    first, second = merge(seen)

    assert (first.id, first.text, second.text, second.parent) == ("7", TEXTS["a"], TEXTS["b"], None)
    assert second.id.startswith("lampwiki-")


@pytest.mark.parametrize("text", ["b", "a", None])
def test_an_undated_sighting_of_a_contested_number_goes_with_its_text_else_with_the_earliest(text: str | None) -> None:
    seen = [
        _seen(number=7),
        _seen(number=7, time="11:00", text="b", source="two"),
        _seen(number=7, time=None, user=None, text=text, source="three", summary="told here only"),
    ]

    first, second = merge(seen)

    assert (first.text, second.text) == (TEXTS["a"], TEXTS["b"])
    assert [item.comment for item in (first, second)].index("told here only") == (text == "b")


def test_a_sighting_without_text_that_two_revisions_could_be_is_neither() -> None:
    seen = [_seen(number=7), _seen(number=8, text="b"), _seen(text=None, source="feed", summary="which?")]

    revisions = merge(seen)

    assert sorted(item.comment or "" for item in revisions) == ["", "", "which?"]
    assert [item.id for item in revisions if item.comment] not in (["7"], ["8"])


@pytest.mark.parametrize("other", [{"time": "10:01"}, {"text": "b"}])
def test_one_number_with_only_another_time_or_text_is_one_revision(other: dict[str, str]) -> None:
    assert len(merge([_seen(number=7), _seen(number=7, source="two", **other)])) == 1


def test_a_parent_comes_before_its_child_whatever_the_clock_says() -> None:
    revisions = merge([_seen(number=1, time="12:00", text="a"), _seen(number=2, parent=1, time="11:00", text="b")])

    assert [revision.id for revision in revisions] == ["1", "2"]
    assert [revision.number for revision in revisions] == [0, 1]
    assert revisions[1].parent == "1"


def test_parents_in_a_circle_end_nothing() -> None:
    revisions = merge([_seen(number=1, parent=2), _seen(number=2, parent=1, time="09:00", text="b")])

    assert [revision.id for revision in revisions] == ["2", "1"]


def test_the_place_in_the_feed_orders_what_was_saved_in_one_second() -> None:
    revisions = merge([_seen(text="a", order=0), _seen(text="b", order=-1), _seen(text="c", order=-2)])

    assert _texts(revisions) == "cba"


def test_the_number_orders_where_no_source_shows_both() -> None:
    revisions = merge(
        [_seen(number=9, text="a", source="one", order=-5), _seen(number=8, text="b", source="two", order=3)]
    )

    assert [revision.id for revision in revisions] == ["8", "9"]


UNDATED = [
    _seen(time=None, user=None, text="c", source="x", reading=3),
    _seen(time=None, user=None, text="a", source="y", reading=1),
    _seen(time="10:00", user=None, text="b", source="z", reading=2),
]


def test_undated_versions_of_a_document_are_older_and_an_undated_text_of_a_wiki_is_todays() -> None:
    documents = merge([msgspec.structs.replace(seen, wiki="") for seen in UNDATED])
    pages = merge(UNDATED)

    assert _texts(documents) == "acb"
    assert _texts(pages) == "bac"


def test_an_undated_copy_of_a_dated_version_is_that_version() -> None:
    (revision,) = merge([_seen(time=None, user=None), _seen(user=None, source="two")])

    assert revision.timestamp == "2024-03-01T10:00:00Z"


def test_numbers_of_several_wikis_can_be_told_apart() -> None:
    (revision,) = merge([_seen(number=7, parent=6)], name_of=lambda wiki, number: f"{wiki}-{number}")

    assert (revision.id, revision.parent) == ("lampwiki-7", "lampwiki-6")


SIGHTINGS = st.builds(
    _seen,
    number=st.none() | st.integers(1, 4),
    parent=st.none() | st.integers(1, 4),
    time=st.sampled_from(["10:00", "10:01", None]),
    user=st.sampled_from(["Ada", "Bo", None]),
    text=st.sampled_from(["a", "b", None]),
    source=st.sampled_from(["one", "two", "three"]),
    order=st.integers(-3, 3),
    dump=st.booleans(),
    summary=st.sampled_from([None, "", "x", "/* Oil */"]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(SIGHTINGS, max_size=9).flatmap(lambda seen: st.tuples(st.just(seen), st.permutations(seen))))
def test_the_order_of_reading_changes_nothing(both: tuple[list[Seen], list[Seen]]) -> None:
    one, other = (merge(seen) for seen in both)

    assert one == other


@settings(max_examples=80, deadline=None)
@given(st.lists(SIGHTINGS, max_size=9))
def test_every_number_and_every_text_is_in_a_history(seen: list[Seen]) -> None:
    revisions = merge(seen)

    numbers = {str(item.facts.revision_id) for item in seen if item.facts.revision_id is not None}
    assert numbers <= {revision.id for revision in revisions}
    assert len({revision.id for revision in revisions}) == len(revisions)
    assert [revision.number for revision in revisions] == list(range(len(revisions)))
    texts = [(item.facts.revision_id, item.facts.text) for item in seen if item.facts.text]
    contested = {text for number, text in texts if number is not None}  # one number may be said of two texts
    assert {text for _, text in texts} - contested <= {revision.text for revision in revisions}


@settings(max_examples=80, deadline=None)
@given(st.lists(SIGHTINGS, max_size=6))
def test_seeing_everything_twice_changes_nothing(seen: list[Seen]) -> None:
    assert merge(seen) == merge(seen + seen)


@pytest.mark.parametrize(
    ("summary", "section", "comment"),
    [
        (None, None, None),
        ("", None, None),
        ("  ", None, None),
        ("trim", None, "trim"),
        ("/* Oil */", "Oil", None),
        ("/* Oil: hot */ trim", "Oil: hot", "trim"),
        ("\u200e/* Oil */\u200e trim", "Oil", "trim"),
        ("before /* Oil */ after", "Oil", "before after"),
        ("/* Oil */ and /* Wick */", "Oil", "and /* Wick */"),
        ("/*  */ trim", None, "trim"),
        ("/* never closed", None, "/* never closed"),
    ],
)
def test_the_section_is_taken_out_of_a_summary(summary: str | None, section: str | None, comment: str | None) -> None:
    assert split_summary(summary) == (section, comment)


@pytest.mark.parametrize(
    ("text", "shown", "dropped"),
    [("", "", 0), ("\n \n", "", 0), ("\n\n a\n\nb \n\t\n", " a\n\nb ", 2), ("a\r\nb\rc", "a\nb\nc", 0)],
)
def test_a_published_text_has_no_blank_edge_lines(text: str, shown: str, dropped: int) -> None:
    assert published(text)[0] == shown
    assert published(text)[1] == dropped or not shown


@given(st.text())
def test_publishing_twice_changes_nothing(text: str) -> None:
    once = published(text)[0]

    assert published(once) == (once, 0)


def test_a_number_without_a_time_follows_what_the_wiki_counted_before_it() -> None:
    seen = [
        _seen(number=9, time="09:00", text="a"),
        _seen(number=10, time=None, text="b"),
        _seen(number=11, time="10:00", text="c", order=1),
        _seen(number=12, time=None, text="d"),
        _seen(number=3, time=None, text="e"),
        _seen(time=None, text="f"),  # a text of today
    ]

    assert _texts(merge(seen)) == _texts(merge(reversed(seen))) == "eabcdf"
