"""``ludex search``: a built site's hits, as a table or as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.config import Project
from ludex.console import say, say_json, styled, width
from ludex.places import site_of

if TYPE_CHECKING:
    from site_src.search.model import Dropped


def search(project: Project, site: Path | None, query: str, *, kinds: tuple[str, ...], edition: str | None, language: str | None, limit: int, explain: bool, old: bool, as_json: bool) -> None:  # fmt: skip
    """Print the best hits for *query*, in the browser's order."""
    from site_src.search import search as find

    results = find(
        site_of(project, site), query, limit=limit, kinds=kinds, edition=edition, language=language, explain=explain,
        old=old,
    )  # fmt: skip
    for note in results.notes:
        say(note, err=True)
    if as_json:
        say_json([hit.as_json() for hit in results.hits])
        return
    if results.corrected:
        say(f"Showing results for {styled(results.corrected, bold=True)}.")
    if not results.hits:
        near = ", ".join(results.suggestions)
        narrowed = ", ".join(filter(None, (*kinds, edition, language)))
        within = f" within {narrowed}; try it without" if narrowed else ""
        unknown = tuple(_unknown(site_of(project, site), query, kinds, edition, language))
        say(
            f"Nothing is called or says {query!r}{within}."
            + (f" Near it: {near}." if near and not (narrowed or unknown) else "")
        )
        for note in unknown:
            say(note, err=True)
        return
    for hit in results.hits:
        page = hit.page.partition(":")[2]
        about = " · ".join(filter(None, (hit.kind, hit.edition, hit.language, page if page != hit.name else "")))
        say(f"{hit.rank:>2}  {styled(hit.name, bold=True)}  {styled(about, dim=True)}")
        for line in textwrap.wrap(hit.snippet, width() - 4, max_lines=2, placeholder=" …"):
            say(f"    {line}")
        if hit.dropped:
            say(styled(f"    {_when(hit.dropped)}: {hit.url.partition('#')[0]}", dim=True))
        if explain:
            say(textwrap.indent(hit.why, "    "))


def _unknown(
    site: Path, query: str, kinds: tuple[str, ...], edition: str | None, language: str | None
) -> Iterator[str]:
    """Say which of the narrowing words, typed as options or in the query, name nothing here, and which would."""
    from site_src.search.query import parse
    from site_src.search.searching import open_index
    from site_src.search.tokens import key

    asked = parse(query)
    index, _ = open_index(site, old=asked.old)
    shared, called = index.classes, index.settings.kinds
    known = {
        "kind": {item.kind for item in shared},
        "edition": {name for item in shared for name in (*item.editions, *filter(None, (item.edition,)))},
        "language": {item.language for item in shared},
    }
    index.close()
    options = (*(("kind", kind) for kind in kinds), ("edition", edition or ""), ("language", language or ""))
    for what, name in (*options, *((wish.field, wish.value) for wish in asked.wishes)):
        meant = called.get(key(name), key(name)) if what == "kind" else key(name)
        if name and what in known and meant not in map(key, known[what]):
            there = ", ".join(sorted(known[what]))
            yield (
                f"There is no {what} {name!r}, but: {there}."
                if there
                else f"There is no {what} {name!r}: no text here has one."
            )


def _when(dropped: Dropped) -> str:
    """When an older wording went, and by whom."""
    if dropped.update or not dropped.date:
        return f"replaced by update {dropped.update}" if dropped.update else "replaced by a printed update"
    by = f", by {dropped.user}" if dropped.user else ""
    return f"dropped in revision {dropped.revision}, {dropped.date[:10]}{by}"
