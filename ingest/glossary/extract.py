"""The terms that one text defines: boxes, headings, list pages, the page's own title, bold heads, rows of data.

Pure: one tree in, candidates out, in reading order. Names are compared with other pages later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from ingest.glossary.bold import Bold, bold_terms, table_terms
from ingest.glossary.flow import Step, last_line, project, steps
from ingest.glossary.kinds import Evidence, found, key_of, kind_of, list_kind, translated
from ingest.glossary.model import Candidate, WeaponProfile
from ingest.glossary.names_of import Name, name_of, recased
from ingest.glossary.records import described, profile_of
from ingest.glossary.scopes import Scope, scopes_of
from ingest.glossary.texts import Body, body_of, clipped, joined
from ingest.model import Model
from ingest.profile import Kind, Profile
from ingest.tree import Box, Document, Heading, Item, Link, Navigation, Node, Paragraph, Record, RecordTable, Text, walk
from ingest.visible import fold, inline_text, sentences, text_of, words

_LONGEST = 10  # words; a longer heading is a sentence, not a name
_BOX_TITLE = 4
_BESIDES = re.compile(r"\s*(?:\([^()\s]{1,8}\))?\s*")  # an acronym may stand beside the link
TEASER = "title that links its term"
_VARIABLE = re.compile(r"\s*\((?:[A-Z]|[+-]?\d+)\)$")  # a list of labels prints "Disposable (X)" for all of its numbers
_PAGES = ("wikitext", "rendered")  # texts that are pages of a wiki, each with headings and bold terms of its own


class Page(Struct, frozen=True, kw_only=True):
    """What the extraction needs to know of the text as a whole."""

    title: str
    profile: Profile
    wiki: bool
    listed: Kind | None
    quotes: bool  # a page of examples: only its boxes and data say something of their own
    categories: tuple[str, ...]
    texts: tuple[str, ...]  # where to look how a shouted name is written: title, headings, running text


class Found(Struct, frozen=True, kw_only=True):
    """A candidate and the stretch of steps that it stands on."""

    candidate: Candidate
    scope: Scope | None = None
    at: int  # the step where it is printed
    rank: int = 0  # among candidates of one name on one page the lowest is the entry


def candidates(
    document: Document, *, profile: Profile, title: str, model: Model = "wikitext", edition: str | None = None
) -> tuple[Candidate, ...]:
    """The entries that *document* prints; with *edition*, those of that edition only."""
    page = _page(document, profile, title, model)
    line = steps(project(document.blocks, edition), profile.glossary.examples)
    scopes = scopes_of(line, profile.glossary.callouts)
    found_all = _scoped(page, line, scopes)
    if page.wiki:
        found_all = _once([*_titled(page, line, scopes, found_all), *found_all], page)
        found_all = _bold(page, line, scopes, found_all)
    found_all = _with_records(page, line, scopes, found_all)
    return _linked(page, sorted(found_all, key=lambda item: (item.at, item.rank)))


def _page(document: Document, profile: Profile, title: str, model: Model) -> Page:
    navigation = (node.name for node in walk(document.blocks) if isinstance(node, Navigation) and node.name)
    headings = tuple(inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Heading))
    return Page(
        title=title,
        profile=profile,
        wiki=model in _PAGES,
        listed=list_kind(title, profile) if model in _PAGES else None,
        quotes=bool(found(profile.glossary.no_terms, title)),
        categories=(*document.categories, *dict.fromkeys(navigation)),
        texts=(title, *headings, *(inline_text(node.children) for node in walk(document.blocks) if isinstance(node, Paragraph | Item))),
    )


def _scoped(page: Page, line: Sequence[Step], scopes: Sequence[Scope]) -> list[Found]:
    defining = [scope for scope in scopes if scope.node is not None and _defines(page, line, scope)]
    return [_from_scope(page, line, scope, defining) for scope in defining]


def _defines(page: Page, line: Sequence[Step], scope: Scope) -> bool:
    if not words(name_of(scope.defines.name if scope.defines else scope.title).name):
        return False
    if scope.defines is not None:
        return True
    if not page.wiki or page.quotes or any(_is_example(page, above) for above in (scope, *scope.above())):
        return False
    short = len(scope.title.split()) <= _LONGEST and (page.listed or not _is_only_data(line, scope))
    return isinstance(scope.node, Heading) and short and not found(page.profile.glossary.no_terms, scope.title)


def _is_only_data(line: Sequence[Step], scope: Scope) -> bool:
    """Whether a heading says nothing itself, or only sorts rows of a chart."""
    inside = line[scope.start + 1 : scope.end]
    return all(isinstance(step.node, Record | RecordTable) for step in inside)


def _is_example(page: Page, scope: Scope) -> bool:
    return scope.node is not None and _is_example_box(page, scope.node)


def _is_example_box(page: Page, node: Node) -> bool:
    if not isinstance(node, Box) or node.defines is not None:
        return False
    return node.kind in page.profile.glossary.examples or bool(found(page.profile.glossary.no_terms, inline_text(node.title)))


def _from_scope(page: Page, line: Sequence[Step], scope: Scope, defining: Sequence[Scope]) -> Found:
    inner = [other for other in defining if other is not scope and scope.start < other.start < scope.end]
    if not page.wiki:  # a rulebook's entry goes on behind a chart or a term in a box: they are part of what it says
        inner = [other for other in inner if not isinstance(other.node, Box)]
    holes = _holes(scope, [(other.start, other.end) for other in inner])
    body = _with_head(body_of(line, scope.start + 1, scope.end, holes), scope)
    given = scope.defines
    name = _cased(page, _name(page, _printed(page, scope)))
    cls = recased(given.cls, page.texts, page.profile.glossary.spelled) if given and given.cls else None
    labels = tuple(dict.fromkeys((*(given.labels if given else ()), *body.labels)))
    kind, why = _kind(page, name.name, scope, cls, labels, body, given.kind if given else None)
    heading = scope.heading
    candidate = Candidate(
        name=name.name,
        kind=kind,
        rule=f"{_origin(page, scope)}; {why}",
        cls=cls,
        labels=labels,
        level=given.level if given and given.level else _level(name.name),
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
    name = _translated(name_of(bare or printed), page.profile)
    return name if bare == printed else msgspec.structs.replace(name, aliases=(*name.aliases, printed))


def _translated(name: Name, profile: Profile) -> Name:
    other = translated(name.name, profile)
    return name if other == name.name else msgspec.structs.replace(name, aliases=(*name.aliases, other))


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


def _kind(
    page: Page, name: str, scope: Scope | None, cls: str | None, labels: Sequence[str], body: Body, given: str | None
) -> tuple[str, str]:
    if given:
        return given, "the text says so"
    if page.listed and scope is not None and isinstance(scope.node, Heading):
        return page.listed.id, f"kinds.{page.listed.id}.pages"
    inside = scope is not None and scope.node is not None
    chapters = (*(item.title for item in scope.above() if item.title), page.title) if scope and inside else ()
    # What a page is filed under speaks of its own term and of boxes, not of every section.
    filed = not page.wiki or not inside or isinstance(scope and scope.node, Box) or _is_variant(page, name)
    return kind_of(
        Evidence(
            name=name, cls=cls, chapters=chapters, categories=page.categories if filed else (), labels=tuple(labels),
            parts=tuple(key for key, _ in body.parts),
        ),
        page.profile,
    )  # fmt: skip


def _is_variant(page: Page, name: str) -> bool:
    return fold(name).startswith(f"{fold(name_of(page.title).name)} (")


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


def _cased(page: Page, printed: Name) -> Name:
    if printed.name != printed.name.upper() or not page.wiki:
        return printed  # a wiki's boxes shout names; a rulebook that prints capitals means them
    own = name_of(page.title)
    if fold(own.name) == fold(printed.name):
        return msgspec.structs.replace(printed, name=own.name, acronym=printed.acronym or own.acronym)
    aliases = tuple(recased(alias, page.texts, page.profile.glossary.spelled) for alias in printed.aliases)
    return msgspec.structs.replace(printed, aliases=aliases, name=recased(printed.name, page.texts, page.profile.glossary.spelled))


def _level(name: str) -> str | None:
    words = name.replace("(", " ").replace(")", " ").split()
    for at, word in enumerate(words):
        if word.casefold() in {"level", "nivel"} and at + 1 < len(words) and at and words[at + 1].isalnum() and len(words[at + 1]) <= 2:
            return words[at + 1]
        if at and len(word) == 2 and word[0] == "L" and word[1].isdigit():
            return word[1]
    return None


def _titled(page: Page, line: Sequence[Step], scopes: Sequence[Scope], inside: Sequence[Found]) -> Iterator[Found]:
    """The page's own title, where its lead says what it is."""
    if page.listed or page.quotes or not words(page.title) or found(page.profile.glossary.no_pages, page.title):
        return
    holes = [(item.scope.start, item.scope.end) for item in inside if item.scope is not None and not _same_name(page, item)]
    first = min((start for start, _ in holes), default=len(line))
    lead = body_of([step for step in line[:first] if not _is_example_box(page, step.node)], 0, first, ())
    body = lead if lead.text else body_of(line, 0, len(line), holes)
    name = _translated(name_of(page.title), page.profile)
    kind, why = _kind(page, name.name, scopes[0], None, body.labels, body, None)
    if not body.text or (not lead.text and kind == page.profile.glossary.other):
        return
    candidate = Candidate(
        name=name.name, kind=kind, rule=f"lead of the page; {why}", acronym=name.acronym, aliases=name.aliases,
        labels=body.labels, level=_level(name.name), sections=body.sections, parts=body.parts,
        text=body.text or lead.text, summary=lead.summary or body.summary, line=lead.line or 1,
        end_line=max(lead.end_line, body.end_line),
    )  # fmt: skip
    yield Found(candidate=candidate, scope=None, at=-1, rank=3)


def _same_name(page: Page, item: Found) -> bool:
    neutral = page.profile.glossary.other
    return isinstance(item.scope and item.scope.node, Heading) and key_of(item.candidate.name, neutral, page.profile) == key_of(
        name_of(page.title).name, neutral, page.profile
    )


def _once(items: Sequence[Found], page: Page) -> list[Found]:
    """One entry a name: the box before the title, the title before a heading that repeats it; names are kept."""
    own = next((item for item in items if item.rank == 1 and _neutral(page, item) == _title_key(page, item)), None)
    own = own or next((item for item in items if item.rank == 3), None)
    boxes = {_neutral(page, item) for item in items if item.rank == 1}
    out: list[Found] = []
    gone: list[Found] = []
    for item in items:
        key = _neutral(page, item)
        repeats_own = own is not None and item is not own and item.rank > 1 and key == _neutral(page, own)
        (gone if repeats_own or (item.rank > 1 and key in boxes) else out).append(item)
    return [_with_names(item, [one.candidate for one in gone], page) for item in out]


def _title_key(page: Page, item: Found) -> str:
    return key_of(name_of(page.title).name, item.candidate.kind, page.profile)


def _with_names(item: Found, twins: Sequence[Candidate], page: Page) -> Found:
    kind, own = item.candidate.kind, item.candidate
    same = [twin for twin in twins if key_of(twin.name, kind, page.profile) == key_of(own.name, kind, page.profile)]
    names = (name for twin in same for name in (twin.name, *twin.aliases) if fold(name) != fold(own.name))
    candidate = msgspec.structs.replace(
        own,
        aliases=tuple(dict.fromkeys((*own.aliases, *names))),
        acronym=own.acronym or next((twin.acronym for twin in same if twin.acronym), None),
    )
    return msgspec.structs.replace(item, candidate=candidate)


def _neutral(page: Page, item: Found) -> str:
    return key_of(item.candidate.name, item.candidate.kind, page.profile)


def _bold(page: Page, line: Sequence[Step], scopes: Sequence[Scope], known: list[Found]) -> list[Found]:
    """Terms of running text; one that is known already only lends its names."""
    if not page.profile.glossary.run_in or page.quotes:
        return known
    out = list(known)
    for at, step in enumerate(line):
        if step.edge or isinstance(step.node, Heading):
            continue
        for term in (*table_terms(step.node, page.profile.glossary.term_columns), *_titled_boxes(page, step.node), *bold_terms((step.node,), callouts=page.profile.glossary.callouts)):
            item = _from_bold(page, term, at, scopes)
            twin = next((n for n, one in enumerate(out) if item and _is_named(page, one, item.candidate.name)), None)
            if item is not None and twin is not None:
                out[twin] = _with_names(out[twin], [item.candidate], page)
            elif item is not None:
                out.append(item)
    return out


def _titled_boxes(page: Page, node: Node) -> Iterator[Bold]:
    """A box whose title is a short name and that is neither an example nor a remark."""
    if isinstance(node, Box) and node.kind not in page.profile.glossary.callouts and not _is_example_box(page, node):
        title = recased(inline_text(node.title), page.texts, page.profile.glossary.spelled)
        if 0 < len(title.split()) <= _BOX_TITLE and not title.endswith((".", "?")):
            yield Bold(printed=title, rule="title of a box", node=node)


def _is_named(page: Page, item: Found, name: str) -> bool:
    own = item.candidate
    return key_of(name, own.kind, page.profile) in {
        key_of(known, own.kind, page.profile) for known in (own.name, own.acronym or own.name, *own.aliases)
    }


def _from_bold(page: Page, term: Bold, at: int, scopes: Sequence[Scope]) -> Found | None:
    within = max((scope for scope in scopes if scope.start <= at < scope.end), key=lambda scope: scope.start)
    name = name_of(term.printed)
    if not words(name.name) or found(page.profile.glossary.no_terms, name.name) or any(_is_example(page, above) for above in (within, *within.above())):
        return None
    if name.name[:1].islower():
        name = msgspec.structs.replace(name, name=name.name[:1].upper() + name.name[1:])
    heading = within.heading
    text = text_of((term.node,))
    candidate = Candidate(
        name=name.name, kind=page.profile.glossary.other, rule=f"{term.rule}; glossary.other",
        acronym=term.acronym or name.acronym, aliases=name.aliases, text=text, summary=_summary(term, text),
        anchor=heading.anchor if heading else "", heading=inline_text(heading.children) if heading else "",
        above=within.title, line=getattr(term.node, "line", 0), end_line=last_line(term.node),
    )  # fmt: skip
    return Found(candidate=candidate, at=at, rank=4)


def _summary(term: Bold, text: str) -> str:
    """The first sentence that says more than the term itself."""
    rest = text.removeprefix(term.printed).lstrip()
    said = rest.lstrip(" :.\n") if rest.startswith((":", ".")) and rest != text else text
    found_all = [sentence for sentence in joined(sentences(said or text)) if sentence.strip()]
    return clipped(next((sentence for sentence in found_all if term.printed in sentence), found_all[0] if found_all else ""))


def _with_records(page: Page, line: Sequence[Step], scopes: Sequence[Scope], known: list[Found]) -> list[Found]:
    """Rows of data go to the entry of their name, else to the entry they stand in, else they are an entry themselves."""
    rows: dict[int | str, list[tuple[int, Record]]] = {}
    for at, step in enumerate(line):
        if step.edge or isinstance(step.node, Heading):
            continue
        for record in (node for node in walk((step.node,)) if isinstance(node, Record) and node.kind in page.profile.glossary.records):
            rows.setdefault(_owner(page, record, at, known), []).append((at, record))
    out = list(known)
    for owner, records in rows.items():
        profiles = tuple(profile_of(record) for _, record in records)
        if isinstance(owner, int):
            own = out[owner].candidate
            kind = _kind_with_data(page, own, records[0][1])
            own = msgspec.structs.replace(own, profiles=(*own.profiles, *profiles), kind=kind)
            out[owner] = msgspec.structs.replace(out[owner], candidate=own)
        else:
            out.append(_from_records(page, records, profiles, scopes))
    return out


def _kind_with_data(page: Page, own: Candidate, record: Record) -> str:
    kind = page.profile.glossary.records[record.kind]
    same = key_of(own.name, kind, page.profile) == key_of(profile_of(record).name, kind, page.profile)
    return kind if same and own.kind == page.profile.glossary.other else own.kind


def _owner(page: Page, record: Record, at: int, known: Sequence[Found]) -> int | str:
    kind = page.profile.glossary.records[record.kind]
    name = profile_of(record).name
    key = key_of(name, kind, page.profile)
    for index, item in enumerate(known):
        if key_of(item.candidate.name, kind, page.profile) == key and item.rank != 4:
            return index
    around = [n for n, item in enumerate(known) if item.scope is not None and item.scope.start <= at < item.scope.end]
    if around and not page.wiki:
        return max(around, key=lambda n: known[n].at)
    return key


def _from_records(
    page: Page, records: Sequence[tuple[int, Record]], profiles: tuple[WeaponProfile, ...], scopes: Sequence[Scope]
) -> Found:
    at, first = records[0]
    within = max((scope for scope in scopes if scope.start <= at < scope.end), key=lambda scope: scope.start)
    heading = within.heading
    text = "\n".join(described(profile) for profile in profiles)
    candidate = Candidate(
        name=profiles[0].name, kind=page.profile.glossary.records[first.kind], rule=f"row of data: {first.kind}", profiles=profiles,
        text=text, summary=text.split("\n")[0], anchor=heading.anchor if heading else "",
        heading=inline_text(heading.children) if heading else "", above=within.title, line=first.line, end_line=max(last_line(row) for _, row in records),
    )  # fmt: skip
    return Found(candidate=candidate, at=at, rank=5)


def _own_box(page: Page, items: Sequence[Found]) -> int | None:
    neutral = page.profile.glossary.other
    title = key_of(name_of(page.title).name, neutral, page.profile)
    return next(
        (n for n, item in enumerate(items) if item.rank == 1 and key_of(item.candidate.name, neutral, page.profile) == title), None
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
