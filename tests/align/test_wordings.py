"""Every wording that left a page has a place, and the log of changes has every rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from site_src.atlas import Atlas
from site_src.changes.log import ChangeLog, Group, LogRow, Reach, read_log, read_reach, spread
from site_src.changes.undone import undone
from site_src.changes.wordings import OldWording, old_wordings
from site_src.options import SiteOptions
from site_src.render import render_page
from site_src.views.base import SiteLook
from site_src.views.diff import DiffPage, wording_anchor
from site_src.views.entry_history import EntryHistoryPage
from site_src.views.history import history_views
from tests.align.kb import HISTORY, wiki


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas(wiki(), SiteOptions())


def told(atlas: Atlas) -> list[OldWording]:
    return [item for ref in atlas.pages.values() for item in old_wordings(ref, atlas)]


def test_what_the_page_does_not_say_any_more_is_told_with_the_revision_that_dropped_it(atlas: Atlas) -> None:
    found = {item.text: item for item in told(atlas)}

    assert set(found) == {
        "The keeper trims each lamp at dusk. Nobody else may row out.", "Roll 3 dice.", "Mind the <fog> & tide.",
    }  # fmt: skip
    dice = found["Roll 3 dice."]
    assert (dice.since, dice.old, dice.dropped, dice.held, dice.section) == ("1", "2", "3", 2, "Trim")
    assert found["Mind the <fog> & tide."].dropped == "7"
    assert dice.entry == "task/trim@L1.en"


def test_its_place_stands_on_the_page_of_the_difference(atlas: Atlas) -> None:
    pages = {view.path: view for view in history_views(atlas) if isinstance(view, DiffPage)}

    for item in told(atlas):
        path, _, anchor = item.path.partition("#")
        html = render_page(pages[path], SiteLook(title="Harbour")).decode()
        assert anchor == wording_anchor(item.text)
        assert html.count(f'id="{anchor}"') == 1
        assert f"with revision {item.dropped}," in html


def test_what_a_revert_took_back_is_marked() -> None:
    text = HISTORY[0][2] or ""
    made = Atlas(
        wiki(
            (
                HISTORY[0],
                ("2024-03-02T08:00:00Z", "Vandal", "Ha ha, nothing here."),
                ("2024-03-03T08:00:00Z", "Ann", text),
            )
        ),
        SiteOptions(),
    )

    assert [(item.text, item.undone) for item in told(made)] == [("Ha ha, nothing here.", True)]


UNDONE = (
    HISTORY[0],
    ("2024-03-02T08:00:00Z", "Vandal", "== Trim ==\nHa ha, nobody trims any lamp here, ever again."),
    ("2024-03-03T08:00:00Z", "Ann", HISTORY[0][2]),
    ("2024-03-04T08:00:00Z", "Ann", (HISTORY[0][2] or "").replace("dusk", "dawn")),
)


def test_edits_that_were_taken_back_count_for_those_who_ask_what_changed_between_them() -> None:
    made = Atlas(wiki(UNDONE), SiteOptions())

    stretches = undone("log:Trim", made)

    assert stretches == dict.fromkeys(("2", "3"), ("2024-03-02T08:00:00Z", "2024-03-03T08:00:00Z"))
    row = LogRow(time="2024-03-03", severity="wording", old="2", new="3", path="", lines=(), undone=stretches["3"])
    asked = [row.is_within(since, until) for since, until in (("", ""), ("2024-03-03", ""), ("2024", "2024-03-02"))]
    assert asked == [True, False, False]


def test_a_rule_that_reads_as_before_says_so() -> None:
    kb = wiki(UNDONE)
    kb.entries.change("task/trim@L1.en", replace(next(iter(kb.entries)), kind="rule"))
    made = Atlas(kb, SiteOptions())
    (page,) = [view for view in history_views(made) if isinstance(view, EntryHistoryPage)]

    assert [(item.label, item.same_as) for item in page.versions] == [("4", ""), ("3", "1"), ("2", ""), ("1", "")]


@given(st.lists(st.text(), unique=True, max_size=30))
def test_every_name_is_in_one_script(names: list[str]) -> None:
    assert sorted(name for found in spread(names) for name in found) == sorted(names)


def test_the_log_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site_src.changes.log.LARGEST", 40)
    log = ChangeLog()
    group = Group(name="Trim <b>", path="entry/task/trim é.html", note="Task", kind="task", labels="wet", reach=2)
    rows = [
        LogRow(time=f"2024-03-0{day}", severity="value", old="1", new="2", path="diff/a b.html", lines=(("value", "value", "3 → 2", ""),))
        for day in (1, 2, 3)
    ]  # fmt: skip
    reach = Reach(mentions=(("Lamp", "entry/lamp.html"),), pages=(("Oil", "page/oil.html"),))
    log.add(group, rows, reach)
    (tmp_path / "changes").mkdir()
    for path, data in log.files(lambda: [("1", "2024-03-01")]):
        (tmp_path / path).write_bytes(data)

    found = list(read_log(tmp_path))

    assert len(list((tmp_path / "changes").glob("log-*.js"))) > 1
    assert [row for _, row in found] == rows[::-1]
    assert {item.name for item, _ in found} == {"Trim <b>"}
    assert read_reach(tmp_path, found[0][0]) == reach


def test_an_older_wording_belongs_to_the_rule_that_its_heading_or_its_row_names() -> None:
    old = "== Lamps ==\n{|\n! Lamp !! Oil\n|-\n| Trim || three or four pints\n|}\n== 3. TRIM (Short Task) ==\nThe keeper trims each lamp at dusk."
    new = "== Lamps ==\n{|\n! Lamp !! Oil\n|-\n| Brass || no oil at all today\n|}\n== 3. TRIM (Short Task) ==\nNobody may row out before dawn."
    times = (("2024-03-01T08:00:00Z", "Ann", old), ("2024-03-02T08:00:00Z", "Ann", new))

    found = {item.text: item.entry for item in told(Atlas(wiki(times), SiteOptions()))}

    assert found["The keeper trims each lamp at dusk."] == "task/trim@L1.en"
    assert found["Trim | three or four pints"] == "task/trim@L1.en"
