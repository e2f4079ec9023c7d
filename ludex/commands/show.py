"""``ludex show``: one entry, pleasant to read in eighty columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from ingest.errors import LudexError, NotFound
from ingest.glossary.model import ConceptId, Entry, WeaponProfile
from ingest.glossary.records import described, field_name
from ingest.knowledge import KnowledgeBase
from ingest.visible import fold
from ludex.config import Project
from ludex.console import plural, say, say_json, styled, table, width
from ludex.places import site_of
from ludex.typeset import typeset, wrapped
from ludex.workbench import open_knowledge
from site_src.excerpt import Heads, Section
from site_src.published import published

MANY = 12  # names of backlinks that are listed


def show(project: Project, site: Path | None, name: str, *, edition: str | None, language: str | None, explain: bool, as_json: bool) -> None:  # fmt: skip
    """Print every entry called *name*, of each its newest text. Raises NotFound with the nearest name."""
    knowledge = open_knowledge(project, site)
    called = newest_first(entries_called(knowledge, name), knowledge)
    found = [entry for entry in called if _fits(entry, edition, language)]
    if not found:
        raise _nothing(name, called, knowledge, edition, language)
    if as_json:
        told = published(site_of(project, site), "entries", {entry.id for entry in found})
        say_json([told[entry.id] for entry in found if entry.id in told])
        return
    texts = found if edition else [group[0] for group in by_text(found)]
    say("\n\n".join("\n".join(_lines(entry, called, knowledge, explain=explain)) for entry in texts))


def entries_called(knowledge: KnowledgeBase, name: str) -> list[Entry]:
    """Entries by id, concept, name, acronym or alias, current ones first."""
    wanted = fold(name)
    if not wanted:
        return []
    found = [
        entry for entry in knowledge.entries
        if name in (entry.id, entry.concept) or wanted in {fold(word) for word in (entry.name, entry.acronym or "", *entry.aliases)}
    ]  # fmt: skip
    current = [entry for entry in found if not entry.superseded]
    exact = [entry for entry in current or found if wanted == fold(entry.name) or name in (entry.id, entry.concept)]
    return exact or current or found


def newest_first(entries: Iterable[Entry], knowledge: KnowledgeBase) -> list[Entry]:
    """*entries* by edition, the newest first; else as they were."""
    ranks = {edition.id: number for number, edition in enumerate(knowledge.profile.editions, start=1)}
    return sorted(entries, key=lambda entry: -max((ranks.get(one, 0) for one in entry.editions), default=0))


def by_text(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The editions of each concept in each language."""
    groups: dict[tuple[ConceptId, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.concept, entry.language].append(entry)
    return list(groups.values())


def _nothing(name: str, called: list[Entry], knowledge: KnowledgeBase, edition: str | None, language: str | None) -> LudexError:  # fmt: skip
    if called:
        elsewhere = sorted({", ".join(filter(None, (entry.edition, entry.language))) for entry in called})
        return LudexError(
            f"{name!r} is no entry of {' and '.join(filter(None, (edition, language)))}.",
            hint=f"It is one of: {'; '.join(elsewhere)}.",
        )
    known = sorted({entry.name for entry in knowledge.entries if _fits(entry, edition, language)})
    return NotFound("entry", name, known=known, hint=f"`ludex search {name!r}` looks in the texts too.")


def _fits(entry: Entry, edition: str | None, language: str | None) -> bool:
    editions = {item.casefold() for item in (entry.edition or "", *entry.editions)}
    return (not edition or edition.casefold() in editions) and (not language or entry.language == language)


def _lines(entry: Entry, called: list[Entry], knowledge: KnowledgeBase, *, explain: bool) -> Iterator[str]:
    columns = min(width(), 100)
    yield from _head(entry)
    yield from _text(entry, knowledge, columns)
    yield from _profiles(entry.profiles, knowledge.profile.glossary.field_names.get(entry.language, {}), columns)
    for wording in entry.errata:
        yield from ("", f"Updated{f' in {wording.version}' if wording.version else ''}. Before:")
        yield from wrapped(wording.original or "(not printed)", columns, first="  ", then="  ")
    yield from _around(entry, called, knowledge, columns)
    yield ""
    yield from (styled(line, dim=True) for line in wrapped(printed_at(entry, knowledge), columns, then="  "))
    if explain:
        yield from _explanation(entry, knowledge, columns)


def _head(entry: Entry) -> Iterator[str]:
    yield styled(entry.name, bold=True) + (f" ({entry.acronym})" if entry.acronym else "")
    if entry.cls or entry.labels:
        yield "  ".join(filter(None, (entry.cls, *(f"[{label}]" for label in entry.labels))))
    facts = (entry.kind, ", ".join(entry.editions) or entry.edition, entry.language)
    yield styled(" · ".join(filter(None, facts)), dim=True)


def _text(entry: Entry, knowledge: KnowledgeBase, columns: int) -> Iterator[str]:
    """The entry as its page sets it; as plain lines where the tree does not show it."""
    told = {described(profile) for profile in entry.profiles}
    plain = [line for line in entry.text.split("\n") if line.strip() not in told]
    sections = _sections(entry, knowledge) if plain else ()
    if plain:
        yield ""
    for section in sections:
        if section.title:
            yield styled(section.title, bold=True)
        yield from ("  " + line for line in typeset(section.nodes, columns - 2))
    if not sections:
        yield from (line for block in plain for line in wrapped(block, columns, first="  ", then="  "))


def _sections(entry: Entry, knowledge: KnowledgeBase) -> tuple[Section, ...]:
    document, revision = knowledge.document(entry.revision), knowledge.revisions.get(entry.revision)
    if document is None:
        return ()
    first = (revision.place.line if revision else None) or 1
    found = Heads(document, knowledge.profile.glossary.records).sections_of(
        entry, entry.source.line - first + 1 if entry.source.line else None
    )
    return found if any(section.nodes for section in found) else ()


def _profiles(profiles: tuple[WeaponProfile, ...], names: Mapping[str, str], columns: int) -> Iterator[str]:
    for profile in dict.fromkeys(msgspec.structs.replace(profile, line=None) for profile in profiles):
        yield ""
        yield styled(profile.name, bold=True) + (f" · {profile.mode}" if profile.mode else "")
        facts = [
            ("Burst", profile.burst), ("Damage", profile.damage), ("PS", profile.ps), ("Ammunition", profile.ammunition),
            ("Saving roll", profile.saving_attribute), ("Saves", profile.saves),
        ]  # fmt: skip
        if any(value for _, value in facts):
            yield "  " + "  ".join(f"{name} {value}" for name, value in facts if value)
        for key, value in profile.fields:
            yield from wrapped(f"{names.get(key) or field_name(key)}: {value}", columns, first="  ", then="    ")
        if profile.ranges:
            spans = [_span(band.name, band.start, band.end) for band in profile.ranges]
            yield table([spans, [band.mod or "-" for band in profile.ranges]], indent="  ")
        if profile.traits:
            yield f"  Traits: {', '.join(profile.traits)}"


def _span(name: str | None, start: int | None, end: int | None) -> str:
    inches = f"{start or 0}-{end}" if end is not None else ""
    return " ".join(filter(None, (name, inches))) or "-"


def _around(entry: Entry, called: list[Entry], knowledge: KnowledgeBase, columns: int) -> Iterator[str]:
    """The other editions of the same term, and who links to it."""
    others = [
        other for other in called
        if other.concept == entry.concept and other.language == entry.language and other.id != entry.id
    ]  # fmt: skip
    if others:
        names = [_reading(other, entry) for other in others]
        option = (
            f"--edition '{others[0].edition}'" if " " in (others[0].edition or "") else f"--edition {others[0].edition}"
        )
        yield from ("", *wrapped(f"Reads otherwise in: {'; '.join(names)} ({option})", columns, then="  "))
    if entry.linked_from:
        names = sorted({found.name for key in entry.linked_from if (found := knowledge.entries.get(key))})
        more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
        yield from ("", *wrapped(f"Linked from: {', '.join(names[:MANY])}{more}", columns, then="  "))


def _reading(other: Entry, entry: Entry) -> str:
    """The editions of *other*; where it is another source's text of the same edition, that source."""
    name = ", ".join(other.editions) or other.edition or other.id
    return f"{name} ({other.source.source})" if other.edition == entry.edition else name


def printed_at(entry: Entry, knowledge: KnowledgeBase) -> str:
    """Where an entry is printed, in words."""
    page = knowledge.pages.get(entry.page)
    place = entry.source
    lines = f"lines {place.line}–{place.end_line}" if place.end_line != place.line else f"line {place.line}"
    return f"Printed in {page.title if page else entry.page} ({place.source}, {lines}, revision {entry.revision}); id {entry.id}"


def _explanation(entry: Entry, knowledge: KnowledgeBase, columns: int) -> Iterator[str]:
    yield ""
    yield f"An entry because of: {entry.rule}"
    links = knowledge.links.get(entry.revision)
    for resolution, count in links.links if links else ():
        if resolution.why:
            label = resolution.target + (f"#{resolution.anchor}" if resolution.anchor else "")
            said = f"[[{label}]] ({plural(count, 'time')}): {resolution.status}, {resolution.why}"
            yield from wrapped(said, columns, then="    ")
