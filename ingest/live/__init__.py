"""Live wikis: from an address to an archive that keeps in step with it.

    address ──find_api──▶ Api ──describe──▶ Wiki ──sync──▶ Archive.extend, page by page

The state is in the archive alone: a sync that was cut or killed goes on where the last whole batch ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ingest.live.api import Api, Login
from ingest.live.discover import find_api
from ingest.live.errors import WikiError
from ingest.live.selection import Wanted
from ingest.live.site import Wiki, describe
from ingest.live.sync import Synced, sync
from ingest.live.transport import Transport
from ingest.model import Source

__all__ = ["Api", "Login", "Synced", "Transport", "Wanted", "Wiki", "WikiError", "open_wiki", "sync"]


@contextmanager
def open_wiki(
    address: str,
    *,
    agent: str,
    login: Login | None = None,
    known: Iterable[Source] = (),
    tell: Callable[[str], None] = lambda _: None,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[tuple[Api, Wiki]]:
    """Find the wiki at *address*, log in where a login is given, and ask who it is. Raises WikiError."""
    transport = Transport(address, agent=agent, tell=tell, sleep=sleep)
    try:
        api = Api(transport, find_api(transport), login)
        yield api, describe(api, known)
    finally:
        transport.close()
