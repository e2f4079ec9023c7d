from __future__ import annotations

import pytest

from ingest.errors import ProfileError
from ingest.profile import read_profile, shipped_profiles
from ingest.profile.patterns import wrong_patterns

WRONG = """name = "lanterns"

[[kinds]]
id = "knack"
classes = ["\\\\bknack\\\\b", "(unclosed"]
"""


def test_a_pattern_that_does_not_compile_is_told_with_its_line() -> None:
    with pytest.raises(ProfileError, match=r"lanterns\.toml, line 5: .*kinds\.knack\.classes"):
        read_profile(WRONG, origin="lanterns.toml")


def test_a_wrong_rule_of_several_conditions_is_found_too() -> None:
    with pytest.raises(ProfileError, match=r"kinds\.knack\.when\[0\]\.cls"):
        read_profile('name = "x"\n[[kinds]]\nid = "knack"\n[[kinds.when]]\ncls = "["\n', origin="x.toml")


def test_the_shipped_profiles_have_no_wrong_pattern() -> None:
    assert [list(wrong_patterns(profile)) for profile in shipped_profiles()] == [[] for _ in shipped_profiles()]
