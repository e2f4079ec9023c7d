"""``ludex build``: from sources to a site, and a summary of what was read, found and doubted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ingest.choose import PLAIN
from ingest.errors import OutputError
from ingest.knowledge import KnowledgeBase
from ludex.commands.check import is_failure
from ludex.config import Project
from ludex.console import Progress, plural, say, say_json, styled, table
from ludex.pipeline import Work, knowledge_from
from ludex.places import FILES, workbench
from ludex.sources import shown_names
from ludex.wishes import Wishes
from site_src.build import build_site
from site_src.commit import owned
from site_src.options import Built, SiteOptions

DOUBTS_SHOWN = 6


def output_of(project: Project, output: Path | None) -> Path:
    """The folder of the site. Raises OutputError for one that cannot be exchanged for the new one."""
    site = output or project.output
    if Path.cwd().is_relative_to(site.resolve()):
        raise OutputError(
            f"{site} is the folder you stand in, or one above it; a build would replace it.",
            hint="Name another folder with -o.",
        )
    owned(site)  # a folder of somebody else is told now, not when everything was read
    return site


def build(
    project: Project, sources: Iterable[Path], output: Path | None, wishes: Wishes, *, as_json: bool = False
) -> bool:
    """Build the site and say what happened; True where [check] calls something a failure."""
    progress = Progress()
    site = output_of(project, output)
    bench = workbench(site)
    with (
        _no_trace_of(bench),
        knowledge_from(project, sources, bench, wishes, progress, public=project.config.site.public) as work,
    ):
        built = build_site(work.knowledge, site, options=site_options(project, work, wishes), progress=progress.step)
        progress.done()
        failed = any(is_failure(item, project.config.check) for item in work.knowledge.diagnostics)
        said = _facts(work, built, site) if as_json else summary(work, built, site, as_of=wishes.as_of)
        work.keep(built.fingerprint, bench)
    say(said) if isinstance(said, str) else say_json(said)
    return failed


@contextmanager
def _no_trace_of(bench: Path) -> Iterator[None]:
    """Take the folder beside the site away again where a build that failed had begun it."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            bench.rmdir()  # only where nothing is in it
        raise


def _own_title(knowledge: KnowledgeBase, *, public: bool) -> str:
    """What the only wiki is called, or the game; where no profile knows it, what the only document is called."""
    shown = [source for source in knowledge.sources if source.rights.publish or not public]
    names = {source.site_name for source in shown if source.site_name}
    if not names and knowledge.profile.name == PLAIN.name:
        names = {source.document or "" for source in shown}
    return (names.pop() if len(names) == 1 else "") or knowledge.profile.title or "Rules"


def site_options(project: Project, work: Work, wishes: Wishes) -> SiteOptions:
    """What the configuration says of the site."""
    entry = project.config.site
    return SiteOptions(
        title=entry.title or _own_title(work.knowledge, public=entry.public),
        language=entry.language or "",
        css=project.folder / entry.css if entry.css else None,
        logo=project.folder / entry.logo if entry.logo else None,
        pictures=picture_folders(project),
        public=entry.public,
        url=entry.url or "",
        pocket=wishes.pocket,
    )


def picture_folders(project: Project) -> tuple[Path, ...]:
    """Where pictures are: what ``ludex sync`` fetched, and the owner's folder, which goes before. Raises OutputError."""
    fetched = (project.archive.with_name(FILES),) if project.archive else ()
    if project.config.site.pictures is None:
        return fetched
    folder = project.folder / project.config.site.pictures
    if not folder.is_dir():
        raise OutputError(f"There is no folder {folder} of pictures.", hint="[site] pictures names one.")
    return (*fetched, folder)


def summary(work: Work, built: Built, site: Path, *, as_of: str | None = None) -> str:
    """What was read, found and doubted, and which file to open."""
    knowledge = work.knowledge
    lines = [styled("Read", bold=True)]
    names = shown_names(knowledge.sources)
    lines.append(
        table([[names[source.id], source.format, source.evidence] for source in knowledge.sources], indent="  ")
    )
    if work.withheld:
        lines.append(f"  Left out: {plural(len(work.withheld), 'source')} with publish = false")
    profile = knowledge.profile
    game = "not known" if profile.name == PLAIN.name else profile.title or profile.name
    lines.append(f"  Game: {game} ({work.choice.evidence})")
    kinds = Counter(entry.kind for entry in knowledge.entries if not entry.superseded)
    lines.append(styled("Found", bold=True))
    redirects = sum(bool(page.redirect) for page in knowledge.pages)
    pages = plural(len(knowledge.pages) - redirects, "page") + (
        f" and {plural(redirects, 'redirect')}" if redirects else ""
    )
    lines.append(
        f"  {pages}, {plural(len(knowledge.revisions), 'revision')}, {plural(len(knowledge.changes), 'change')}"
    )
    terms = len({entry.concept for entry in knowledge.entries})
    of = f" of {plural(terms, 'term')}" if terms else ""
    lines.append(
        f"  {plural(sum(kinds.values()), 'entry', 'entries')}{of}: "
        + (", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "none")
    )
    lines += [f"  {note}" for note in _notes(knowledge, as_of)]
    doubts = Counter((item.severity, item.code) for item in knowledge.diagnostics)
    serious = Counter({key: count for key, count in doubts.items() if key[0] != "note"})
    notes = sum(doubts.values()) - sum(serious.values())
    lines.append(styled("Doubted", bold=True))
    lines.append(
        "\n".join(
            f"  {count:>6,}  {code} ({severity})" for (severity, code), count in serious.most_common(DOUBTS_SHOWN)
        )
        or "  nothing"
    )
    more = [plural(len(serious) - DOUBTS_SHOWN, "more kind")] if len(serious) > DOUBTS_SHOWN else []
    more += [plural(notes, "note")] if notes else []
    if more:
        lines.append(f"  and {', '.join(more)}: `ludex check` lists them")
    lines.append(f"Fingerprint {built.fingerprint[:12]}")
    lines.append(f"Open {styled(os.path.relpath(site / 'index.html'), bold=True)}")
    return "\n".join(lines)


def _notes(knowledge: KnowledgeBase, as_of: str | None) -> Iterator[str]:
    """What to know of the numbers: pages whose text nobody told, and those that no date keeps out."""
    pages = Counter((page.newest is None, page.last is None) for page in knowledge.pages)
    without_text = sum(count for (textless, _), count in pages.items() if textless)
    undated = sum(count for (_, timeless), count in pages.items() if timeless)
    if without_text:
        yield (
            f"{plural(without_text, 'page has', 'pages have')} no known text, so nothing is defined there: a feed may tell"
            " only what changed. A dump, or `ludex sync`, brings the texts."
        )
    if as_of and undated:
        yield f"{plural(undated, 'page has', 'pages have')} no date, and {'counts' if undated == 1 else 'count'} as of {as_of} too."


def _facts(work: Work, built: Built, site: Path) -> dict[str, object]:
    knowledge = work.knowledge
    folder = os.fsencode(site).decode("utf-8", "replace")  # a name that is no text is still the name of a folder
    return {
        "site": folder,
        "open": f"{folder}/index.html",
        "fingerprint": built.fingerprint,
        "profile": knowledge.profile.name,
        "evidence": work.choice.evidence,
        "sources": [{"id": source.id, "format": source.format, "evidence": source.evidence} for source in knowledge.sources],
        "counts": {
            "pages": len(knowledge.pages), "revisions": len(knowledge.revisions), "changes": len(knowledge.changes),
            "entries": len(knowledge.entries), "diagnostics": len(knowledge.diagnostics),
        },
    }  # fmt: skip
