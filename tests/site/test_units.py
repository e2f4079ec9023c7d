"""Range bands carry the unit that the game's profile names."""

from __future__ import annotations

from ingest.glossary.model import Band
from site_src.views.profiles import bands

RANGES = (Band(start=0, end=20, mod="+3"), Band(start=20, end=None, mod="-3"))


def test_a_band_is_shown_in_the_unit_of_the_profile() -> None:
    assert [band.reach for band in bands(RANGES, "en", " cm")] == ["0–20 cm", "from 20 cm"]


def test_units_read_alike_in_every_language() -> None:
    assert [band.reach for band in bands(RANGES, "es", "″")] == ["0–20″", "desde 20″"]
