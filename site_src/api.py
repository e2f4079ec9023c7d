"""The site as data: ``api/*.json``, one object a line, streamed from the knowledge base, paged where long.

Addresses stand there as they are (``page/w/órdenes.html#Órdenes``), not percent-encoded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import msgspec
from msgspec import Struct

from ingest.align.model import Comparison, PageChange, Side
from ingest.glossary.model import Entry, ErratumEntry, RulingEntry, WeaponProfile
from ingest.links.model import TargetLink
from ingest.model import Diagnostic, Page, Place, Revision, Source
from site_src import paths
from site_src.atlas import Atlas
from site_src.commit import Stage
from site_src.names import all_aliases
from site_src.rows import (
    ROWS,
    VERSION,
    BuildRow,
    BuildSourceRow,
    ChangeRow,
    ComparisonRow,
    DiagnosticRow,
    EntryRow,
    ErratumRow,
    LinkRow,
    PageChangeRow,
    PageRow,
    PartRow,
    ProfileRow,
    RangeRow,
    RevisionRow,
    RulingRow,
    SentencesRow,
    SideRow,
    SourceRow,
    WordingRow,
)  # fmt: skip
from site_src.views.changes import pair_path

PAGE_LENGTH = 10_000
GENERATOR = "ludex"
_encode = msgspec.json.Encoder(order="deterministic").encode


def write_api(stage: Stage, atlas: Atlas) -> dict[str, int]:
    """Write every list and every schema; returns how many objects each list has."""
    counts = {}
    for name, rows in _lists(atlas).items():
        counts[name] = write_list(stage, name, rows())
        stage.write(f"api/schemas/{name}.json", schema(name))
    stage.write("api/schemas/build.json", _pretty(msgspec.json.schema(BuildRow)))
    return counts


def write_build(stage: Stage, atlas: Atlas, counts: dict[str, int]) -> str:
    """Write ``api/build.json``, the last file of a build; returns the fingerprint of all the others."""
    fingerprint = stage.fingerprint()
    row = BuildRow(
        generator=GENERATOR, schema_version=VERSION, title=atlas.title, profile=atlas.kb.profile.name,
        profile_digest=atlas.kb.profile.digest, fingerprint=fingerprint,
        sources=tuple(_build_source(source) for source in sorted(atlas.sources.values(), key=lambda source: source.id)),
        counts=counts,
    )  # fmt: skip
    stage.write("api/build.json", _pretty(row))
    return fingerprint


def write_list(stage: Stage, name: str, rows: Iterable[Struct], *, length: int = PAGE_LENGTH) -> int:
    """Write one list; a long one becomes numbered pages and an index of them."""
    rest = _Counted(map(_encode, rows))
    draft = stage.draft(_lines(islice(rest, length)))
    if not rest:
        stage.keep(draft, f"api/{name}.json")
        return rest.count
    files: list[str] = []
    while True:
        files.append(f"{name}-{len(files) + 1:04}.json")
        stage.keep(draft, f"api/{files[-1]}")
        if not rest:
            break
        draft = stage.draft(_lines(islice(rest, length)))
    stage.write(f"api/{name}.json", _pretty({"schema": f"schemas/{name}.json", "count": rest.count, "pages": files}))
    return rest.count


class _Counted:
    """An iterator that counts what it has given, and is true while there is more."""

    def __init__(self, rows: Iterable[bytes]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)
        self.count = 0

    def __bool__(self) -> bool:
        return self._next is not None

    def __iter__(self) -> Iterator[bytes]:
        while self._next is not None:
            row, self._next = self._next, next(self._rows, None)
            self.count += 1
            yield row


def schema(name: str) -> bytes:
    """The JSON Schema of the list *name*."""
    return _pretty(msgspec.json.schema(list.__class_getitem__(ROWS[name])))


def entry_row(entry: Entry, atlas: Atlas) -> EntryRow:
    page = atlas.pages.get(entry.page)
    return EntryRow(
        id=entry.id, concept=entry.concept, name=entry.name, kind=entry.kind, cls=entry.cls, labels=entry.labels,
        aliases=all_aliases(entry, atlas), acronym=entry.acronym, edition=entry.edition, editions=entry.editions,
        language=entry.language, level=entry.level, parent=entry.parent if entry.parent in atlas.entries else None,
        category=entry.category, sections=entry.sections, parts=tuple(PartRow(key=key, text=text) for key, text in entry.parts),
        marker=entry.marker, summary=entry.summary, text=entry.text, url=paths.entry_path(entry.id),
        page=page.title if page else entry.page, section=entry.heading, source=source_row(entry.source),
        profiles=tuple(map(_profile, entry.profiles)),
        errata=tuple(
            WordingRow(version=item.version, updated=item.updated, original=item.original, source=source_row(item.place))
            for item in entry.errata
        ),
        rulings=tuple(atlas.rulings_of.get(entry.id, ())), links=_known(entry.links, atlas),
        linked_from=_known(entry.linked_from, atlas), superseded=entry.superseded, rule=entry.rule,
    )  # fmt: skip


def source_row(place: Place) -> SourceRow:
    return SourceRow(
        file=place.source, line=place.line, end_line=place.end_line, page=place.page, revision=place.revision
    )


def _lists(atlas: Atlas) -> dict[str, Callable[[], Iterator[Struct]]]:
    kb, shows = atlas.kb, atlas.shows
    return {
        "entries": lambda: (entry_row(entry, atlas) for entry in atlas.all_entries()),
        "pages": lambda: (_page(page) for page in kb.pages if page.id in atlas.pages),
        "revisions": lambda: (_revision(item) for item in _revisions(atlas)),
        "links": lambda: (_link(link, atlas) for link in atlas.targets()),
        "changes": lambda: (_change(change, atlas) for change in kb.changes if change.page in atlas.pages),
        "comparisons": lambda: (
            _comparison(item) for item in kb.comparisons if shows(item.left.file) and shows(item.right.file)
        ),
        "rulings": lambda: (_ruling(ruling, atlas) for ruling in kb.rulings if shows(ruling.source.source)),
        "errata": lambda: (_erratum(item, atlas) for item in kb.errata if shows(item.source.source)),
        "diagnostics": lambda: map(_diagnostic, atlas.doubts()),
    }


def _revisions(atlas: Atlas) -> Iterator[Revision]:
    """Every revision, page by page in the order of pages, oldest first."""
    for page in atlas.pages:
        yield from (item for item in atlas.kb.history(page) if atlas.shows(item.place.source))


def _known(ids: Iterable[str], atlas: Atlas) -> tuple[str, ...]:
    return tuple(key for key in ids if key in atlas.entries)


def _profile(item: WeaponProfile) -> ProfileRow:
    return ProfileRow(
        name=item.name, mode=item.mode, damage=item.damage, ps=item.ps, burst=item.burst, ammunition=item.ammunition,
        saving_attribute=item.saving_attribute, saves=item.saves, traits=item.traits,
        ranges=tuple(RangeRow(band=band.name, start=band.start, end=band.end, mod=band.mod) for band in item.ranges),
        no_fire_beyond=item.no_fire_beyond, notes=item.notes, fields=dict(item.fields), numbers=dict(item.numbers), record=item.record, line=item.line,
    )  # fmt: skip


def _page(page: Page) -> PageRow:
    return PageRow(
        id=page.id, title=page.title, wiki=page.wiki, namespace=page.namespace, aliases=page.aliases, language=page.language,
        edition=page.edition, editions=page.editions, categories=page.categories, redirect=page.redirect,
        revisions=page.revisions, first=page.first, last=page.last, newest=page.newest,
        url=paths.page_path(page.id), source=source_row(page.source),
    )  # fmt: skip


def _revision(item: Revision) -> RevisionRow:
    return RevisionRow(
        id=item.id, page=item.page, page_title=item.title, parent=item.parent, timestamp=item.timestamp, user=item.user,
        section=item.section, comment=item.comment, minor=item.minor, known=item.known, sha256=item.text, bytes=item.size,
        source=source_row(item.place),
    )  # fmt: skip


def _link(link: TargetLink, atlas: Atlas) -> LinkRow:
    found = link.resolution
    page = atlas.pages.get(found.page) if found.page else None
    return LinkRow(
        target=found.target, anchor=found.anchor, status=found.status, page=page.title if page else None,
        page_id=page.id if page else None, section=found.section, entry=found.entry if found.entry in atlas.entries else None,
        url=atlas.place(page.id, found.fragment or "") if page else None, count=link.count, edition=link.edition, language=link.language,
        candidates=found.candidates, pages=tuple(key for key in link.pages if key in atlas.pages), why=found.why,
    )  # fmt: skip


def _change(item: PageChange, atlas: Atlas) -> PageChangeRow:
    return PageChangeRow(
        page=item.page, old=item.old, new=item.new, visible=item.visible, severity=item.severity,
        words_added=item.words_added, words_removed=item.words_removed, sections=item.sections,
        changes=tuple(
            ChangeRow(type=part.type, severity=part.severity, section=part.section, detail=part.detail) for part in item.changes
        ),
        same_as=item.same_as, comparable=item.comparable, url=pair_path(item, atlas).replace("?", "#"),
    )  # fmt: skip


def _comparison(item: Comparison) -> ComparisonRow:
    return ComparisonRow(
        id=item.id, title=item.title, left=_side(item.left), right=_side(item.right),
        rows=tuple(SentencesRow(left=row.left, right=row.right, relation=row.relation) for row in item.rows),
        url=paths.comparison_path(item.id),
    )  # fmt: skip


def _side(side: Side) -> SideRow:
    return SideRow(
        file=side.file,
        page=side.page,
        section=side.section,
        edition=side.edition,
        language=side.language,
        revision=side.revision,
    )


def _ruling(item: RulingEntry, atlas: Atlas) -> RulingRow:
    return RulingRow(
        id=item.id, question=item.question, answer=item.answer, type=item.type, title=item.title, version=item.version,
        related=item.related, page=item.page, section=item.section, edition=item.edition, language=item.language,
        url=atlas.ruling_path(item), source=source_row(item.source),
    )  # fmt: skip


def _erratum(item: ErratumEntry, atlas: Atlas) -> ErratumRow:
    return ErratumRow(
        id=item.id, page=item.page, section=item.section, entry=item.entry if item.entry in atlas.entries else None,
        version=item.version, updated=item.updated, original=item.original, edition=item.edition, language=item.language,
        url=atlas.printed_path(item.page, item.revision, item.anchor), source=source_row(item.source),
    )  # fmt: skip


def _diagnostic(item: Diagnostic) -> DiagnosticRow:
    return DiagnosticRow(severity=item.severity, code=item.code, message=item.message, source=source_row(item.place))


def _build_source(source: Source) -> BuildSourceRow:
    rights = source.rights
    return BuildSourceRow(
        id=source.id, sha256=source.sha256, format=source.format, wiki=source.wiki, site_name=source.site_name,
        language=source.language, edition=source.edition, document=source.document, version=source.version,
        date=source.date, encoding=source.encoding, evidence=source.evidence, licence=rights.licence,
        attribution=rights.attribution, base_url=rights.base_url,
    )  # fmt: skip


def _lines(rows: Iterable[bytes]) -> Iterator[bytes]:
    """A JSON list with one object a line: easy to diff, to grep and to read."""
    mark = b"[\n"
    for row in rows:
        yield mark + row
        mark = b",\n"
    yield b"[]\n" if mark == b"[\n" else b"\n]\n"


def _pretty(value: object) -> bytes:
    return msgspec.json.format(_encode(value), indent=2) + b"\n"


if __name__ == "__main__":  # python -m site_src.api: write the schemas of the repository anew
    from pathlib import Path

    for list_name in ROWS:
        (Path(__file__).parent / "schemas" / f"{list_name}.json").write_bytes(schema(list_name))
