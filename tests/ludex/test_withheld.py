"""A source that says ``publish = false`` leaves no word of itself in a site that is meant for others."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import ROOT
from tests.ludex.conftest import Run

SECRET = "zaffre"
OPEN = "A '''Lamp''' burns. See [[Oil]] and [[Zaffr Book]].\n\n== Wick ==\nEach keeper trims it.\n"
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


def _dump() -> str:
    revisions = "".join(
        f"<revision><id>{number}</id><timestamp>2025-0{number}-01T00:00:00Z</timestamp>"
        f"<contributor><username>Zaffrine</username></contributor><comment>zaffre summary</comment>"
        f"<text>{BOOK.format(more=more)}</text></revision>"
        for number, more in ((1, "once"), (2, "twice"), (3, "no more"))
    )
    return (
        '<mediawiki version="0.11"><siteinfo><sitename>Zaffre Wiki</sitename></siteinfo>'
        f"<page><title>Zaffre Book</title><ns>0</ns><id>1</id>{revisions}</page></mediawiki>"
    )


def _holders(site: Path) -> set[str]:
    """The files whose name or content holds the secret, whatever its case."""
    files = [path for path in site.rglob("*") if path.is_file()]
    names = {path: path.relative_to(site).as_posix() for path in files}
    return {
        name for path, name in names.items() if SECRET in (name + path.read_bytes().decode("utf-8", "replace")).lower()
    }


def test_no_word_of_a_withheld_source_is_in_any_file_of_a_public_site(run: Run, here: Path) -> None:
    (here / "open").mkdir()
    (here / "open" / "Lamp.wiki").write_text(OPEN, "utf-8")
    (here / "zaffre.xml").write_text(_dump(), "utf-8")
    config = (
        f'profile = "{(ROOT / "examples" / "lanternwick.toml").as_posix()}"\n[[source]]\npath = "open"\n'
        '[[source]]\npath = "zaffre.xml"\npublish = false\n[site]\ntitle = "Lamps"\n'
    )
    for name, public in (("mine", "false"), ("ours", "true")):
        (here / "ludex.toml").write_text(f"{config}public = {public}\n", "utf-8")
        result = run("build", "-o", name, "--pocket")
        assert result.exit_code == 0, result.output

    mine = _holders(here / "mine")

    lists = {f"api/{name}.json" for name in ("entries", "pages", "revisions", "links", "changes", "rulings", "errata", "diagnostics", "build")}  # fmt: skip
    assert lists | {"changes.html", "rulings.html", "about.html", "pocket.html", "editor/list.csv"} <= mine
    assert _holders(here / "ours") == set()
    assert "wick" in (here / "ours" / "api" / "entries.json").read_text("utf-8").lower()
