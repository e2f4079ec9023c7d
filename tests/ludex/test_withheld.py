"""A source that says ``publish = false`` leaves no word of itself in a site that is meant for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.ludex.conftest import Run

SECRET = "zaffre"
OPEN = """A '''Lamp''' burns for one whole turn unless its keeper puts it out. See [[Oil]] and [[Zaffr Book]].

== Wick ==
Each keeper trims it.

== Flame ==
It stays until it is put out.
"""
BOOK = """{{{{chapter-core}}}}

The Zaffre text says {more}.

== Zaffre Rule ==
A keeper who {{{{zaffre-unknown|zaffre value}}}} goes to [[Zaffre Nowhere]] and [[Lamp]].

{{{{lamp-box | amber | ZAFFRE SHOT | Short Action}}}}
{{{{keywords | Zaffrelike}}}}
{{{{does}}}}
{{{{amended | v1.1, Jun 2025}}}}
* It burns zaffre {more}.
{{{{amended-end}}}}
{{{{before}}}}
* It burned zaffre once.
{{{{before-end}}}}
{{{{lamp-box-end}}}}

{{{{weapons | Zaffres}}}}
{{{{weapon | Zaffre Gun | +2 | 0 | -3 | -- | 2 | 2 | Zaffre Oil | Zaffrelight }}}}
|}}

{{{{ask|type=Question|title=Zaffre question|version=v1|q=Does zaffre burn?|a=Zaffre burns {more}.|related=Zaffre Rule}}}}
"""
# Of another wiki: a page that opens as Lamp does, another with its headings, and one that repeats and then links it.
TWIN = OPEN.partition(" See ")[0] + " Zaffre said so.\n"
RUN = "Once {more}.\n\n== Zaffre Light ==\n" + OPEN.partition("\n\n")[2].replace("== ", "=== ").replace(" ==", " ===")
HUB = "Zaffre things.\n\n== Zaffre Glow ==\n" + TWIN.strip() + " [[Zaffre Beacon|→]]\n"


def _dump(name: str, pages: dict[str, tuple[int, list[str]]]) -> str:
    """A dump of a wiki; of each page the number of its first revision, and its texts."""
    told = "".join(
        f"<page><title>{title}</title><ns>0</ns><id>{start}</id>"
        + "".join(
            f"<revision><id>{start + number}</id><timestamp>2025-0{number + 1}-01T00:00:00Z</timestamp>"
            f"<contributor><username>{name[:4]}rine</username></contributor><comment>{name[:6]} summary</comment>"
            f"<text>{text}</text></revision>"
            for number, text in enumerate(texts)
        )
        + "</page>"
        for title, (start, texts) in pages.items()
    )
    return f'<mediawiki version="0.11"><siteinfo><sitename>{name}</sitename></siteinfo>{told}</mediawiki>'


def _three(text: str) -> list[str]:
    return [text.format(more=more) for more in ("once", "twice", "no more")]


@pytest.fixture
def project(here: Path) -> Path:
    """An open wiki in two files, of which one is withheld, and a wiki and a folder that are withheld."""
    texts = [OPEN.replace("trims", verb) for verb in ("cuts", "mends", "trims")]
    (here / "lamps.xml").write_text(_dump("Lamp Wiki", {"Lamp": (12, texts)}), "utf-8")
    older = {"Lamp": (10, [f"{OPEN}\nZaffre was said once.\n", f"{OPEN}\nZaffre.\n"]), "Zaffre Page": (90, ["Zaffre."])}
    (here / "older.xml").write_text(_dump("Lamp Wiki", older).replace("Lamp summary", "zaffre summary"), "utf-8")
    pages = {"Zaffre Book": (20, _three(BOOK)), "Zaffre Twin": (30, [TWIN]), "Zaffre Run": (40, _three(RUN)), "Zaffre Hub": (50, [HUB])}  # fmt: skip
    pages["Zaffre Way"] = (60, ["#REDIRECT [[Lamp]]"])
    (here / "zaffre.xml").write_text(_dump("Zaffre Wiki", pages), "utf-8")
    (here / "notes").mkdir()
    (here / "notes" / "zaffre.bin").write_bytes(b"\x00\x01zaffre\x00")
    (here / "notes" / "Notes.wiki").write_text(f"{TWIN}\n== Zaffre ==\nSee [[Lamp]].\n", "utf-8")
    return here


def _build(project: Path, run: Run, *, public: bool) -> Path:
    config = f'profile = "{(ROOT / "examples" / "lanternwick.toml").as_posix()}"\n[[source]]\npath = "lamps.xml"\n'
    for name in ("older.xml", "zaffre.xml", "notes"):
        config += f'[[source]]\npath = "{name}"\npublish = false\n'
    (project / "ludex.toml").write_text(f"{config}[site]\npublic = {str(public).lower()}\n", "utf-8")
    site = project / ("ours" if public else "mine")
    result = run("build", "-o", site, "--pocket")
    assert result.exit_code == 0, result.output
    assert ("Left out: 3 sources with publish = false" in result.output) == public
    return site


def _files(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def _holders(site: Path) -> set[str]:
    """The files whose name or content holds the secret, whatever its case."""
    files = [path for path in site.rglob("*") if path.is_file()]
    names = {path: path.relative_to(site).as_posix() for path in files}
    return {
        name for path, name in names.items() if SECRET in (name + path.read_bytes().decode("utf-8", "replace")).lower()
    }


def test_a_site_of_one_s_own_says_it_everywhere(project: Path, run: Run) -> None:
    holders = _holders(_build(project, run, public=False))

    lists = {f"api/{name}.json" for name in ("entries", "pages", "revisions", "links", "changes", "rulings", "errata", "diagnostics", "build", "comparisons")}  # fmt: skip
    views = {
        "changes.html",
        "rulings.html",
        "errata.html",
        "about.html",
        "pocket.html",
        "editor/list.csv",
        "changes.atom",
        "compare.html",
    }
    lamp = {"page/lamp-wiki/lamp.html", "history/lamp-wiki/lamp.html", "diff/lamp-wiki/lamp/blocks-001.js"}
    old = {"search/manifest.js", "search/old/manifest.js", "api/search.json", "api/search-old.json"}
    assert holders >= lists | views | lamp | old
    assert {name.partition("/")[0] for name in holders} >= {"changes", "cards", "compare", "kind", "label", "weapons"}


def test_no_word_of_a_withheld_source_is_in_any_file_of_a_public_site(project: Path, run: Run) -> None:
    first = _files(_build(project, run, public=True))
    _build(project, run, public=False)
    site = _build(project, run, public=True)  # what is kept of the build before knows all

    assert _holders(site) == set()
    assert _files(site) == first
    assert "trims" in (site / "page" / "lamp-wiki" / "lamp.html").read_text("utf-8")
    assert "mends" in (site / "api" / "changes.json").read_text("utf-8")


def test_where_every_source_is_withheld_it_is_said(here: Path, run: Run) -> None:
    (here / "book.wiki").write_text(OPEN, "utf-8")
    (here / "ludex.toml").write_text(
        '[[source]]\npath = "book.wiki"\npublish = false\n[site]\npublic = true\n', "utf-8"
    )

    result = run("build", "-o", here / "ours")

    assert result.exit_code == 1
    assert "every source says publish = false" in result.stderr
    assert not (here / "ours").exists()


def test_ludex_check_doubts_also_what_is_not_published(project: Path, run: Run) -> None:
    _build(project, run, public=True)

    assert SECRET in run("check").output.lower()
