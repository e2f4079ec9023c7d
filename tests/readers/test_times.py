"""Times as feeds, dumps and wikis print them, zones and clocks included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.readers.times import iso_time


@pytest.mark.parametrize(
    ("printed", "time"),
    [
        ("2024-01-01T10:00:00Z", "2024-01-01T10:00:00Z"), ("2024-01-01T10:00:00+02:00", "2024-01-01T08:00:00Z"),
        ("2024-01-01T00:30:00+0100", "2023-12-31T23:30:00Z"), ("2024-01-01T10:00:00-05", "2024-01-01T15:00:00Z"),
        ("2024-01-01T10:00:00.123Z", "2024-01-01T10:00:00Z"), ("2024-01-01t10:00:00z", "2024-01-01T10:00:00Z"),
        ("2024-01-01T10:00Z", "2024-01-01T10:00:00Z"), ("2024-01-01 10:00:00", "2024-01-01T10:00:00Z"),
        ("20240101100000", "2024-01-01T10:00:00Z"), ("2024-02-29T24:00:00Z", "2024-03-01T00:00:00Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("Mon, 01 Jan 2024 10:00:00 +0200", "2024-01-01T08:00:00Z"),
        ("Mon, 01 Jan 2024 10:00:00 GMT", "2024-01-01T10:00:00Z"), ("1 Jan 24 10:00 EST", "2024-01-01T15:00:00Z"),
        ("Mon, 01 Jan 2024 10:00:00 -0000", "2024-01-01T10:00:00Z"), ("0999-01-01T10:00:00Z", "0999-01-01T10:00:00Z"),
    ],
)  # fmt: skip
def test_a_time_is_told_in_utc(printed: str, time: str) -> None:
    assert iso_time(printed) == time


@pytest.mark.parametrize(
    "printed",
    [
        None, "", "yesterday", "2024-02-30T00:00:00Z", "0000-00-00T00:00:00Z", "2024-01-01T25:00:00Z", "2024-01-01T10:61:00Z",
        "2024-01-01T24:01:00Z", "2024-01-01", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00",
        "Mon, 01 Jan 2024 10:00:00 +9999", "2024-01-01T10:00:00+99:00", "２０２４-01-01T10:00:00Z",
    ],
)  # fmt: skip
def test_what_is_no_time_is_none(printed: str | None) -> None:
    assert iso_time(printed) is None


@given(st.text(max_size=40) | st.from_regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)?", fullmatch=True))
def test_any_text_is_a_time_or_none(text: str) -> None:
    time = iso_time(text)

    assert time is None or iso_time(time) == time
