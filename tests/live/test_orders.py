"""Whatever happens to a wiki between syncs and dumps, and whatever is read first: one archive, that of its last dump."""

from __future__ import annotations

import tempfile
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.archive import Archive
from ingest.live import Wanted, open_wiki, sync
from ingest.live.revisions import base36
from ingest.model import Page, PageId, Place, Revision
from ingest.readers import open_sources
from tests.live.fake import FakeWiki, revision, serving

TEXTS = ("", "oil", "oil\n\nand wick", " a < b & c ", "== Wick ==\n* one\n", "Soot \u2019 \U0001f56f")
SUMMARIES = ("", "/* Wick */ trimmed", "a [[link]]")


class Story:
    """A wiki to which things happen."""

    def __init__(self, wiki: FakeWiki) -> None:
        self.wiki = wiki
        self.time = 0
        self.moves = 0

    def edit(self, number: int, text: str, summary: str, minor: bool) -> None:
        """Save a page, which may be new."""
        self.time += 1
        page = self.wiki.pages.get(number)
        parent = page["revisions"][-1]["revid"] if page else 0
        saved = revision(
            self.time, text, parent=parent, comment=summary, minor=minor, user=("Maud", "Oskar")[self.time % 2]
        )
        self.wiki.redirects.pop(number, None)
        if page:
            page["revisions"].append(saved)
        else:
            self.wiki.add(number, f"Page {number}", saved)

    def move(self, number: int) -> None:
        """Move a page, which leaves a redirect."""
        if number not in self.wiki.pages:
            return
        page = self.wiki.pages[number]
        old, new = page["title"], f"{'ZA'[self.moves % 2]}-title {self.moves}"
        self.moves += 1
        self.edit(number, page["revisions"][-1]["slots"]["main"]["content"], "moved", False)
        page["title"] = new
        self.time += 1
        self.wiki.add(100 + self.moves, old, revision(self.time, f"#REDIRECT [[{new}]]"))
        self.wiki.redirects[100 + self.moves] = new

    def dump(self) -> str:
        """Everything, as a dump prints it."""
        pages = "".join(self._page(number, page) for number, page in sorted(self.wiki.pages.items()))
        spaces = "".join(
            f'<namespace key="{key}">{name}</namespace>'
            for key, name in ((-1, "Special"), (0, ""), (10, "Template"), (14, "Category"))
        )
        about = f"<siteinfo><sitename>Lanternwick</sitename><case>first-letter</case><namespaces>{spaces}</namespaces></siteinfo>"
        return f'<mediawiki version="0.11" xml:lang="en">{about}{pages}</mediawiki>'

    def _page(self, number: int, page: dict[str, Any]) -> str:
        leads = f'<redirect title="{escape(self.wiki.redirects[number])}"/>' if number in self.wiki.redirects else ""
        revisions = "".join(map(_revision, page["revisions"]))
        return f"<page><title>{escape(page['title'])}</title><ns>0</ns><id>{number}</id>{leads}{revisions}</page>"


def _revision(raw: dict[str, Any]) -> str:
    text = raw["slots"]["main"]["content"]
    parent = f"<parentid>{raw['parentid']}</parentid>" if raw["parentid"] else ""
    return (
        f"<revision><id>{raw['revid']}</id>{parent}<timestamp>{raw['timestamp']}</timestamp><contributor><username>{raw['user']}</username></contributor>"
        f"{'<minor/>' if raw['minor'] else ''}<comment>{escape(raw['comment'])}</comment><model>wikitext</model><format>text/x-wiki</format>"
        f'<text bytes="{len(text.encode())}" sha1="{base36(int(raw["sha1"], 16))}" xml:space="preserve">{escape(text)}</text></revision>'
    )


Known = tuple[dict[PageId, list[Revision]], list[Page]]


def known(archive: Archive) -> Known:
    """What an archive says, but for where it stands."""
    nowhere = Place(source="")
    history = {
        page: [msgspec.structs.replace(item, place=nowhere) for item in archive.revisions(page)]
        for page in archive.page_ids()
    }
    return history, [msgspec.structs.replace(page, source=nowhere) for page in archive.pages()]


def bring(archive: Archive, wiki: FakeWiki) -> None:
    with open_wiki(
        wiki.address + "/w/api.php", agent="ludex/test", known=tuple(archive.sources()), sleep=lambda _: None
    ) as (api, found):
        sync(archive, api, found, Wanted())


def read(archive: Archive, dump: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.xml"
        path.write_text(dump, "utf-8")
        for opened in open_sources([path], known=tuple(archive.sources())).opened:
            archive.add(opened.source, opened.read())


EVENTS = st.one_of(
    st.tuples(st.just("edit"), st.integers(1, 3), st.sampled_from(TEXTS), st.sampled_from(SUMMARIES), st.booleans()),
    st.tuples(st.just("move"), st.integers(1, 3)),
    st.tuples(st.just("sync")),
    st.tuples(st.just("dump")),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(EVENTS, min_size=1, max_size=14), st.randoms(use_true_random=False))
def test_syncs_and_dumps_between_any_events_end_as_the_last_dump(events: list[tuple[Any, ...]], random: Any) -> None:
    with serving(FakeWiki()) as wiki:
        story, archive, dumps = Story(wiki), Archive(None), []
        story.edit(1, "begun", "", False)
        for event in events:
            if event[0] == "edit":
                story.edit(*event[1:])
            elif event[0] == "move":
                story.move(event[1])
            elif event[0] == "sync":
                bring(archive, wiki)
            else:
                dumps.append(story.dump())
        random.shuffle(dumps)
        for dump in dumps[::2]:
            read(archive, dump)
        bring(archive, wiki)
        for dump in dumps[1::2]:
            read(archive, dump)
    last = Archive(None)
    read(last, story.dump())

    assert known(archive) == known(last)
