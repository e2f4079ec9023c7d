"""Control characters of sources: in no page, no feed, no script and no terminal, wherever they came in."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from ludex.cli import main
from site_src.render import encoded

CONTROLS = "\x00\x01\x07\x08\x0e\x1b\x7f\x80\x90\x9b\x9f\uffff"
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Lampwiki - Contributions [en]</title>
<id>https://lamp.example/w/index.php?title=Special:Contributions/Ada</id><generator>MediaWiki 1.39.4</generator>
<entry><id>https://lamp.example/w/index.php?title=Wi%01ck%1b%5b31m%9b&amp;diff=7</id><title>Wi&#155;ck</title>
<updated>2024-03-01T10:00:00Z</updated><author><name>A&#155;da</name></author>
<summary type="html">&lt;p&gt;A&#155;da: b&#155;x&lt;/p&gt;&lt;hr /&gt;&lt;div&gt;== Wick ==&lt;br /&gt;
It burns &#155; and burns. {{Nowhere&#155;|x}}&lt;/div&gt;</summary></entry></feed>
"""
SAVED = f"""Oil{CONTROLS}wiki - Contributions [en]

Oil{CONTROLS}

2024-03-01T10:00:00Z

A{CONTROLS}da: b{CONTROLS}x

== Oil{CONTROLS} ==
{"It burns as long as there is oil in it. " * 60}It burns {CONTROLS} twice. [[No{CONTROLS}where]] {{{{Void{CONTROLS}}}}}
"""
BOOK = f"LAMPS AND OIL{CONTROLS}\n\n" + "".join(
    f"Lighting {name}\x01\n{'A keeper may light one lamp each turn. ' * 9}Then \x1b no more.\n\n\x0c" for name in "ABCD"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of sources that hold control characters wherever they can."""
    folder = tmp_path_factory.mktemp("controls")
    files = {
        "feed.atom": ATOM,
        "saved.txt": SAVED,
        "books.txt": BOOK,
        "La%01mp%1b.wiki": f"== Lamp{CONTROLS} ==\n{'See [[Oil]]. ' * 60}\n",
    }
    (folder / "sources").mkdir()
    for name, text in files.items():
        (folder / "sources" / name).write_text(text, "utf-8")
    title = "".join(f"\\u{ord(char):04x}" for char in CONTROLS[1:])
    (folder / "ludex.toml").write_text(
        f'[site]\ntitle = "Lamps{title}"\n[[source]]\npath = "sources"\n[[source]]\npath = "sources/books.txt"\ndocument = "Book{title}"\n',
        "utf-8",
    )
    result = CliRunner().invoke(main, ["build", "-c", str(folder / "ludex.toml"), "--pocket"])
    assert result.exit_code == 0, result.output
    return folder / "build" / "site"


def test_no_control_character_is_in_a_page_a_script_or_data(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".js", ".json", ".css", ".atom", ".txt")]
    found = {path.name: raw for path in files if (raw := set(path.read_text("utf-8")) & set(CONTROLS) - {"\x7f"})}

    assert len(files) > 30
    assert {name: raw for name, raw in found.items() if not name.endswith((".js", ".json"))} == {}
    assert not [name for name, raw in found.items() if min(raw) < "\x20"]


def test_every_feed_of_such_texts_is_xml(site: Path) -> None:
    feeds = sorted(site.rglob("*.atom"))

    assert feeds
    assert all(ElementTree.parse(path).getroot().tag.endswith("feed") for path in feeds)


@pytest.mark.parametrize(
    "words", [("log",), ("show", "Lighting A"), ("search", "burns"), ("search", "keeper", "--explain")], ids=" ".join
)
def test_nothing_that_such_texts_say_reaches_the_terminal(site: Path, words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--site", str(site)])

    assert result.exit_code == 0, result.output
    assert not set(result.output) & set(CONTROLS)


def test_a_page_shows_a_break_as_a_blank_and_old_quotes_as_quotes() -> None:
    assert encoded("a\x0cb\x93c\x94d\x01e\tf\ng") == "a b“c”d\ufffde\tf\ng".encode()
