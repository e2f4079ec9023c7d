"""A real MediaWiki on loopback: its dump, exports and feeds of every kind give one history, whatever is read first."""

from __future__ import annotations

import itertools
import random
from html import escape
from pathlib import Path
from urllib.parse import quote

import pytest

from ingest.archive import Archive
from ingest.model import Revision, Sighting
from ingest.readers import open_sources
from tests.mediawiki import RealWiki, needs_mediawiki

PAGES = (
    ("Lámpara", "== Aceite ==\nUna '''lámpara''' <b>&amp;</b>\n\n\n  fin \tx", "/* Aceite */ [[Mecha|la mecha]] y más"),
    ("Lámpara", "== Aceite ==\nOtra [[mecha]] \"q\" 'r'\n* &lt;i&gt;", "Bo: arreglo"),
    ("Lámpara", "", "vacía"),
    ("Plantilla:Caja", "{{{1}}} <noinclude>x</noinclude>", ""),
    ("MediaWiki:Common.css", "body { color: red }", "css"),
    ("Mecha", "#REDIRECCIÓN [[Lámpara]]", ""),
    ("Discusión:Lámpara/sub página?", "hola & adiós", "/* a: b */"),
    ("Mecha (larga)", "arde", "primero"),
    ("Mecha (larga)", "arde más", ""),
)
USER = "Ada & Co"

pytestmark = [pytest.mark.suite, needs_mediawiki]


def _import(folder: Path) -> Path:
    revisions = "".join(
        f"<page><title>{escape(title)}</title><revision><timestamp>2024-03-01T10:00:{number:02}Z</timestamp>"
        f"<contributor><username>{escape(USER)}</username></contributor><comment>{escape(summary)}</comment>"
        f'<text xml:space="preserve">{escape(text)}</text></revision></page>'
        for number, (title, text, summary) in enumerate(PAGES)
    )
    path = folder / "import.xml"
    path.write_text(f'<mediawiki version="0.11" xml:lang="es">{revisions}</mediawiki>', "utf-8")
    return path


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Install, fill, serve, and save everything that the wiki prints of itself."""
    folder = tmp_path_factory.mktemp("mediawiki")
    wiki = RealWiki(
        folder,
        name="Lámpara: Wiki - Prueba",
        language="es",
        settings="$wgRCMaxAge = 100 * 365 * 86400; $wgRCLinkDays = [36500];",
    )
    wiki.run("createAndPromote.php", USER, "Lampwick-67890")  # only a known user has contributions
    wiki.run("importDump.php", "--no-updates", "--username-prefix", "import", str(_import(folder)))
    wiki.run("rebuildrecentchanges.php")
    (folder / "dump.xml").write_bytes(wiki.run("dumpBackup.php", "--full", "--quiet"))
    (folder / "stubs.xml").write_bytes(wiki.run("dumpBackup.php", "--full", "--stub", "--quiet"))
    try:
        wiki.start()
        for name, address in _addresses().items():
            (folder / name).write_bytes(wiki.fetch(address))
    finally:
        wiki.stop()
    return tuple(
        sorted(
            item for item in folder.iterdir() if item.suffix in (".xml", ".atom", ".rss") and item.name != "import.xml"
        )
    )


def _addresses() -> dict[str, str]:
    titles = [("history", "Lámpara"), ("missing", "Nada"), ("template", "Plantilla:Caja")]
    found = {"export.xml": f"/index.php?title={quote('Especial:Exportar/Lámpara')}&history=1"}
    for feed in ("atom", "rss"):
        found[f"contributions.{feed}"] = f"/api.php?action=feedcontributions&user={quote(USER)}&feedformat={feed}"
        found[f"changes.{feed}"] = f"/api.php?action=feedrecentchanges&feedformat={feed}&days=36500&limit=50"
        found[f"new.{feed}"] = f"/index.php?title={quote('Especial:PáginasNuevas')}&feed={feed}"
        for name, title in titles:
            found[f"{name}.{feed}"] = f"/index.php?title={quote(title)}&action=history&feed={feed}"
    return found


def _history(paths: tuple[Path, ...], order: list[int]) -> dict[str, tuple[Revision, ...]]:
    opened = open_sources(paths).opened
    archive = Archive(None)
    for number in order:
        archive.add(opened[number].source, opened[number].read())
    return {page: archive.revisions(page) for page in archive.page_ids()}


def test_every_source_gives_one_history_in_any_order(sources: tuple[Path, ...]) -> None:
    numbers = list(range(len(sources)))
    whole = _history(sources, numbers)
    (dump,) = (path for path in sources if path.name == "dump.xml")
    alone = _history((dump,), [0])

    for seed in range(8):
        random.Random(seed).shuffle(numbers)
        assert _history(sources, numbers) == whole
    assert {page: [(item.id, item.text, item.comment) for item in history] for page, history in whole.items()} == {
        page: [(item.id, item.text, item.comment) for item in history] for page, history in alone.items()
    }


# Recent changes take the two later edits of one page together; redirects and other namespaces are no new pages.
@pytest.mark.parametrize(
    ("name", "whole", "partial"),
    [
        ("contributions", 9, 0),
        ("history", 1, 2),
        ("template", 1, 0),
        ("missing", 0, 0),
        ("changes", 7, 2),
        ("new", 3, 3),
    ],
)
def test_each_feed_shows_what_its_kind_shows(name: str, whole: int, partial: int, sources: tuple[Path, ...]) -> None:
    for opened in open_sources([path for path in sources if path.stem == name]).opened:
        known = [item.facts.known for item in opened.read() if isinstance(item, Sighting)]

        assert (known.count("whole"), known.count("partial"), len(known)) == (whole, partial, whole + partial)


def test_every_text_of_every_source_is_the_text_of_the_dump(sources: tuple[Path, ...]) -> None:
    opened = {item.path.name: item for item in open_sources(sources).opened}
    known = {item.facts.revision_id: item.text for item in opened["dump.xml"].read() if isinstance(item, Sighting)}
    sightings = itertools.chain.from_iterable(item.read() for item in opened.values())
    compared = 0

    for item in sightings:
        if isinstance(item, Sighting) and item.facts.revision_id is not None and item.text is not None:
            assert item.text == known[item.facts.revision_id]
            compared += 1
    assert set(known.values()) >= {text for _, text, _ in PAGES}
    assert compared > 3 * len(PAGES)
