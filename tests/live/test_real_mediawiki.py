"""``ludex sync`` with a real MediaWiki that is edited, restarted, slowed down and closed to strangers while we read it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest

from ingest.archive import Archive
from ingest.live import Login, Synced, Wanted, open_wiki, sync
from ingest.live.errors import PrivateWiki, WrongLogin
from ingest.model import PageId, Place, Revision
from ingest.readers import open_sources
from tests.live.proxy import trouble_before
from tests.mediawiki import PASSWORD, RealWiki, needs_mediawiki

pytestmark = [pytest.mark.suite, needs_mediawiki]

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/wiki/lanternwick-history.xml"
SETTINGS = """
$wgRCMaxAge = 100 * 365 * 86400;
$wgAPIMaxResultSize = 8 * 1024; # a page of a few revisions needs several answers
$wgGroupPermissions['sysop']['deleterevision'] = true;
$wgGroupPermissions['sysop']['noratelimit'] = true;
$wgEnableUploads = true;
$wgUploadDirectory = __DIR__ . '/images';
$wgUploadPath = '/img_auth.php';
if ( file_exists( __DIR__ . '/private' ) ) { $wgGroupPermissions['*']['read'] = false; }
"""
PICTURE = bytes.fromhex(  # a grey point
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082"
)
BOT_PASSWORD = "abcdefghijklmnopqrstuv0123456789"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealWiki]:
    """Our example, imported, with an edit of today."""
    real = RealWiki(tmp_path_factory.mktemp("live"), name="Lanternwick", settings=SETTINGS)
    real.run("importDump.php", "--username-prefix", "", str(EXAMPLE))
    real.run("rebuildrecentchanges.php")
    real.run("refreshLinks.php")
    real.edit("Soot", "Black. {{Lamp}} [[Lamp oil]] [[Category:Lamps]]", summary="/* Soot */ begun")
    real.edit("Template:Lamp", "A lamp. {{Wick}}")
    real.edit("Template:Wick", "#REDIRECT [[Template:Thread]]")
    real.edit("Template:Thread", "a thread")
    real.edit("Lamp oil", "#REDIRECT [[Soot]]")
    real.run("runJobs.php")
    try:
        real.start()
        yield real
    finally:
        real.stop()


def bring(
    archive: Archive,
    address: str,
    *,
    login: Login | None = None,
    sleep: Callable[[float], None] = lambda _: None,
    files: Path | None = None,
    verify: bool = False,
    **wanted: object,
) -> Synced:
    with open_wiki(address, agent="ludex/test", login=login, known=tuple(archive.sources()), sleep=sleep) as (
        api,
        found,
    ):
        return sync(archive, api, found, Wanted(**wanted), files=files, verify=verify)  # type: ignore[arg-type]


def history(archive: Archive) -> dict[PageId, list[Revision]]:
    """What the archive knows, whatever source said it."""
    nowhere = Place(source="")
    return {
        page: [msgspec.structs.replace(item, place=nowhere) for item in archive.revisions(page)]
        for page in archive.page_ids()
    }


def redirects(archive: Archive) -> dict[str, str]:
    return {page.title: page.redirect for page in archive.pages() if page.redirect}


def sightings(archive: Archive) -> list[int]:
    return [row[0] for row in archive.database.execute("SELECT revision FROM sightings ORDER BY revision")]


def dump_of(wiki: RealWiki, name: str = "dump.xml") -> Path:
    path = wiki.folder / name
    path.write_bytes(wiki.run("dumpBackup.php", "--full", "--quiet"))
    return path


def read(archive: Archive, *paths: Path) -> Archive:
    for opened in open_sources(paths, known=tuple(archive.sources())).opened:
        archive.add(opened.source, opened.read())
    return archive


def test_the_api_tells_exactly_what_the_dump_tells(wiki: RealWiki) -> None:
    live = Archive(None)

    synced = bring(live, wiki.server)

    dumped = read(Archive(None), dump_of(wiki))
    assert synced.revisions == len(sightings(live)) == len(set(sightings(live))) > 70
    assert history(live) == history(dumped)
    assert redirects(live) == redirects(dumped) != {}
    assert [page.id for page in live.pages()] == [page.id for page in dumped.pages()]
    assert not list(live.diagnostics())
    assert bring(live, wiki.server).revisions == 0


def test_dump_feeds_and_api_give_one_archive_in_any_order(wiki: RealWiki) -> None:
    paths = [dump_of(wiki)]
    for name, address in {
        "changes.atom": "/api.php?action=feedrecentchanges&feedformat=atom&days=36500&limit=50",
        "maud.rss": "/api.php?action=feedcontributions&user=Admin&feedformat=rss",
        "history.atom": f"/index.php?title={quote('Soot')}&action=history&feed=atom",
    }.items():
        paths.append(wiki.folder / name)
        paths[-1].write_bytes(wiki.fetch(address))
    whole = read(Archive(None), paths[0])
    steps: list[Path | None] = [*paths, None]

    for seed in range(6):
        random.Random(seed).shuffle(steps)
        archive = Archive(None)
        for path in steps:
            if path is None:
                bring(archive, wiki.server)
            else:
                read(archive, path)

        assert history(archive) == history(whole), steps
        assert redirects(archive) == redirects(whole)
        assert {source.wiki for source in archive.sources()} == {"lanternwick"}


def test_named_pages_bring_templates_of_templates_and_redirects(wiki: RealWiki) -> None:
    archive = Archive(None)

    bring(archive, wiki.server, pages=("Soot",))

    titles = {page.title for page in archive.pages()}
    assert titles == {"Soot", "Template:Lamp", "Template:Wick", "Template:Thread", "Lamp oil"}


def test_a_category_a_user_and_recent_changes_choose_pages(wiki: RealWiki) -> None:
    by_category, by_user, by_time = Archive(None), Archive(None), Archive(None)

    bring(by_category, wiki.server, categories=("Lamps",))
    bring(by_user, wiki.server, users=("Admin",))
    bring(by_time, wiki.server)
    wiki.edit("Soot", "Blacker. {{Lamp}} [[Lamp oil]] [[Category:Lamps]]")
    recent = bring(by_time, wiki.server, recent=True)

    assert "Soot" in {page.title for page in by_category.pages()}
    assert {"Soot", "Template:Lamp", "Lamp oil"} <= {page.title for page in by_user.pages()}
    assert (recent.revisions, recent.notes) == (1, ())
    assert history(by_time) == history(read(Archive(None), dump_of(wiki)))


def test_a_wiki_that_is_edited_and_restarted_while_we_read_gives_everything(wiki: RealWiki) -> None:
    archive, naps = Archive(None), 0

    def sleep(_seconds: float) -> None:
        nonlocal naps
        naps += 1
        if naps in (8, 20):
            wiki.edit("Weapons", f"Edited while we read, {naps}.", summary=f"edit {naps}")
        if naps in (12, 25):
            wiki.stop()
        if naps in (14, 28):
            wiki.start()

    bring(archive, wiki.server, sleep=sleep)
    bring(archive, wiki.server)

    assert naps > 28
    assert len(sightings(archive)) == len(set(sightings(archive)))
    assert history(archive) == history(read(Archive(None), dump_of(wiki)))


def test_a_command_that_is_killed_again_and_again_ends_with_everything_once(wiki: RealWiki, tmp_path: Path) -> None:
    (tmp_path / "ludex.toml").write_text("")
    command = [sys.executable, "-m", "ludex", "sync", wiki.server, "-c", str(tmp_path / "ludex.toml"), "--json"]
    stored: list[int] = []

    for _ in range(5):
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while (
            running.poll() is None
            and time.monotonic() < deadline
            and _count(tmp_path) < (stored[-1] if stored else 0) + 6
        ):
            time.sleep(0.02)
        running.kill()
        running.communicate()
        stored.append(_count(tmp_path))
    last = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=120).stdout)

    archive = Archive(tmp_path / ".ludex" / "archive.sqlite")
    assert stored == sorted(stored)
    assert 0 < stored[0] < stored[-1]
    assert stored[-1] + last["revisions"] == len(sightings(archive)) == len(set(sightings(archive)))
    assert history(archive) == history(read(Archive(None), dump_of(wiki)))


def _count(folder: Path) -> int:
    if not (folder / ".ludex" / "archive.sqlite").exists():
        return 0
    archive = Archive(folder / ".ludex" / "archive.sqlite")
    try:
        return len(sightings(archive))
    finally:
        archive.close()


def test_a_wiki_that_is_busy_lagged_and_cut_off_is_read_all_the_same(wiki: RealWiki) -> None:
    naps: list[float] = []
    archive = Archive(None)

    with trouble_before(wiki.server) as trouble:
        bring(archive, trouble.address + "/api.php", sleep=naps.append)

    assert trouble.made.count("busy") > 5 < trouble.made.count("cut")
    assert naps.count(11.0) == trouble.made.count("busy")
    assert naps.count(5.0) == trouble.made.count("lag") > 5  # the Retry-After of MediaWiki itself
    assert history(archive) == history(read(Archive(None), dump_of(wiki)))


def test_moved_hidden_and_deleted_revisions_are_as_the_wiki_has_them(wiki: RealWiki) -> None:
    archive, fresh = Archive(None), Archive(None)
    before = dump_of(wiki, "before.xml")
    bring(archive, wiki.server)
    moves = wiki.folder / "moves.txt"
    moves.write_text("Gear|Baggage\n")
    wiki.run("moveBatch.php", "-u", "Admin", str(moves))
    wiki.edit("Soot", "Not for your eyes.", summary="nor this")
    wiki.edit("Soot", "For all eyes.")
    _hide(wiki, "Soot")

    bring(archive, wiki.server)
    bring(fresh, wiki.server)

    after = dump_of(wiki)
    whole = read(Archive(None), after)
    hidden = next(item for item in fresh.revisions("lanternwick:Soot") if item.known == "deleted")
    assert (hidden.text, hidden.user, hidden.comment) == (None, None, None)
    assert history(archive) == history(fresh) == history(whole)
    assert len(fresh.revisions("lanternwick:Baggage")) > len(fresh.revisions("lanternwick:Gear")) == 1
    for first, second in ((before, None), (None, before)):
        archive = Archive(None)
        for path in (first, second):
            if path is None:
                bring(archive, wiki.server)
            else:
                read(archive, path)
        assert {page: [item.id for item in items] for page, items in history(archive).items()} == {
            page: [item.id for item in items] for page, items in history(whole).items()
        }


def _hide(wiki: RealWiki, title: str) -> None:
    """Hide the last revision but one, as an administrator does."""
    with open_wiki(
        wiki.server, agent="ludex/test", login=Login(user="Admin", password=PASSWORD), sleep=lambda _: None
    ) as (api, _):
        asked = {
            "action": "query",
            "titles": title,
            "prop": "revisions",
            "rvlimit": "2",
            "rvprop": "ids",
            "meta": "tokens",
        }
        query = api.ask(asked)["query"]
        number = query["pages"][0]["revisions"][1]["revid"]
        form = {
            "action": "revisiondelete", "type": "revision", "ids": str(number), "hide": "content|comment|user",
            "token": query["tokens"]["csrftoken"], "format": "json",
        }  # fmt: skip
        answer = json.loads(api.transport.post(api.url, form).content)
        assert answer["revisiondelete"]["status"] == "Success", answer


def test_pictures_come_from_the_wiki_and_only_once(wiki: RealWiki, tmp_path: Path) -> None:
    (wiki.folder / "images").mkdir()
    (wiki.folder / "pictures").mkdir()
    (wiki.folder / "pictures" / "Oil lamp.png").write_bytes(PICTURE)
    wiki.run("importImages.php", "--user", "Admin", str(wiki.folder / "pictures"))
    wiki.edit("Soot", "[[File:Oil lamp.png]] {{Lamp}} [[Lamp oil]] [[Category:Lamps]]")
    wiki.run("runJobs.php")
    archive = Archive(None)

    first = bring(archive, wiki.server, files=tmp_path / "some", pages=("Soot",))
    every = bring(archive, wiki.server, files=tmp_path / "all")
    again = bring(archive, wiki.server, files=tmp_path / "all")

    assert (first.files, every.files, again.files) == (1, 1, 0)
    assert (
        (tmp_path / "some" / "Oil_lamp.png").read_bytes() == (tmp_path / "all" / "Oil_lamp.png").read_bytes() == PICTURE
    )


def test_revisions_of_long_ago_that_are_imported_late_are_found_by_their_numbers(wiki: RealWiki) -> None:
    archive = Archive(None)
    bring(archive, wiki.server)
    late = wiki.folder / "late.xml"
    late.write_text(
        '<mediawiki version="0.11" xml:lang="en"><page><title>Soot</title><revision><timestamp>2001-01-01T00:00:00Z</timestamp>'
        "<contributor><username>Maud</username></contributor><text>Grey.</text></revision></page></mediawiki>"
    )
    wiki.run("importDump.php", "--no-updates", "--username-prefix", "", str(late))
    plainly = bring(archive, wiki.server).revisions

    verified = bring(archive, wiki.server, verify=True).revisions

    assert (plainly, verified) == (0, 1)
    assert archive.revisions("lanternwick:Soot")[0].timestamp == "2001-01-01T00:00:00Z"
    assert history(archive) == history(read(Archive(None), dump_of(wiki)))


def test_a_private_wiki_lets_in_a_bot_with_its_password(wiki: RealWiki) -> None:
    wiki.run("createBotPassword.php", "--appid", "ludex", "--grants", "basic,highvolume", "Admin", BOT_PASSWORD)
    (wiki.folder / "private").touch()
    try:
        with pytest.raises(PrivateWiki):
            bring(Archive(None), wiki.server)
        with pytest.raises(WrongLogin):
            bring(Archive(None), wiki.server, login=Login(user="Admin@ludex", password="a" * 32))
        archive = Archive(None)
        bring(archive, wiki.server, login=Login(user="Admin@ludex", password=BOT_PASSWORD), pages=("Soot",))
    finally:
        (wiki.folder / "private").unlink()

    assert archive.revisions("lanternwick:Soot")


def test_named_pages_have_the_histories_of_a_whole_sync_for_fewer_questions(wiki: RealWiki) -> None:
    whole, named = Archive(None), Archive(None)
    bring(whole, wiki.server)
    titles = tuple(page.title for page in whole.pages())

    with open_wiki(wiki.server, agent="ludex/test", sleep=lambda _: None) as (api, found):
        before = api.transport.requests
        synced = sync(named, api, found, Wanted(pages=titles))
        questions = api.transport.requests - before

    assert found.edits is not None
    assert history(named) == history(whole)
    assert sightings(named) == sightings(whole)
    assert redirects(named) == redirects(whole)
    assert synced.pages == len(titles) > 20
    assert questions < len(titles)
