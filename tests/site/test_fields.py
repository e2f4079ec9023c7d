"""Rows of data that are no weapons: their fields are on the page, in the data, and in no table of weapons."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from game import PROFILE, entry, game

from ingest.glossary.model import WeaponProfile
from ingest.profile import Glossary
from site_src.build import build_site
from site_src.options import SiteOptions
from site_src.search import search

DIMMING = WeaponProfile(
    name="Dimming", burst="2", fields=(("skill_type", "Long"), ("target", "Lamp, Keeper"), ("own_mod", "-3")),
    numbers=(("burst", 2), ("own_mod", -3)), record="spell",
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    knowledge = game()
    knowledge.profile = msgspec.structs.replace(
        PROFILE,
        glossary=Glossary(
            no_weapons=("spell",),
            field_names={"en": {"skill_type": "Kind of skill", "target": "Target", "own_mod": "Own MOD"}},
        ),
    )
    row = entry("spell", "Dimming", profiles=(DIMMING,))
    knowledge.entries.put([(row.id, row.page, 99, row)])
    return build_site(knowledge, tmp_path_factory.mktemp("fields") / "site", options=SiteOptions()).folder


def test_the_page_shows_each_field_by_the_name_that_the_profile_gives_it(site: Path) -> None:
    page = (site / "entry/spell/dimming.l2.en.html").read_text("utf-8")

    assert "<dt>Kind of skill</dt><dd>Long</dd>" in page
    assert "<dt>Target</dt><dd>Lamp, Keeper</dd>" in page


def test_the_table_of_weapons_has_weapons_only(site: Path) -> None:
    table = (site / "weapons/l2.en.html").read_text("utf-8")

    assert "Lamp Carbine" in table
    assert "Dimming" not in table


def test_the_data_has_each_field(site: Path) -> None:
    rows = json.loads((site / "api/entries.json").read_text("utf-8"))

    (profile,) = next(row for row in rows if row["name"] == "Dimming")["profiles"]
    assert profile["fields"] == {"skill_type": "Long", "target": "Lamp, Keeper", "own_mod": "-3"}
    assert profile["record"] == "spell"


@pytest.mark.parametrize(
    "query", ["target:lamp", "target:keeper", 'target:"Lamp, Keeper"', "skilltype:long", "kindofskill:long", "ownmod<0"]
)
def test_each_field_can_be_searched(site: Path, query: str) -> None:
    assert [hit.name for hit in search(site, query).hits] == ["Dimming"]
