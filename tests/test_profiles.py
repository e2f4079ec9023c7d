"""The profiles that ship, the example's, and the schema that is published for editors."""

from __future__ import annotations

import json
import tomllib

import jsonschema
import msgspec
import pytest

from ingest.profile import Profile, load_profile
from tests.conftest import ROOT

FILES = sorted(
    [
        *(ROOT / "ingest" / "profiles").glob("*.toml"),
        *(ROOT / "examples").glob("lanternwick.toml"),
        *(ROOT / "ludex" / "starters").glob("profile.toml"),
    ]
)
SCHEMA = ROOT / "docs" / "profile.schema.json"


def schema_text() -> str:
    """The schema of a profile, as it is published."""
    return json.dumps(msgspec.json.schema(Profile), indent=1, sort_keys=True) + "\n"


def test_the_published_schema_is_that_of_the_reader() -> None:
    assert SCHEMA.read_text("utf-8") == schema_text(), "python -m tests.test_profiles writes it anew"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_profile_keeps_the_schema_and_reads(file: object) -> None:
    path = ROOT / str(file)

    jsonschema.validate(tomllib.loads(path.read_text("utf-8")), json.loads(schema_text()))
    assert load_profile(path).name


def test_profiles_with_the_same_words_have_the_same_digest() -> None:
    file = ROOT / "examples" / "lanternwick.toml"

    assert load_profile(file).digest == load_profile(file).digest
    assert load_profile(file).digest != Profile(name="lanternwick").digest


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), "utf-8")
