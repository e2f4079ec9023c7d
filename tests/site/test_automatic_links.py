"""Terms that nobody linked lead to their entries; a site shows such a link as what it is."""

from __future__ import annotations

from pathlib import Path

from game import entry, game, text
from msgspec.structs import replace
from pages import broken

from ingest.tree import Document, Element, Heading, Link, Paragraph, Text
from site_src.atlas import Atlas
from site_src.bodies import Guide, body
from site_src.build import build_site
from site_src.options import SiteOptions

VEIL = "entry/skill/veil-step.l2.en.html"


def guide(*, about: tuple[str, ...] = (), edition: str = "L2", options: SiteOptions | None = None) -> Guide:
    atlas = Atlas(game(), options or SiteOptions())
    return Guide(
        atlas,
        path="page/orrery/movement.html",
        revision=None,
        here="orrery:Movement",
        scope=(edition, "en"),
        about=about,
    )


def test_a_term_that_nobody_linked_leads_to_its_entry() -> None:
    html = body((text("A Keeper who is Shrouded walks on."),), guide())

    assert '<a class="auto" href="../../entry/state/shrouded.l2.en.html">Shrouded</a> walks' in html


def test_a_term_leads_to_the_readers_edition() -> None:
    assert "veil-step.l2.en" in body((text("Use Veil Step here."),), guide())
    assert "lamp-carbine.l1.en" in body((text("Fire the Lamp Carbine."),), guide(edition="L1"))


def test_headings_links_and_code_stay_as_they_were_written() -> None:
    written = (
        Heading(level=2, children=(Text("Shrouded again"),), anchor="again"),
        Paragraph(children=(Link(kind="external", target="https://lamp.example/", children=(Text("Shrouded"),)),)),
        Paragraph(children=(Element(name="code", children=(Text("Shrouded"),)),)),
    )

    assert 'class="auto"' not in body(written, guide())


def test_an_entry_never_links_its_own_names() -> None:
    assert 'class="auto"' not in body(
        (text("Veil Step hides the Keeper. VS is short."),), guide(about=("Veil Step", "VS"))
    )


def test_a_name_that_the_profile_excepts_is_never_linked() -> None:
    knowledge = game()
    knowledge.profile = replace(knowledge.profile, linking=replace(knowledge.profile.linking, never=("Shrouded",)))
    atlas = Atlas(knowledge, SiteOptions())
    made = Guide(atlas, path="page/x.html", revision=None, here="orrery:Movement", scope=("L2", "en"))

    assert 'class="auto"' not in body((text("The Keeper is Shrouded."),), made)


def test_a_term_of_a_source_that_stays_unpublished_is_plain_text() -> None:
    knowledge = game()
    dimmed = entry("state", "Dimmed")
    hidden = replace(dimmed, source=replace(dimmed.source, source="primer.txt"))
    knowledge.entries.put([(hidden.id, hidden.page, 99, hidden)])
    atlas = Atlas(knowledge, SiteOptions(public=True))
    made = Guide(atlas, path="page/x.html", revision=None, here="orrery:Movement", scope=("L2", "en"))

    assert body((text("The Keeper is Dimmed."),), made) == "<p>The Keeper is Dimmed.</p>\n"


def test_automatic_links_of_a_site_lead_somewhere_also_in_the_pocket_edition(tmp_path: Path) -> None:
    knowledge = game()
    knowledge.documents.change("401", Document(blocks=(text("What is Shrouded is seen by a Lamp Carbine."),)))
    out = build_site(knowledge, tmp_path / "site", options=SiteOptions(pocket=True)).folder
    page = (out / "page/orrery/labels.html").read_text("utf-8")

    assert page.count('<a class="auto"') == 2
    assert broken(out) == []
    assert '<a class="auto" href="#entry/state/shrouded.l2.en">Shrouded</a>' in (out / "pocket.html").read_text("utf-8")
