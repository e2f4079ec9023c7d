"""The example game, read and drawn: each case keeps its model and its page, so that a failure tells which half broke.

``make golden`` writes the files anew; their diff is reviewed like code.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from ingest.knowledge import KnowledgeBase
from ludex.cli import main
from ludex.config import Config, Project
from ludex.workbench import find_page, open_knowledge
from tests.conftest import ROOT

HERE = Path(__file__).resolve().parent
WRITE = os.environ.get("LUDEX_GOLDEN") == "write"
CASES = {  # case → page of the example
    "wiki-page-of-boxes": "Actions",
    "weapon-tables": "Weapons",
    "list-of-keywords": "Keywords",
    "core-rules": "Tests",
    "rulings": "Questions",
    "spanish-page": "Condiciones",
    "plain-rulebook": "First Light",
    "numbered-rulebook": "Tournament Rules",
    "saved-page": "doc:Sparks",
    "vandalised-page": "Cover",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as its configuration builds it, with an archive of its own."""
    folder = tmp_path_factory.mktemp("golden")
    example = folder / "examples"
    example.mkdir()
    for item in sorted((ROOT / "examples").iterdir()):
        if item.name != ".ludex":
            (example / item.name).symlink_to(item)
    built = CliRunner().invoke(main, ["build", "-c", str(example / "ludex.toml"), "-o", str(folder / "site")])
    assert built.exit_code == 0, built.output
    return folder / "site"


@pytest.fixture(scope="module")
def knowledge(site: Path) -> Iterator[KnowledgeBase]:
    """What the site was built from."""
    opened = open_knowledge(Project(config=Config(), folder=site.parent), site)
    yield opened
    opened.close()


@pytest.mark.parametrize("case", sorted(CASES))
def test_the_model_of_a_page_is_what_it_was(case: str, knowledge: KnowledgeBase) -> None:
    page = find_page(knowledge, CASES[case])
    document = knowledge.document(page.newest or "")
    entries = [entry for entry in knowledge.entries.of_page(page.id) if entry.revision == page.newest]
    model = {
        "page": page,
        "document": document,
        "entries": entries,
        "rulings": list(knowledge.rulings.of_page(page.id)),
    }

    agrees(case, "model.json", msgspec.json.format(msgspec.json.encode(model), indent=1).decode() + "\n")


@pytest.mark.parametrize("case", sorted(CASES))
def test_the_drawing_of_a_page_is_what_it_was(case: str, knowledge: KnowledgeBase, site: Path) -> None:
    page = find_page(knowledge, CASES[case])
    listed = msgspec.json.decode((site / "api" / "pages.json").read_bytes())
    rows = listed["pages"] if isinstance(listed, dict) else listed
    url = next(row["url"] for row in rows if row["id"] == page.id)

    agrees(case, "page.html", (site / url).read_text("utf-8"))


def agrees(case: str, name: str, text: str) -> None:
    """Compare with the file of the case, or write it where that is asked for."""
    file = HERE / case / name
    if WRITE:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8"), (
        f"{file.relative_to(ROOT)} differs; if that is meant: make golden, and review the diff"
    )
