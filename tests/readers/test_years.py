"""Years of two digits: what is printed today is of this century, what cannot be yet is of the last."""

from __future__ import annotations

import pytest

from ingest.readers.dates import printed_date


@pytest.mark.parametrize(
    ("printed", "year"),
    [("00", 2000), ("24", 2024), ("31", 2031), ("69", 2069), ("70", 1970), ("95", 1995), ("99", 1999)],
)
@pytest.mark.parametrize("date", ["Released on 04/21/{}.", "Stand: 21.04.{}"])
def test_a_year_of_two_digits(date: str, printed: str, year: int) -> None:
    assert printed_date(date.format(printed)) == f"{year}-04-21"
