"""The terms of headings and of boxes that define their title."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

from ingest.glossary.flow import Step
from ingest.glossary.found import Found, Page, is_example, kind_in, level_of, translated_name
from ingest.glossary.kinds import found
from ingest.glossary.model import Candidate
from ingest.glossary.names_of import Name, name_of, recased
from ingest.glossary.scopes import Scope
from ingest.glossary.texts import Body, body_of
from ingest.tree import Box, Heading, Link, Record, RecordTable, Table, Text
from ingest.visible import fold, inline_text, words

TEASER = "title that links its term"
_LONGEST = 10  # words; a longer heading is a sentence, not a name
_BESIDES = re.compile(r"\s*(?:\([^()\s]{1,8}\))?\s*")  # an acronym may stand beside the link
_VARIABLE = re.compile(r"\s*\((?:[A-Z]|[+-]?\d+)\)$")  # a list of labels prints "Disposable (X)" for all of its numbers


def sections(page: Page, line: Sequence[Step], scopes: Sequence[Scope]) -> list[Found]:
    defining = [scope for scope in scopes if scope.node is not None and _defines(page, line, scope)]
    starts = [scope.start for scope in defining]
    return [_from_scope(page, line, scope, _within(scope, defining, starts)) for scope in defining]


def _within(scope: Scope, defining: Sequence[Scope], starts: Sequence[int]) -> Sequence[Scope]:
    """Those of *defining*, which are in reading order, that begin inside *scope*."""
    return defining[bisect_right(starts, scope.start) : bisect_left(starts, scope.end)]


def _defines(page: Page, line: Sequence[Step], scope: Scope) -> bool:
    if not words(name_of(scope.defines.name if scope.defines else scope.title).name):
        return False
    if scope.defines is not None:
        return True
    if not page.wiki or page.quotes or any(is_example(page, above) for above in (scope, *scope.above())):
        return False
    short = len(scope.title.split()) <= _LONGEST and (page.listed or not _is_only_data(line, scope))
    return isinstance(scope.node, Heading) and short and not found(page.profile.glossary.no_terms, scope.title)


def _is_only_data(line: Sequence[Step], scope: Scope) -> bool:
    """Whether a heading says nothing itself, or only sorts rows of a chart, with other tables beside them perhaps."""
    inside = [step.node for step in line[scope.start + 1 : scope.end]]
    rows = [node for node in inside if isinstance(node, Record | RecordTable)]
    return not inside or (bool(rows) and all(isinstance(node, Record | RecordTable | Table) for node in inside))


def _from_scope(page: Page, line: Sequence[Step], scope: Scope, inner: Sequence[Scope]) -> Found:
    if not page.wiki:  # a rulebook's entry goes on behind a chart or a term in a box: they are part of what it says
        inner = [other for other in inner if not isinstance(other.node, Box)]
    holes = _holes(scope, [(other.start, other.end) for other in inner])
    body = _with_head(body_of(line, scope.start + 1, scope.end, holes, page.profile.glossary.no_terms), scope)
    given = scope.defines
    name = cased(page, _name(page, _printed(page, scope)))
    cls = recased(given.cls, page.texts, page.profile.glossary.spelled) if given and given.cls else None
    labels = tuple(dict.fromkeys((*(given.labels if given else ()), *body.labels)))
    kind, why = kind_in(page, name.name, scope, cls, labels, body, given.kind if given else None)
    heading = scope.heading
    candidate = Candidate(
        name=name.name,
        kind=kind,
        rule=f"{_origin(page, scope)}; {why}",
        cls=cls,
        labels=labels,
        level=given.level if given and given.level else level_of(name.name),
        acronym=(given.acronym if given else None) or name.acronym,
        aliases=tuple(dict.fromkeys((*(given.aliases if given else ()), *name.aliases))),
        category=given.category if given else None,
        marker=body.part("marker"),
        sections=body.sections,
        parts=body.parts,
        text=body.text,
        summary=body.summary,
        anchor=heading.anchor if heading else "",
        heading=inline_text(heading.children) if heading else "",
        above=next((item.title for item in scope.above() if item.title), ""),
        line=getattr(scope.node, "line", 0),
        end_line=max(body.end_line, getattr(scope.node, "end_line", 0), getattr(scope.node, "line", 0)),
    )
    return Found(candidate=candidate, scope=scope, at=scope.start, rank=1 if isinstance(scope.node, Box) else 2)


def _name(page: Page, printed: str) -> Name:
    bare = _VARIABLE.sub("", printed) if page.listed else printed
    name = translated_name(name_of(bare or printed), page.profile)
    return name if bare == printed else msgspec.structs.replace(name, aliases=(*name.aliases, printed))


def _printed(page: Page, scope: Scope) -> str:
    given = scope.defines
    if given is None or (page.wiki and given.level):  # levels of one skill are told apart by their full names
        return scope.title or (given.name if given else "")
    return given.name


def _holes(scope: Scope, inner: list[tuple[int, int]]) -> list[tuple[int, int]]:
    # What stands behind the first term inside a section is that term's or a later section's.
    return [(inner[0][0], scope.end)] if inner and isinstance(scope.node, Heading) else inner


def _with_head(body: Body, scope: Scope) -> Body:
    if not isinstance(scope.node, Heading) or not scope.node.run_in or not body.text:
        return body
    return msgspec.structs.replace(body, text=f"{inline_text(scope.node.children).rstrip('.:')}. {body.text}")


def _origin(page: Page, scope: Scope) -> str:
    if scope.defines and scope.defines.rule:
        return scope.defines.rule
    if isinstance(scope.node, Box):
        return "box that defines its title"
    if page.listed:
        return "heading of a list page"
    return TEASER if isinstance(scope.node, Heading) and _is_link(scope.node) else "heading"


def _is_link(heading: Heading) -> bool:
    """Whether a heading is nothing but a link to the page of its term."""
    said = [node for node in heading.children if not (isinstance(node, Text) and _BESIDES.fullmatch(node.text))]
    return len(said) == 1 and isinstance(said[0], Link) and said[0].kind == "page" and bool(said[0].target)


def cased(page: Page, printed: Name) -> Name:
    if printed.name != printed.name.upper() or not page.wiki:
        return printed  # a wiki's boxes shout names; a rulebook that prints capitals means them
    own = name_of(page.title)
    if fold(own.name) == fold(printed.name):
        return msgspec.structs.replace(printed, name=own.name, acronym=printed.acronym or own.acronym)
    aliases = tuple(recased(alias, page.texts, page.profile.glossary.spelled) for alias in printed.aliases)
    return msgspec.structs.replace(
        printed, aliases=aliases, name=recased(printed.name, page.texts, page.profile.glossary.spelled)
    )
