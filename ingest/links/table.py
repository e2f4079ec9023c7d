"""The table a resolver looks names up in: for each step of the ladder, from a form of a name to where it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from zlib import crc32

from ingest.glossary.model import Entry, EntryId
from ingest.links.forms import (
    acronyms,
    bare,
    beginnings,
    colon_parts,
    initials,
    joined_parts,
    short_writings,
    stands_for,
)
from ingest.links.keys import (
    by_anchor_and_heading,
    generic,
    heading_keys,
    is_aside,
    kind_names,
    loose_key,
    other_names,
    section_keys,
    types_of,
)
from ingest.links.languages import number_key, rules_of
from ingest.links.model import Alias
from ingest.links.names import PageNames, SectionNames
from ingest.links.steps import Spot, Step
from ingest.links.texts import Texts
from ingest.links.written import title_key
from ingest.model import PageId
from ingest.profile import LanguageRules, Profile
from ingest.visible import fold

Mark = int | str  # of a name that was looked up; a folded target that every title was compared with stands for itself
COMMON = 200  # headings of one name, above which more are not told apart from it: each page has its "Verb"
CONCEPT = "concept"  # what marks a look at the texts of a concept
WORD = "word"  # what marks a word of a title or heading, beside the steps


def mark_of(step: Step | str, form: str) -> int:
    """A number that stands for one look at the table; two looks may share it, and then count as one."""
    return crc32(f"{step} {form}".encode("utf-8", "surrogatepass"))


class NameTable:
    """All names of a site, in memory; built once, then only read."""

    def __init__(
        self,
        pages: Iterable[PageNames],
        profile: Profile,
        *,
        entries: Iterable[Entry] = (),
        aliases: Iterable[Alias] = (),
    ) -> None:
        self.profile = profile
        self.asked: set[Mark] | None = None  # the names that were looked up, where somebody wants to know
        self.pages = tuple(sorted(pages, key=lambda page: page.page))
        self.number = {page.page: number for number, page in enumerate(self.pages)}
        self._steps: dict[Step, dict[str, list[Spot]]] = {step: defaultdict(list) for step in Step}
        self._by_word: dict[str, list[Spot]] = defaultdict(list)
        self.texts = Texts()
        self._other_names = other_names(profile)
        self._generic = generic(profile)
        self._kind_names = kind_names(profile)
        self._nouns = tuple(sorted({noun for nouns in self._kind_names.values() for noun in nouns}))
        for number, page in enumerate(self.pages):
            self._add_page(number, page)
        for alias in sorted(aliases, key=lambda alias: (alias.page, alias.title)):
            self._add_alias(alias)
        self._anchors: dict[PageId, dict[str, int]] = {}
        self._sections: tuple[int, dict[str, int], dict[str, int]] = (-1, {}, {})  # of one page, by anchor and heading
        for entry in entries:
            self._add_entry(entry)

    def at(self, step: Step, form: str) -> list[Spot]:
        """Where *form* stands by *step*; the form is folded, a title's key, or ``=`` and an acronym as written."""
        if self.asked is not None:
            self.asked.add(mark_of(step, form))
        return self._steps[step].get(form, [])

    def look_at(self, number: int) -> None:
        """Note that an answer depends on this page, which no name was looked up for."""
        if self.asked is not None:
            self.asked.add(mark_of(Step.TITLE, self.pages[number].title))

    def marks(self) -> Iterator[int]:
        """The marks of all names that can be looked up here, found or not."""
        yield from (mark_of(step, form) for step, forms in self._steps.items() for form in forms)
        yield from (mark_of(WORD, word) for word in self._by_word)
        yield from (mark_of(CONCEPT, concept) for concept in self.texts.concepts())

    def with_words(self, form: str) -> list[Spot]:
        """Titles and headings that hold every word of *form*: no answer, but where a person would look."""
        posts = [self._by_word.get(word, []) for word in form.split()]
        if self.asked is not None:
            self.asked.update(mark_of(WORD, word) for word in form.split())
        if not posts or not all(posts):
            return []
        common = set(posts[0]).intersection(*posts[1:])
        return sorted(common, key=lambda spot: (len(spot.name), spot.page, spot.section))

    def twin(self, entry: EntryId, edition: str | None, language: str) -> EntryId:
        """The text of the same concept in *edition* and *language*; *entry* itself where there is none, or it is that."""
        if self.asked is not None:
            self.asked.add(mark_of(CONCEPT, self.texts.concept_of(entry)))
        return self.texts.twin(entry, edition, language)

    @cached_property
    def linked(self) -> Mapping[PageId, int]:
        """How many pages link each page by its title, in either number."""
        named: dict[str, int] = {}
        for page in self.pages:
            for key in {number_key(target.partition("#")[0], self.rules(page)) for target in page.targets}:
                named[key] = named.get(key, 0) + 1
        return {page.page: named.get(number_key(page.title, self.rules(page)), 0) for page in self.pages}

    def other_names(self, name: str) -> list[tuple[str, str]]:
        """Other names of *name* by the profile's tables, each with who says so."""
        return self._other_names.get(fold(bare(name)), [])

    def rules(self, page: PageNames) -> LanguageRules:
        """The language rules of *page*."""
        return rules_of(self.profile, page.language)

    def anchors(self, page: PageNames) -> Mapping[str, int]:
        """The first heading of *page* at each anchor, its underscores read as blanks."""
        if page.page not in self._anchors:
            found: dict[str, int] = {}
            for number, section in enumerate(page.sections):
                if section.heading:
                    found.setdefault(section.anchor.replace("_", " "), number)
            self._anchors[page.page] = found
        return self._anchors[page.page]

    def _put(self, step: Step, form: str, spot: Spot) -> None:
        if not form or form == "=":
            return
        spots = self._steps[step][form]
        # The forms of one place come one after another: a look at the last few keeps a name of every page cheap.
        if any(spot.page == other.page and spot.section == other.section for other in spots[-4:]):
            return
        if spot.section < 0 or len(spots) < COMMON:
            spots.append(spot)

    def _add_page(self, number: int, page: PageNames) -> None:
        rules = self.rules(page)
        spot = Spot(number, -1, page.title)
        self._put(Step.TITLE, page.title, spot)
        self._put(Step.SPELLING, fold(page.title), spot)
        if page.namespace:
            return  # a category or template is reached by its title only: it is no term of the game
        self._add_title_forms(page.title, spot, rules)
        for other, note in self.other_names(page.title):
            named = Spot(number, -1, other, None, note)
            self._put(Step.ALIAS, fold(other), named)
            self._put(Step.TITLE_FORM, number_key(other, rules_of(self.profile, None)), named)
        nouns = list[tuple[int, str]]()
        for index, section in enumerate(page.sections):
            self._add_section(Spot(number, index, section.heading or page.title), section, rules)
            nouns = [(level, noun) for level, noun in nouns if level < section.level or section.level == 0]
            self._add_short_forms(Spot(number, index, section.heading), nouns, rules)
            nouns.extend((section.level, noun) for noun in types_of(section.heading, rules))

    def _add_title_forms(self, title: str, spot: Spot, rules: LanguageRules) -> None:
        for name in (title, bare(title), *short_writings(title), *colon_parts(title)):
            self._put(Step.TITLE_NAME, fold(name), spot)
            self._put(Step.TITLE_FORM, number_key(name, rules), spot)
            self._put(Step.LOOSE, loose_key(name, rules), spot)
        for acronym in acronyms(title):
            self._put(Step.TITLE_NAME, f"={acronym}", spot)
        self._put(Step.INITIALS, f"={initials(title, rules)}", spot)
        for short in self._without_kind(title, rules):
            self._put(Step.TITLE_FORM, short, spot)
        for part in joined_parts(title, rules):
            self._put(Step.JOINED_TITLE, number_key(part, rules), spot)
        for word in set(number_key(title, rules).split()):
            self._by_word[word].append(spot)

    def _add_section(self, spot: Spot, section: SectionNames, rules: LanguageRules) -> None:
        for term in section.defined:
            self._put(Step.DEFINED, number_key(term, rules), spot)
        heading = section.heading
        if not heading:
            return
        for target in section.more:
            self._put(Step.MORE, fold(title_key(target)), spot)
        if self._generic.search(fold(bare(heading))):
            return  # "Effects" and "Example" head a part of something; they name nothing
        self._add_heading(heading, spot, rules)
        for other, note in self.other_names(heading):
            named = Spot(spot.page, spot.section, heading, None, note)
            self._put(Step.HEADING, fold(other), named)
            self._put(Step.HEADING_FORM, number_key(other, rules_of(self.profile, None)), named)
        for part in colon_parts(heading):
            self._put(Step.PART, number_key(part, rules), spot)
        for start in beginnings(heading, rules):
            self._put(Step.BEGINNING, number_key(start, rules), spot)
        for part in joined_parts(heading, rules):
            self._put(Step.JOINED_HEADING, number_key(part, rules), spot)
        for word in set(number_key(heading, rules).split()):
            self._by_word[word].append(spot)

    def _add_heading(self, heading: str, spot: Spot, rules: LanguageRules) -> None:
        for name in (heading, bare(heading), *short_writings(heading)):
            self._put(Step.HEADING, fold(name), spot)
            self._put(Step.HEADING_FORM, number_key(name, rules), spot)
        for acronym in acronyms(heading):
            self._put(Step.HEADING, f"={acronym}", spot)
        for short in self._without_kind(heading, rules):
            self._put(Step.SHORT, short, spot)
        self._put(Step.INITIALS, f"={initials(heading, rules)}", spot)
        title = set(number_key(self.pages[spot.page].title, rules).split())
        for noun in self._nouns:
            if noun in title:
                self._put(Step.OF_KIND, f"{number_key(bare(heading), rules)} {noun}", spot)

    def _add_short_forms(self, spot: Spot, nouns: list[tuple[int, str]], rules: LanguageRules) -> None:
        key = number_key(bare(spot.name), rules)
        for _, noun in nouns:
            if key.endswith(f" {noun}"):
                self._put(Step.SHORT, key.removesuffix(f" {noun}"), spot)

    def _add_alias(self, alias: Alias) -> None:
        number = self.number.get(alias.page)
        if number is None or alias.confirmed is False:
            return
        spot = Spot(number, -1, alias.title, None, alias.evidence[0] if alias.evidence else "")
        rules = self.rules(self.pages[number])
        self._put(Step.ALIAS, fold(alias.title), spot)
        self._put(Step.ALIAS, fold(bare(alias.title)), spot)
        self._add_title_forms(alias.title, spot, rules)

    def _add_entry(self, entry: Entry) -> None:
        self.texts.note(entry)
        number = self.number.get(entry.page)
        if number is None:
            return
        page = self.pages[number]
        rules = self.rules(page)
        section = self._section_of(number, entry)
        name = number_key(bare(entry.name).rstrip(" .:"), rules)
        self.texts.add(
            entry,
            anchored=section >= 0 and name in section_keys(page.sections[section], rules),
            own=name in (titles := heading_keys(page.title, rules)),
            titled=any(number_key(alias, rules) in titles for alias in entry.aliases),
        )
        if is_aside(entry, self.profile):
            return
        spot = Spot(number, section, entry.name, entry.id)
        current = page.revision is None or entry.revision == page.revision
        step = Step.ENTRY if current and not (entry.anchor and section < 0) else Step.OLDER
        for form in (entry.name, bare(entry.name), *entry.aliases):
            self._put(step, fold(form), spot)
            self._put(step, number_key(form, rules), spot)
            for noun in self._kind_names.get(entry.kind, ()):
                self._put(Step.OF_KIND, f"{number_key(form, rules)} {noun}", spot)
        if entry.acronym and stands_for(entry.acronym, entry.name):
            self._put(step, f"={entry.acronym}", spot)

    def _section_of(self, number: int, entry: Entry) -> int:
        """The first section of a page that has the anchor of *entry*, else its heading; -1 where none has."""
        if self._sections[0] != number:  # entries come page by page
            self._sections = (number, *by_anchor_and_heading(self.pages[number].sections))
        _, anchors, headings = self._sections
        at = anchors.get(entry.anchor) if entry.anchor else None
        return at if at is not None else headings.get(entry.heading, -1) if entry.heading else -1

    def _without_kind(self, name: str, rules: LanguageRules) -> Iterator[str]:
        """``Prone State`` is also ``Prone``, and the other way round, where the profile has a kind called State."""
        key = number_key(bare(name), rules)
        for noun in self._nouns:
            if key.endswith(f" {noun}"):
                yield key.removesuffix(f" {noun}")
