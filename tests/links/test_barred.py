"""A name that in another edition means another page links by itself only where it means the entry."""

from __future__ import annotations

from ingest.links import Vocabulary, autolink
from ingest.tree import Link, walk
from tests.links.make import PROFILE, document, entry, heading, names, paragraph, resolver

OLD = {"Old Tools": document("Tools of old.", heading("Hook", line=3), paragraph("A hook hooks.", line=4))}
NEW = {"Hook": document("Hooks are boats nowadays."), "Boats": document("Boats float.")}
HOOK = entry("Hook", edition="T1", page="doc:Old Tools", anchor="Hook", heading="Hook")


def linked(edition: str, *, with_page: bool) -> list[str]:
    pages = [*names(OLD, edition="T1", wiki=""), *(names(NEW, edition="T2", wiki="") if with_page else ())]
    words = Vocabulary([HOOK], PROFILE, resolver(pages, entries=[HOOK]))
    made = autolink(document("Take a Hook."), words, page="doc:Elsewhere", edition=edition)
    return [node.target for node in walk(made.blocks) if isinstance(node, Link)]


def test_a_name_links_in_every_edition_where_it_means_nothing_else() -> None:
    assert linked("T1", with_page=False) == linked("T2", with_page=False) == [HOOK.id]


def test_a_name_that_is_another_page_of_a_newer_edition_links_in_its_own_alone() -> None:
    assert linked("T1", with_page=True) == [HOOK.id]
    assert linked("T2", with_page=True) == []
