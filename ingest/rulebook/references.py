"""References to numbered rules: ``rule 702.9a``, ``rules 508 and 509``, ``rules 601.2f–h``, ``sections 3 to 5``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from ingest.profile import Numbered

_WRITTEN = r"(?P<id>(?:[A-Z]\.)?\w+(?:\.\w+)*)(?!\w)"
_PART = re.compile(r"\d+|[A-Za-z]+")


class Reference(Struct, frozen=True):
    """The characters ``start`` to ``end`` of a text name the rule ``id``."""

    start: int
    end: int
    id: str


class References:
    """What a profile takes for a reference, and what goes on from one to the next."""

    def __init__(self, table: Numbered, known: Collection[str]) -> None:
        self._pattern = re.compile(table.reference)
        self._next = re.compile(f"(?P<join>{table.joins})(?:{table.again})?{_WRITTEN}") if table.joins else None
        self._known = known

    def find(self, text: str) -> Iterator[Reference]:
        """The references in *text* to rules that are known, in order."""
        at = 0
        while match := self._pattern.search(text, at):
            name = next((key for key, value in match.groupdict().items() if value), None)
            at = max(match.end(), at + 1)
            if name is None or match[name] not in self._known:
                continue
            found: Reference | None = Reference(match.start(name), match.end(name), match[name])
            many = text[: match.start(name)].rstrip().endswith("s")
            while found is not None:
                yield found
                at = max(at, found.end)
                found = self._following(text, found, many)

    def _following(self, text: str, last: Reference, many: bool) -> Reference | None:
        """What ``and 509``, ``–h`` or ``to 5`` behind *last* names; a plain number needs a word in the plural before it."""
        match = self._next.match(text, last.end) if self._next else None
        if match is None:
            return None
        spans = not match["join"].strip(" ,").isalpha() and match["join"].strip() != ","
        for id in _meant(last.id, match["id"], spans=spans, many=many or spans):
            if id in self._known:
                return Reference(match.start("id"), match.end("id"), id)
        return None


def _meant(last: str, written: str, *, spans: bool, many: bool) -> Iterator[str]:
    """The numbers that *written* may mean after *last*: ``601.2h`` for ``h`` after ``601.2f``, surest first."""
    if "." in written or (many and _shape(written) == _shape(last.partition(".")[0])):
        yield written
    if written.isdigit() and last[-1:].isdigit() and "." in last and spans:
        yield f"{last.rpartition('.')[0]}.{written}"
    if len(written) == 1 and last[-1:].isalpha() and last[-1] < written and len(last) > 1:
        yield f"{last[:-1]}{written}"


def _shape(number: str) -> str:
    return _PART.sub(lambda part: "0" if part[0].isdigit() else "a", number)
