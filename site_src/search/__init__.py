"""Search: one index, one ranking, two readers; see docs/search.md.

    documents ──engine (Whoosh)──▶ postings ──ranking──▶ the command
                                        └──shards──▶ static/search.js ──the same ranking──▶ the browser

What the rules said once (older.py) goes the same way into an index of its own, which nobody loads who does not ask.

Whoosh is imported where a query is asked, not before: other commands start without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from site_src.search.model import Results


def search(
    site: Path, query: str, *, limit: int = 10, kinds: Iterable[str] = (), edition: str | None = None,
    language: str | None = None, explain: bool = False, old: bool = False,
) -> Results:  # fmt: skip
    """Search a built site; its index is made again where it is absent, foreign or damaged. Raises LudexError.

    With *old*, or where the query says ``in:old``, what is found is what the rules said once and do not say now.
    """
    from site_src.search.query import parse
    from site_src.search.searching import open_index, run

    index, notes = open_index(site, old=old or parse(query).old)
    try:
        return run(
            index,
            query,
            limit=limit,
            kinds=tuple(kinds),
            edition=edition,
            language=language,
            explain=explain,
            notes=notes,
        )
    finally:
        index.close()


__all__: Sequence[str] = ("Results", "search")
