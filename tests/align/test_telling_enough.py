"""Lists of change say what matters first, how much they leave out, and in one language."""

from __future__ import annotations

from msgspec.structs import replace

from ingest.align.model import Change, ChangeSeverity
from site_src.atlas import Atlas
from site_src.changes.headings import names_of
from site_src.options import SiteOptions
from site_src.texts import texts
from site_src.views.changes import LINES, ChangesPage, change_lines
from site_src.views.compare import CompareListPage
from site_src.views.entry_history import EntryHistoryPage
from site_src.views.history import history_views
from tests.align.kb import wiki


def item(kind: str, severity: ChangeSeverity, detail: str, section: str = "Trim") -> Change:
    return Change(type=kind, severity=severity, section=section, detail=detail)


def history(*texts: str) -> Atlas:
    made = ((f"2024-01-0{number}T00:00:00Z", "Ann", text) for number, text in enumerate(texts, start=1))
    kb = wiki(tuple(made))
    kb.entries.change("task/trim@L1.en", replace(next(iter(kb.entries)), kind="rule"))
    return Atlas(kb, SiteOptions())


def test_changed_values_come_before_words_and_what_dates_the_text_comes_last() -> None:
    found = change_lines(
        (
            item("reworded", "wording", "“Version 1.0” → “Version 1.1”"),
            item("reworded", "wording", "“dusk” → “dawn”"),
            item("value", "value", "8 → 7 (“has 7 lamps”)"),
            item("value", "value", "Harpoon: Damage 2 → 4"),
            item("emphasis", "layout", "bold added: “all”"),
        ),
        texts("en"),
    )

    assert [line.detail for line in found] == [
        "Harpoon: Damage 2 → 4", "8 → 7 (“has 7 lamps”)", "“dusk” → “dawn”", "“Version 1.0” → “Version 1.1”",
        "bold “all” added",
    ]  # fmt: skip


def test_the_list_of_changes_says_how_many_it_leaves_out_and_leads_to_them() -> None:
    sides = ("\n".join(f"== Part {n} ==\nKeeper{n} has {n + step} lamps here.\n" for n in range(9)) for step in (1, 30))
    (page,) = (view for view in history_views(history(*sides)) if isinstance(view, ChangesPage))

    (row,) = page.days[0].rows

    assert (len(row.lines), row.more) == (LINES, 9 - LINES)
    assert row.path


def test_a_rule_says_of_a_change_what_the_difference_of_its_page_says() -> None:
    atlas = history(
        "== Trim ==\nEach keeper has 8 lamps.\n\n== Row ==\nOne boat.",
        "== Trim ==\nEach keeper has 7 lamps.\n\n== Row ==\nBoth boats.",
    )
    (page,) = (view for view in history_views(atlas) if isinstance(view, EntryHistoryPage))
    (change,) = atlas.kb.changes

    told = [line.detail for line in page.versions[0].lines]

    assert told == [found.detail for found in change.changes if found.section == "Trim"] != []


def test_comparisons_are_listed_in_the_language_of_the_site() -> None:
    atlas = Atlas(wiki(), SiteOptions(language="es"))
    (page,) = (view for view in history_views(atlas) if isinstance(view, CompareListPage))

    said = {row.summary.split()[0] for pair in page.pairs for row in pair.rows}

    assert said <= {texts("es")(f"relation-{name}").split()[0] for name in ("identical", "reworded", "moved", "split", "merged", "added", "removed")}  # fmt: skip
    assert said


def test_what_is_compared_most_stands_first() -> None:
    kb = wiki()
    (known,) = kb.comparisons
    left = replace(known.left, edition="L0")
    kb.comparisons.put(
        (f"{number}", None, number + 1, replace(known, id=f"{number}", left=left)) for number in range(2)
    )
    (page,) = (view for view in history_views(Atlas(kb, SiteOptions())) if isinstance(view, CompareListPage))

    assert [len(pair.rows) for pair in page.pairs] == [2, 1]


def test_a_heading_prints_the_name_of_its_rule_with_a_number_or_a_class() -> None:
    assert {"row", "2. row (long task)", "row (long task)"} <= set(names_of("2. ROW (Long Task)"))
