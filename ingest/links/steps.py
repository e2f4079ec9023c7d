"""The ladder that a written name climbs down, surest step first, and the words in which each step explains itself."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from ingest.glossary.model import EntryId


class Step(IntEnum):
    """The ladder, surest rung first."""

    TITLE = 0
    SPELLING = 1
    ALIAS = 2
    TITLE_NAME = 3
    TITLE_FORM = 4
    MORE = 5
    HEADING = 6
    HEADING_FORM = 7
    LOOSE = 8
    ENTRY = 9
    OF_KIND = 10
    SHORT = 11
    INITIALS = 12
    PART = 13
    DEFINED = 14
    JOINED_TITLE = 15
    BEGINNING = 16
    JOINED_HEADING = 17
    OLDER = 18


SURE = tuple(step for step in Step if step <= Step.INITIALS)
LIKELY = tuple(step for step in Step if step > Step.INITIALS)
WHY = {
    Step.TITLE: "title of the page",
    Step.SPELLING: "title of the page, spelt with other case, accents or dashes",
    Step.ALIAS: "another title of the page",
    Step.TITLE_NAME: "name or acronym of the title {name!r}",
    Step.TITLE_FORM: "other number or short form of the title {name!r}",
    Step.MORE: "no page has this title; the section {name!r} is the summary that points to it",
    Step.HEADING: "name or acronym of the heading {name!r}",
    Step.HEADING_FORM: "other number of the heading {name!r}",
    Step.LOOSE: "title {name!r}, apart from its punctuation",
    Step.OLDER: "name of the entry {name!r} of an older text of the page",
    Step.ENTRY: "name of the entry {name!r}",
    Step.OF_KIND: "name of {name!r}, with the word for its kind",
    Step.INITIALS: "initials of {name!r}",
    Step.SHORT: "short form of the heading {name!r}",
    Step.PART: "part of the heading {name!r}",
    Step.DEFINED: "a sentence of {name!r} introduces the term",
    Step.BEGINNING: "beginning of the heading {name!r}",
    Step.JOINED_TITLE: "part of the subject of {name!r}",
    Step.JOINED_HEADING: "one of the things that the heading {name!r} joins",
}


class Spot(Struct, frozen=True):
    """Where a name stands: a page of the table, a section of it (-1 for the page itself), the name as printed."""

    page: int
    section: int
    name: str
    entry: EntryId | None = None
    note: str = ""  # evidence beside the step's own words
