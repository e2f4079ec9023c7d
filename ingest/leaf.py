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
    try:
        return _parsed(text, model=model, title=title, profile=profile, site=site, templates=templates)
    except Exception as fault:  # a fault of ours in one text must not cost the reader a thousand others
        why = (
            f"our parser failed on this text ({type(fault).__name__}: {fault}); it is shown as it is. Please report it."
        )
        return _as_it_is(text, Doubt(severity="error", code="parser-fault", message=why, line=1))


def _parsed(text: str, *, model: Model, title: str, profile: Profile, site: Site, templates: Templates) -> Document:
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
            return _as_it_is(
                text, Doubt(severity="note", code="other-content", message="no rules text: shown as it is")
            )


def _as_it_is(text: str, doubt: Doubt) -> Document:
    whole = Pre(children=(Text(text),), line=1, end_line=text.count("\n") + 1)
    return Document(blocks=(whole,), doubts=(doubt,))
