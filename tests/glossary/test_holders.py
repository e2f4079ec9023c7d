"""Which candidate stands in which."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.glossary.extract import _holders
from ingest.glossary.found import Found
from ingest.glossary.model import Candidate
from ingest.glossary.scopes import Scope

NUMBERS = st.integers(0, 15)
SCOPES = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=6)
ITEMS = st.lists(st.tuples(NUMBERS, st.integers(-1, 5)), max_size=12)


def _found(at: int, scope: Scope | None) -> Found:
    return Found(candidate=Candidate(name="Lamp", kind="rule", rule="heading"), scope=scope, at=at)


def _scope(start: int, end: int) -> Scope:
    scope = Scope(None, start, None)
    scope.end = end
    return scope


@given(SCOPES, ITEMS)
def test_the_holder_is_the_nearest_one_before_whose_scope_goes_on(
    spans: list[tuple[int, int]], places: list[tuple[int, int]]
) -> None:
    scopes = [_scope(*span) for span in spans]
    items = [_found(at, scopes[n] if 0 <= n < len(scopes) else None) for at, n in sorted(places)]

    for item, holder in zip(items, _holders(items), strict=True):
        around = [n for n, other in enumerate(items) if _holds(other, item)]
        assert holder == max(around, key=lambda n: items[n].at, default=None)


def _holds(other: Found, item: Found) -> bool:
    scope = other.scope
    return scope is not None and scope is not item.scope and scope.start <= item.at < scope.end and other.at <= item.at
