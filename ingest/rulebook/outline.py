"""Which headings stand open, how deep a new one goes, and of what kind the term is that it defines.

Depth is never printed. A title on which another title follows at once holds a chapter or a section; a title with a
text of its own is an entry; a title that repeats the words of the open entry, or adds a level to it, goes below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.profile import Chapter
from ingest.rulebook.titles import holds_name, opens_with, same_name
from ingest.rulebook.words import Words

ENTRY = 3
OTHER = "rule"


@dataclass(slots=True)
class Open:
    """A heading that stands open; ``place`` is its index among the blocks."""

    level: int
    name: str
    place: int
    kind: str | None = None
    chapter: Chapter | None = None
    defines: bool = False
    classed: bool = False  # a class was printed for it
    doubled: bool = False  # its class stands in a second heading
    settled: bool = False  # labels, parts or records were seen: a second heading can no longer be its own
    run_in: bool = False
    singles: int = 0  # of a chapter: entries whose name and class share one line
    aliases: list[str] = field(default_factory=list)

    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


class Outline:
    """The open headings, outermost first."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.stack: list[Open] = []

    def push(self, heading: Open) -> None:
        self.close(heading.level)
        self.stack.append(heading)

    def close(self, level: int) -> None:
        while self.stack and self.stack[-1].level >= level:
            self.stack.pop()

    def chapter(self) -> Chapter | None:
        """The innermost chapter that the profile knows."""
        return next((item.chapter for item in reversed(self.stack) if item.chapter is not None), None)

    def holder(self) -> Open | None:
        """The innermost chapter or section, known or not."""
        return next((item for item in reversed(self.stack) if item.level < ENTRY), None)

    def entry(self) -> Open | None:
        """The innermost open heading that defines a term."""
        return next((item for item in reversed(self.stack) if item.level >= ENTRY), None)

    def standing(self) -> Open | None:
        """The innermost open entry whose title has a line of its own."""
        return next((item for item in reversed(self.stack) if item.level >= ENTRY and not item.run_in), None)

    def first_entry(self) -> Open | None:
        """The open entry that stands in no other."""
        return next((item for item in self.stack if item.level >= ENTRY and not item.run_in), None)

    def waits_for_class(self, name: str) -> Open | None:
        """The open entry whose second heading *name* is, if any."""
        for item in reversed(self.stack):
            if item.level >= ENTRY and not item.settled and any(same_name(name, own) for own in item.names()):
                return item
        return None

    def level_of(self, name: str, *, classed: bool, single: bool) -> int:
        """How deep an entry called *name* goes here."""
        first = self.first_entry()
        if first is None:
            return ENTRY
        if self.related(name) or (self.words.levels.search(name) and classed):
            return ENTRY + 1
        if classed and not (first.classed and not first.doubled) and not (single and first.kind is None):
            return ENTRY + 1
        return ENTRY

    def related(self, name: str) -> bool:
        """Whether *name* adds words to the name of the open entry."""
        first = self.first_entry()
        return first is not None and any(
            holds_name(name, own) and not same_name(name, own) for own in first.names()
        )  # fmt: skip

    def is_aside(self, name: str) -> bool:
        """Whether a run-in title only says what the sentences behind it are about."""
        if self.words.is_aside(name):
            return True
        return any(opens_with(name, own) for item in self.stack if item.level >= ENTRY for own in item.names())

    def kind_of(self, name: str, cls: str | None, *, level: int, recorded: bool, doubled: bool) -> str | None:
        """The kind of an entry: the chapter tells, unless its class speaks louder."""
        chapter = next(
            (item.chapter for item in reversed(self.stack) if item.chapter is not None and item.level < level), None
        )
        told = (chapter.kind if chapter else "") or None
        own = self.words.kind_of_class(cls) if cls else None
        if own is None or own == told:
            return told
        if own in self.words.table.strong or told is None:
            return own
        if told == OTHER:
            return told if self.related(name) and level > ENTRY else own
        if level > ENTRY and not recorded and not doubled and not self.words.levels.search(name):
            return own
        return told
