"""What the page about plain text promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ingest.profile import read_profile
from ingest.rulebook.words import words_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rulebook.md"
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_table_shown_is_one_that_a_profile_may_hold(block: str) -> None:
    profile = read_profile(f'name = "shown"\n\n{block}', origin="docs/rulebook.md")

    assert words_of(profile).table == profile.rulebook
    assert len(BLOCKS) == 2


def test_every_diagnostic_of_the_parsers_is_in_the_table() -> None:
    source = "".join(path.read_text("utf-8") for path in (PAGE.parents[1] / "ingest" / "rulebook").glob("*.py"))
    codes = set(re.findall(r'code="([a-z-]+)"|build\.doubt\(\s*"([a-z-]+)"', source))

    assert {code for pair in codes for code in pair if code} == set(re.findall(r"^\| `([a-z-]+)` \| \w+ ", PAGE.read_text("utf-8"), re.MULTILINE)) - {
        "rulebook", "rendered", "numbered",
    }  # fmt: skip
