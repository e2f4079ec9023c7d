"""The terms that one text defines: boxes, headings, list pages, the page's own title, bold heads, rows of data.

Pure: one tree in, candidates out, in reading order. Names are compared with other pages later.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ingest.glossary.data import with_records
from ingest.glossary.flow import project, steps
from ingest.glossary.found import Found, Page, page_of
from ingest.glossary.kinds import key_of
from ingest.glossary.model import Candidate
from ingest.glossary.names_of import name_of
from ingest.glossary.own import once, own_term
from ingest.glossary.phrases import phrases
from ingest.glossary.scopes import scopes_of
from ingest.glossary.sections import sections
from ingest.model import Model
from ingest.profile import Profile
from ingest.tree import Document


def candidates(
    document: Document, *, profile: Profile, title: str, model: Model = "wikitext", edition: str | None = None
) -> tuple[Candidate, ...]:
    """The entries that *document* prints; with *edition*, those of that edition only."""
    page = page_of(document, profile, title, model)
    line = steps(project(document.blocks, edition), profile.glossary.examples)
    scopes = scopes_of(line, profile.glossary.callouts)
    found_all = sections(page, line, scopes)
    if page.wiki:
        found_all = once([*own_term(page, line, scopes, found_all), *found_all], page)
        found_all = phrases(page, line, scopes, found_all)
    found_all = with_records(page, line, scopes, found_all)
    return _linked(page, sorted(found_all, key=lambda item: (item.at, item.rank)))


def _own_box(page: Page, items: Sequence[Found]) -> int | None:
    neutral = page.profile.glossary.other
    title = key_of(name_of(page.title).name, neutral, page.profile)
    return next(
        (
            n
            for n, item in enumerate(items)
            if item.rank == 1 and key_of(item.candidate.name, neutral, page.profile) == title
        ),
        None,
    )


def _linked(page: Page, items: Sequence[Found]) -> tuple[Candidate, ...]:
    """Candidates with the index of the one that each stands in; the page's own term holds all that nothing else holds."""
    out = []
    title = next((n for n, item in enumerate(items) if item.rank == 3), _own_box(page, items))
    for index, item in enumerate(items):
        around = [
            n for n, other in enumerate(items)
            if n != index and other.scope is not None and other.scope.start <= item.at < other.scope.end and other.scope is not item.scope
            and other.at <= item.at
        ]  # fmt: skip
        parent = max(around, key=lambda n: items[n].at) if around else title if title != index else None
        out.append(msgspec.structs.replace(item.candidate, parent=parent))
    return tuple(out)
