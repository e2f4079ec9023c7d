"""The pages of change: valid, marked inside blocks, complete without a script."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ingest.align import Block, blocks_of, page_changes
from ingest.model import Place, Revision
from site_src.atlas import Atlas
from site_src.changes.feeds import feed_files, identity, moment
from site_src.changes.shards import scripts, unfolded
from site_src.classic import value_of
from site_src.options import SiteOptions
from site_src.render import render_page
from site_src.views.base import SiteLook, View
from site_src.views.diff import DiffPage
from site_src.views.entry import entry_pages
from site_src.views.entry_history import EntryHistoryPage
from site_src.views.history import HistoryBlamePage, HistoryPage, history_files, history_views
from tests.align.atom import ATOM, faults
from tests.align.kb import HISTORY, wiki
from tests.align.make import WORDS
from tests.align.test_gold import trees

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
BLOCKS = {
    "p",
    "li",
    "td",
    "th",
    "tr",
    "table",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "section",
    "article",
    "div",
    "tbody",
    "thead",
}


class Checker(HTMLParser):
    """Notes what no page may do."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: set[str] = set()
        self.marks = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if "style" in given or any(name.startswith("on") for name in given):
            self.faults.append(f"<{tag}> has an inline style or script")
        if tag == "script" and not given.get("src"):
            self.faults.append("a script stands in the page")
        name = given.get("id")
        if name is not None and name in self.ids:
            self.faults.append(f"the id {name} is there twice")
        self.ids.add(name or "")
        if tag in BLOCKS and {"ins", "del", "p"} & set(self.open):
            self.faults.append(f"<{tag}> inside {self.open[-3:]}")
        if tag in ("ins", "del"):
            self.marks += 1
            if not {"p", "li"} & set(self.open) or self.open[-1] in ("ins", "del"):
                self.faults.append(f"<{tag}> inside {self.open[-3:]}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def checked(view: View) -> Checker:
    checker = Checker()
    checker.feed(render_page(view, SiteLook(title="Harbour")).decode())
    checker.close()
    checker.faults += [f"<{tag}> is never closed" for tag in checker.open]
    return checker


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas(wiki(), SiteOptions())


def views(atlas: Atlas, kind: type[View]) -> list[View]:
    return [view for view in history_views(atlas) if isinstance(view, kind)]


def test_every_page_of_change_is_valid_and_marks_lie_inside_blocks(atlas: Atlas) -> None:
    pages = list(history_views(atlas))

    found = [checked(page) for page in pages]

    assert {type(page).__name__ for page in pages} == {
        "HistoryPage", "DiffAnyPage", "HistoryBlamePage", "DiffPage", "ChangesPage", "ComparePage", "CompareListPage", "EntryHistoryPage", "EntryChangesPage",
    }  # fmt: skip
    assert [fault for checker in found for fault in checker.faults] == []
    assert sum(checker.marks for checker in found) > 5


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from([*WORDS, "\n\n", "\n* ", "\n== H ==\n", "'''", "<b>", "[[Lamp]]"]), max_size=25).map(
            " ".join
        ),
        min_size=2,
        max_size=3,
    )
)
def test_no_text_breaks_a_page_of_change(texts: list[str]) -> None:
    made = Atlas(wiki(tuple((f"2024-01-0{n + 1}T00:00:00Z", "A", text) for n, text in enumerate(texts))), SiteOptions())

    assert [fault for page in history_views(made) for fault in checked(page).faults] == []


def test_paths_are_given_once(atlas: Atlas) -> None:
    paths = [view.path for view in history_views(atlas)] + [
        path for path, _ in (*history_files(atlas), *feed_files(atlas))
    ]

    assert len(paths) == len(set(paths))


def test_a_history_says_who_when_and_what_kind_of_change(atlas: Atlas) -> None:
    (page,) = views(atlas, HistoryPage)

    rows = list(reversed(page.rows))
    assert [row.head.id for row in rows] == [str(number + 1) for number in range(len(HISTORY))]
    assert [row.severity for row in rows] == ["", "layout", "value", "wording", "wording", "", "wording"]
    assert rows[4].same_as == "3"
    assert not rows[5].known
    assert rows[1].noise


def test_noise_is_folded_away_where_something_else_is_left(atlas: Atlas) -> None:
    (whole,) = views(atlas, HistoryPage)
    (noise,) = views(Atlas(wiki(HISTORY[:2]), SiteOptions()), HistoryPage)

    assert (whole.noise, whole.folds) == (1, True)
    assert (noise.noise, noise.folds) == (1, False)


def test_a_revert_is_named_and_an_unknown_text_is_not_compared() -> None:
    kb = wiki()

    found = list(kb.changes.of_page("log:Trim"))

    assert [change.same_as for change in found if change.new == "5"] == ["3"]
    assert [(c.old, c.new, c.comparable) for c in found][-3:] == [
        ("5", "6", False),
        ("6", "7", False),
        ("5", "7", True),
    ]


def test_two_revisions_at_one_second_stay_apart() -> None:
    place = Place(source="s")
    one, two = (
        Revision(id=name, page="p:T", wiki="p", title="T", timestamp="2024-01-01T00:00:00Z", place=place)
        for name in "12"
    )

    assert [(change.old, change.new) for change in page_changes([one, two], lambda revision: None)] == [("1", "2")]


def test_a_difference_steps_to_its_neighbours(atlas: Atlas) -> None:
    pages = views(atlas, DiffPage)

    assert [page.later for page in pages] == [*(page.path for page in pages[1:]), ""]
    assert all(page.steps for page in pages)


def test_blame_gives_the_words_of_a_vandalised_page_back(atlas: Atlas) -> None:
    (page,) = views(atlas, HistoryBlamePage)

    owners = [owner.head.user for owner in page.owners]
    assert "Vandal" not in owners
    assert "Ann" in owners


def _shards(atlas: Atlas) -> Iterator[list[Any]]:
    for path, data in history_files(atlas):
        if path.startswith("diff/"):
            found = value_of(data)
            assert isinstance(found, list)
            yield found


def test_the_browser_gets_each_block_once_and_every_list_whole(atlas: Atlas) -> None:
    ((title, _, blocks, revisions, following),) = _shards(atlas)

    assert (title, following) == ("Trim", "")
    assert len({json.dumps(row) for row in blocks}) == len(blocks)
    before: list[int] = []
    texts: dict[str, list[str]] = {}
    for row in revisions:
        if row[5] is not None:
            before = unfolded((item if isinstance(item, int) else tuple(item) for item in row[5]), before)
            texts[row[0]] = [blocks[number][1] for number in before]
    assert texts["1"] == [
        "Trim",
        "The keeper trims each lamp at dusk. Nobody else may row out.",
        "Roll 3 dice.",
        "Mind the <fog> & tide.",
    ]
    assert texts["4"] == []
    assert texts["3"] == texts["5"]
    assert revisions[5][5] is None


def test_nothing_in_a_script_ends_it(atlas: Atlas) -> None:
    assert all(b"<" not in data for _, data in history_files(atlas))


HOSTILE = (
    ("2024-03-01T08:00:00Z", "A & <b>", "== Trim ==\nOne & two."),
    ("2024-03-02T08:00:00Z", "", "== Trim ==\n<center>One</center> &amp; <nowiki><script></nowiki> three & four."),
    ("2024-03-02T08:00:00Z", "\x00", "== Trim ==\nFive & <nowiki><i>six</i></nowiki>."),
    ("spring", None, "== Trim ==\nSeven."),
    (None, "B", "== Trim ==\nEight."),
)


@pytest.mark.parametrize("history", [HISTORY, HOSTILE], ids=["a wiki", "a hostile wiki"])
@pytest.mark.parametrize("url", ["", "https://rules.example/harbour"])
def test_feeds_are_valid_and_stable(history: tuple[tuple[str, str, str | None], ...], url: str) -> None:
    feeds = dict(feed_files(Atlas(wiki(history, title="Trim & <Tide>"), SiteOptions(url=url))))

    base = (url or "file://localhost/site").rstrip("/") + "/"
    assert {path: faults(data, base + quote(path)) for path, data in feeds.items()} == {path: [] for path in feeds}
    assert sum(data.count(b"<entry>") for data in feeds.values()) >= len(history)
    assert feeds == dict(feed_files(Atlas(wiki(history, title="Trim & <Tide>"), SiteOptions(url=url))))


def test_the_site_its_pages_and_its_kinds_have_feeds(atlas: Atlas) -> None:
    assert {path for path, _ in feed_files(atlas)} == {"changes.atom", "history/log/trim.atom", "kind/task.atom"}


def test_a_feed_of_a_published_site_names_itself() -> None:
    feeds = dict(feed_files(Atlas(wiki(), SiteOptions(url="https://rules.example/harbour"))))

    link = ElementTree.fromstring(feeds["changes.atom"]).find(f"{ATOM}link[@rel='self']")
    assert link is not None
    assert link.get("href") == "https://rules.example/harbour/changes.atom"


def test_times_are_those_of_the_sources_or_one_for_what_has_none() -> None:
    assert [moment(given) for given in ("2024-03-01T08:00:00Z", "2024-03-01", "spring", None)] == [
        "2024-03-01T08:00:00Z", "2024-03-01T00:00:00Z", "2000-01-01T00:00:00Z", "2000-01-01T00:00:00Z",
    ]  # fmt: skip
    assert identity("a", "b") == identity("a", "b") != identity("ab")


def test_the_history_of_an_entry_stands_beside_its_page(atlas: Atlas) -> None:
    (page,) = [view for view in views(atlas, EntryHistoryPage) if isinstance(view, EntryHistoryPage)]

    assert page.entry_path == "entry/task/trim.l1.en.html"
    assert page.path == "entry/task/trim.l1.en.history.html"


def test_an_entry_that_never_changed_says_since_when_it_reads_so() -> None:
    first, text = HISTORY[0], HISTORY[0][2] or ""
    kb = wiki((first, ("2024-03-09T08:00:00Z", "Ben", f"{text}\n[[Category:Lamps]]")))
    kb.entries.change("task/trim@L1.en", replace(next(iter(kb.entries)), kind="rule"))
    atlas = Atlas(kb, SiteOptions())
    histories = views(atlas, EntryHistoryPage)
    (entry,) = entry_pages(atlas)

    assert not histories
    assert (entry.history, entry.since) == ("", "2024-03-01T08:00:00Z")
    assert "Reads so since 1 March 2024" in render_page(entry, SiteLook(title="Harbour")).decode()


@pytest.mark.suite
def test_the_whole_history_of_a_wiki_weighs_little_more_than_its_newest_text(shared: Callable[[str], Path]) -> None:
    pages: dict[str, list[tuple[Revision, tuple[Block, ...]]]] = {}
    newest: dict[str, bytes] = {}
    for number, (item, tree) in enumerate(
        trees(shared("corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz"), "infinity")
    ):
        facts = item.facts
        revision = Revision(
            id=str(facts.revision_id or number), page=facts.title, wiki="w", title=facts.title, timestamp=facts.timestamp,
            user=facts.user, comment=facts.summary, place=item.place,
        )  # fmt: skip
        pages.setdefault(facts.title, []).append((revision, blocks_of(tree)))
        newest[facts.title] = (item.text or "").encode()

    told = b"".join(data for title, history in pages.items() if len(history) > 1 for data in scripts(title, history))

    assert len(gzip.compress(told)) <= 1.42 * len(gzip.compress(b"".join(newest.values())))
