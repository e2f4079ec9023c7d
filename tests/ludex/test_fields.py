"""``ludex show`` and ``ludex search`` know the fields that a profile names."""

from __future__ import annotations

from pathlib import Path

from tests.ludex.conftest import Run

PROFILE = """
name = "wicks"

[glossary]
no_weapons = ["charm"]

[glossary.records]
charm = "charm"

[glossary.field_names.en]
skill_type = "Kind of skill"

[[kinds]]
id = "charm"
names = { en = "Charm" }

[templates.names.charmrow]
means = "record"
record = "charm"
title = "1"
fields = { 2 = "burst", 3 = "skill_type" }
"""


def test_a_field_is_shown_and_searched_by_its_name(run: Run, here: Path, sources: Path) -> None:
    (here / "wicks.toml").write_text(PROFILE, "utf-8")
    (sources / "Charms.wiki").write_text("All '''Charms'''.\n\n{{charmrow|Dimming|2|Slow}}\n", "utf-8")
    assert run("build", str(sources), "--profile", "wicks.toml", "-o", "out").exit_code == 0

    shown = run("show", "Dimming", "--site", "out").stdout
    found = run("search", "kindofskill:slow", "--site", "out").stdout

    assert "Kind of skill: Slow" in shown
    assert "Dimming" in found
