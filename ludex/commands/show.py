"""``ludex show``: one entry, pleasant to read in eighty columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from ingest.errors import LudexError, NotFound
from ingest.glossary.model import Entry, WeaponProfile
from ingest.knowledge import KnowledgeBase
from ingest.visible import fold
from ludex.config import Project
from ludex.console import plural, say, styled, table, width
from ludex.workbench import open_knowledge

MANY = 12  # names of backlinks that are listed


def show(project: Project, site: Path | None, name: str, *, edition: str | None, language: str | None, explain: bool, as_json: bool) -> None:  # fmt: skip
    """Print every entry called *name*. Raises NotFound with the nearest name."""
    knowledge = open_knowledge(project, site)
    found = [entry for entry in entries_called(knowledge, name) if _fits(entry, edition, language)]
    if not found:
        elsewhere = sorted(
            {", ".join(filter(None, (entry.edition, entry.language))) for entry in entries_called(knowledge, name)}
        )
        if elsewhere:
            raise LudexError(
                f"{name!r} is no entry of {' and '.join(filter(None, (edition, language)))}.",
                hint=f"It is one of: {'; '.join(elsewhere)}.",
            )
        known = sorted({entry.name for entry in knowledge.entries if _fits(entry, edition, language)})
        raise NotFound("entry", name, known=known, hint=f"`ludex search {name!r}` looks in the texts too.")
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    say("\n\n".join("\n".join(_lines(entry, knowledge, explain=explain)) for entry in found))


def entries_called(knowledge: KnowledgeBase, name: str) -> list[Entry]:
    """Entries by id, concept, name, acronym or alias, current ones first."""
    wanted = fold(name)
    found = [
        entry for entry in knowledge.entries
        if name in (entry.id, entry.concept) or wanted in {fold(word) for word in (entry.name, entry.acronym or "", *entry.aliases)}
    ]  # fmt: skip
    current = [entry for entry in found if not entry.superseded]
    exact = [entry for entry in current or found if wanted == fold(entry.name) or name in (entry.id, entry.concept)]
    return exact or current or found


def _fits(entry: Entry, edition: str | None, language: str | None) -> bool:
    editions = {item.casefold() for item in (entry.edition or "", *entry.editions)}
    return (not edition or edition.casefold() in editions) and (not language or entry.language == language)


def _lines(entry: Entry, knowledge: KnowledgeBase, *, explain: bool) -> Iterator[str]:
    columns = min(width(), 100)
    yield styled(entry.name, bold=True) + (f" ({entry.acronym})" if entry.acronym else "")
    facts = [entry.cls or entry.kind, *(f"[{label}]" for label in entry.labels)]
    yield "  ".join(facts)
    yield styled(
        " · ".join(filter(None, (entry.kind, ", ".join(entry.editions) or entry.edition, entry.language))), dim=True
    )
    for block in entry.text.split("\n"):
        yield from textwrap.wrap(block, columns, initial_indent="  ", subsequent_indent="  ") or [""]
    if entry.profiles:
        yield ""
        yield from _profiles(entry.profiles)
    for wording in entry.errata:
        yield ""
        yield f"Updated{f' in {wording.version}' if wording.version else ''}. Before:"
        yield from textwrap.wrap(
            wording.original or "(not printed)", columns, initial_indent="  ", subsequent_indent="  "
        )
    if entry.linked_from:
        yield ""
        names = sorted({found.name for key in entry.linked_from if (found := knowledge.entries.get(key))})
        more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
        yield from textwrap.wrap(f"Linked from: {', '.join(names[:MANY])}{more}", columns, subsequent_indent="  ")
    yield ""
    for line in textwrap.wrap(
        printed_at(entry, knowledge), columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ):
        yield styled(line, dim=True)
    if explain:
        yield from _explanation(entry, knowledge, columns)


def _profiles(profiles: tuple[WeaponProfile, ...]) -> Iterator[str]:
    for profile in profiles:
        yield styled(profile.name, bold=True) + (f" · {profile.mode}" if profile.mode else "")
        facts = [
            ("Burst", profile.burst), ("Damage", profile.damage), ("PS", profile.ps), ("Ammunition", profile.ammunition),
            ("Saving roll", profile.saving_attribute), ("Saves", profile.saves),
        ]  # fmt: skip
        yield "  " + "  ".join(f"{name} {value}" for name, value in facts if value)
        if profile.ranges:
            yield table(
                [
                    [_span(band.name, band.start, band.end) for band in profile.ranges],
                    [band.mod or "-" for band in profile.ranges],
                ],
                indent="  ",
            )
        if profile.traits:
            yield f"  Traits: {', '.join(profile.traits)}"


def _span(name: str | None, start: int | None, end: int | None) -> str:
    inches = f"{start or 0}-{end}" if end is not None else ""
    return " ".join(filter(None, (name, inches))) or "-"


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
            yield from textwrap.wrap(
                f"[[{label}]] ({plural(count, 'time')}): {resolution.status}, {resolution.why}",
                columns,
                subsequent_indent="    ",
            )
