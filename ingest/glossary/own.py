"""The term that a page as a whole defines: its title, unless a box or a heading says it better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest.glossary.flow import Step
from ingest.glossary.found import Found, Page, is_example_box, kind_in, level_of, neutral, translated_name, with_names
from ingest.glossary.kinds import found, key_of
from ingest.glossary.model import Candidate
from ingest.glossary.names_of import name_of
from ingest.glossary.scopes import Scope
from ingest.glossary.texts import body_of
from ingest.tree import Heading
from ingest.visible import words


def own_term(page: Page, line: Sequence[Step], scopes: Sequence[Scope], inside: Sequence[Found]) -> Iterator[Found]:
    """The page's own title, where its lead says what it is."""
    if page.listed or page.quotes or not words(page.title) or found(page.profile.glossary.no_pages, page.title):
        return
    no_terms = page.profile.glossary.no_terms
    holes = [
        (item.scope.start, item.scope.end) for item in inside if item.scope is not None and not _same_name(page, item)
    ]
    first = min((start for start, _ in holes), default=len(line))
    lead = body_of([step for step in line[:first] if not is_example_box(page, step.node)], 0, first, (), no_terms)
    body = lead if lead.text else body_of(line, 0, len(line), holes, no_terms)
    name = translated_name(name_of(page.title), page.profile)
    kind, why = kind_in(page, name.name, scopes[0], None, body.labels, body, None)
    if not body.text or (not lead.text and kind == page.profile.glossary.other):
        return
    candidate = Candidate(
        name=name.name, kind=kind, rule=f"lead of the page; {why}", acronym=name.acronym, aliases=name.aliases,
        labels=body.labels, level=level_of(name.name), sections=body.sections, parts=body.parts,
        text=body.text or lead.text, summary=lead.summary or body.summary, line=lead.line or 1,
        end_line=max(lead.end_line, body.end_line),
    )  # fmt: skip
    yield Found(candidate=candidate, scope=None, at=-1, rank=3)


def _same_name(page: Page, item: Found) -> bool:
    neutral = page.profile.glossary.other
    return isinstance(item.scope and item.scope.node, Heading) and key_of(
        item.candidate.name, neutral, page.profile
    ) == key_of(name_of(page.title).name, neutral, page.profile)


def once(items: Sequence[Found], page: Page) -> list[Found]:
    """One entry a name: the box before the title, the title before a heading that repeats it; names are kept."""
    own = next((item for item in items if item.rank == 1 and neutral(page, item) == _title_key(page, item)), None)
    own = own or next((item for item in items if item.rank == 3), None)
    boxes = {neutral(page, item) for item in items if item.rank == 1}
    out: list[Found] = []
    gone: list[Found] = []
    for item in items:
        key = neutral(page, item)
        repeats_own = own is not None and item is not own and item.rank > 1 and key == neutral(page, own)
        (gone if repeats_own or (item.rank > 1 and key in boxes) else out).append(item)
    return [with_names(item, [one.candidate for one in gone], page) for item in out]


def _title_key(page: Page, item: Found) -> str:
    return key_of(name_of(page.title).name, item.candidate.kind, page.profile)
