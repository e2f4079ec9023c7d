from __future__ import annotations

import pytest

from ingest.errors import ProfileError
from ingest.glossary import proposals, read_renames, write_renames
from ingest.glossary.build import build_glossary
from ingest.glossary.model import Entry
from ingest.model import Place
from ingest.tree import Document, Navigation
from tests.glossary.make import GAME, box, page, paragraph


def entry(name: str, text: str) -> Entry:
    slug = name.lower()
    return Entry(
        id=f"knack/{slug}@First.en", concept=f"knack/{slug}", name=name, kind="knack", edition="First", text=text, page="p", revision="1",
        source=Place(source="lamp.xml"),
    )  # fmt: skip


def test_the_file_reads_back_as_it_was_written() -> None:
    text = '[kept."knack/gleam"]\nconcept = "knack/glow"\nwas = "Glow"\n'

    assert write_renames(read_renames(text)) == text


def test_a_broken_file_is_explained() -> None:
    with pytest.raises(ProfileError, match=r"ludex\.ids\.toml"):
        read_renames('[kept."knack/gleam"]\nkonzept = "knack/glow"\n')


def test_a_new_name_with_the_text_of_a_lost_one_is_proposed() -> None:
    before = [entry("Glow", "It lights the way for all lamps nearby."), entry("Dim", "It dims.")]
    now = [entry("Gleam", "It lights the way for all lamps near by."), entry("Dim", "It dims.")]

    (found,) = proposals(before, now)

    assert (found.old, found.new, found.was) == ("knack/glow", "knack/gleam", "Glow")


def test_an_unlike_text_is_no_renaming() -> None:
    assert proposals([entry("Glow", "It lights the way.")], [entry("Oil", "Burns for three rounds and stains.")]) == ()


def test_a_kept_concept_has_the_old_name_as_an_alias() -> None:
    one, history = page(
        "Gleam",
        (
            "2021-02-01",
            Document(blocks=(Navigation(name="first-lamps"), box("GLEAM", paragraph("It lights."), cls="Knack"))),
        ),
    )
    documents = {revision.id: document for revision, document in history}
    renames = read_renames('[kept."knack/gleam"]\nconcept = "knack/glow"\nwas = "Glow"\n')

    found = build_glossary(
        lambda: [(one, [revision for revision, _ in history])],
        document_of=documents.get,
        sources={},
        profile=GAME,
        renames=renames,
    )
    (renamed,) = (item for item in found if isinstance(item, Entry))

    assert (renamed.id, renamed.name, renamed.aliases) == ("knack/glow@First.en", "Gleam", ("Glow",))
