"""The terms that one text defines: boxes, headings, list pages, the page's own title, bold heads, rows of data.

Pure: one tree in, candidates out, in reading order. Names are compared with other pages later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

import msgspec

from ingest.glossary.data import with_records
from ingest.glossary.flow import project, steps
from ingest.glossary.found import Found, Page, page_of
from ingest.glossary.kinds import key_of
from ingest.glossary.model import Candidate
from ingest.glossary.names_of import name_of
from ingest.glossary.own import once, own_term
from ingest.glossary.part_heads import with_part_headings
from ingest.glossary.phrases import phrases
from ingest.glossary.scopes import Scope, scopes_of
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
    if page.wiki:
        line = with_part_headings(line, profile)
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
    title = next((n for n, item in enumerate(items) if item.rank == 3), _own_box(page, items))
    out = []
    for index, (item, around) in enumerate(zip(items, _holders(items), strict=True)):
        parent = around if around is not None else title if title != index else None
        out.append(msgspec.structs.replace(item.candidate, parent=parent))
    return tuple(out)


def _holders(items: Sequence[Found]) -> Iterator[int | None]:
    """For each of *items*, which are in order of their step, the nearest one before it whose scope goes on around it."""
    nearest: dict[Scope, int] = {}  # the last item of each scope that may go on, in reading order
    for at, group in groupby(range(len(items)), key=lambda n: items[n].at):
        here = tuple(group)
        for scope in _ended(nearest, at):
            del nearest[scope]
        for n in here:
            own = items[n].scope
            if own is not None and (own not in nearest or items[nearest[own]].at < at):
                nearest.pop(own, None)
                nearest[own] = n
        for n in here:
            yield _nearest(nearest, items, n)


def _ended(nearest: dict[Scope, int], at: int) -> list[Scope]:
    """The scopes at the top of the pile that ended before the step *at*."""
    return list(takewhile(lambda scope: scope.end <= at, reversed(nearest)))


def _nearest(nearest: dict[Scope, int], items: Sequence[Found], index: int) -> int | None:
    found: int | None = None
    at, own = items[index].at, items[index].scope
    for scope in reversed(nearest):
        n = nearest[scope]
        if found is not None and items[n].at < items[found].at:
            break
        if scope is not own and scope.start <= at < scope.end:
            found = n  # of several at one step the first
    return found
