"""The words of a game, compiled: what the tables of a profile say of plain rulebooks, ready to be asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from re import Pattern

from msgspec import Struct

from ingest.profile import GENERIC_HEADS, Chapter, Profile, Rulebook
from ingest.rulebook.evidence import Habits, colon_head, edge_words
from ingest.visible import slug

_PART = re.compile(r"^(?P<head>[^.:!]{1,60}?)\s*(?P<sign>[.:])(?:\s+(?P<rest>\S.*))?$", re.DOTALL)


class Words(Struct, frozen=True, kw_only=True):
    """Everything that the vocabulary of a profile can answer."""

    table: Rulebook
    chapters: tuple[tuple[Pattern[str], Chapter], ...]
    classes: tuple[tuple[str, Pattern[str]], ...]
    parts: tuple[tuple[str, Pattern[str]], ...]
    boxes: tuple[tuple[str, Pattern[str]], ...]
    facts: Pattern[str] | None
    examples: Pattern[str]
    charts: Pattern[str]
    levels: Pattern[str]
    asides: tuple[Pattern[str], ...]
    transcriber: tuple[Pattern[str], ...]
    modes: Pattern[str] | None
    habits: Habits = Habits()  # of the text at hand

    def chapter(self, title: str) -> Chapter | None:
        """The chapter that *title* heads, if the profile knows it."""
        return next((chapter for pattern, chapter in self.chapters if pattern.fullmatch(title)), None)

    def heads_chapter(self, title: str) -> bool:
        """Whether *title*, where no profile names chapters, is the plural of a class of this text."""
        return (
            not self.table.chapters
            and 0 < len(title.split()) <= 3
            and any(
                word.removesuffix(ending) in self.habits.class_words
                for word in edge_words(title)
                for ending in ("s", "es")
                if word.endswith(ending) and word not in self.habits.class_words
            )
        )

    def kind_of_class(self, cls: str) -> str | None:
        """The kind that a printed class tells."""
        return next((kind for kind, pattern in self.classes if pattern.fullmatch(cls)), None)

    def is_class(self, text: str) -> bool:
        """Whether *text*, from a bracket, is a class."""
        return self.kind_of_class(text) is not None or text.casefold() in self.habits.classes

    def part(self, text: str) -> tuple[str, str, str] | None:
        """The part that *text* begins: its head as printed, its key, and what follows on the line."""
        match = _PART.match(text)
        head, rest = (match["head"].strip(), match["rest"] or "") if match else (text.strip(), "")
        key = self.part_key(head)
        colons = self.habits.colons
        if key is None and head.casefold() in colons and colon_head(text, colons) == head and head[:1].isupper():
            key = key_of(head)
        return (head, key, rest) if key else None

    def part_key(self, head: str) -> str | None:
        """The key of the part that *head* names."""
        known = next((key for key, pattern in self.parts if pattern.fullmatch(head)), None)
        return known or (key_of(head) if head.casefold() in self.habits.parts and head[:1].isupper() else None)

    def box(self, text: str) -> tuple[str, str, str] | None:
        """The box that *text* opens: its kind, the words as printed, and what follows on the line."""
        for kind, pattern in self.boxes:
            if match := pattern.match(text):
                return kind, match["words"].strip(), text[match.end() :].strip()
        return None

    def is_mode(self, text: str) -> bool:
        return bool(self.modes and self.modes.search(text))

    def is_aside(self, title: str) -> bool:
        return any(pattern.search(title) for pattern in self.asides)

    def is_transcriber(self, text: str) -> bool:
        return any(pattern.search(text) for pattern in self.transcriber)


def key_of(head: str) -> str:
    """The key of a part that no profile names."""
    return GENERIC_HEADS.get(head.casefold()) or slug(head)


def words_of(profile: Profile) -> Words:
    """Compile the vocabulary of *profile*."""
    table = profile.rulebook
    heads = [(part.key, [re.escape(head) for head in part.heads]) for part in profile.parts]
    heads += [(key, list(patterns)) for key, patterns in table.parts.items()]
    return Words(
        table=table,
        chapters=tuple((re.compile(chapter.title, re.I), chapter) for chapter in table.chapters or _chapters(profile)),
        classes=tuple(
            (kind, _any(patterns)) for kind, patterns in (table.classes or _classes(profile)).items() if patterns
        ),
        parts=tuple((key, _any(patterns)) for key, patterns in heads if patterns),
        boxes=tuple((kind, _opening(patterns)) for kind, patterns in table.boxes.items() if patterns),
        facts=re.compile(rf"(?:{'|'.join(table.facts)})\s*[.:](?:\s|$)", re.I) if table.facts else None,
        examples=re.compile(table.examples),
        charts=re.compile(table.charts, re.I),
        levels=re.compile(table.levels),
        asides=tuple(re.compile(pattern) for pattern in table.asides),
        transcriber=tuple(re.compile(pattern) for pattern in table.transcriber),
        modes=re.compile(table.modes) if table.modes else None,
    )


def _chapters(profile: Profile) -> Iterator[Chapter]:
    """Chapters by the kinds alone: what a kind calls its chapter."""
    for kind in profile.kinds:
        for pattern in kind.chapters:
            yield Chapter(
                title=f".*?(?:{pattern}).*" if not pattern.startswith("^") else f"(?:{pattern}).*?", kind=kind.id
            )


def _classes(profile: Profile) -> dict[str, tuple[str, ...]]:
    return {kind.id: tuple(f".*?(?:{pattern}).*" for pattern in kind.classes) for kind in profile.kinds}


def _any(patterns: Iterable[str]) -> Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I)


def _opening(patterns: Iterable[str]) -> Pattern[str]:
    body = "|".join(f"(?:{pattern})" for pattern in patterns)
    return re.compile(rf"(?P<words>{body})\s*(?:[:!](?:\s+|$)|$)", re.I)
