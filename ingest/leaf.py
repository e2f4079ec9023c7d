"""One text → one tree: the parser that a revision's model names. Pure, one page at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ingest.model import Model
from ingest.profile import Profile
from ingest.rulebook import parse_numbered, parse_rendered, parse_rulebook
from ingest.titles import Site
from ingest.tree import Document, Doubt, Pre, Text
from ingest.wikitext import parse

Templates = Mapping[str, str] | Callable[[str], str | None]


def leaf(text: str, *, model: Model, title: str, profile: Profile, site: Site, templates: Templates) -> Document:
    """Read *text*; equal arguments give equal documents. Lines count within the text."""
    match model:
        case "wikitext":
            return parse(text, title=title, profile=profile, templates=templates, site=site)
        case "rulebook":
            return parse_rulebook(text, profile=profile)
        case "rendered":
            return parse_rendered(text, profile=profile)
        case "numbered":
            return parse_numbered(text, profile=profile)
        case _:
            return Document(
                blocks=(Pre(children=(Text(text),), line=1, end_line=text.count("\n") + 1),),
                doubts=(Doubt(severity="note", code="other-content", message="no rules text: shown as it is"),),
            )
