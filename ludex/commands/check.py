"""``ludex check``: everything that was read with doubt, counted by code, and whether that is a failure."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from ingest.errors import OutputError, SourceError
from ingest.glossary import Renames, proposals, write_renames
from ingest.glossary.renames import Kept
from ingest.knowledge import KnowledgeBase
from ingest.links import suggest_twins
from ingest.model import Diagnostic, Severity, SourceId
from ingest.stages.links import page_names_of
from ludex.config import CheckEntry, Project
from ludex.console import Progress, plural, say, say_json_list, styled, table
from ludex.pipeline import knowledge_from
from ludex.sources import shown_names
from ludex.wishes import Wishes
from ludex.workbench import open_knowledge
from site_src.rows import DiagnosticRow, SourceRow

SHOWN = 5  # messages shown of each code
MOST = 10_000  # different messages of one code that are counted apart
_COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}
_ORDER: tuple[Severity, ...] = ("error", "warning", "note")


def check(
    project: Project,
    sources: Iterable[Path],
    wishes: Wishes,
    *,
    against: Path | None,
    whole: bool = False,
    as_json: bool,
) -> bool:
    """Report every diagnostic; True where the configuration's [check] calls one a failure."""
    progress = Progress()
    other = weapons_table(against) if against else ""
    with knowledge_from(project, sources, None, wishes, progress) as work:
        progress.done()
        rule = project.config.check
        found = (item for item in work.knowledge.diagnostics if item.code not in rule.ignore)
        if as_json:
            say_json_list(map(diagnostic_row, found))
        else:
            say(report(found, shown=None if whole else SHOWN, names=shown_names(work.knowledge.sources)))
            for lines in filter(None, (renamed(work.knowledge, project), twins(work.knowledge))):
                say("\n".join(lines))
        if against:
            say(conflicts(work.knowledge, against.name, other), err=as_json)  # what a machine reads stays one list
        return any(is_failure(item, rule) for item in work.knowledge.diagnostics)


def diagnostic_row(item: Diagnostic) -> DiagnosticRow:
    """A diagnostic as ``api/diagnostics.json`` has it."""
    place = item.place
    source = SourceRow(
        file=place.source, line=place.line, end_line=place.end_line, page=place.page, revision=place.revision
    )
    return DiagnosticRow(severity=item.severity, code=item.code, message=item.message, source=source)


def is_failure(item: Diagnostic, rule: CheckEntry) -> bool:
    """Whether [check] chooses this severity or code."""
    return item.code not in rule.ignore and (item.severity in rule.severities or item.code in rule.codes)


def report(
    found: Iterable[Diagnostic], *, shown: int | None = SHOWN, names: Mapping[SourceId, str] | None = None
) -> str:
    """Counts by severity and code, each with its commonest messages and where each comes first; of a lazy *found* only those are held."""
    tallies: dict[tuple[Severity, str], dict[str, _Tally]] = defaultdict(dict)
    counts: Counter[tuple[Severity, str]] = Counter()
    for item in found:
        key = item.severity, item.code
        counts[key] += 1
        tally = tallies[key].get(item.message)
        if tally:
            tally.count += 1
        elif len(tallies[key]) < MOST:
            tallies[key][item.message] = _Tally(item)
    if not counts:
        return "Nothing is doubted."
    lines: list[str] = []
    totals: Counter[Severity] = Counter()
    for key in sorted(counts, key=lambda key: (_ORDER.index(key[0]), -counts[key], key[1])):
        (severity, code), count = key, counts[key]
        totals[severity] += count
        lines.append(f"{styled(severity, fg=_COLOURS[severity])} {styled(code, bold=True)}: {count:,}")
        told = sorted(tallies[key].values(), key=lambda tally: -tally.count)[:shown]
        lines.append(table([[_place(tally.first, names or {}), tally.sentence] for tally in told], indent="  "))
        more = count - sum(tally.count for tally in told)
        if more:
            lines.append(f"  … and {more:,} more{'' if shown is None else ': --all lists them'}")
    return "\n".join([*lines, "", ", ".join(plural(totals[item], item) for item in _ORDER if totals[item])])


class _Tally:
    """How often one thing is said, and where first."""

    def __init__(self, first: Diagnostic) -> None:
        self.first = first
        self.count = 1

    @property
    def sentence(self) -> str:
        """The message, and how often."""
        return f"{self.first.message} ({self.count:,} times)" if self.count > 1 else self.first.message


def _place(item: Diagnostic, names: Mapping[SourceId, str]) -> str:
    place, name = item.place, names.get(item.place.source, item.place.source)
    return f"{name}:{place.line}" if place.line else name


def renamed(knowledge: KnowledgeBase, project: Project) -> list[str]:
    """What to add to ludex.ids.toml so that renamed entries keep their ids; compares with the site built before."""
    try:
        before = open_knowledge(project, None)
    except OutputError:
        return []
    found = proposals(before.entries, knowledge.entries)
    before.close()
    if not found:
        return []
    tables = write_renames(Renames(kept={item.new: Kept(concept=item.old, was=item.was) for item in found}))
    why = [f"# {item.was}: {item.evidence}" for item in found]
    return [
        "",
        styled(f"Entries that seem renamed; to keep their ids, add to {project.ids.name}:", bold=True),
        *why,
        tables,
    ]


def twins(knowledge: KnowledgeBase) -> list[str]:
    """Names that seem to be one thing in two languages, for the profile's table of translations."""
    found = suggest_twins(page_names_of(knowledge), knowledge.entries, knowledge.profile)[:SHOWN]
    if not found:
        return []
    rows = [
        [
            f'"{twin.name}" = "{twin.twin}"',
            f"# [translations.{twin.language}] {twin.evidence[0] if twin.evidence else ''}",
        ]
        for twin in found
    ]
    return [
        "",
        styled("Names that seem to be one thing in two languages; confirm them in the profile:", bold=True),
        table(rows, indent="  ", whole=True),
    ]


def weapons_table(file: Path) -> str:
    """The text of another source's table of weapons. Raises SourceError where it is none."""
    from ingest.glossary.against import COLUMNS, columns_missing

    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise SourceError(
            f"{file} cannot be read: {(error.strerror or str(error)).lower()}.", hint="Name a CSV file."
        ) from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{file} is no UTF-8 text.", hint="Save the table as CSV in UTF-8.") from error
    try:
        missing = columns_missing(text)
    except csv.Error as error:
        raise SourceError(f"{file} is no CSV: {error}.", hint="Save the table as CSV in UTF-8.") from error
    if missing:
        raise SourceError(
            f"{file} is no table of weapons: its first line names no column {' and no column '.join(missing)}.",
            hint=f"The columns are {', '.join(COLUMNS)}.",
        )
    return text


def conflicts(knowledge: KnowledgeBase, name: str, text: str) -> str:
    """Where another source's weapon profiles, the table *text*, disagree with ours."""
    from ingest.glossary.against import compare_weapons

    result = compare_weapons(knowledge.entries, text, profile=knowledge.profile)
    rows = [
        [match.entry, match.profile.mode or "", ", ".join(match.differs), f"line {match.row.line}"]
        for match in result.conflicts
    ]
    head = f"{name}: {plural(len(result.matched), 'row')} matched, {plural(len(result.conflicts), 'conflict')}, {len(result.unmatched):,} not found here"
    return "\n".join([head, table(rows, indent="  ")]).rstrip()
