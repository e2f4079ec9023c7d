"""The page of one entry: what a player looks up, in the order in which they look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeGuard

from markupsafe import Markup
from msgspec import Struct

from ingest.glossary.model import Entry, RulingEntry, Wording
from ingest.model import Revision
from ingest.tree import Box, Node
from ingest.visible import fold, inline_text
from site_src import paths
from site_src.atlas import Atlas, EntryRef, label_key
from site_src.bodies import Guide, body, paragraphs, plain_body, said_in
from site_src.excerpt import untold
from site_src.gist import gist
from site_src.html.rules import part_name
from site_src.texts import texts
from site_src.views.base import View
from site_src.views.profiles import ProfileView, profile_views
from site_src.views.provenance import Provenance, provenance

LONGEST_LIST = 60  # links of one group before the rest is folded


class Chip(Struct, frozen=True, kw_only=True):
    """A small link: a label, an edition, a term. ``path`` is "" where there is nothing to open."""

    text: str
    path: str = ""
    note: str = ""
    current: bool = False
    language: str = ""


class PartView(Struct, frozen=True, kw_only=True):
    key: str
    title: str
    body: Markup
    folded: bool = False


class Group(Struct, frozen=True, kw_only=True):
    """Links of one kind."""

    title: str
    first: tuple[Chip, ...]
    rest: tuple[Chip, ...] = ()

    @property
    def count(self) -> int:
        return len(self.first) + len(self.rest)


class RulingView(Struct, frozen=True, kw_only=True):
    question: str
    answer: Markup
    type: str
    version: str
    path: str


class WordingView(Struct, frozen=True, kw_only=True):
    version: str
    updated: Markup
    original: Markup | None


class EntryPage(View, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    kind_name: str
    kind_path: str
    cls: str
    acronym: str
    aliases: tuple[str, ...]
    level: str
    marker: str
    category: str
    edition: str
    edition_path: str
    superseded: bool
    labels: tuple[Chip, ...]
    editions: tuple[Chip, ...]
    languages: tuple[Chip, ...]
    parent: Chip | None
    children: tuple[Chip, ...]
    lead: Markup
    parts: tuple[PartView, ...]
    profiles: tuple[ProfileView, ...]
    wordings: tuple[WordingView, ...]
    rulings: tuple[RulingView, ...]
    bearers: tuple[Group, ...]
    table: str  # the table of weapons, where some of the bearers stand
    backlinks: tuple[Group, ...]
    provenance: Provenance
    history: str  # the path of the entry's own history
    since: str = ""  # when its only wording appeared, where it never changed


def entry_pages(atlas: Atlas) -> Iterable[EntryPage]:
    """One page for each entry that is shown."""
    return (entry_page(entry, atlas) for entry in atlas.all_entries())


def entry_page(entry: Entry, atlas: Atlas, guide_to: type[Guide] = Guide) -> EntryPage:
    """The page of *entry*; *guide_to* decides where its links lead."""
    ref = atlas.entries[entry.id]
    words = texts(entry.language)
    about = tuple(filter(None, (entry.name, entry.acronym, *entry.aliases)))
    guide = guide_to(
        atlas, path=ref.path, revision=entry.revision, here=entry.page, entries_first=True, scope=ref.scope, about=about
    )
    revision = atlas.kb.revisions.get(entry.revision)
    lead, parts = _text(entry, revision, guide)
    bearers = _bearers(entry, atlas)
    return EntryPage(
        path=ref.path, title=_title(entry), language=entry.language, section="kinds", description=gist(entry, atlas),
        id=entry.id, name=entry.name, kind=entry.kind, kind_name=atlas.kind_name(entry.kind, entry.language),
        kind_path=paths.kind_path(entry.kind), cls=shown_class(entry, atlas), acronym=entry.acronym or "",
        aliases=_other_names(entry), level=entry.level or "",
        marker="" if any(part.key == "marker" for part in parts) else entry.marker or "", category=entry.category or "", edition=atlas.edition_name(entry.edition),
        edition_path=paths.edition_path(entry.edition) if entry.edition else "", superseded=entry.superseded,
        labels=tuple(label_chip(label, entry, atlas) for label in entry.labels),
        editions=_editions(ref, atlas), languages=_languages(ref, atlas),
        parent=_chip(atlas.entries[entry.parent], *ref.scope, atlas) if entry.parent in atlas.entries else None,
        children=tuple(_chip(child, *ref.scope, atlas) for child in atlas.children.get(entry.id, ())),
        lead=lead, parts=parts, profiles=profile_views(entry, atlas), wordings=tuple(_wording(item) for item in entry.errata),
        rulings=tuple(_ruling(key, atlas) for key in atlas.rulings_of.get(entry.id, ())),
        bearers=_groups(bearers, ref, atlas), table=_table(bearers, entry, atlas),
        backlinks=_groups((other for other in entry.linked_from if other not in bearers), ref, atlas),
        history=_history_path(ref, atlas), since=atlas.unchanged.get(entry.id, ""), provenance=provenance(entry.source, atlas, page=entry.page, revision=revision, anchor=entry.anchor, words=words),
    )  # fmt: skip


def shown_class(entry: Entry, atlas: Atlas) -> str:
    """The printed class; "" where it only says the kind again."""
    kind = fold(atlas.kind_name(entry.kind, entry.language))
    return entry.cls if entry.cls and fold(entry.cls) != kind else ""


def _other_names(entry: Entry) -> tuple[str, ...]:
    """The aliases that say more than the name and the acronym do in other letters."""
    aside = f"({entry.acronym})" if entry.acronym else ""
    return tuple(
        alias for alias in entry.aliases if fold(alias.replace(aside, " ") if aside else alias) != fold(entry.name)
    )


def label_chip(label: str, entry: Entry, atlas: Atlas) -> Chip:
    """A label of *entry* as a link to what it means."""
    return Chip(text=label, path=atlas.label_href(label, edition=entry.edition, language=entry.language))


def _history_path(ref: EntryRef, atlas: Atlas) -> str:
    from site_src.views.entry_history import entry_history_path, has_history  # which shows chips of this module

    return entry_history_path(ref) if has_history(ref, atlas) else ""


def _title(entry: Entry) -> str:
    return f"{entry.name} ({entry.acronym})" if entry.acronym and entry.acronym != entry.name else entry.name


def _text(entry: Entry, revision: Revision | None, guide: Guide) -> tuple[Markup, tuple[PartView, ...]]:
    """The lead and the parts, from the document's tree where it shows them, else from the entry's plain text."""
    if entry.profiles and not untold(entry):
        return Markup(), ()  # a row of a chart: what stands around the chart is not about it
    heads = guide.atlas.heads(entry.revision)
    first = (revision.place.line if revision else None) or 1
    line = entry.source.line - first + 1 if entry.source.line else None
    sections = heads.sections_of(entry, line) if heads else ()
    if not any(section.nodes for section in sections):
        return _plain(entry, guide)
    lead = Markup()
    parts: list[PartView] = []
    said = said_in(entry.language, guide.atlas)
    for section in sections:
        told = tuple(node for node in section.nodes if not _is_example(node))
        if section.key:
            parts.append(
                PartView(
                    key=section.key,
                    title=part_name(section.key, section.title, said),
                    body=body(told, guide, highest=3),
                )
            )
        else:
            lead = body(told, guide)
        parts.extend(_example(node, guide, entry.language) for node in section.nodes if _is_example(node))
    return lead, tuple(parts)


def _is_example(node: Node) -> TypeGuard[Box]:
    return isinstance(node, Box) and node.kind == "example"


def _example(box: Box, guide: Guide, language: str) -> PartView:
    """An example: folded, since who looks up a rule wants the rule."""
    title = inline_text(box.title) or texts(language)("example")
    return PartView(key="example", title=title, body=body(box.children, guide, highest=3), folded=True)


def _plain(entry: Entry, guide: Guide) -> tuple[Markup, tuple[PartView, ...]]:
    if not entry.parts:
        return plain_body(untold(entry), guide), ()
    names = dict(zip((key for key, _ in entry.parts), entry.sections, strict=False))
    said = said_in(entry.language, guide.atlas)
    first_part = entry.parts[0][1]
    before = entry.text.partition(first_part)[0] if first_part else ""
    lines = [line for line in before.split("\n") if line.strip() and line.strip().rstrip(":") not in entry.sections]
    parts = tuple(
        PartView(key=key, title=part_name(key, names.get(key, key.capitalize()), said), body=plain_body(text, guide))
        for key, text in entry.parts
    )
    return plain_body("\n".join(lines), guide), parts


def _editions(ref: EntryRef, atlas: Atlas) -> tuple[Chip, ...]:
    """The texts of the same concept in the same language, newest edition first."""
    refs = [other for other in atlas.concepts[ref.concept] if other.language == ref.language]
    if len(refs) < 2:
        return ()
    return tuple(
        Chip(text=other.edition or other.name, path=other.path, note=_printed_in(other, refs, atlas), current=other.id == ref.id)
        for other in refs
    )  # fmt: skip


def _printed_in(ref: EntryRef, refs: Iterable[EntryRef], atlas: Atlas) -> str:
    """Where the text is printed, where one of *refs* is another text of its edition: two sources may print one rule."""
    page = atlas.pages.get(ref.page)
    beside = [atlas.pages.get(other.page) for other in refs if other.scope == ref.scope and other.id != ref.id]
    if page is None or not beside:
        return ""
    alike = any(other is not None and other.title == page.title for other in beside)
    return f"{page.title} · {page.wiki}" if alike else page.title


def _languages(ref: EntryRef, atlas: Atlas) -> tuple[Chip, ...]:
    """The nearest text of the same concept in each other language."""
    found: dict[str, EntryRef] = {}
    for other in atlas.concepts[ref.concept]:
        if other.language != ref.language and (other.language not in found or other.edition == ref.edition):
            found[other.language] = other
    return tuple(
        Chip(text=other.name, path=other.path, language=language, note=texts(language)("language-name"))
        for language, other in sorted(found.items())
    )


def _bearers(entry: Entry, atlas: Atlas) -> list[str]:
    """Who bears *entry*, where it is what the label means to a reader of this edition."""
    meant = atlas.label_entry(entry.name, edition=entry.edition, language=entry.language)
    if meant is None or meant.id != entry.id:
        return []
    borne = atlas.bearers.get(label_key(entry.name), ())
    return [other for other in borne if atlas.entries[other].scope == (entry.edition, entry.language)]


def _table(bearers: Iterable[str], entry: Entry, atlas: Atlas) -> str:
    from site_src.views.weapons import table_of_bearers  # which shows chips of this module

    return table_of_bearers(bearers, entry.name, atlas)


def _groups(ids: Iterable[str], ref: EntryRef, atlas: Atlas) -> tuple[Group, ...]:
    refs = (atlas.entries[key] for key in ids if key in atlas.entries and key != ref.id)
    return groups_by_kind(refs, ref.language, atlas, edition=ref.edition)


def _chip(other: EntryRef, edition: str | None, language: str, atlas: Atlas) -> Chip:
    note = other.edition or "" if other.edition != edition else ""
    return Chip(
        text=other.name, path=other.path, note=note, language=other.language if other.language != language else ""
    )


def groups_by_kind(refs: Iterable[EntryRef], language: str, atlas: Atlas, *, edition: str | None) -> tuple[Group, ...]:
    """Links by kind, in the profile's order of kinds; texts of *edition* first, then by name."""
    kinds: dict[str, dict[str, EntryRef]] = defaultdict(dict)
    for other in refs:
        kinds[other.kind][other.id] = other
    groups = []
    for kind in (kind for kind, _ in atlas.kinds if kind in kinds):
        own_first = sorted(
            kinds[kind].values(), key=lambda other: (other.edition != edition, other.name.casefold(), other.id)
        )
        chips = tuple(_chip(other, edition, language, atlas) for other in own_first)
        title = atlas.kind_name(kind, language, plural=True)
        groups.append(Group(title=title, first=chips[:LONGEST_LIST], rest=chips[LONGEST_LIST:]))
    return tuple(groups)


def _wording(item: Wording) -> WordingView:
    original = paragraphs(item.original) if item.original else None
    return WordingView(version=item.version or "", updated=paragraphs(item.updated), original=original)


def _ruling(key: str, atlas: Atlas) -> RulingView:
    ruling = atlas.kb.rulings.get(key)
    assert isinstance(ruling, RulingEntry)
    return ruling_view(ruling, atlas)


def ruling_view(ruling: RulingEntry, atlas: Atlas) -> RulingView:
    """A printed question with its answer."""
    return RulingView(
        question=ruling.question, answer=paragraphs(ruling.answer), type=_type(ruling.type or ""), version=ruling.version or "",
        path=atlas.as_printed(ruling.page, ruling.revision, ruling.anchor),
    )  # fmt: skip


def _type(written: str) -> str:
    """The type of a ruling as people write it: ``faq`` is FAQ, ``errata`` is Errata."""
    return written.upper() if len(written) <= 3 else written[:1].upper() + written[1:]
