"""Terms of running text as candidates; one that a heading or a box defines only lends its names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from ingest.glossary.bold import TYPES, Bold, bold_terms, table_terms
from ingest.glossary.flow import Step, last_line
from ingest.glossary.found import Found, Page, is_example, is_example_box, with_names
from ingest.glossary.kinds import found, key_of
from ingest.glossary.model import Candidate
from ingest.glossary.names_of import name_of, recased
from ingest.glossary.scopes import Scope, innermost
from ingest.glossary.texts import clipped, joined
from ingest.tree import Box, Cell, Heading, Node, Record, RecordTable, Table, walk
from ingest.visible import fold, inline_text, sentences, text_of, words

_BOX_TITLE = 4  # words


def phrases(page: Page, line: Sequence[Step], scopes: Sequence[Scope], known: list[Found]) -> list[Found]:
    """Terms of running text; one that is known already only lends its names."""
    if not page.profile.glossary.run_in or page.quotes:
        return known
    out = list(known)
    names = _Names(page, out)
    around = innermost(scopes, len(line))
    columns = _columns(line, around)
    for at, step in enumerate(line):
        if step.edge or isinstance(step.node, Heading) or _defines_nothing(page, step.node, around[at]):
            continue
        for term in (
            *table_terms(step.node, page.profile.glossary.term_columns),
            *_titled_boxes(page, step.node),
            *bold_terms((step.node,), callouts=page.profile.glossary.callouts),
        ):
            item = _from_bold(page, term, at, around[at]) if fold(term.printed) not in columns[around[at]] else None
            twin = names.first(item.candidate.name) if item else None
            if item is not None and twin is not None:
                out[twin] = with_names(out[twin], [item.candidate], page)
                names.add(twin, out[twin].candidate)
            elif item is not None:
                out.append(item)
                names.add(len(out) - 1, item.candidate)
    return out


def _defines_nothing(page: Page, node: Node, within: Scope) -> bool:
    """Whether *node* stands under a title that defines nothing, a key or an example; a remark speaks for itself."""
    remark = isinstance(node, Box) and node.kind in page.profile.glossary.callouts
    return not remark and isinstance(within.node, Heading) and bool(found(page.profile.glossary.no_terms, within.title))


def _columns(line: Sequence[Step], around: Sequence[Scope]) -> dict[Scope, set[str]]:
    """The heads of the tables of each section, and the fields of its rows of data: what explains them is a legend."""
    heads: dict[Scope, set[str]] = defaultdict(set)
    for step, within in zip(line, around, strict=True):
        for node in walk((step.node,)) if isinstance(step.node, Table | RecordTable | Record) else ():
            if isinstance(node, Cell) and node.header:
                heads[within].add(fold(inline_text(node.children)))
            elif isinstance(node, Record):
                heads[within].update(fold(field.name.replace("_", " ")) for field in node.fields)
    return heads


class _Names:
    """Which candidate is the first to bear a name; two names of one kind are the same after its own rules."""

    def __init__(self, page: Page, known: Sequence[Found]) -> None:
        self._profile = page.profile
        self._first: dict[str, dict[str, int]] = {}  # kind → key of a name → place
        for place, item in enumerate(known):
            self.add(place, item.candidate)

    def add(self, place: int, own: Candidate) -> None:
        """Note the names of the candidate at *place*."""
        first = self._first.setdefault(own.kind, {})
        for name in (own.name, own.acronym or own.name, *own.aliases):
            key = key_of(name, own.kind, self._profile)
            first[key] = min(first.get(key, place), place)

    def first(self, name: str) -> int | None:
        """The place of the first candidate called *name*, by the rules of its kind."""
        places = (first.get(key_of(name, kind, self._profile)) for kind, first in self._first.items())
        return min((place for place in places if place is not None), default=None)


def _titled_boxes(page: Page, node: Node) -> Iterator[Bold]:
    """A box whose title is a short name and that is neither an example nor a remark."""
    if isinstance(node, Box) and node.kind not in page.profile.glossary.callouts and not is_example_box(page, node):
        title = recased(inline_text(node.title), page.texts, page.profile.glossary.spelled)
        if 0 < len(title.split()) <= _BOX_TITLE and not title.endswith((".", "?")):
            yield Bold(printed=title, rule="title of a box", node=node)


def _from_bold(page: Page, term: Bold, at: int, within: Scope) -> Found | None:
    name = name_of(term.printed)
    if (
        not words(name.name)
        or found(page.profile.glossary.no_terms, name.name)
        or any(is_example(page, above) for above in (within, *within.above()))
        or (term.rule == TYPES and _is_subject(page, name.name))
    ):
        return None
    if name.name[:1].islower():
        name = msgspec.structs.replace(name, name=name.name[:1].upper() + name.name[1:])
    heading = within.heading
    text = term.said or text_of((term.node,))
    candidate = Candidate(
        name=name.name, kind=page.profile.glossary.other, rule=f"{term.rule}; glossary.other",
        acronym=term.acronym or name.acronym, aliases=name.aliases, text=text, summary=_summary(term, text),
        anchor=heading.anchor if heading else "", heading=inline_text(heading.children) if heading else "",
        above=within.title, line=getattr(term.node, "line", 0), end_line=last_line(term.node),
    )  # fmt: skip
    return Found(candidate=candidate, at=at, rank=4)


def _is_subject(page: Page, name: str) -> bool:
    """Whether *name* is part of what the page is about, as Skills are of "Skills and Equipment": the page defines it."""
    other = page.profile.glossary.other
    title = key_of(name_of(page.title).name, other, page.profile)
    return f" {key_of(name, other, page.profile)} " in f" {title} "


def _summary(term: Bold, text: str) -> str:
    """The first sentence that says more than the term itself."""
    rest = text.removeprefix(term.printed).lstrip()
    said = rest.lstrip(" :.\n") if rest.startswith((":", ".")) and rest != text else text
    found_all = [sentence for sentence in joined(sentences(said or text)) if sentence.strip()]
    return clipped(
        next((sentence for sentence in found_all if term.printed in sentence), found_all[0] if found_all else "")
    )
